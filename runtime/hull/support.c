// SPDX-License-Identifier: MIT
#include "along.h"
#include "tree/layout.h"

/// Up to this many vertices a scan is as quick as a walk (gcc 12 with SSE2: 10 ns). From 8 vertices on a walk takes
/// less time than a scan: 30 to 39 ns from a stored seed, 12 ns from the last answer.
#define SCAN_UP_TO 4

/// A neighbour that is exactly higher, where heights in double do not decide; the vertex itself if no neighbour is
/// higher.
static uint32_t climb_exactly(const kiln_along *along, uint32_t vertex)
{
	const kiln_hull *hull = along->hull;
	uint32_t end = kiln_hull_index(hull, hull->vertex_first, vertex + 1);
	for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, vertex); i < end; ++i)
	{
		uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i);
		if (kilni_along_exactly_higher(along, neighbour, vertex))
			return neighbour;
	}
	return vertex;
}

/// Moves to the highest neighbour until no neighbour is higher. Each step is strictly and exactly higher, so no vertex
/// is visited twice.
static uint32_t climb(const kiln_along *along, uint32_t vertex)
{
	const kiln_hull *hull = along->hull;
	if (hull->edge_count == 0)
		return kilni_along_scan(along, hull->vertex_count);
	double height = kiln_along_height(along, vertex);
	for (;;)
	{
		uint32_t best = vertex, end = kiln_hull_index(hull, hull->vertex_first, vertex + 1);
		double highest = height - along->bound;
		for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, vertex); i < end; ++i)
		{
			uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i);
			double of_neighbour = kiln_along_height(along, neighbour);
			best = of_neighbour > highest ? neighbour : best;
			highest = of_neighbour > highest ? of_neighbour : highest;
		}
		if (best == vertex)
			return vertex;
		if (highest < height + along->bound)
		{
			best = climb_exactly(along, vertex);
			if (best == vertex)
				return vertex;
			highest = kiln_along_height(along, best);
		}
		vertex = best;
		height = highest;
	}
}

uint32_t kilni_hull_extreme_climb(const kiln_hull *hull, kiln_d3 direction, uint32_t seed)
{
	kiln_along along;
	bool known = seed < hull->vertex_count;
	if (!kiln_along_make(&along, hull, direction))
		return known ? seed : 0;
	return climb(&along, known ? seed : kiln_hull_nearest_seed(hull, direction));
}

/// Descends the levels from the top vertex of the coarsest. One look at the links of the best vertex is enough: on a
/// convex body the vertices above a plane are connected by edges. All vertices above the best one of a level are new in
/// the next level, where no two of them are neighbours. So there is at most one such vertex, and it is a neighbour of
/// the best.
static uint32_t descend(const kiln_along *along)
{
	const kiln_hull *hull = along->hull;
	uint32_t place = 0, vertex = kilni_along_scan(along, kiln_hull_index(hull, hull->level_sizes, 0));
	double height = kiln_along_height(along, vertex);
	for (uint32_t level = 0; level < hull->level_count; ++level)
	{
		uint32_t next_place = place + kiln_hull_index(hull, hull->level_sizes, level) + 1;
		uint32_t end = kiln_hull_index(hull, hull->link_first, place + vertex + 1);
		for (uint32_t i = kiln_hull_index(hull, hull->link_first, place + vertex); i < end; ++i)
		{
			uint32_t link = kiln_hull_index(hull, hull->links, i);
			double of_link = kiln_along_height(along, link);
			if (kiln_along_higher(along, link, of_link, vertex, height))
			{
				// Most levels change nothing. The processor predicts this and is levels ahead. The prefetch serves the
				// mispredicted case. The prefetch also keeps compilers from turning the branch into a conditional move,
				// for which every level would have to wait: half the speed on 100 000 vertices.
				kiln_prefetch((const uint8_t *)hull->link_first + (size_t)(next_place + link) * hull->index_size);
				vertex = link;
				height = of_link;
			}
		}
		place = next_place;
	}
	return vertex;
}

uint32_t kilni_hull_extreme_hierarchy(const kiln_hull *hull, kiln_d3 direction)
{
	kiln_along along;
	if (hull->level_count == 0)
		return kilni_hull_extreme_climb(hull, direction, KILN_NONE);
	return kiln_along_make(&along, hull, direction) ? descend(&along) : 0;
}

uint32_t kilni_hull_extreme(const kiln_hull *hull, kiln_d3 direction, uint32_t *seed)
{
	bool known = seed && *seed < hull->vertex_count;
	uint32_t vertex;
	if (hull->vertex_count <= SCAN_UP_TO)
		vertex = kilni_hull_extreme_scan(hull, direction);
	else if (known || hull->level_count == 0)
		vertex = kilni_hull_extreme_climb(hull, direction, known ? *seed : KILN_NONE);
	else
		vertex = kilni_hull_extreme_hierarchy(hull, direction);
	if (seed)
		*seed = vertex;
	return vertex;
}

uint32_t kiln_hull_support_scan(const kiln_hull *view, kiln_vec3 direction)
{
	return kilni_hull_extreme_scan(view, kiln_d3_from(direction));
}

uint32_t kiln_hull_support_climb(const kiln_hull *view, kiln_vec3 direction, uint32_t *seed)
{
	uint32_t vertex = kilni_hull_extreme_climb(view, kiln_d3_from(direction), seed ? *seed : KILN_NONE);
	if (seed)
		*seed = vertex;
	return vertex;
}

uint32_t kiln_hull_support_hierarchy(const kiln_hull *view, kiln_vec3 direction)
{
	return kilni_hull_extreme_hierarchy(view, kiln_d3_from(direction));
}

uint32_t kiln_hull_support(const kiln_hull *view, kiln_vec3 direction, uint32_t *seed)
{
	return kilni_hull_extreme(view, kiln_d3_from(direction), seed);
}
