// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "place.h"
#include "plan/keys.h"
#include "platform/platform.h"

#include <string.h>

/// A coarser mesh on its way into the blob.
typedef struct level
{
	clean_mesh mesh;
	double lower;	///< bounds of its distance from the full mesh
	float distance; ///< the upper bound, rounded up
} level;

/// The levels of a mesh, by increasing distance.
typedef struct level_list
{
	level items[KILNCOOK_LEVELS_MAX];
	uint32_t count;
} level_list;

static bool copy_array(const kilncook_context *context, void *to, const void *from, size_t count, size_t size)
{
	void *block = cook_alloc(context, count, size);
	if (block && count)
		memcpy(block, from, count * size);
	memcpy(to, &block, sizeof block);
	return block != NULL;
}

/// Copies a mesh without its lists of dropped faces. On failure the copy is empty.
static bool copy_mesh(const kilncook_context *context, const clean_mesh *from, clean_mesh *to)
{
	*to = *from;
	to->dropped = NULL;
	to->copies = NULL;
	to->dropped_count = to->copy_count = 0;
	// A copy that fails sets its pointer to NULL, which cook_free accepts.
	bool good = copy_array(context, &to->vertices, from->vertices, from->vertex_count, sizeof *from->vertices);
	good &= copy_array(
		context, &to->vertex_sources, from->vertex_sources, from->vertex_count, sizeof *from->vertex_sources);
	good &= copy_array(context, &to->triangles, from->triangles, from->triangle_count, sizeof *from->triangles);
	good &= copy_array(context, &to->faces, from->faces, from->triangle_count, sizeof *from->faces);
	good &= copy_array(context, &to->parts, from->parts, from->part_count, sizeof *from->parts);
	if (!good)
		clean_mesh_free(context, to);
	return good;
}

/// Adds a level in its place in the list, which takes it over. One that has no fewer triangles than a level as near, or than the full
/// mesh, is left out; those that the new level makes needless leave. Returns the number of levels that are left out.
static uint32_t add_level(const kilncook_context *context, level_list *list, uint32_t full, level *added)
{
	uint32_t at = 0, left_out = 0;
	while (at < list->count && list->items[at].distance <= added->distance)
		++at;
	const uint32_t nearer = at > 0 ? list->items[at - 1].mesh.triangle_count : full;
	if (added->mesh.triangle_count >= nearer)
	{
		clean_mesh_free(context, &added->mesh);
		return 1;
	}
	// At the same distance the new level, with fewer triangles, takes the place of the other.
	if (at > 0 && list->items[at - 1].distance >= added->distance)
		--at;
	uint32_t end = at;
	while (end < list->count && (list->items[end].distance <= added->distance ||
									list->items[end].mesh.triangle_count >= added->mesh.triangle_count))
	{
		clean_mesh_free(context, &list->items[end++].mesh);
		++left_out;
	}
	memmove(&list->items[at + 1], &list->items[end], (list->count - end) * sizeof *list->items);
	list->items[at] = *added;
	list->count += 1 - (end - at);
	return left_out;
}

/// Simplifies a copy of the mesh by one number of the settings.
static kilncook_status make_level(cook_job *job, const cook_set *set, const clean_mesh *mesh, double wanted, level *out)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const bool counted = wanted >= 1;
	const simplify_mesh_options options = {
		.error = counted ? 0 : wanted * box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count),
		.triangles = counted ? (uint32_t)wanted : 0,
		.side = settings->simplify_side,
		.borders_move = settings->simplify_borders,
		.threads = job->options.threads,
	};
	simplify_mesh_counts counts;
	if (!copy_mesh(&job->context, mesh, &out->mesh))
		return cook_no_memory(job);
	kilncook_status status = simplify_mesh(&job->context, &options, &out->mesh, &counts);
	if (status != KILNCOOK_OK)
	{
		clean_mesh_free(&job->context, &out->mesh);
		return status;
	}
	out->lower = counts.lower;
	out->distance = cook_round_up(counts.upper);
	return KILNCOOK_OK;
}

static void free_levels(const kilncook_context *context, level_list *list)
{
	for (uint32_t i = 0; i < list->count; ++i)
		clean_mesh_free(context, &list->items[i].mesh);
	list->count = 0;
}

