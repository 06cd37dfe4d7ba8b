// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// Most triangles around a corner that are compared.
#define AROUND_MOST 64u

/// A triangle of the result, on its way to its place.
typedef struct placed_triangle
{
	uint32_t face;
	uint32_t number; ///< in the trial
} placed_triangle;

static void centre_of(const clean_mesh *mesh, const uint32_t vertices[3], double out[3])
{
	for (int k = 0; k < 3; ++k)
	{
		out[k] = 0;
		for (int i = 0; i < 3; ++i)
			out[k] += (double)mesh->vertices[vertices[i]][k];
	}
}

/// The source face of the triangle of the mesh that is nearest, by centres, among those of the same part at one of the corners. `source` has this part:
/// each vertex onto which a corner of it moved had a triangle of the part.
static uint32_t find_face(const simplify_work *work, const uint32_t vertices[3], uint32_t source)
{
	const clean_mesh *mesh = work->mesh;
	const clean_adjacency *adjacency = &work->adjacency;
	uint32_t part = work->part_of[source], face = KILN_NONE;
	double centre[3], least = 0;
	centre_of(mesh, vertices, centre);
	for (int k = 0; k < 3; ++k)
	{
		uint32_t first = adjacency->vertex_first[vertices[k]], end = adjacency->vertex_first[vertices[k] + 1], seen = 0;
		for (uint32_t i = first; i < end && seen < AROUND_MOST; ++i)
		{
			uint32_t triangle = adjacency->vertex_triangles[i];
			double other[3], distance2 = 0;
			if (work->part_of[triangle] != part)
				continue;
			++seen;
			centre_of(mesh, mesh->triangles[triangle], other);
			for (int j = 0; j < 3; ++j)
				distance2 += (other[j] - centre[j]) * (other[j] - centre[j]);
			if (face != KILN_NONE && !(distance2 < least))
				continue;
			least = distance2;
			face = mesh->faces[triangle];
		}
	}
	return face;
}

static int compare_placed(const void *left, const void *right)
{
	const placed_triangle *a = left, *b = right;
	if (a->face != b->face)
		return a->face < b->face ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/// The arrays of the new mesh.
typedef struct result
{
	uint32_t (*triangles)[3];
	uint32_t *faces;
	float (*vertices)[3];
	uint32_t *sources;
	uint32_t count, vertex_count, vertex_capacity;
} result;

static void free_result(const simplify_work *work, result *r)
{
	cook_free(work->context, r->triangles, r->count, sizeof *r->triangles);
	cook_free(work->context, r->faces, r->count, sizeof *r->faces);
	cook_free(work->context, r->vertices, r->vertex_capacity, sizeof *r->vertices);
	cook_free(work->context, r->sources, r->vertex_capacity, sizeof *r->sources);
}

/// Counts the vertices that the trial uses. `numbers` is per vertex of the mesh.
static uint32_t count_used(const simplify_work *work, const simplify_trial *trial, uint32_t *numbers)
{
	uint32_t count = 0;
	memset(numbers, 0xff, work->mesh->vertex_count * sizeof *numbers);
	for (uint32_t i = 0; i < trial->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t *number = &numbers[trial->triangles[i][k]];
			count += *number == KILN_NONE;
			*number = 0;
		}
	memset(numbers, 0xff, work->mesh->vertex_count * sizeof *numbers);
	return count;
}

static void fill_result(
	const simplify_work *work, const simplify_trial *trial, const placed_triangle *placed, uint32_t *numbers, result *r)
{
	const clean_mesh *mesh = work->mesh;
	for (uint32_t i = 0; i < trial->count; ++i)
	{
		r->faces[i] = placed[i].face;
		for (int k = 0; k < 3; ++k)
		{
			uint32_t vertex = trial->triangles[placed[i].number][k];
			if (numbers[vertex] == KILN_NONE)
			{
				const float *at = work->moved ? work->moved[vertex] : mesh->vertices[vertex];
				memcpy(r->vertices[r->vertex_count], at, sizeof *r->vertices);
				r->sources[r->vertex_count] = mesh->vertex_sources[vertex];
				numbers[vertex] = r->vertex_count++;
			}
			r->triangles[i][k] = numbers[vertex];
		}
	}
}

/// Makes the arrays. False when out of memory.
static bool make_result(const simplify_work *work, const simplify_trial *trial, result *r)
{
	const kilncook_context *context = work->context;
	uint32_t vertices = work->mesh->vertex_count;
	placed_triangle *placed = cook_alloc(context, trial->count, sizeof *placed);
	uint32_t *numbers = cook_alloc(context, vertices, sizeof *numbers);
	bool done = placed && numbers;
	if (done)
	{
		r->count = trial->count;
		r->vertex_capacity = count_used(work, trial, numbers);
		r->triangles = cook_alloc(context, r->count, sizeof *r->triangles);
		r->faces = cook_alloc(context, r->count, sizeof *r->faces);
		r->vertices = cook_alloc(context, r->vertex_capacity, sizeof *r->vertices);
		r->sources = cook_alloc(context, r->vertex_capacity, sizeof *r->sources);
		done = r->triangles && r->faces && r->vertices && r->sources;
	}
	if (done)
	{
		for (uint32_t i = 0; i < trial->count; ++i)
			placed[i] = (placed_triangle){find_face(work, trial->triangles[i], trial->sources[i]), i};
		qsort(placed, trial->count, sizeof *placed, compare_placed);
		fill_result(work, trial, placed, numbers, r);
	}
	cook_free(context, placed, trial->count, sizeof *placed);
	cook_free(context, numbers, vertices, sizeof *numbers);
	return done;
}

/// The first triangle whose face is not below a face, or the last triangle.
static uint32_t find_triangle(const result *r, uint32_t face)
{
	uint32_t low = 0, high = r->count - 1;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (r->faces[middle] < face)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool simplify_store(simplify_work *work, const simplify_trial *trial, clean_mesh *mesh)
{
	const kilncook_context *context = work->context;
	result r = {0};
	if (!make_result(work, trial, &r) ||
		!clean_judge_mesh(context, (const uint32_t(*)[3])r.triangles, r.count, r.vertex_count, mesh))
	{
		free_result(work, &r);
		return false;
	}
	for (uint32_t i = 0; i < mesh->copy_count; ++i)
		mesh->copies[i].original = find_triangle(&r, mesh->faces[mesh->copies[i].original]);
	cook_free(context, mesh->triangles, mesh->triangle_count, sizeof *mesh->triangles);
	cook_free(context, mesh->faces, mesh->triangle_count, sizeof *mesh->faces);
	cook_free(context, mesh->vertices, mesh->vertex_count, sizeof *mesh->vertices);
	cook_free(context, mesh->vertex_sources, mesh->vertex_count, sizeof *mesh->vertex_sources);
	mesh->triangles = r.triangles;
	mesh->faces = r.faces;
	mesh->vertices = r.vertices;
	mesh->vertex_sources = r.sources;
	mesh->triangle_count = r.count;
	mesh->vertex_count = r.vertex_count;
	return true;
}
