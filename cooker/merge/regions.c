// SPDX-License-Identifier: MIT
#include "clean/adjacency.h"
#include "exact/exact.h"
#include "memory.h"
#include "surface.h"

#include <math.h>
#include <string.h>

void merge_choose_axes(const merge_surface *surface, uint32_t triangle, merge_region *region)
{
	const uint32_t *t = surface->triangles[triangle];
	const float *a = surface->vertices[t[0]], *b = surface->vertices[t[1]], *c = surface->vertices[t[2]];
	double normal[3];
	for (int k = 0; k < 3; ++k)
	{
		int u = (k + 1) % 3, v = (k + 2) % 3;
		normal[k] = ((double)b[u] - (double)a[u]) * ((double)c[v] - (double)a[v]) -
					((double)b[v] - (double)a[v]) * ((double)c[u] - (double)a[u]);
	}
	int largest = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
	largest = fabs(normal[2]) > fabs(normal[largest]) ? 2 : largest;
	// Rounding may hide which components are zero: the first axis along which the triangle has area is taken.
	for (int i = 0; i < 3; ++i)
	{
		int w = (largest + i) % 3;
		region->axes[0] = (uint8_t)((w + 1) % 3);
		region->axes[1] = (uint8_t)((w + 2) % 3);
		region->axes[2] = (uint8_t)w;
		int sign = merge_orient(surface, region, t[0], t[1], t[2]);
		if (sign < 0)
		{
			region->axes[0] = (uint8_t)((w + 2) % 3);
			region->axes[1] = (uint8_t)((w + 1) % 3);
		}
		if (sign != 0)
			return;
	}
}

static void load(const merge_surface *surface, uint32_t vertex, double at[3])
{
	for (int k = 0; k < 3; ++k)
		at[k] = (double)surface->vertices[vertex][k];
}

/// Whether two triangles that share an edge lie in one plane and face the same way. Exact.
static bool continues(const merge_surface *surface, uint32_t side, uint32_t other)
{
	const uint32_t *t = surface->triangles[side / 3], *o = surface->triangles[other / 3];
	double a[3], b[3], c[3], d[3];
	load(surface, t[0], a);
	load(surface, t[1], b);
	load(surface, t[2], c);
	load(surface, merge_from(surface, merge_prev(other)), d);
	if (exact_orient3d(a, b, c, d) != 0)
		return false;
	merge_region plane = {0};
	merge_choose_axes(surface, side / 3, &plane);
	return merge_orient(surface, &plane, o[0], o[1], o[2]) > 0;
}

static uint32_t find_root(uint32_t *parents, uint32_t item)
{
	while (parents[item] != item)
	{
		parents[item] = parents[parents[item]];
		item = parents[item];
	}
	return item;
}

/// Joins the triangles at every edge; roots are the lowest triangles.
static void unite(merge_surface *surface, const clean_edges *edges, const uint32_t *parts)
{
	uint32_t *parents = surface->region_of;
	for (uint32_t edge = 0; edge < edges->edge_count; ++edge)
	{
		const uint32_t *sides = edges->sides + edges->first[edge];
		if (edges->first[edge + 1] - edges->first[edge] != 2)
			continue;
		if (merge_from(surface, sides[0]) == merge_from(surface, sides[1]) ||
			parts[sides[0] / 3] != parts[sides[1] / 3])
			continue;
		uint32_t a = find_root(parents, sides[0] / 3), b = find_root(parents, sides[1] / 3);
		if (a == b || !continues(surface, sides[0], sides[1]))
			continue;
		if (a < b)
			parents[b] = a;
		else
			parents[a] = b;
	}
}

/// Numbers the regions by their roots, and chooses their axes.
static bool number_regions(merge_surface *surface)
{
	uint32_t count = surface->slot_count, *region_of = surface->region_of, regions = 0;
	for (uint32_t i = 0; i < count; ++i)
		regions += region_of[i] == i;
	surface->regions = cook_alloc_zero(surface->context, regions, sizeof *surface->regions);
	surface->region_count = regions;
	if (!surface->regions)
		return false;
	regions = 0;
	// A root comes before its triangles, whose parents become numbers of regions from here on.
	for (uint32_t i = 0; i < count; ++i)
		region_of[i] = find_root(region_of, i);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (region_of[i] != i)
			continue;
		merge_region *region = &surface->regions[regions++];
		region->first = i;
		merge_choose_axes(surface, i, region);
	}
	uint32_t *numbers = cook_alloc(surface->context, count, sizeof *numbers);
	if (!numbers)
		return false;
	for (uint32_t i = 0; i < regions; ++i)
		numbers[surface->regions[i].first] = i;
	for (uint32_t i = 0; i < count; ++i)
		region_of[i] = numbers[region_of[i]];
	cook_free(surface->context, numbers, count, sizeof *numbers);
	return true;
}

bool merge_find_regions(merge_surface *surface, const uint32_t *parts)
{
	clean_edges edges;
	uint32_t count = surface->slot_count;
	if (!clean_edges_build(
			surface->context, (const uint32_t(*)[3])surface->triangles, count, surface->vertex_count, &edges))
		return false;
	for (uint32_t i = 0; i < count; ++i)
		surface->region_of[i] = i;
	unite(surface, &edges, parts);
	clean_edges_free(surface->context, &edges);
	return number_regions(surface);
}
