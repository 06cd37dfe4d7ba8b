// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SUPPORT_HULL_H
#define KILN_CONVEX_SUPPORT_HULL_H

#include "convex.h"
#include "hull/extreme.h"
#include "tree/layout.h"

#include <math.h>

// The baseline of the target, not the widest: a hull that is scanned is small, and this needs no choice at run time.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// The vertex of a hull that is farthest along a direction, by heights in double of vertices less kiln_convex.from.
///
/// The support mappings of hull/extreme.h tell equally high vertices apart exactly, and near a face's normal, where the
/// walk of GJK ends, that is most of the work. Heights in double do here, good to 2^-50 of the hull's size as all else.

/// Hulls of up to this many vertices are looked at whole, eight vertices at a time: where the last answer for a similar
/// direction is known, and where not.
#define KILN_SUPPORT_SCAN_SEEDED 64
#define KILN_SUPPORT_SCAN_MOST 256
/// Blocks of eight whose candidates fit one word.
#define KILN_SUPPORT_CHUNK 8

/// A vertex before the map, seen from near the others.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_vertex(const kiln_convex *convex, uint32_t i)
{
	return kiln_d3_sub(kiln_hull_point(convex->hull, i), convex->from);
}

/// What float32 heights of a hull's vertices may be off, twice, for a direction whose numbers' sizes add up to 1; 0: such
/// heights tell nothing, because the hull is small beside its distance from its own origin. The direction, each product
/// and both sums are rounded by 2^-24 of at most the reach.
static inline double kiln_support_slack(const kiln_hull *hull)
{
	double reach = (double)hull->reach;
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low));
	return reach <= 8 * kiln_double_max(wide.x, kiln_double_max(wide.y, wide.z)) ? 0x1p-21 * reach : 0;
}

/// Number of the lowest set bit; `bits` is not 0.
KILN_ALWAYS_INLINE uint32_t kiln_support_lowest(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	return low ? kiln_lowest_bit(low) : 32 + kiln_lowest_bit((uint32_t)(bits >> 32));
}

KILN_ALWAYS_INLINE f8 kiln_support_heights(const kiln_hull *hull, uint32_t i, const f8 direction[3])
{
	f8 height = f8_add(f8_mul(f8_load(hull->x + i), direction[0]), f8_mul(f8_load(hull->y + i), direction[1]));
	return f8_add(height, f8_mul(f8_load(hull->z + i), direction[2]));
}

KILN_ALWAYS_INLINE float kiln_support_larger(float a, float b)
{
	return a > b ? a : b;
}

KILN_ALWAYS_INLINE float kiln_support_largest(f8 a)
{
	float lane[8];
	f8_store(lane, a);
	return kiln_support_larger(
		kiln_support_larger(kiln_support_larger(lane[0], lane[4]), kiln_support_larger(lane[1], lane[5])),
		kiln_support_larger(kiln_support_larger(lane[2], lane[6]), kiln_support_larger(lane[3], lane[7])));
}

/// The highest of some vertices from `first` on, and of `best`, by heights in double; of equals the lowest number. Lanes
/// behind the last vertex repeat the first, and are never higher.
static inline uint32_t kiln_support_settle(
	const kiln_convex *convex, const kiln_d3 *own, uint32_t first, uint64_t bits, uint32_t best)
{
	double most = kiln_d3_dot(kiln_support_vertex(convex, best), *own);
	for (; bits; bits &= bits - 1)
	{
		uint32_t vertex = first + kiln_support_lowest(bits);
		double height = kiln_d3_dot(kiln_support_vertex(convex, vertex), *own);
		best = height > most ? vertex : best;
		most = height > most ? height : most;
	}
	return best;
}

/// Blocks first .. end - 1 whose heights are at least `near`, as bits.
KILN_ALWAYS_INLINE uint64_t kiln_support_candidates(const f8 *heights, uint32_t first, uint32_t end, f8 near)
{
	uint64_t bits = 0;
	for (uint32_t i = first; i < end; ++i)
		bits |= (uint64_t)m8_bits(m8_ge(heights[i], near)) << (8 * (i - first));
	return bits;
}

/// The candidates of more than one chunk.
static inline uint32_t kiln_support_chunks(
	const kiln_convex *convex, const kiln_d3 *own, const f8 *heights, uint32_t blocks, f8 near)
{
	uint32_t best = KILN_NONE;
	for (uint32_t i = 0; i < blocks; i += KILN_SUPPORT_CHUNK)
	{
		uint32_t end = blocks - i < KILN_SUPPORT_CHUNK ? blocks : i + KILN_SUPPORT_CHUNK;
		uint64_t bits = kiln_support_candidates(heights, i, end, near);
		if (bits == 0)
			continue;
		if (best == KILN_NONE)
		{
			best = 8 * i + kiln_support_lowest(bits);
			bits &= bits - 1;
		}
		if (bits)
			best = kiln_support_settle(convex, own, 8 * i, bits, best);
	}
	return best;
}

/// The same for up to sixteen vertices, without a loop.
KILN_ALWAYS_INLINE uint32_t kiln_support_scan_few(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	const kiln_hull *hull = convex->hull;
	const f8 direction[3] = {f8_set1((float)own->x), f8_set1((float)own->y), f8_set1((float)own->z)};
	// With eight or fewer the second block is the first again.
	const uint32_t second = hull->vertex_count > 8 ? 8 : 0;
	const f8 low = kiln_support_heights(hull, 0, direction), high = kiln_support_heights(hull, second, direction);
	const double slack = convex->slack * size + 0x1p-140;
	const f8 near = f8_set1((float)((double)kiln_support_largest(f8_max(low, high)) - slack));
	uint32_t bits = m8_bits(m8_ge(low, near)) | m8_bits(m8_ge(high, near)) << second;
	uint32_t best = kiln_lowest_bit(bits);
	return bits & (bits - 1) ? kiln_support_settle(convex, own, 0, bits & (bits - 1), best) : best;
}

