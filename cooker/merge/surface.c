// SPDX-License-Identifier: MIT
#include "surface.h"

#include "clean/adjacency.h"
#include "memory.h"

#include <string.h>

/// Links two sides of one region that run in opposite directions; other sides form a ring. `borders` counts the border
/// edges of each vertex, up to 3. False when out of memory.
static bool link_edge(merge_surface *surface, const uint32_t *sides, uint32_t count, uint8_t *borders)
{
	uint32_t a = merge_from(surface, sides[0]), b = merge_from(surface, merge_next(sides[0]));
	if (count == 2 && merge_from(surface, sides[1]) == b &&
		surface->region_of[sides[0] / 3] == surface->region_of[sides[1] / 3])
	{
		surface->links[sides[0]] = sides[1];
		surface->links[sides[1]] = sides[0];
		return true;
	}
	for (uint32_t i = 0; i < count; ++i)
		surface->links[sides[i]] = sides[i + 1 == count ? 0 : i + 1] | MERGE_BORDER;
	borders[a] = (uint8_t)(borders[a] < 3 ? borders[a] + 1 : 3);
	borders[b] = (uint8_t)(borders[b] < 3 ? borders[b] + 1 : 3);
	return edge_set_add(surface->context, &surface->edges, a, b, KILN_NONE);
}

/// Whether the triangles of a vertex without border edges are one fan that goes around once. A fan whose triangles
/// overlap goes around more often.
static bool is_inner(const merge_surface *surface, uint32_t vertex)
{
	uint32_t first = surface->at[vertex], side = first, count = 0, rounds = 0;
	const merge_region *region = &surface->regions[surface->region_of[first / 3]];
	uint8_t v = region->axes[1];
	float height = surface->vertices[vertex][v];
	do
	{
		float from = surface->vertices[merge_from(surface, merge_next(side))][v];
		float to = surface->vertices[merge_from(surface, merge_prev(side))][v];
		// The side opposite the vertex crosses the direction of u: counter-clockwise, upwards.
		rounds += from <= height && to > height;
		++count;
		side = surface->links[merge_prev(side)];
	} while (side != first && count <= surface->degree[vertex]);
	return count == surface->degree[vertex] && rounds == 1;
}

/// Adds the inner edges between vertices that are not inner.
static bool add_inner_edges(merge_surface *surface)
{
	for (uint32_t side = 0; side < 3 * surface->slot_count; ++side)
	{
		uint32_t a = merge_from(surface, side), b = merge_from(surface, merge_next(side));
		if (a < b && !merge_is_border(surface, side) && surface->kinds[a] != MERGE_INNER &&
			surface->kinds[b] != MERGE_INNER && !edge_set_add(surface->context, &surface->edges, a, b, KILN_NONE))
			return false;
	}
	return true;
}

static bool classify(merge_surface *surface, const uint8_t *borders)
{
	uint32_t count = surface->slot_count;
	memset(surface->degree, 0, surface->vertex_count * sizeof *surface->degree);
	for (uint32_t side = 0; side < 3 * count; ++side)
	{
		uint32_t vertex = merge_from(surface, side);
		++surface->degree[vertex];
		surface->at[vertex] = side;
	}
	for (uint32_t i = 0; i < surface->vertex_count; ++i)
		surface->kinds[i] = borders[i] == 2							  ? MERGE_STRAIGHT
							: borders[i] == 0 && is_inner(surface, i) ? MERGE_INNER
																	  : MERGE_FIXED;
	return add_inner_edges(surface);
}

bool merge_link(merge_surface *surface)
{
	clean_edges edges;
	if (!clean_edges_build(surface->context, (const uint32_t(*)[3])surface->triangles, surface->slot_count,
			surface->vertex_count, &edges))
		return false;
	uint8_t *borders = cook_alloc_zero(surface->context, surface->vertex_count, 1);
	bool done = borders != NULL;
	for (uint32_t i = 0; done && i < edges.edge_count; ++i)
		done = link_edge(surface, edges.sides + edges.first[i], edges.first[i + 1] - edges.first[i], borders);
	clean_edges_free(surface->context, &edges);
	done = done && classify(surface, borders);
	cook_free(surface->context, borders, surface->vertex_count, 1);
	return done;
}

