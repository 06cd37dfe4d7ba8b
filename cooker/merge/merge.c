// SPDX-License-Identifier: MIT
#include "merge.h"

#include "clean/adjacency.h"
#include "memory.h"
#include "surface.h"

#include <string.h>

/// A merging in progress.
typedef struct merge_work
{
	const kilncook_context *context;
	clean_mesh *mesh;
	merge_surface surface;
	uint32_t *firsts;		  ///< per old triangle: where the new triangles begin that come from it; plus the end
	uint32_t (*triangles)[3]; ///< the result
	uint32_t *faces;
	float (*vertices)[3];
	uint32_t *sources;
	uint32_t triangle_count;
	uint32_t vertex_count;
} merge_work;

/// The part of each triangle. Faces are increasing.
static void find_parts(const clean_mesh *mesh, uint32_t *parts)
{
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		uint32_t low = 0, high = mesh->part_count;
		while (high - low > 1)
		{
			uint32_t middle = low + (high - low) / 2;
			if (mesh->parts[middle].first_face <= mesh->faces[i])
				low = middle;
			else
				high = middle;
		}
		parts[i] = low;
	}
}

static bool begin_surface(merge_work *work, double tolerance)
{
	const kilncook_context *context = work->context;
	const clean_mesh *mesh = work->mesh;
	uint32_t count = mesh->triangle_count, vertices = mesh->vertex_count;
	merge_surface *surface = &work->surface;
	*surface = (merge_surface){
		.context = context,
		.vertices = (const float(*)[3])mesh->vertices,
		.vertex_count = vertices,
		.slot_count = count,
		.slot_capacity = count,
		.tolerance = tolerance,
	};
	surface->triangles = cook_alloc(context, count, sizeof *surface->triangles);
	surface->links = cook_alloc(context, (size_t)count * 3, sizeof *surface->links);
	surface->region_of = cook_alloc(context, count, sizeof *surface->region_of);
	surface->at = cook_alloc(context, vertices, sizeof *surface->at);
	surface->degree = cook_alloc(context, vertices, sizeof *surface->degree);
	surface->kinds = cook_alloc(context, vertices, sizeof *surface->kinds);
	if (!surface->triangles || !surface->links || !surface->region_of || !surface->at || !surface->degree ||
		!surface->kinds)
		return false;
	memcpy(surface->triangles, mesh->triangles, count * sizeof *surface->triangles);
	return true;
}

static bool find_regions(merge_work *work)
{
	uint32_t count = work->mesh->triangle_count;
	uint32_t *parts = cook_alloc(work->context, count, sizeof *parts);
	bool done = parts != NULL;
	if (done)
	{
		find_parts(work->mesh, parts);
		done = work->surface.tolerance > 0 ? merge_grow_regions(&work->surface, parts)
										   : merge_find_regions(&work->surface, parts);
	}
	cook_free(work->context, parts, count, sizeof *parts);
	return done;
}

/// The old triangle in whose place a triangle is put: the first one of a reduced region, else itself.
static uint32_t place_of(const merge_surface *surface, uint32_t slot)
{
	const merge_region *region = &surface->regions[surface->region_of[slot]];
	return region->reduced ? region->first : slot;
}

/// Sorts the triangles by their places.
static bool sort_triangles(merge_work *work)
{
	const merge_surface *surface = &work->surface;
	uint32_t old = work->mesh->triangle_count, count = surface->slot_count - surface->free_count, sum = 0;
	work->triangle_count = count;
	work->firsts = cook_alloc_zero(work->context, (size_t)old + 1, sizeof *work->firsts);
	work->triangles = cook_alloc(work->context, count, sizeof *work->triangles);
	work->faces = cook_alloc(work->context, count, sizeof *work->faces);
	if (!work->firsts || !work->triangles || !work->faces)
		return false;
	for (uint32_t i = 0; i < surface->slot_count; ++i)
		if (surface->triangles[i][0] != KILN_NONE)
			++work->firsts[place_of(surface, i)];
	for (uint32_t i = 0; i <= old; ++i)
	{
		uint32_t more = work->firsts[i];
		work->firsts[i] = sum;
		sum += more;
	}
	for (uint32_t i = 0; i < surface->slot_count; ++i)
	{
		if (surface->triangles[i][0] == KILN_NONE)
			continue;
		uint32_t place = place_of(surface, i), number = work->firsts[place]++;
		memcpy(work->triangles[number], surface->triangles[i], sizeof work->triangles[number]);
		work->faces[number] = work->mesh->faces[place];
	}
	for (uint32_t i = old; i > 0; --i)
		work->firsts[i] = work->firsts[i - 1];
	work->firsts[0] = 0;
	return true;
}

