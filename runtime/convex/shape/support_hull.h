// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SUPPORT_HULL_H
#define KILN_CONVEX_SUPPORT_HULL_H

// The baseline of the target: most hulls that are scanned are small. For others there is kilni_support_scan_wide.
#define KILN_BACKEND_BASE
#include "support_scan.h"

/// The vertex of a hull that is farthest along a direction, by heights in double of vertices less kiln_convex.from.
///
/// The support mappings of hull/extreme.h tell equally high vertices apart exactly, and near a face's normal, where the
/// walk of GJK ends, that is most of the work. Heights in double do here, good to 2^-50 of the hull's size as all else.

#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)
#define KILN_SUPPORT_WIDE
#ifdef KILN_BACKEND_AVX2
#define KILN_SUPPORT_HAS_WIDE(hull) true
#else
#define KILN_SUPPORT_HAS_WIDE(hull) ((hull)->isa == KILN_ISA_AVX2)
#endif
/// Up to so many vertices the baseline is as quick.
#define KILN_SUPPORT_SMALL 32
/// kiln_support_scan_many with AVX2: the same answers. For machines that have it.
uint32_t kilni_support_scan_wide(const kiln_convex *convex, const kiln_d3 *own, double size);
#endif

/// Whether a method has the supports of hulls in its own code. The baseline's calls them: it serves shapes without vertices,
/// and hulls on older machines.
#ifdef KILN_BACKEND_AVX2
#define KILN_SUPPORT_IS_INLINE true
#else
#define KILN_SUPPORT_IS_INLINE false
#endif

/// What float32 heights of a hull's vertices may be off, twice, for a direction whose numbers' sizes add up to 1; 0: such
/// heights tell nothing, because the hull is small beside its distance from its own origin. The direction, each product
/// and both sums are rounded by 2^-24 of at most the reach.
static inline double kiln_support_slack(const kiln_hull *hull)
{
	double reach = (double)hull->reach;
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low));
	return reach <= 8 * kiln_double_max(wide.x, kiln_double_max(wide.y, wide.z)) ? 0x1p-21 * reach : 0;
}

/// Vertices that are as high as one another to rounding, and are looked at one by one; more are distinguished exactly.
#define KILN_SUPPORT_TIES 8

/// From level[0], `most` high, where no neighbour is higher, but `count` - 1 are as high but for `lost`, and follow it:
/// such a vertex need not be the top, because it may lie inside a face that is flat to the last bit, but not quite. Goes
/// to all that are as high and joined to it. Returns the first neighbour of any that is higher, or level[0], which then
/// is as high as any vertex but for `lost`.
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

/// Walks to ever farther neighbours (Gilbert 1966; Cameron 1997): on a convex polyhedron a vertex without a farther
/// neighbour is the farthest of all. Every step gains, so no vertex comes twice, whatever the arrays hold.
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
		hull->level_count > 0 ? kilni_hull_extreme_hierarchy(hull, *own) : kiln_hull_nearest_seed(hull, *own);
	return kiln_support_climb(convex, own, start);
}

/// Number of the vertex farthest along a direction as it is before the map. `seed`: where to begin, or KILN_NONE.
KILN_ALWAYS_INLINE uint32_t kiln_support_number(const kiln_convex *convex, kiln_d3 own, uint32_t seed)
{
	const uint32_t count = convex->hull->vertex_count;
	const double size = fabs(own.x) + fabs(own.y) + fabs(own.z);
	if (count > KILN_SUPPORT_SCAN_MOST || !(convex->slack > 0) ||
		!(size >= KILN_SUPPORT_LEAST && size <= KILN_SUPPORT_MOST))
		return kiln_support_walk(convex, &own, seed);
	if (count <= KILN_SUPPORT_FEW)
		return kiln_support_scan_few(convex, &own, size);
#ifdef KILN_SUPPORT_WIDE
	if (count > KILN_SUPPORT_SMALL && KILN_SUPPORT_HAS_WIDE(convex->hull))
		return kilni_support_scan_wide(convex, &own, size);
#endif
	return count <= 8 * KILN_SUPPORT_CHUNK ? kiln_support_scan(convex, &own, size)
										   : kiln_support_scan_many(convex, &own, size);
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
