// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// The part of each triangle. Faces are increasing.
static void find_parts(simplify_work *work)
{
	const clean_mesh *mesh = work->mesh;
	uint32_t part = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		while (part + 1 < mesh->part_count && mesh->parts[part + 1].first_face <= mesh->faces[i])
			++part;
		work->part_of[i] = part;
	}
}

static uint32_t find_root(uint32_t *parents, uint32_t i)
{
	while (parents[i] != i)
	{
		parents[i] = parents[parents[i]];
		i = parents[i];
	}
	return i;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b)
{
	a = find_root(parents, a);
	b = find_root(parents, b);
	if (a < b)
		parents[b] = a;
	else
		parents[a] = b;
}

static uint32_t next_of(uint32_t side)
{
	return side % 3 == 2 ? side - 2 : side + 1;
}

/// Fixes the ends of all edges but those of two triangles of one part that run along it in opposite directions; across these,
/// joins the corners.
static void fix_edges(simplify_work *work, uint32_t *parents)
{
	const clean_edges *edges = &work->adjacency.edges;
	const uint32_t *corners = work->mesh->triangles[0];
	for (uint32_t i = 0; i < edges->edge_count; ++i)
	{
		const uint32_t *sides = edges->sides + edges->first[i];
		uint32_t count = edges->first[i + 1] - edges->first[i], a = sides[0], b = sides[count - 1];
		bool sound = count == 2 && corners[a] != corners[b] && work->part_of[a / 3] == work->part_of[b / 3];
		if (sound)
		{
			join(parents, a, next_of(b));
			join(parents, b, next_of(a));
			continue;
		}
		work->fixed[corners[a]] = true;
		work->fixed[corners[next_of(a)]] = true;
	}
}

/// Fixes the vertices of several fans.
static void fix_fans(simplify_work *work, uint32_t *parents, uint32_t *firsts)
{
	const clean_mesh *mesh = work->mesh;
	memset(firsts, 0xff, mesh->vertex_count * sizeof *firsts);
	for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i)
	{
		uint32_t vertex = mesh->triangles[i / 3][i % 3], root = find_root(parents, i);
		if (firsts[vertex] == KILN_NONE)
			firsts[vertex] = root;
		else if (firsts[vertex] != root)
			work->fixed[vertex] = true;
	}
}

typedef struct placed_vertex
{
	float at[3];
	uint32_t vertex;
} placed_vertex;

static int compare_placed(const void *left, const void *right)
{
	const placed_vertex *a = left, *b = right;
	for (int k = 0; k < 3; ++k)
		if (a->at[k] < b->at[k] || a->at[k] > b->at[k])
			return a->at[k] < b->at[k] ? -1 : 1;
	return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

/// Fixes the vertices that share a position, after a repair that cut them apart.
static bool fix_parted(simplify_work *work)
{
	const clean_mesh *mesh = work->mesh;
	placed_vertex *all = cook_alloc(work->context, mesh->vertex_count, sizeof *all);
	if (!all)
		return false;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		all[i].vertex = i;
		memcpy(all[i].at, mesh->vertices[i], sizeof all[i].at);
	}
	qsort(all, mesh->vertex_count, sizeof *all, compare_placed);
	for (uint32_t i = 1; i < mesh->vertex_count; ++i)
		if (memcmp(all[i].at, all[i - 1].at, sizeof all[i].at) == 0)
			work->fixed[all[i].vertex] = work->fixed[all[i - 1].vertex] = true;
	cook_free(work->context, all, mesh->vertex_count, sizeof *all);
	return true;
}

/// Makes the wedges: triangles come by part, so that the last wedge of a vertex is that of the present part, or of an earlier one.
static void make_wedges(simplify_work *work, uint32_t *last)
{
	const clean_mesh *mesh = work->mesh;
	memset(last, 0xff, mesh->vertex_count * sizeof *last);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t vertex = mesh->triangles[i][k];
			if (last[vertex] == KILN_NONE || work->wedge_part[last[vertex]] != work->part_of[i])
			{
				work->wedge_vertex[work->wedge_count] = vertex;
				work->wedge_part[work->wedge_count] = work->part_of[i];
				last[vertex] = work->wedge_count++;
			}
			work->triangles[i][k] = last[vertex];
		}
}

bool simplify_begin(simplify_work *work)
{
	const kilncook_context *context = work->context;
	const clean_mesh *mesh = work->mesh;
	size_t count = mesh->triangle_count, corners = 3 * count;
	if (!clean_adjacency_build(
			context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, mesh->vertex_count, &work->adjacency))
		return false;
	work->wedge_capacity = (uint32_t)corners;
	work->part_of = cook_alloc(context, count, sizeof *work->part_of);
	work->wedge_vertex = cook_alloc(context, corners, sizeof *work->wedge_vertex);
	work->wedge_part = cook_alloc(context, corners, sizeof *work->wedge_part);
	work->triangles = cook_alloc(context, count, sizeof *work->triangles);
	work->fixed = cook_alloc_zero(context, mesh->vertex_count, sizeof *work->fixed);
	work->kept = cook_alloc_zero(context, mesh->vertex_count, sizeof *work->kept);
	uint32_t *parents = cook_alloc(context, corners, sizeof *parents);
	uint32_t *firsts = cook_alloc(context, mesh->vertex_count, sizeof *firsts);
	bool done = work->part_of && work->wedge_vertex && work->wedge_part && work->triangles && work->fixed &&
				work->kept && parents && firsts;
	if (done)
	{
		for (uint32_t i = 0; i < corners; ++i)
			parents[i] = i;
		find_parts(work);
		fix_edges(work, parents);
		fix_fans(work, parents, firsts);
		make_wedges(work, firsts);
		done = !mesh->parted || fix_parted(work);
	}
	cook_free(context, parents, corners, sizeof *parents);
	cook_free(context, firsts, mesh->vertex_count, sizeof *firsts);
	return done;
}

void simplify_end(simplify_work *work)
{
	const kilncook_context *context = work->context;
	size_t count = work->mesh->triangle_count, vertices = work->mesh->vertex_count;
	clean_adjacency_free(context, &work->adjacency);
	cook_free(context, work->part_of, count, sizeof *work->part_of);
	cook_free(context, work->wedge_vertex, 3 * count, sizeof *work->wedge_vertex);
	cook_free(context, work->wedge_part, 3 * count, sizeof *work->wedge_part);
	cook_free(context, work->triangles, count, sizeof *work->triangles);
	cook_free(context, work->fixed, vertices, sizeof *work->fixed);
	cook_free(context, work->moved, vertices, sizeof *work->moved);
	cook_free(context, work->kept, vertices, sizeof *work->kept);
}