/// Numbers the vertices that are left by their first use.
static bool sort_vertices(merge_work *work)
{
	const clean_mesh *mesh = work->mesh;
	uint32_t count = 0, left = 0;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		left += work->surface.degree[i] > 0;
	work->vertex_count = left;
	work->vertices = cook_alloc(work->context, left, sizeof *work->vertices);
	work->sources = cook_alloc(work->context, left, sizeof *work->sources);
	uint32_t *numbers = cook_alloc(work->context, mesh->vertex_count, sizeof *numbers);
	bool done = work->vertices && work->sources && numbers;
	if (done)
	{
		memset(numbers, 0xff, mesh->vertex_count * sizeof *numbers);
		for (uint32_t i = 0; i < work->triangle_count; ++i)
			for (int k = 0; k < 3; ++k)
			{
				uint32_t *corner = &work->triangles[i][k];
				if (numbers[*corner] == KILN_NONE)
				{
					memcpy(work->vertices[count], mesh->vertices[*corner], sizeof work->vertices[count]);
					work->sources[count] = mesh->vertex_sources[*corner];
					numbers[*corner] = count++;
				}
				*corner = numbers[*corner];
			}
	}
	cook_free(work->context, numbers, mesh->vertex_count, sizeof *numbers);
	return done;
}

/// Moves the result into the mesh, which is not changed when memory runs out.
static bool replace_mesh(merge_work *work)
{
	const kilncook_context *context = work->context;
	clean_mesh *mesh = work->mesh;
	const merge_surface *surface = &work->surface;
	if (!sort_triangles(work) || !sort_vertices(work) ||
		!clean_judge_mesh(
			context, (const uint32_t(*)[3])work->triangles, work->triangle_count, work->vertex_count, mesh))
		return false;
	for (uint32_t i = 0; i < mesh->copy_count; ++i)
	{
		uint32_t original = mesh->copies[i].original;
		const merge_region *region = &surface->regions[surface->region_of[original]];
		mesh->copies[i].original = work->firsts[region->reduced ? region->first : original];
	}
	cook_free(context, mesh->triangles, mesh->triangle_count, sizeof *mesh->triangles);
	cook_free(context, mesh->faces, mesh->triangle_count, sizeof *mesh->faces);
	cook_free(context, mesh->vertices, mesh->vertex_count, sizeof *mesh->vertices);
	cook_free(context, mesh->vertex_sources, mesh->vertex_count, sizeof *mesh->vertex_sources);
	mesh->triangles = work->triangles;
	mesh->faces = work->faces;
	mesh->vertices = work->vertices;
	mesh->vertex_sources = work->sources;
	cook_free(context, work->firsts, (size_t)mesh->triangle_count + 1, sizeof *work->firsts);
	mesh->triangle_count = work->triangle_count;
	mesh->vertex_count = work->vertex_count;
	work->firsts = NULL;
	work->triangles = NULL;
	work->faces = NULL;
	work->vertices = NULL;
	work->sources = NULL;
	return true;
}

static void free_work(merge_work *work)
{
	const kilncook_context *context = work->context;
	cook_free(context, work->firsts, (size_t)work->mesh->triangle_count + 1, sizeof *work->firsts);
	cook_free(context, work->triangles, work->triangle_count, sizeof *work->triangles);
	cook_free(context, work->faces, work->triangle_count, sizeof *work->faces);
	cook_free(context, work->vertices, work->vertex_count, sizeof *work->vertices);
	cook_free(context, work->sources, work->vertex_count, sizeof *work->sources);
	merge_surface_free(&work->surface);
}

/// Counts the regions, and bounds the distance of the surfaces.
static void count_regions(const merge_surface *surface, merge_counts *counts)
{
	double widest = 0.0;
	for (uint32_t i = 0; i < surface->region_count; ++i)
	{
		const merge_region *region = &surface->regions[i];
		counts->regions += region->reduced;
		counts->kept += region->kept;
		if (region->reduced && region->high - region->low > widest)
			widest = region->high - region->low;
	}
	counts->moved = surface->tolerance > 0 ? widest + surface->border_moved : 0.0;
	counts->limited = surface->limited;
}

kilncook_status merge_build(
	const kilncook_context *context, const merge_options *options, clean_mesh *mesh, merge_counts *counts)
{
	*counts = (merge_counts){.before = mesh->triangle_count, .after = mesh->triangle_count};
	if (mesh->triangle_count == 0 || mesh->triangle_count > MERGE_TRIANGLES_MAX)
		return KILNCOOK_OK;
	merge_work work = {.context = context, .mesh = mesh};
	bool done = begin_surface(&work, options->tolerance) && find_regions(&work) && merge_link(&work.surface) &&
				merge_reduce(&work.surface);
	if (done)
		count_regions(&work.surface, counts);
	if (done && counts->regions > 0)
		done = replace_mesh(&work);
	counts->after = mesh->triangle_count;
	free_work(&work);
	if (done)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to merge the triangles of a mesh");
	return KILNCOOK_INTERNAL;
}
