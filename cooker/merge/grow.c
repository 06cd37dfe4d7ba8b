// SPDX-License-Identifier: MIT
#include "clean/adjacency.h"
#include "memory.h"
#include "plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Most planes that are tried for a region.
#define PLANES_MOST 8

/// A triangle in the order in which regions begin.
typedef struct grow_seed
{
	float area;
	float corners[9]; ///< positions, smallest first: equal for no two triangles that face the same way
	uint32_t triangle;
} grow_seed;

typedef struct growth
{
	merge_surface *surface;
	const uint32_t *parts;
	uint32_t *pairs; ///< per side: the side across an edge of two triangles of one part; KILN_NONE: no such side
	uint32_t *order; ///< triangles in the order of their seeds
	uint32_t *rank;	 ///< place in `order`
	uint32_t *marks; ///< per triangle: the last search that has reached it
	uint32_t search;
	uint32_t *found; ///< triangles of the region
	uint32_t found_count;
	uint32_t *best; ///< the same of the best plane so far
	uint32_t best_count;
} growth;

static int compare_seeds(const void *left, const void *right)
{
	const grow_seed *a = left, *b = right;
	if (a->area < b->area || a->area > b->area)
		return a->area > b->area ? -1 : 1;
	for (int i = 0; i < 9; ++i)
		if (a->corners[i] < b->corners[i] || a->corners[i] > b->corners[i])
			return a->corners[i] < b->corners[i] ? -1 : 1;
	return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static bool lexicographic(const float a[3], const float b[3])
{
	for (int k = 0; k < 3; ++k)
		if (a[k] < b[k] || a[k] > b[k])
			return a[k] < b[k];
	return false;
}

/// Twice the area vector of a triangle, from its lexicographically smallest corner.
static void area_vector(const merge_surface *surface, uint32_t triangle, double normal[3], float corners[9])
{
	const uint32_t *t = surface->triangles[triangle];
	int first = 0;
	for (int i = 1; i < 3; ++i)
		if (lexicographic(surface->vertices[t[i]], surface->vertices[t[first]]))
			first = i;
	for (int i = 0; i < 3; ++i)
		memcpy(corners + 3 * i, surface->vertices[t[(first + i) % 3]], 3 * sizeof *corners);
	double u[3], v[3];
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (double)corners[3 + k] - (double)corners[k];
		v[k] = (double)corners[6 + k] - (double)corners[k];
	}
	for (int k = 0; k < 3; ++k)
		normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

/// Sorts the triangles by area, largest first, then by position: the order does not depend on their numbers.
static bool sort_seeds(growth *g)
{
	const merge_surface *surface = g->surface;
	uint32_t count = surface->slot_count;
	grow_seed *seeds = cook_alloc(surface->context, count, sizeof *seeds);
	if (!seeds)
		return false;
	for (uint32_t i = 0; i < count; ++i)
	{
		double n[3];
		area_vector(surface, i, n, seeds[i].corners);
		double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
		seeds[i].area = (float)area;
		seeds[i].triangle = i;
	}
	qsort(seeds, count, sizeof *seeds, compare_seeds);
	for (uint32_t i = 0; i < count; ++i)
	{
		g->order[i] = seeds[i].triangle;
		g->rank[seeds[i].triangle] = i;
	}
	cook_free(surface->context, seeds, count, sizeof *seeds);
	return true;
}

static bool pair_sides(growth *g)
{
	const merge_surface *surface = g->surface;
	clean_edges edges;
	if (!clean_edges_build(surface->context, (const uint32_t(*)[3])surface->triangles, surface->slot_count,
			surface->vertex_count, &edges))
		return false;
	memset(g->pairs, 0xff, (size_t)surface->slot_count * 3 * sizeof *g->pairs);
	for (uint32_t i = 0; i < edges.edge_count; ++i)
	{
		const uint32_t *sides = edges.sides + edges.first[i];
		if (edges.first[i + 1] - edges.first[i] != 2 ||
			merge_from(surface, sides[0]) == merge_from(surface, sides[1]) ||
			g->parts[sides[0] / 3] != g->parts[sides[1] / 3])
			continue;
		g->pairs[sides[0]] = sides[1];
		g->pairs[sides[1]] = sides[0];
	}
	clean_edges_free(surface->context, &edges);
	return true;
}

/// Whether a triangle lies within a quarter of the tolerance of the plane, and faces its front.
static bool fits(const merge_surface *surface, const merge_region *plane, uint32_t triangle)
{
	const uint32_t *t = surface->triangles[triangle];
	for (int k = 0; k < 3; ++k)
	{
		merge_range range = merge_plane_deviation(surface, plane, t[k]);
		if (!(range.low >= -surface->tolerance / 4 && range.high <= surface->tolerance / 4))
			return false;
	}
	return merge_orient(surface, plane, t[0], t[1], t[2]) > 0;
}

/// Finds the triangles that are connected with the seed and fit the plane, in `found`.
static void search(growth *g, const merge_region *plane, uint32_t seed)
{
	const merge_surface *surface = g->surface;
	++g->search;
	g->found_count = 0;
	if (!fits(surface, plane, seed))
		return;
	g->marks[seed] = g->search;
	g->found[g->found_count++] = seed;
	for (uint32_t i = 0; i < g->found_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t side = g->pairs[3 * g->found[i] + k], triangle = side / 3;
			if (side == KILN_NONE || surface->region_of[triangle] != KILN_NONE || g->marks[triangle] == g->search)
				continue;
			g->marks[triangle] = g->search;
			if (fits(surface, plane, triangle))
				g->found[g->found_count++] = triangle;
		}
}

static int compare_ranks(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return (a > b) - (a < b);
}

/// Fits the plane to the best region so far: the sum of its area vectors, in the middle of its vertices. Sums are in the
/// order of the seeds.
static void fit(growth *g, merge_region *plane)
{
	const merge_surface *surface = g->surface;
	double sum[3] = {0}, low = (double)INFINITY, high = -(double)INFINITY;
	// The search's own list is free until the next search.
	for (uint32_t i = 0; i < g->best_count; ++i)
		g->found[i] = g->rank[g->best[i]];
	qsort(g->found, g->best_count, sizeof *g->found, compare_ranks);
	for (uint32_t i = 0; i < g->best_count; ++i)
	{
		double normal[3];
		float corners[9];
		area_vector(surface, g->order[g->found[i]], normal, corners);
		for (int k = 0; k < 3; ++k)
			sum[k] += normal[k];
	}
	merge_plane_set(sum, plane->origin, plane);
	for (uint32_t i = 0; i < g->best_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			merge_range range = merge_plane_deviation(surface, plane, surface->triangles[g->best[i]][k]);
			low = range.low < low ? range.low : low;
			high = range.high > high ? range.high : high;
		}
	plane->offset = 0.5 * (low + high);
}

static void swap_lists(growth *g)
{
	uint32_t *list = g->best;
	g->best = g->found;
	g->found = list;
	g->best_count = g->found_count;
}

/// Whether a fitted plane can take the axes of the seed: slopes are at most 1, give or take.
static bool is_usable(const merge_region *plane)
{
	return fabs(plane->slope[0]) <= 2.0 && fabs(plane->slope[1]) <= 2.0;
}

/// Grows a region from a seed: first in the seed's own plane, then in planes that are fitted to what was found, as long
/// as the region becomes larger.
static void grow_region(growth *g, uint32_t seed, merge_region *region)
{
	merge_surface *surface = g->surface;
	double normal[3];
	float corners[9];
	const uint32_t *t = surface->triangles[seed];
	uint32_t origin = t[0];
	for (int k = 1; k < 3; ++k)
		if (lexicographic(surface->vertices[t[k]], surface->vertices[origin]))
			origin = t[k];
	area_vector(surface, seed, normal, corners);
	merge_choose_axes(surface, seed, region);
	merge_plane_set(normal, origin, region);
	g->best_count = 0;
	merge_region plane = *region;
	for (int i = 0; i < PLANES_MOST; ++i)
	{
		search(g, &plane, seed);
		if (g->found_count <= g->best_count)
			break;
		swap_lists(g);
		*region = plane;
		fit(g, &plane);
		if (!is_usable(&plane))
			break;
	}
	// Rounding may throw a needle out of its own plane.
	if (g->best_count == 0)
		g->best[g->best_count++] = seed;
}

/// Gives the triangles of a region their number, and notes the range of their vertices.
static void take_region(growth *g, merge_region *region, uint32_t number)
{
	merge_surface *surface = g->surface;
	region->low = (double)INFINITY;
	region->high = -(double)INFINITY;
	for (uint32_t i = 0; i < g->best_count; ++i)
	{
		surface->region_of[g->best[i]] = number;
		for (int k = 0; k < 3; ++k)
		{
			merge_range range = merge_plane_deviation(surface, region, surface->triangles[g->best[i]][k]);
			region->low = range.low < region->low ? range.low : region->low;
			region->high = range.high > region->high ? range.high : region->high;
		}
	}
}

/// Numbers the regions again by their lowest triangles.
static bool order_regions(merge_surface *surface, merge_region *grown, uint32_t count)
{
	uint32_t *numbers = cook_alloc(surface->context, count, sizeof *numbers);
	surface->regions = cook_alloc(surface->context, count, sizeof *surface->regions);
	surface->region_count = count;
	bool done = numbers && surface->regions;
	if (done)
	{
		uint32_t next = 0;
		memset(numbers, 0xff, count * sizeof *numbers);
		for (uint32_t i = 0; i < surface->slot_count; ++i)
		{
			uint32_t *region = &surface->region_of[i];
			if (numbers[*region] == KILN_NONE)
			{
				numbers[*region] = next;
				surface->regions[next] = grown[*region];
				surface->regions[next++].first = i;
			}
			*region = numbers[*region];
		}
	}
	cook_free(surface->context, numbers, count, sizeof *numbers);
	return done;
}

static bool grow_all(growth *g)
{
	merge_surface *surface = g->surface;
	uint32_t count = surface->slot_count, regions = 0;
	merge_region *grown = cook_alloc_zero(surface->context, count, sizeof *grown);
	if (!grown)
		return false;
	memset(surface->region_of, 0xff, count * sizeof *surface->region_of);
	memset(g->marks, 0, count * sizeof *g->marks);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (surface->region_of[g->order[i]] != KILN_NONE)
			continue;
		grow_region(g, g->order[i], &grown[regions]);
		take_region(g, &grown[regions], regions);
		++regions;
	}
	bool done = order_regions(surface, grown, regions);
	cook_free(surface->context, grown, count, sizeof *grown);
	return done;
}

bool merge_grow_regions(merge_surface *surface, const uint32_t *parts)
{
	const kilncook_context *context = surface->context;
	uint32_t count = surface->slot_count;
	growth g = {.surface = surface, .parts = parts};
	g.pairs = cook_alloc(context, (size_t)count * 3, sizeof *g.pairs);
	g.order = cook_alloc(context, count, sizeof *g.order);
	g.rank = cook_alloc(context, count, sizeof *g.rank);
	g.marks = cook_alloc(context, count, sizeof *g.marks);
	g.found = cook_alloc(context, count, sizeof *g.found);
	g.best = cook_alloc(context, count, sizeof *g.best);
	bool done = g.pairs && g.order && g.rank && g.marks && g.found && g.best && pair_sides(&g) && sort_seeds(&g) &&
				grow_all(&g);
	cook_free(context, g.pairs, (size_t)count * 3, sizeof *g.pairs);
	cook_free(context, g.order, count, sizeof *g.order);
	cook_free(context, g.rank, count, sizeof *g.rank);
	cook_free(context, g.marks, count, sizeof *g.marks);
	cook_free(context, g.found, count, sizeof *g.found);
	cook_free(context, g.best, count, sizeof *g.best);
	return done;
}
