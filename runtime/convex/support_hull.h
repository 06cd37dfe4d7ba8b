// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SUPPORT_HULL_H
#define KILN_CONVEX_SUPPORT_HULL_H

#include "convex.h"
#include "hull/extreme.h"
#include "tree/layout.h"

// The baseline of the target, not the widest: a hull that is scanned is small, and this needs no choice at run time.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// The vertex of a hull that is farthest along a direction, by heights in double of vertices less kiln_convex.from.
///
/// The support mappings of hull/extreme.h tell equally high vertices apart exactly, and near a face's normal, where the
/// walk of GJK ends, that is most of the work. Heights in double do here, good to 2^-50 of the hull's size as all else.

/// Hulls of up to this many vertices are looked at whole, eight vertices at a time.
#define KILN_SUPPORT_SCAN_MOST 64

/// A vertex before the map, seen from near the others.
static inline kiln_d3 kiln_support_vertex(const kiln_convex *convex, uint32_t i)
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
	return reach <= 8 * kiln_d3_largest(wide) ? 0x1p-21 * reach : 0;
}

static inline f8 kiln_support_heights(const kiln_hull *hull, uint32_t i, const f8 direction[3])
{
	f8 height = f8_add(f8_mul(f8_load(hull->x + i), direction[0]), f8_mul(f8_load(hull->y + i), direction[1]));
	return f8_add(height, f8_mul(f8_load(hull->z + i), direction[2]));
}

static inline float kiln_support_largest(f8 a)
{
	float lane[8];
	f8_store(lane, a);
	float p = lane[0] > lane[4] ? lane[0] : lane[4], q = lane[1] > lane[5] ? lane[1] : lane[5];
	float r = lane[2] > lane[6] ? lane[2] : lane[6], s = lane[3] > lane[7] ? lane[3] : lane[7];
	p = p > q ? p : q;
	r = r > s ? r : s;
	return p > r ? p : r;
}

/// The highest of two or more, of equals the lowest number.
static inline uint32_t kiln_support_settle(
	const kiln_convex *convex, kiln_d3 own, const uint32_t *vertices, uint32_t count)
{
	uint32_t best = vertices[0];
	double most = kiln_d3_dot(kiln_support_vertex(convex, best), own);
	for (uint32_t i = 1; i < count; ++i)
	{
		double height = kiln_d3_dot(kiln_support_vertex(convex, vertices[i]), own);
		best = height > most ? vertices[i] : best;
		most = height > most ? height : most;
	}
	return best;
}

/// Looks at all vertices in float32, and in double at those that may be the highest.
static inline uint32_t kiln_support_scan(const kiln_convex *convex, kiln_d3 own, double size)
{
	const kiln_hull *hull = convex->hull;
	const f8 direction[3] = {f8_set1((float)own.x), f8_set1((float)own.y), f8_set1((float)own.z)};
	const uint32_t count = hull->vertex_count;
	f8 heights[KILN_SUPPORT_SCAN_MOST / 8];
	f8 most = heights[0] = kiln_support_heights(hull, 0, direction);
	for (uint32_t i = 1; 8 * i < count; ++i)
	{
		heights[i] = kiln_support_heights(hull, 8 * i, direction);
		most = f8_max(heights[i], most);
	}
	const double slack = convex->slack * size + 0x1p-140;
	const f8 near = f8_set1((float)((double)kiln_support_largest(most) - slack));
	uint32_t found[KILN_SUPPORT_SCAN_MOST], found_count = 0;
	for (uint32_t i = 0; 8 * i < count; ++i)
		for (uint32_t bits = m8_bits(m8_ge(heights[i], near)); bits; bits &= bits - 1)
			found[found_count++] = 8 * i + kiln_lowest_bit(bits);
	if (found_count == 1)
		return found[0];
	// Those behind the last repeat the first.
	while (found_count > 1 && found[found_count - 1] >= count)
		--found_count;
	return kiln_support_settle(convex, own, found, found_count);
}

/// Walks to ever farther neighbours (Gilbert 1966; Cameron 1997): on a convex polyhedron a vertex without a farther
/// neighbour is the farthest of all. Every step gains, so no vertex comes twice, whatever the arrays hold.
static inline uint32_t kiln_support_climb(const kiln_convex *convex, kiln_d3 own, uint32_t from)
{
	const kiln_hull *hull = convex->hull;
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

/// Number of the vertex farthest along a direction as it is before the map. `seed`: where to begin, or KILN_NONE.
static inline uint32_t kiln_support_number(const kiln_convex *convex, kiln_d3 own, uint32_t seed)
{
	const kiln_hull *hull = convex->hull;
	if (hull->vertex_count <= KILN_SUPPORT_SCAN_MOST && convex->slack > 0)
	{
		double size = kiln_double_abs(own.x) + kiln_double_abs(own.y) + kiln_double_abs(own.z);
		if (size >= KILN_SUPPORT_LEAST && size <= KILN_SUPPORT_MOST)
			return kiln_support_scan(convex, own, size);
	}
	return kiln_support_climb(convex, own, seed < hull->vertex_count ? seed : kiln_hull_nearest_seed(hull, own));
}

/// A direction as it is before the map.
static inline kiln_d3 kiln_support_back(const kiln_convex *convex, kiln_d3 direction)
{
	if (!convex->turned)
		return direction;
	return (kiln_d3){kiln_d3_dot(convex->column[0], direction), kiln_d3_dot(convex->column[1], direction),
		kiln_d3_dot(convex->column[2], direction)};
}

/// Where a point before the map, less `from`, comes to be.
static inline kiln_d3 kiln_support_placed(const kiln_convex *convex, kiln_d3 point)
{
	if (!convex->turned)
		return kiln_d3_add(convex->center, point);
	kiln_d3 there = kiln_d3_scale(convex->column[0], point.x);
	there = kiln_d3_along(kiln_d3_along(there, point.y, convex->column[1]), point.z, convex->column[2]);
	return kiln_d3_add(convex->center, there);
}

#endif
