// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "adjacency.h"
#include "duplicates.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Height under this share of the longest edge makes a sliver.
#define SLIVER_HEIGHT 1e-4

static bool is_sliver(const float a[3], const float b[3], const float c[3])
{
	double u[3], v[3], longest = 0.0, edges[3] = {0};
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
		double w = (double)c[i] - (double)b[i];
		edges[0] += u[i] * u[i];
		edges[1] += v[i] * v[i];
		edges[2] += w * w;
	}
	for (int i = 0; i < 3; ++i)
		longest = edges[i] > longest ? edges[i] : longest;
	double x = u[1] * v[2] - u[2] * v[1];
	double y = u[2] * v[0] - u[0] * v[2];
	double z = u[0] * v[1] - u[1] * v[0];
	// Height is twice the area over the longest edge; all squared.
	return x * x + y * y + z * z < SLIVER_HEIGHT * SLIVER_HEIGHT * longest * longest;
}

/// Squeezes duplicates out of the triangles; lists them and the slivers among the rest.
static void drop_triangles(clean_work *work, const bool *duplicate, clean_drops *drops)
{
	clean_mesh *mesh = &work->result;
	const float(*positions)[3] = (const float(*)[3])work->weld.positions;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		if (duplicate[i])
		{
			++mesh->counts.duplicates;
			clean_drop(work->context, drops, mesh->faces[i], CLEAN_DUPLICATE);
			continue;
		}
		uint32_t *t = mesh->triangles[kept];
		memmove(t, mesh->triangles[i], sizeof mesh->triangles[i]);
		mesh->faces[kept++] = mesh->faces[i];
		if (is_sliver(positions[t[0]], positions[t[1]], positions[t[2]]))
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

/// Numbers the vertices by their first use and moves them there. The order in which the file stores them is gone then.
static bool compact_vertices(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = work->weld.count;
	uint32_t *numbers = cook_alloc(work->context, count, sizeof *numbers);
	if (!numbers)
		return false;
	memset(numbers, 0xff, (size_t)count * sizeof *numbers);
	uint32_t used = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
			if (numbers[mesh->triangles[i][k]] == KILN_NONE)
				numbers[mesh->triangles[i][k]] = used++;
	float(*vertices)[3] = cook_alloc(work->context, used, sizeof *vertices);
	if (vertices)
	{
		for (uint32_t i = 0; i < count; ++i)
			if (numbers[i] != KILN_NONE)
				memcpy(vertices[numbers[i]], work->weld.positions[i], sizeof vertices[0]);
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
			for (int k = 0; k < 3; ++k)
				mesh->triangles[i][k] = numbers[mesh->triangles[i][k]];
		mesh->vertices = vertices;
		mesh->vertex_count = used;
	}
	cook_free(work->context, numbers, count, sizeof *numbers);
	return vertices != NULL;
}

static bool judge(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	const uint32_t(*triangles)[3] = (const uint32_t(*)[3])mesh->triangles;
	clean_edges edges;
	clean_verdict verdict;
	if (!clean_edges_build(work->context, triangles, mesh->triangle_count, mesh->vertex_count, &edges))
		return false;
	bool done = clean_judge(
		work->context, triangles, mesh->triangle_count, mesh->vertex_count, &edges, &verdict, &mesh->component_count);
	clean_edges_free(work->context, &edges);
	if (!done)
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
	clean_weld_free(work->context, &work->weld);
	cook_free(work->context, work->drops.items, work->drops.capacity, sizeof *work->drops.items);
	work->drops = (clean_drops){0};
	return shrink_triangles(work) && judge(work);
}
