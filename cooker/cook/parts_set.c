// SPDX-License-Identifier: MIT
#include "cook.h"

#include "math/diagonal.h"
#include "memory.h"
#include "parts/clearance.h"
#include "parts/parts.h"
#include "platform/platform.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A mesh that becomes several hulls: one set and one placed node for each hull.
typedef struct part_store
{
	cook_job *job;
	uint32_t number; ///< of the set
	const clean_mesh *mesh;
	kiln_format_part *listed; ///< the set's list of art meshes, which each hull gets
	uint32_t listed_count;
	const cook_fit *fits; ///< of the parts, or NULL
} part_store;

static kilncook_status report_step(void *user, uint64_t done, uint64_t total)
{
	// Callers see steps before they are taken: the last one is not done yet.
	return cook_step(user, KILNCOOK_STAGE_BOUND, done < total ? done : total - 1, total);
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
	set.cut = (kilncook_parts_counts){0};
	set.shared = false;
	job->placed_count += set.node_count;
	*number = job->set_count;
	job->sets[job->set_count++] = set;
	return KILNCOOK_OK;
}

/// Adds a part to the report.
static kilncook_status add_row(part_store *s, uint32_t number, const convex_hull *h, const cook_fit *fit, double error)
{
	kilncook_report *report = &s->job->report;
	if (!s->job->collect)
		return KILNCOOK_OK;
	if (report->part_count == report->part_capacity)
	{
		uint64_t capacity = report->part_capacity + report->part_capacity / 2 + 64;
		kilncook_part_row *rows =
			cook_resize(&s->job->context, report->parts, (size_t)report->part_capacity, (size_t)capacity, sizeof *rows);
		if (!rows)
			return cook_no_memory(s->job);
		report->parts = rows;
		report->part_capacity = capacity;
	}
	kilncook_part_row row = {.shape = fit->shape,
		.vertices = h->vertex_count,
		.faces = h->face_count,
		.volume = fabs(mass_of_hull(h).volume),
		.cost = cook_hull_cost(h),
		.error = error,
		.shared = s->job->sets[number].shared};
	if (fit->shape != KILNCOOK_SHAPE_HULL)
	{
		row.volume = cook_primitive_volume(fit->shape, fit->parameters);
		row.cost = cook_primitive_cost();
	}
	else if (s->job->sets[number].cooked != KILN_NONE)
		row.sdf = cook_sdf_row(&s->job->solids[s->job->sets[number].cooked].field);
	report->parts[report->part_count++] = row;
	return KILNCOOK_OK;
}

/// Stores a part; `*error` gets how far it sticks out.
static kilncook_status store_part(
	part_store *s, uint32_t number, const convex_hull *h, const cook_fit *fit, double *error)
{
	cook_job *job = s->job;
	double moved = fit->reach;
	kilncook_status status;
	job->sets[number].shape = fit->shape;
	if (fit->shape == KILNCOOK_SHAPE_HULL)
		status = cook_store_hull(job, &job->sets[number], s->mesh, h, &moved);
	else
		status = cook_store_fitted(job, &job->sets[number], s->mesh, h, fit->parameters);
	*error += moved;
	return status == KILNCOOK_OK ? add_row(s, number, h, fit, *error) : status;
}

/// Stores every part; `*error` gets the largest distance that a part sticks out, `*depth` the largest depth in the space of the ball.
static kilncook_status store_all(part_store *s, const parts_set *parts, double *error, double *depth)
{
	static const cook_fit hull = {.shape = KILNCOOK_SHAPE_HULL};
	kilncook_status status = reserve(s, parts->count - 1);
	*error = *depth = 0;
	for (uint32_t i = 0; i < parts->count && status == KILNCOOK_OK; ++i)
	{
		uint32_t number = s->number;
		double own = parts->errors[i];
		if (i > 0)
			status = add_set(s, &number);
		if (status == KILNCOOK_OK)
			status = store_part(s, number, &parts->hulls[i], s->fits ? &s->fits[i] : &hull, &own);
		*error = own > *error ? own : *error;
		// Moved surfaces come nearer to the ball by as much.
		double deep = parts->depths[i] + (own - parts->errors[i]);
		*depth = deep > *depth ? deep : *depth;
	}
	cook_free(&s->job->context, s->listed, s->listed_count, sizeof *s->listed);
	return status;
}

