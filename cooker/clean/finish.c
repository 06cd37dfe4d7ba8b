// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "adjacency.h"
#include "duplicates.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Squeezes duplicates out of the triangles; lists them and the slivers among the rest.
static void drop_triangles(clean_work *work, const bool *duplicate, clean_drops *drops)
{
	clean_mesh *mesh = &work->result;
	uint32_t kept = 0, sliver = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		bool thin = sliver < work->slivers.count && work->slivers.items[sliver].face == i;
		sliver += thin;
		if (duplicate[i])
		{
			++mesh->counts.duplicates;
			clean_drop(work->context, drops, mesh->faces[i], CLEAN_DUPLICATE);
			continue;
		}
		memmove(mesh->triangles[kept], mesh->triangles[i], sizeof mesh->triangles[i]);
		mesh->faces[kept++] = mesh->faces[i];
		if (thin)
		{
			++mesh->counts.slivers;
			clean_drop(work->context, drops, mesh->faces[kept - 1], CLEAN_SLIVER);
		}
	}
	mesh->triangle_count = kept;
}

/// Merges the two lists into the result's.
static bool merge_drops(clean_work *work, const clean_drops *late)
{
	const clean_drops *early = &work->drops;
	uint64_t count = (uint64_t)early->count + late->count;
	if (count > UINT32_MAX)
		return false;
	clean_dropped *merged = cook_alloc(work->context, (size_t)count, sizeof *merged);
	if (!merged)
		return false;
	uint32_t a = 0, b = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool first = b == late->count || (a < early->count && early->items[a].face <= late->items[b].face);
		merged[i] = first ? early->items[a++] : late->items[b++];
	}
	work->result.dropped = merged;
	work->result.dropped_count = (uint32_t)count;
	return true;
}

static bool find_dropped(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = mesh->triangle_count;
	bool *duplicate = cook_alloc(work->context, count, sizeof *duplicate);
	clean_drops late = {0};
	bool done = duplicate && clean_find_duplicates(work->context, (const uint32_t(*)[3])mesh->triangles, count,
								 work->weld.count, duplicate);
	if (done)
	{
		drop_triangles(work, duplicate, &late);
		done = !late.failed && merge_drops(work, &late);
	}
	cook_free(work->context, duplicate, count, sizeof *duplicate);
	cook_free(work->context, late.items, late.capacity, sizeof *late.items);
	return done;
}

/// Shrinks the arrays to what is in use.
static bool shrink_triangles(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = mesh->triangle_count;
	uint32_t(*triangles)[3] =
		cook_resize(work->context, mesh->triangles, work->triangle_capacity, count, sizeof *triangles);
	if (!triangles)
		return false;
	mesh->triangles = triangles;
	work->triangle_capacity = count;
	uint32_t *faces = cook_resize(work->context, mesh->faces, work->face_capacity, count, sizeof *faces);
	if (!faces)
		return false;
	mesh->faces = faces;
	work->face_capacity = count;
	return true;
}

/// Numbers the vertices by their first use and moves them there, with their sources. Answers how many are used.
static uint32_t move_vertices(clean_work *work, uint32_t *numbers, float (*vertices)[3], uint32_t *sources)
{
	clean_mesh *mesh = &work->result;
	uint32_t used = 0;
	memset(numbers, 0xff, (size_t)work->weld.count * sizeof *numbers);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t *corner = &mesh->triangles[i][k];
			if (numbers[*corner] == KILN_NONE)
			{
				memcpy(vertices[used], work->weld.positions[*corner], sizeof vertices[0]);
				sources[used] = work->sources[*corner];
				numbers[*corner] = used++;
			}
			*corner = numbers[*corner];
		}
	return used;
}

/// Keeps the vertices in use. The order in which the file stores them is gone then.
static bool compact_vertices(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = work->weld.count, used = 0;
	uint32_t *numbers = cook_alloc(work->context, count, sizeof *numbers);
	float(*vertices)[3] = cook_alloc(work->context, count, sizeof *vertices);
	uint32_t *sources = cook_alloc(work->context, count, sizeof *sources);
	if (numbers && vertices && sources)
	{
		used = move_vertices(work, numbers, vertices, sources);
		// To free a block, its size has to be known: either both are shrunk, or none is kept.
		mesh->vertices = cook_resize(work->context, vertices, count, used, sizeof *vertices);
		mesh->vertex_sources =
			mesh->vertices ? cook_resize(work->context, sources, count, used, sizeof *sources) : NULL;
		mesh->vertex_count = used;
	}
	if (!mesh->vertices)
		cook_free(work->context, vertices, count, sizeof *vertices);
	if (!mesh->vertex_sources)
		cook_free(work->context, sources, count, sizeof *sources);
	cook_free(work->context, numbers, count, sizeof *numbers);
	return mesh->vertex_sources != NULL;
}

static bool judge(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	clean_verdict verdict;
	if (!clean_judge_surface(work->context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count,
			mesh->vertex_count, &verdict, &mesh->component_count))
		return false;
	mesh->flags = verdict.flags;
	mesh->edge_count = verdict.edge_count;
	mesh->boundary_edges = verdict.boundary_edges;
	mesh->nonmanifold_edges = verdict.nonmanifold_edges;
	mesh->inconsistent_edges = verdict.inconsistent_edges;
	mesh->euler_characteristic = verdict.euler_characteristic;
	return true;
}

bool clean_finish(clean_work *work)
{
	if (!find_dropped(work) || !compact_vertices(work))
		return false;
	cook_free(work->context, work->sources, work->weld.count, sizeof *work->sources);
	work->sources = NULL;
	clean_weld_free(work->context, &work->weld);
	cook_free(work->context, work->drops.items, work->drops.capacity, sizeof *work->drops.items);
	cook_free(work->context, work->slivers.items, work->slivers.capacity, sizeof *work->slivers.items);
	work->drops = work->slivers = (clean_drops){0};
	return shrink_triangles(work) && judge(work);
}
