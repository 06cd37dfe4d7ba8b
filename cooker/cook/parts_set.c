// SPDX-License-Identifier: MIT
#include "cook.h"

#include "math/diagonal.h"
#include "memory.h"
#include "parts/parts.h"
#include "platform/platform.h"

#include <string.h>

/// A mesh that becomes several hulls: one set and one placed node for each hull.
typedef struct part_store
{
	cook_job *job;
	uint32_t number; ///< of the set
	const clean_mesh *mesh;
	kiln_format_part *listed; ///< the set's list of art meshes, which each hull gets
	uint32_t listed_count;
} part_store;

static kilncook_status report_step(void *user, uint64_t done, uint64_t total)
{
	return cook_step(user, KILNCOOK_STAGE_BOUND, done, total);
}

/// Makes room for a set, nodes and a solid for each part but the first.
static kilncook_status reserve(part_store *s, uint32_t more)
{
	cook_job *job = s->job;
	const kilncook_context *context = &job->context;
	const cook_parts *parts = &job->solid_parts;
	uint64_t nodes = (uint64_t)more * job->sets[s->number].node_count;
	if (nodes >= KILN_NONE ||
		!cook_reserve(context, (void **)&job->sets, job->set_count, &job->set_capacity, more, sizeof *job->sets) ||
		!cook_reserve(context, (void **)&job->placed, job->placed_count, &job->placed_capacity, (uint32_t)nodes,
			sizeof *job->placed) ||
		!cook_solids_reserve(job, more))
		return KILNCOOK_INTERNAL;
	s->listed_count = s->mesh->part_count;
	s->listed = cook_alloc(context, s->listed_count, sizeof *s->listed);
	if (!s->listed)
		return KILNCOOK_INTERNAL;
	memcpy(s->listed, parts->items + parts->count, s->listed_count * sizeof *s->listed);
	return KILNCOOK_OK;
}

/// Appends a set like the first, with nodes of its own, and lists its art meshes again.
static kilncook_status add_set(part_store *s, uint32_t *number)
{
	cook_job *job = s->job;
	cook_parts *parts = &job->solid_parts;
	if (!cook_reserve(&job->context, (void **)&parts->items, parts->count, &parts->capacity, s->listed_count,
			sizeof *parts->items))
		return KILNCOOK_INTERNAL;
	memcpy(parts->items + parts->count, s->listed, s->listed_count * sizeof *s->listed);
	cook_set set = job->sets[s->number];
	for (uint32_t i = 0; i < set.node_count; ++i)
	{
		cook_placed node = job->placed[set.node_first + i];
		node.set = job->set_count;
		node.kept = false;
		job->placed[job->placed_count + i] = node;
	}
	set.node_first = job->placed_count;
	set.cooked = KILN_NONE;
	set.shared = false;
	job->placed_count += set.node_count;
	*number = job->set_count;
	job->sets[job->set_count++] = set;
	return KILNCOOK_OK;
}

/// Stores every part; `*error` gets the largest sum of a part's own error and that of its budget.
static kilncook_status store_all(part_store *s, const parts_set *parts, double *error)
{
	kilncook_status status = reserve(s, parts->count - 1);
	*error = 0;
	for (uint32_t i = 0; i < parts->count && status == KILNCOOK_OK; ++i)
	{
		uint32_t number = s->number;
		double moved = 0;
		if (i > 0)
			status = add_set(s, &number);
		if (status == KILNCOOK_OK)
			status = cook_store_hull(s->job, &s->job->sets[number], s->mesh, &parts->hulls[i], &moved);
		double sum = parts->errors[i] + moved;
		*error = sum > *error ? sum : *error;
	}
	cook_free(&s->job->context, s->listed, s->listed_count, sizeof *s->listed);
	return status;
}

kilncook_status cook_store_parts(cook_job *job, uint32_t number, const clean_mesh *mesh)
{
	part_store s = {.job = job, .number = number, .mesh = mesh};
	cook_set *set = &job->sets[number];
	const kilncook_options *settings = cook_set_options(job, set);
	double start = platform_seconds(), error = 0;
	double diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	double wanted = settings->parts_error != 0 ? settings->parts_error : KILNCOOK_PARTS_ERROR_DEFAULT;
	const parts_options options = {
		.error = cook_mesh_length(job, set, wanted, diagonal),
		.most = settings->parts_max ? settings->parts_max : KILNCOOK_PARTS_DEFAULT,
		.threads = job->options.threads,
		.quality = settings->parts_quality,
	};
	parts_set parts = {0};
	kilncook_status status = parts_build(&job->context, &art, &options, report_step, job, &parts);
	if (status == KILNCOOK_OK)
	{
		set->cut = parts.counts;
		status = store_all(&s, &parts, &error);
		job->sets[number].cut.error = error;
		if (status == KILNCOOK_OK && error > options.error)
			cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, job->sets[number].name),
				"parts-error", "%u convex parts stick out of the mesh by up to %.3g, more than %.3g", parts.count,
				error, options.error);
	}
	parts_free(&job->context, &parts);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}
