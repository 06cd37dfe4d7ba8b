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

static uint32_t next_of(uint32_t side)
{
	return side % 3 == 2 ? side - 2 : side + 1;
}

/// Locks the ends of borders, and of edges between art meshes. Counts the edges of each kind, and finds those that are not sound.
static void lock_edges(simplify_work *work, bool *unsound)
{
	const clean_edges *edges = &work->adjacency.edges;
	const uint32_t *corners = work->mesh->triangles[0];
	for (uint32_t i = 0; i < edges->edge_count; ++i)
	{
		const uint32_t *sides = edges->sides + edges->first[i];
		const uint32_t count = edges->first[i + 1] - edges->first[i];
		const uint32_t ends[2] = {corners[sides[0]], corners[next_of(sides[0])]};
		uint32_t out = 0;
		bool lock = count == 1 && !work->options->borders_move;
		for (uint32_t k = 0; k < count; ++k)
		{
			out += corners[sides[k]] == ends[0];
			lock |= work->part_of[sides[k] / 3] != work->part_of[sides[0] / 3];
		}
		work->kinds.border += count == 1;
		work->kinds.nonmanifold += count > 2;
		work->kinds.odd += count > 2 && count % 2 != 0;
		work->kinds.unbalanced += count > 1 && out != count - out;
		for (int k = 0; k < 2; ++k)
		{
			work->locked[ends[k]] |= lock;
			unsound[ends[k]] |= count > 2 || (count == 2 && out != 1);
		}
	}
}

/// Locks the vertices that art meshes share where they have no edge in common.
static void lock_contacts(simplify_work *work, uint32_t *parts)
{
	const clean_mesh *mesh = work->mesh;
	memset(parts, 0xff, mesh->vertex_count * sizeof *parts);
	for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i)
	{
		uint32_t vertex = mesh->triangles[i / 3][i % 3], part = work->part_of[i / 3];
		work->locked[vertex] |= parts[vertex] != KILN_NONE && parts[vertex] != part;
		parts[vertex] = part;
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

/// Locks the vertices that share a position, after a repair that cut them apart.
static bool lock_parted(simplify_work *work)
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
			work->locked[all[i].vertex] = work->locked[all[i - 1].vertex] = true;
	cook_free(work->context, all, mesh->vertex_count, sizeof *all);
	return true;
}

bool simplify_begin(simplify_work *work)
{
	const kilncook_context *context = work->context;
	const clean_mesh *mesh = work->mesh;
	const uint32_t vertices = mesh->vertex_count;
	if (!clean_adjacency_build(
			context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, vertices, &work->adjacency))
		return false;
	work->part_of = cook_alloc(context, mesh->triangle_count, sizeof *work->part_of);
	work->locked = cook_alloc_zero(context, vertices, sizeof *work->locked);
	work->collapses = cook_alloc(context, vertices, sizeof *work->collapses);
	bool *unsound = cook_alloc_zero(context, vertices, sizeof *unsound);
	uint32_t *parts = cook_alloc(context, vertices, sizeof *parts);
	bool done = work->part_of && work->locked && work->collapses && unsound && parts;
	if (done)
	{
		find_parts(work);
		lock_edges(work, unsound);
		lock_contacts(work, parts);
		// Edges of two triangles decide whether this surface is orientable, and sheets that merge could hide it.
		bool twisted = !(mesh->flags & KILN_MESH_ORIENTABLE) && work->kinds.odd == 0;
		for (uint32_t i = 0; i < vertices; ++i)
			work->locked[i] |= twisted && unsound[i];
		done = !mesh->parted || lock_parted(work);
	}
	cook_free(context, unsound, vertices, sizeof *unsound);
	cook_free(context, parts, vertices, sizeof *parts);
	return done;
}

void simplify_end(simplify_work *work)
{
	const kilncook_context *context = work->context;
	size_t count = work->mesh->triangle_count, vertices = work->mesh->vertex_count;
	clean_adjacency_free(context, &work->adjacency);
	cook_free(context, work->part_of, count, sizeof *work->part_of);
	cook_free(context, work->locked, vertices, sizeof *work->locked);
	cook_free(context, work->collapses, vertices, sizeof *work->collapses);
	cook_free(context, work->moved, vertices, sizeof *work->moved);
}
