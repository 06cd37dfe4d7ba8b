// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SUPPORT_SCAN_H
#define KILN_CONVEX_SUPPORT_SCAN_H

#include "convex/convex.h"
#include "hull/extreme.h"
#include "simd/simd8.h"
#include "tree/layout.h"

#include <math.h>

/// Finds the highest vertex of a hull by a scan of all vertices, with the instructions that the translation unit has
/// selected for simd/simd8.h.

/// Hulls of up to this many vertices are scanned whole, eight vertices at a time, even where the last answer for a
/// similar direction is known: a walk would have to settle ties.
#define KILN_SUPPORT_SCAN_MOST 256
/// Up to this many vertices are scanned without a loop.
#define KILN_SUPPORT_FEW 16
/// The number of blocks of eight vertices whose candidates fit one word.
#define KILN_SUPPORT_CHUNK 8

/// Twice the greatest error of float32 heights, and the rounding of the difference; computed before the heights.
KILN_ALWAYS_INLINE float kiln_support_allowance(const kiln_convex *convex, double size)
{
	return (float)(1.25 * convex->slack * size + 0x1p-140);
}

/// A vertex before the map, relative to a point near the others.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_vertex(const kiln_convex *convex, uint32_t i)
{
	return kiln_d3_sub(kiln_hull_point(convex->hull, i), convex->from);
}

KILN_ALWAYS_INLINE f8 kiln_support_heights(const kiln_hull *hull, uint32_t i, const f8 direction[3])
{
	f8 height = f8_add(f8_mul(f8_load(hull->x + i), direction[0]), f8_mul(f8_load(hull->y + i), direction[1]));
	return f8_add(height, f8_mul(f8_load(hull->z + i), direction[2]));
}

/// The highest of `best` and of some vertices from `first` on, by heights in double; of equally high ones the lowest
/// number. Lanes behind the last vertex repeat the first one, and are never higher.
static inline uint32_t kiln_support_settle(
	const kiln_convex *convex, const kiln_d3 *own, uint32_t first, uint64_t bits, uint32_t best)
{
	double most = kiln_d3_dot(kiln_support_vertex(convex, best), *own);
	for (; bits; bits &= bits - 1)
	{
		uint32_t vertex = first + kiln_lowest_bit64(bits);
		double height = kiln_d3_dot(kiln_support_vertex(convex, vertex), *own);
		best = height > most ? vertex : best;
		most = height > most ? height : most;
	}
	return best;
}

/// Scans up to sixteen vertices without a loop.
KILN_ALWAYS_INLINE uint32_t kiln_support_scan_few(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	const kiln_hull *hull = convex->hull;
	const f8 direction[3] = {f8_set1((float)own->x), f8_set1((float)own->y), f8_set1((float)own->z)};
	const bool many = hull->vertex_count > 8;
	const f8 low = kiln_support_heights(hull, 0, direction);
	f8 high = low, most = low;
	if (many)
	{
		high = kiln_support_heights(hull, 8, direction);
		most = f8_max(low, high);
	}
	const f8 near = f8_set1(f8_largest(most) - kiln_support_allowance(convex, size));
	uint32_t bits = m8_bits(m8_ge(low, near));
	if (many)
		bits |= m8_bits(m8_ge(high, near)) << 8;
	uint32_t best = kiln_lowest_bit(bits);
	return bits & (bits - 1) ? kiln_support_settle(convex, own, 0, bits & (bits - 1), best) : best;
}

/// The blocks of eight vertices that are at least `near` high, as bits.
KILN_ALWAYS_INLINE uint64_t kiln_support_candidates(const f8 *heights, uint32_t blocks, f8 near)
{
	uint64_t bits = 0;
	for (uint32_t i = 0; i < blocks; ++i)
		bits |= (uint64_t)m8_bits(m8_ge(heights[i], near)) << (8 * i);
	return bits;
}

/// The heights of up to a chunk of blocks, which are all of a hull; returns the greatest of each lane.
KILN_ALWAYS_INLINE f8 kiln_support_measure(const kiln_hull *hull, const kiln_d3 *own, uint32_t blocks, f8 *heights)
{
	const f8 direction[3] = {f8_set1((float)own->x), f8_set1((float)own->y), f8_set1((float)own->z)};
	f8 most = heights[0] = kiln_support_heights(hull, 0, direction);
	for (uint32_t i = 1; i < blocks; ++i)
	{
		heights[i] = kiln_support_heights(hull, 8 * i, direction);
		most = f8_max(heights[i], most);
	}
	return most;
}