/// Looks at all vertices in float32, and in double at those that may be the highest.
KILN_ALWAYS_INLINE uint32_t kiln_support_scan(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	const kiln_hull *hull = convex->hull;
	const f8 direction[3] = {f8_set1((float)own->x), f8_set1((float)own->y), f8_set1((float)own->z)};
	const uint32_t blocks = (hull->vertex_count + 7) / 8;
	f8 heights[KILN_SUPPORT_SCAN_MOST / 8];
	f8 most = heights[0] = kiln_support_heights(hull, 0, direction);
	for (uint32_t i = 1; i < blocks; ++i)
	{
		heights[i] = kiln_support_heights(hull, 8 * i, direction);
		most = f8_max(heights[i], most);
	}
	const double slack = convex->slack * size + 0x1p-140;
	const f8 near = f8_set1((float)((double)kiln_support_largest(most) - slack));
	if (blocks > KILN_SUPPORT_CHUNK)
		return kiln_support_chunks(convex, own, heights, blocks, near);
	uint64_t bits = kiln_support_candidates(heights, 0, blocks, near);
	uint32_t best = kiln_support_lowest(bits);
	return bits & (bits - 1) ? kiln_support_settle(convex, own, 0, bits & (bits - 1), best) : best;
}

/// Walks to ever farther neighbours (Gilbert 1966; Cameron 1997): on a convex polyhedron a vertex without a farther
/// neighbour is the farthest of all. Every step gains, so no vertex comes twice, whatever the arrays hold.
static inline uint32_t kiln_support_climb(const kiln_convex *convex, const kiln_d3 *direction, uint32_t from)
{
	const kiln_hull *hull = convex->hull;
	const kiln_d3 own = *direction;
	uint32_t best = from;
	double most = kiln_d3_dot(kiln_support_vertex(convex, best), own);
	for (;;)
	{
		uint32_t next = best;
		uint32_t end = kiln_hull_index(hull, hull->vertex_first, best + 1);
		for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, best); i < end; ++i)
		{
			uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i);
			double height = kiln_d3_dot(kiln_support_vertex(convex, neighbour), own);
			next = height > most ? neighbour : next;
			most = height > most ? height : most;
		}
		if (next == best)
			return best;
		best = next;
	}
}

/// Directions whose float32 heights neither overflow nor lose themselves in denormals.
#define KILN_SUPPORT_LEAST 0x1p-60
#define KILN_SUPPORT_MOST 0x1p+80

/// Walks, or goes down the hierarchy of a hull of very many vertices where nothing is known, or looks at all vertices where
/// there is no edge to walk.
static inline uint32_t kiln_support_walk(const kiln_convex *convex, const kiln_d3 *own, uint32_t seed)
{
	const kiln_hull *hull = convex->hull;
	if (hull->edge_count == 0)
		return hull->vertex_count > 1 ? kiln_support_settle(convex, own, 0, 2, 0) : 0;
	if (seed < hull->vertex_count)
		return kiln_support_climb(convex, own, seed);
	uint32_t start =
		hull->level_count > 0 ? kiln_hull_extreme_hierarchy(hull, *own) : kiln_hull_nearest_seed(hull, *own);
	return kiln_support_climb(convex, own, start);
}

/// Number of the vertex farthest along a direction as it is before the map. `seed`: where to begin, or KILN_NONE.
KILN_ALWAYS_INLINE uint32_t kiln_support_number(const kiln_convex *convex, kiln_d3 own, uint32_t seed)
{
	uint32_t most = seed < convex->hull->vertex_count ? KILN_SUPPORT_SCAN_SEEDED : KILN_SUPPORT_SCAN_MOST;
	if (convex->hull->vertex_count <= most && convex->slack > 0)
	{
		double size = fabs(own.x) + fabs(own.y) + fabs(own.z);
		if (size >= KILN_SUPPORT_LEAST && size <= KILN_SUPPORT_MOST)
			return convex->hull->vertex_count <= 16 ? kiln_support_scan_few(convex, &own, size)
													: kiln_support_scan(convex, &own, size);
	}
	return kiln_support_walk(convex, &own, seed);
}

/// A direction as it is before the map.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_back(const kiln_convex *convex, kiln_d3 direction)
{
	if (!convex->turned)
		return direction;
	return (kiln_d3){kiln_d3_dot(convex->column[0], direction), kiln_d3_dot(convex->column[1], direction),
		kiln_d3_dot(convex->column[2], direction)};
}

/// Where a point before the map, less `from`, comes to be.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_placed(const kiln_convex *convex, kiln_d3 point)
{
	if (!convex->turned)
		return kiln_d3_add(convex->center, point);
	kiln_d3 there = kiln_d3_scale(convex->column[0], point.x);
	there = kiln_d3_along(kiln_d3_along(there, point.y, convex->column[1]), point.z, convex->column[2]);
	return kiln_d3_add(convex->center, there);
}

/// The vertex farthest along a direction, and its number.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_of_hull(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed)
{
	const kiln_d3 own = kiln_support_back(convex, *direction);
	*seed = kiln_support_number(convex, own, *seed);
	return kiln_support_placed(convex, kiln_support_vertex(convex, *seed));
}

#endif