static parts_options parts_options_of(const cook_job *job, const cook_set *set, double diagonal)
{
	const kilncook_options *settings = cook_set_options(job, set);
	return (parts_options){
		.error = cook_parts_error(job, set, diagonal),
		.most = settings->parts_max ? settings->parts_max : KILNCOOK_PARTS_DEFAULT,
		.threads = job->options.threads,
		.quality = settings->parts_quality,
		.clear = settings->parts_clear != 0 ? cook_mesh_length(job, set, settings->parts_clear, diagonal) : 0,
		.clear_from = settings->parts_clear_from.count ? settings->parts_clear_from.at : NULL,
		.clear_from_count = settings->parts_clear_from.count,
	};
}

kilncook_status cook_hull_depth(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *h, double *clear, double *depth)
{
	double diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	const parts_options options = parts_options_of(job, set, diagonal);
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	*clear = options.clear;
	*depth = 0;
	return options.clear > 0 ? parts_hull_depth(&job->context, &art, &options, h, report_step, job, depth)
							 : KILNCOOK_OK;
}

void cook_warn_undecided(cook_job *job, const cook_set *set, uint32_t count, double error)
{
	if (count)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "parts-undecided",
			"whether %u hull%s within %.3g of the mesh takes too much work to prove: counted as farther away", count,
			count == 1 ? " is" : "s are", error);
}

kilncook_status cook_make_parts(cook_job *job, const cook_set *set, const clean_mesh *mesh, parts_set *out)
{
	double diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	const parts_options options = parts_options_of(job, set, diagonal);
	double start = platform_seconds();
	kilncook_status status = parts_build(&job->context, &art, &options, report_step, job, out);
	if (status == KILNCOOK_OK)
		cook_warn_undecided(job, set, out->counts.undecided, options.error);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}

/// Integrates over the art, or over the union of the parts of art that has no inside.
static kilncook_status add_mass(
	cook_job *job, const clean_mesh *mesh, const parts_set *parts, kilncook_parts_counts *counts)
{
	const uint32_t needed = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	kilncook_status status = KILNCOOK_OK;
	mass_properties mass = mass_of_triangles((const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, (mesh->flags & needed) == needed);
	counts->mass = KILNCOOK_PARTS_MASS_ART;
	if (!mass.closed)
	{
		bool whole;
		status = parts_union_mass(&job->context, parts->hulls, parts->count, &mass, &whole);
		counts->mass = whole ? KILNCOOK_PARTS_MASS_UNION : KILNCOOK_PARTS_MASS_SUM;
	}
	if (status != KILNCOOK_OK || !mass.closed)
	{
		counts->mass = KILNCOOK_PARTS_MASS_NONE;
		return status;
	}
	counts->mass_volume = fabs(mass.volume);
	memcpy(counts->center, mass.center, sizeof counts->center);
	memcpy(counts->inertia, mass.inertia, sizeof counts->inertia);
	return KILNCOOK_OK;
}

/// Says how far parts stick out and, where they are too few, about how many would do: where a curved surface is cut into N pieces, each
/// is off by about 1 / N. A part for each triangle sticks out nowhere.
static void warn_of_error(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const parts_set *parts, double error)
{
	char more[64] = "";
	double needed = ceil(parts->count * (parts->counts.error / parts->counts.wanted));
	needed = needed < mesh->triangle_count ? needed : mesh->triangle_count;
	if (parts->counts.error > parts->counts.wanted && needed > parts->count && !parts->counts.undecided)
		snprintf(more, sizeof more, "; about %.0f would do", needed);
	cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "parts-error",
		"%u convex parts stick out of the mesh by up to %.3g, more than %.3g%s", parts->count, error,
		parts->counts.wanted, more);
}

kilncook_status cook_store_parts(
	cook_job *job, uint32_t number, const clean_mesh *mesh, const parts_set *parts, const cook_fit *fits)
{
	part_store s = {.job = job, .number = number, .mesh = mesh, .fits = fits};
	double start = platform_seconds(), error = 0, depth = 0;
	job->sets[number].cut = parts->counts;
	job->sets[number].part_first = job->report.part_count;
	kilncook_status status = add_mass(job, mesh, parts, &job->sets[number].cut);
	if (status == KILNCOOK_OK)
		status = store_all(&s, parts, &error, &depth);
	job->sets[number].cut.error = error;
	job->sets[number].cut.depth = parts->counts.clear > 0 ? depth : 0;
	if (status == KILNCOOK_OK && error > parts->counts.wanted)
		warn_of_error(job, &job->sets[number], mesh, parts, error);
	if (status == KILNCOOK_OK && parts->counts.clear > 0 && depth > CLEARANCE_SHARE * parts->counts.clear)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, job->sets[number].name),
			"parts-clear", "%u convex parts enter the space of a ball of radius %.3g by up to %.3g, more than %.3g",
			parts->count, parts->counts.clear, depth, CLEARANCE_SHARE * parts->counts.clear);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}
