// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SUPPORT_HULL_H
#define KILN_CONVEX_SUPPORT_HULL_H

// Uses the baseline of the target: most hulls that are scanned are small. kilni_support_scan_wide serves the others.
#define KILN_BACKEND_BASE
#include "support_scan.h"

/// The vertex of a hull that is farthest along a direction, by heights in double of vertices less kiln_convex.from.
///
/// The support mappings of hull/extreme.h compare equally high vertices exactly. Near a face's normal, where the walk
/// of GJK ends, this is most of the work. Here heights in double are enough; they are right to 2^-50 of the hull's
/// size, as all other numbers are.

#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)
#define KILN_SUPPORT_WIDE
#ifdef KILN_BACKEND_AVX2
#define KILN_SUPPORT_HAS_WIDE(hull) true
#else
#define KILN_SUPPORT_HAS_WIDE(hull) ((hull)->isa == KILN_ISA_AVX2)
#endif
/// Up to this many vertices the baseline is as quick.
#define KILN_SUPPORT_SMALL 32
/// kiln_support_scan_many with AVX2, for machines that have it. The answers are the same.
uint32_t kilni_support_scan_wide(const kiln_convex *convex, const kiln_d3 *own, double size);
#endif

/// Whether the translation unit has the supports of hulls in its own code. The baseline calls them: it serves shapes
/// without vertices, and hulls on older machines.
#ifdef KILN_BACKEND_AVX2
#define KILN_SUPPORT_IS_INLINE true
#else
#define KILN_SUPPORT_IS_INLINE false
#endif

/// Twice the greatest error of float32 heights of a hull's vertices, for a direction whose components' magnitudes add
/// up to 1. 0: such heights are useless, because the hull is small relative to its distance from its own origin. The
/// direction, each product and both sums are rounded by 2^-24 of at most the reach.
static inline double kiln_support_slack_of(double reach, kiln_d3 wide)
{
	return reach <= 8 * kiln_double_max(wide.x, kiln_double_max(wide.y, wide.z)) ? 0x1p-21 * reach : 0;
}

static inline double kiln_support_slack(const kiln_hull *hull)
{
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low));
	return kiln_support_slack_of((double)hull->reach, wide);
}

/// The most vertices of equal height, within rounding, that are compared one by one; more are compared exactly.
#define KILN_SUPPORT_TIES 8

/// Looks beyond a plateau. level[0], of height `most`, has no higher neighbour, but `count` - 1 neighbours are as high
/// within `lost`, and follow it in the array. Such a vertex need not be the top: it may lie inside a face that is
/// almost, but not quite, flat to the last bit. Visits all vertices of this height that edges connect to it. Returns
/// the first neighbour of any of them that is higher; else level[0], which is then as high as any vertex within `lost`.
static inline uint32_t kiln_support_beyond(const kiln_convex *convex, const kiln_d3 *own, double most, double lost,
	uint32_t level[KILN_SUPPORT_TIES], uint32_t count)
{
	const kiln_hull *hull = convex->hull;
	if (count > KILN_SUPPORT_TIES)
		return kilni_hull_extreme_climb(hull, *own, level[0]);
	for (uint32_t k = 1; k < count; ++k)
	{
		uint32_t end = kiln_hull_index(hull, hull->vertex_first, level[k] + 1);
		for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, level[k]); i < end; ++i)
		{
			uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i), known = 0;
			double height = kiln_d3_dot(kiln_support_vertex(convex, neighbour), *own);
			if (!(height >= most - lost))
				continue;
			if (height > most)
				return neighbour;
			while (known < count && level[known] != neighbour)
				++known;
			if (known < count)
				continue;
			if (count == KILN_SUPPORT_TIES)
				return kilni_hull_extreme_climb(hull, *own, level[0]);
			level[count++] = neighbour;
		}
	}
	return level[0];
}

/// Walks to ever farther neighbours (Gilbert 1966; Cameron 1997): on a convex polyhedron, a vertex without a farther
/// neighbour is the farthest of all. Every step increases the height, so no vertex is visited twice, whatever the
/// arrays hold.
static inline uint32_t kiln_support_climb(const kiln_convex *convex, const kiln_d3 *direction, uint32_t from)
{
	const kiln_hull *hull = convex->hull;
	const kiln_d3 own = *direction;
	const double lost = 0x1p-49 * (fabs(own.x) + fabs(own.y) + fabs(own.z)) * (double)hull->reach;
	uint32_t best = from;
	double most = kiln_d3_dot(kiln_support_vertex(convex, best), own);
	for (;;)
	{
		uint32_t next = best, end = kiln_hull_index(hull, hull->vertex_first, best + 1);
		uint32_t level[KILN_SUPPORT_TIES] = {best}, ties = 1;
		const double near = most - lost;
		for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, best); i < end; ++i)
		{
			uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i);
			double height = kiln_d3_dot(kiln_support_vertex(convex, neighbour), own);
			next = height > most ? neighbour : next;
			most = height > most ? height : most;
			level[ties % KILN_SUPPORT_TIES] = height >= near ? neighbour : level[ties % KILN_SUPPORT_TIES];
			ties += height >= near;
		}
		if (next == best && ties > 1)
		{
			next = kiln_support_beyond(convex, &own, most, lost, level, ties);
			double height = kiln_d3_dot(kiln_support_vertex(convex, next), own);
			// The exact top need not be higher in double.
			if (!(height > most))
				return next;
			most = height;
		}
		if (next == best)
			return best;
		best = next;
	}
}

/// The range of directions whose float32 heights neither overflow nor lose bits as denormals.
#define KILN_SUPPORT_LEAST 0x1p-60
#define KILN_SUPPORT_MOST 0x1p+80

/// Walks along edges. Descends the hierarchy of a hull of very many vertices when no start is known. Measures all
/// vertices when the hull has no edges. Compiled once for all instruction sets.
uint32_t kilni_support_walk(const kiln_convex *convex, const kiln_d3 *own, uint32_t seed);

/// The number of the vertex farthest along a direction in coordinates before the map. `seed`: the vertex to start from,
/// or KILN_NONE.
KILN_ALWAYS_INLINE uint32_t kiln_support_number(const kiln_convex *convex, kiln_d3 own, uint32_t seed)
{
	const uint32_t count = convex->hull->vertex_count;
	const double size = fabs(own.x) + fabs(own.y) + fabs(own.z);
	if (count > KILN_SUPPORT_SCAN_MOST || !(convex->slack > 0) ||
		!(size >= KILN_SUPPORT_LEAST && size <= KILN_SUPPORT_MOST))
		return kilni_support_walk(convex, &own, seed);
	if (count <= KILN_SUPPORT_FEW)
		return kiln_support_scan_few(convex, &own, size);
#ifdef KILN_SUPPORT_WIDE
	if (count > KILN_SUPPORT_SMALL && KILN_SUPPORT_HAS_WIDE(convex->hull))
		return kilni_support_scan_wide(convex, &own, size);
#endif
	return count <= 8 * KILN_SUPPORT_CHUNK ? kiln_support_scan(convex, &own, size)
										   : kiln_support_scan_many(convex, &own, size);
}

/// Transforms a direction to the coordinates before the map.
KILN_ALWAYS_INLINE kiln_d3 kiln_support_back(const kiln_convex *convex, kiln_d3 direction)
{
	if (!convex->turned)
		return direction;
	return (kiln_d3){kiln_d3_dot(convex->column[0], direction), kiln_d3_dot(convex->column[1], direction),
		kiln_d3_dot(convex->column[2], direction)};
}

/// Applies the map to a point given relative to `from`.
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