void merge_surface_free(merge_surface *surface)
{
	const kilncook_context *context = surface->context;
	uint32_t slots = surface->slot_capacity, vertices = surface->vertex_count;
	cook_free(context, surface->triangles, slots, sizeof *surface->triangles);
	cook_free(context, surface->links, (size_t)slots * 3, sizeof *surface->links);
	cook_free(context, surface->region_of, slots, sizeof *surface->region_of);
	cook_free(context, surface->regions, surface->region_count, sizeof *surface->regions);
	cook_free(context, surface->at, vertices, sizeof *surface->at);
	cook_free(context, surface->degree, vertices, sizeof *surface->degree);
	cook_free(context, surface->kinds, vertices, sizeof *surface->kinds);
	edge_set_free(context, &surface->edges);
}

/// Resizes one array of the slots, if there is memory.
static bool resize(const merge_surface *surface, void **block, size_t capacity, size_t size)
{
	void *grown = cook_resize(surface->context, *block, surface->slot_capacity, capacity, size);
	if (grown)
		*block = grown;
	return grown != NULL;
}

/// A block is freed with its size: each array is copied to a new one, and all are replaced together.
static bool grow(merge_surface *surface, uint32_t capacity)
{
	const kilncook_context *context = surface->context;
	uint32_t old = surface->slot_capacity;
	uint32_t(*triangles)[3] = cook_alloc(context, capacity, sizeof *triangles);
	uint32_t *links = cook_alloc(context, (size_t)capacity * 3, sizeof *links);
	bool done = triangles && links && resize(surface, (void **)&surface->region_of, capacity, sizeof(uint32_t));
	if (!done)
	{
		cook_free(context, triangles, capacity, sizeof *triangles);
		cook_free(context, links, (size_t)capacity * 3, sizeof *links);
		return false;
	}
	memcpy(triangles, surface->triangles, surface->slot_count * sizeof *triangles);
	memcpy(links, surface->links, (size_t)surface->slot_count * 3 * sizeof *links);
	cook_free(context, surface->triangles, old, sizeof *surface->triangles);
	cook_free(context, surface->links, (size_t)old * 3, sizeof *surface->links);
	surface->triangles = triangles;
	surface->links = links;
	surface->slot_capacity = capacity;
	return true;
}

bool merge_reserve(merge_surface *surface, uint32_t count)
{
	uint32_t unused = surface->slot_capacity - surface->slot_count;
	if (count <= surface->free_count + unused)
		return true;
	uint64_t capacity = (uint64_t)surface->slot_capacity + count + surface->slot_capacity / 16;
	return capacity <= MERGE_BORDER / 3 && grow(surface, (uint32_t)capacity);
}

uint32_t merge_add_triangle(merge_surface *surface, uint32_t region, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t slot = surface->free_first;
	if (surface->free_count > 0)
	{
		surface->free_first = surface->triangles[slot][1];
		--surface->free_count;
	}
	else
		slot = surface->slot_count++;
	const uint32_t corners[3] = {a, b, c};
	for (uint32_t k = 0; k < 3; ++k)
	{
		surface->triangles[slot][k] = corners[k];
		surface->at[corners[k]] = 3 * slot + k;
		++surface->degree[corners[k]];
	}
	surface->region_of[slot] = region;
	return slot;
}

void merge_free_triangle(merge_surface *surface, uint32_t triangle)
{
	uint32_t *t = surface->triangles[triangle];
	for (int k = 0; k < 3; ++k)
		--surface->degree[t[k]];
	t[0] = KILN_NONE;
	t[1] = surface->free_first;
	surface->free_first = triangle;
	++surface->free_count;
}

void merge_replace_side(merge_surface *surface, uint32_t from, uint32_t to)
{
	uint32_t *links = surface->links, next = links[from];
	if (!(next & MERGE_BORDER))
	{
		links[to] = next;
		links[next] = to;
		return;
	}
	if (next == (from | MERGE_BORDER))
	{
		links[to] = to | MERGE_BORDER;
		return;
	}
	uint32_t before = next & ~MERGE_BORDER;
	while (links[before] != (from | MERGE_BORDER))
		before = links[before] & ~MERGE_BORDER;
	links[before] = to | MERGE_BORDER;
	links[to] = next;
}
