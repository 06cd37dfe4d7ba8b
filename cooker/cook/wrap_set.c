// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"

#include "clean/adjacency.h"
#include "math/diagonal.h"
#include "wrap/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double cook_mesh_length(const cook_job *job, const cook_set *set, double length, double diagonal)
{
	if (length > 0)
		return length * diagonal;
	const double *m = job->root;
	// The root turns and scales all axes alike; meshes with their transform applied have the asset's unit.
	double scale = set->baked ? 1 : sqrt(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
	return -length / scale;
}

/// A triangle of the wrap: the face it names, and its number.
typedef struct wrap_place
{
	uint32_t face;
	uint32_t triangle;
} wrap_place;

static int compare_places(const void *left, const void *right)
{
	const wrap_place *a = left, *b = right;
	if (a->face != b->face)
		return a->face < b->face ? -1 : 1;
	return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/// Fills a mesh with the triangles of the wrap, in the order of the faces that they name. Its arrays have room.
static void fill_mesh(
	const clean_mesh *art, const kilncook_wrap_surface *wrap, wrap_place *places, uint32_t *numbers, clean_mesh *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < wrap->triangle_count; ++i)
		places[i] = (wrap_place){art->faces[wrap->nearest[i]], i};
	qsort(places, wrap->triangle_count, sizeof *places, compare_places);
	memset(numbers, 0xff, wrap->vertex_count * sizeof *numbers);
	for (uint32_t i = 0; i < wrap->triangle_count; ++i)
	{
		uint32_t from = places[i].triangle;
		out->faces[i] = places[i].face;
		for (int k = 0; k < 3; ++k)
		{
			uint32_t vertex = wrap->triangles[from][k];
			if (numbers[vertex] == KILN_NONE)
			{
				memcpy(out->vertices[count], wrap->vertices[vertex], sizeof *out->vertices);
				out->vertex_sources[count] = art->vertex_sources[art->triangles[wrap->nearest[from]][0]];
				numbers[vertex] = count++;
			}
			out->triangles[i][k] = numbers[vertex];
		}
	}
}

/// Puts the wrap into the place of the mesh's surface. False when out of memory, with the mesh unchanged.
static bool replace_surface(const kilncook_context *context, clean_mesh *mesh, const kilncook_wrap_surface *wrap)
{
	clean_mesh out = *mesh;
	out.triangle_count = wrap->triangle_count;
	out.vertex_count = wrap->vertex_count;
	out.vertices = cook_alloc(context, out.vertex_count, sizeof *out.vertices);
	out.vertex_sources = cook_alloc(context, out.vertex_count, sizeof *out.vertex_sources);
	out.triangles = cook_alloc(context, out.triangle_count, sizeof *out.triangles);
	out.faces = cook_alloc(context, out.triangle_count, sizeof *out.faces);
	wrap_place *places = cook_alloc(context, out.triangle_count, sizeof *places);
	uint32_t *numbers = cook_alloc(context, out.vertex_count, sizeof *numbers);
	bool done = out.vertices && out.vertex_sources && out.triangles && out.faces && places && numbers;
	if (done)
	{
		fill_mesh(mesh, wrap, places, numbers, &out);
		done =
			clean_judge_mesh(context, (const uint32_t(*)[3])out.triangles, out.triangle_count, out.vertex_count, &out);
	}
	cook_free(context, places, out.triangle_count, sizeof *places);
	cook_free(context, numbers, out.vertex_count, sizeof *numbers);
	// The arrays of the mesh that loses.
	const clean_mesh *old = done ? mesh : &out;
	cook_free(context, old->vertices, old->vertex_count, sizeof *old->vertices);
	cook_free(context, old->vertex_sources, old->vertex_count, sizeof *old->vertex_sources);
	cook_free(context, old->triangles, old->triangle_count, sizeof *old->triangles);
	cook_free(context, old->faces, old->triangle_count, sizeof *old->faces);
	if (!done)
		return false;
	// Copies name triangles that stayed.
	cook_free(context, mesh->copies, mesh->copy_count, sizeof *mesh->copies);
	out.copies = NULL;
	out.copy_count = 0;
	out.parted = false;
	*mesh = out;
	return true;
}

kilncook_status cook_wrap(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const char *where = cook_names_get(&job->names, set->name);
	const bool parts = set->shape == KILNCOOK_SHAPE_PARTS;
	const bool wanted = parts || set->shape == KILNCOOK_SHAPE_MESH || set->shape == KILNCOOK_SHAPE_AUTO;
	if (job->purpose != COOK_BLOB || !wanted || mesh->triangle_count == 0 || settings->wrap == 0)
		return KILNCOOK_OK;
	if (settings->deformable && !parts)
	{
		cook_message(
			&job->context, KILNCOOK_WARNING, where, "wrap-deformable", "it is not wrapped: the mesh is deformable");
		return KILNCOOK_OK;
	}
	double start = platform_seconds(), diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	kilncook_wrap_options options = {.threads = job->options.threads};
	options.detail = cook_mesh_length(job, set, settings->wrap, diagonal);
	options.offset = settings->wrap_offset == 0 ? options.detail * KILNCOOK_WRAP_OFFSET_SHARE
												: cook_mesh_length(job, set, settings->wrap_offset, diagonal);
	const kilncook_wrap_art art = {(const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count};
	kilncook_wrap_surface wrap;
	kilncook_status status = wrap_build(&job->context, where, &art, &options, &wrap);
	if (status == KILNCOOK_OK)
	{
		set->wrapped = wrap.counts;
		if (!replace_surface(&job->context, mesh, &wrap))
			status = cook_no_memory(job);
		kilncook_wrap_free(&job->context, &wrap);
	}
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	return status;
}