static kilncook_status make_levels(cook_job *job, const cook_set *set, const clean_mesh *mesh, level_list *list)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const uint32_t wanted = key_level_count(settings);
	uint32_t left_out = 0;
	kilncook_status status = KILNCOOK_OK;
	double start = platform_seconds();
	for (uint32_t i = 0; i < wanted && status == KILNCOOK_OK; ++i)
	{
		level made;
		status = cook_step(job, KILNCOOK_STAGE_CLEAN, (uint64_t)(set - job->sets), job->set_count);
		if (status == KILNCOOK_OK)
			status = make_level(job, set, mesh, settings->levels[i], &made);
		if (status == KILNCOOK_OK)
			left_out += add_level(&job->context, list, mesh->triangle_count, &made);
	}
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	if (status == KILNCOOK_OK && left_out)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "levels-dropped",
			"%u of %u levels left out: they have no fewer triangles than a nearer one", left_out, wanted);
	return status;
}

/// Appends the parts of a mesh once more, for a level of it.
static bool repeat_parts(cook_job *job, const kiln_format_mesh *head)
{
	cook_parts *parts = &job->parts;
	if (!cook_reserve(&job->context, (void **)&parts->items, parts->count, &parts->capacity, head->part_count,
			sizeof *parts->items))
		return false;
	for (uint32_t i = 0; i < head->part_count; ++i)
	{
		parts->items[parts->count + i] = parts->items[head->part_first + i];
		parts->items[parts->count + i].volumes = KILN_NONE;
	}
	return true;
}

kilncook_status cook_store_levels(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t stored)
{
	const kilncook_options *settings = cook_set_options(job, set);
	level_list list = {.count = 0};
	if (key_level_count(settings) == 0)
		return KILNCOOK_OK;
	if (settings->deformable)
	{
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "simplify-deformable",
			"it has no levels: the mesh is deformable");
		return KILNCOOK_OK;
	}
	kilncook_status status = make_levels(job, set, mesh, &list);
	for (uint32_t i = 0; i < list.count && status == KILNCOOK_OK; ++i)
	{
		level *made = &list.items[i];
		const uint32_t number = job->mesh_count;
		status = repeat_parts(job, &job->meshes[stored].head) ? cook_pack_mesh(job, set, &made->mesh, NULL)
															  : cook_no_memory(job);
		if (status != KILNCOOK_OK)
			break;
		cook_mesh *full = &job->meshes[stored];
		full->levels[full->level_count++] = (cook_level){number, made->lower, made->distance};
	}
	free_levels(&job->context, &list);
	return status;
}

kilncook_status cook_bound_levels(cook_job *job, const cook_set *set)
{
	const cook_mesh *full = &job->meshes[set->cooked];
	// Without a side, a level has no vertices but those of the full mesh.
	if (full->level_count == 0 || cook_set_options(job, set)->simplify_side == KILNCOOK_SIMPLIFY_BOTH)
		return KILNCOOK_OK;
	float corners[8 * KILNCOOK_LEVELS_MAX][3];
	for (uint32_t i = 0; i < 8 * full->level_count; ++i)
	{
		const kiln_format_mesh *head = &job->meshes[full->levels[i / 8].mesh].head;
		for (uint32_t axis = 0; axis < 3; ++axis)
			corners[i][axis] = i >> axis & 1 ? head->bounds_max[axis] : head->bounds_min[axis];
	}
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < set->node_count && status == KILNCOOK_OK; ++i)
	{
		cook_placed *placed = &job->placed[set->node_first + i];
		kiln_format_node around = placed->node;
		if (!placed->kept)
			continue;
		placed->kept = cook_place_bounds(&around, (const float(*)[3])corners, 8 * full->level_count);
		if (!placed->kept)
		{
			status = cook_drop_overflow(job, placed);
			continue;
		}
		for (uint32_t axis = 0; axis < 3; ++axis)
		{
			kiln_format_node *node = &placed->node;
			if (around.bounds_min[axis] < node->bounds_min[axis])
				node->bounds_min[axis] = around.bounds_min[axis];
			if (around.bounds_max[axis] > node->bounds_max[axis])
				node->bounds_max[axis] = around.bounds_max[axis];
		}
	}
	return status;
}