/// Scans up to one chunk.
KILN_ALWAYS_INLINE uint32_t kiln_support_scan(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	const kiln_hull *hull = convex->hull;
	const uint32_t blocks = (hull->vertex_count + 7) / 8;
	f8 heights[KILN_SUPPORT_CHUNK];
	const f8 most = kiln_support_measure(hull, own, blocks, heights);
	const f8 near = f8_set1(f8_largest(most) - kiln_support_allowance(convex, size));
	uint64_t bits = kiln_support_candidates(heights, blocks, near);
	uint32_t best = kiln_lowest_bit64(bits);
	return bits & (bits - 1) ? kiln_support_settle(convex, own, 0, bits & (bits - 1), best) : best;
}

/// The heights of a whole chunk from block `first` on; returns the greatest of each lane.
KILN_ALWAYS_INLINE f8 kiln_support_chunk(const kiln_hull *hull, uint32_t first, const f8 direction[3], f8 *heights)
{
	for (uint32_t i = 0; i < KILN_SUPPORT_CHUNK; ++i)
		heights[i] = kiln_support_heights(hull, 8 * (first + i), direction);
	f8 most[KILN_SUPPORT_CHUNK / 2];
	for (uint32_t i = 0; i < KILN_SUPPORT_CHUNK / 2; ++i)
		most[i] = f8_max(heights[i], heights[i + KILN_SUPPORT_CHUNK / 2]);
	return f8_max(f8_max(most[0], most[1]), f8_max(most[2], most[3]));
}

/// Settles the candidates of some chunks, given as bits.
static inline uint32_t kiln_support_settle_chunks(
	const kiln_convex *convex, const kiln_d3 *own, const f8 *heights, uint32_t chunks, f8 near, uint32_t best)
{
	for (; chunks; chunks &= chunks - 1)
	{
		uint32_t first = KILN_SUPPORT_CHUNK * kiln_lowest_bit(chunks);
		uint64_t bits = kiln_support_candidates(heights + first, KILN_SUPPORT_CHUNK, near);
		best = kiln_support_settle(convex, own, 8 * first, bits, best);
	}
	return best;
}

/// Scans more than one chunk.
KILN_ALWAYS_INLINE uint32_t kiln_support_scan_many(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	const kiln_hull *hull = convex->hull;
	const f8 direction[3] = {f8_set1((float)own->x), f8_set1((float)own->y), f8_set1((float)own->z)};
	const uint32_t blocks = (hull->vertex_count + 7) / 8, whole = blocks / KILN_SUPPORT_CHUNK;
	f8 heights[KILN_SUPPORT_SCAN_MOST / 8], most[KILN_SUPPORT_SCAN_MOST / 8 / KILN_SUPPORT_CHUNK], all;
	most[0] = all = kiln_support_chunk(hull, 0, direction, heights);
	uint32_t chunks = 1;
	for (; chunks < whole; ++chunks)
	{
		const uint32_t first = KILN_SUPPORT_CHUNK * chunks;
		most[chunks] = kiln_support_chunk(hull, first, direction, heights + first);
		all = f8_max(most[chunks], all);
	}
	if (KILN_SUPPORT_CHUNK * whole < blocks)
	{
		f8 own_most = f8_set1(-HUGE_VALF);
		for (uint32_t i = KILN_SUPPORT_CHUNK * whole; i < KILN_SUPPORT_CHUNK * (whole + 1); ++i)
		{
			heights[i] = i < blocks ? kiln_support_heights(hull, 8 * i, direction) : f8_set1(-HUGE_VALF);
			own_most = f8_max(heights[i], own_most);
		}
		most[chunks++] = own_most;
		all = f8_max(own_most, all);
	}
	const f8 near = f8_set1(f8_largest(all) - kiln_support_allowance(convex, size));
	// The chunks that have a candidate: mostly one chunk, but an unpredictable one, so that branches would be slow.
	uint32_t some = 0;
	for (uint32_t i = 0; i < chunks; ++i)
		some |= (uint32_t)(m8_bits(m8_ge(most[i], near)) != 0) << i;
	const uint32_t first = KILN_SUPPORT_CHUNK * kiln_lowest_bit(some);
	uint64_t bits = kiln_support_candidates(heights + first, KILN_SUPPORT_CHUNK, near);
	uint32_t best = 8 * first + kiln_lowest_bit64(bits);
	bits &= bits - 1;
	if (bits)
		best = kiln_support_settle(convex, own, 8 * first, bits, best);
	some &= some - 1;
	return some ? kiln_support_settle_chunks(convex, own, heights, some, near, best) : best;
}

#endif
