// SPDX-License-Identifier: MIT
#include "ahead.h"
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"
#include "survey/junctions.h"
#include "survey/survey.h"
#include "survey_tables.h"

#include <stdlib.h>
#include <string.h>

static_assert((int)KILNCOOK_FAULT_OVERLAPPING == (int)KILN_FAULT_OVERLAPPING, "kinds are passed through");
static_assert((int)KILNCOOK_FAULT_KIND_END == (int)KILN_FAULT_KIND_END, "kinds are passed through");
static_assert(KILNCOOK_NONE == KILN_NONE && KILNCOOK_NO_GENUS == KILN_NO_GENUS, "unknown numbers are passed through");

survey_options cook_survey_options(const cook_job *job)
{
	return (survey_options){
		.tolerance = job->options.tolerance,
		.listed = job->options.listed,
		// Tables need none.
		.pairs = !job->tables && (job->purpose == COOK_SURVEY || job->options.survey_pairs),
	};
}

bool cook_needs_survey(const cook_job *job, bool is_level)
{
	return job->options.adjacency || (!is_level && (job->collect || job->options.keep_survey));
}

static kilncook_status build(cook_job *job, const clean_mesh *mesh, survey *out)
{
	const survey_options options = cook_survey_options(job);
	const double start = platform_seconds();
	const kilncook_status status = survey_build(&job->context, mesh, &options, out);
	job->report.ms[KILNCOOK_STAGE_SURVEY] += 1e3 * (platform_seconds() - start);
	return status;
}

static kiln_format_component component_of(const kilncook_component *c)
{
	kiln_format_component out = {.source_mesh = c->source_mesh,
		.face = c->face,
		.flags = c->flags,
		.triangles = c->triangles,
		.vertices = c->vertices,
		.edges = c->edges,
		.boundary_edges = c->boundary_edges,
		.nonmanifold_edges = c->nonmanifold_edges,
		.nonmanifold_vertices = c->nonmanifold_vertices,
		.inconsistent_edges = c->inconsistent_edges,
		.boundary_loops = c->boundary_loops,
		.euler_characteristic = c->euler_characteristic,
		.genus = c->genus,
		.depth = c->depth,
		.area = c->area,
		.volume = c->volume};
	memcpy(out.bounds_min, c->bounds_min, sizeof out.bounds_min);
	memcpy(out.bounds_max, c->bounds_max, sizeof out.bounds_max);
	return out;
}

static kiln_format_fault fault_of(const kilncook_fault *f, const uint32_t *packed)
{
	kiln_format_fault out = {.kind = f->kind,
		.source_mesh = f->source_mesh,
		.face = f->face,
		.other_source_mesh = f->other_source_mesh,
		.other_face = f->other_face,
		.component = f->component,
		.other_component = f->other_component,
		.count = f->count,
		.length = f->length,
		.distance = f->distance,
		.triangle = f->triangle == KILN_NONE ? KILN_NONE : packed[f->triangle],
		.other_triangle = f->other_triangle == KILN_NONE ? KILN_NONE : packed[f->other_triangle]};
	memcpy(out.place, f->place, sizeof out.place);
	return out;
}

/// Copies the lists of a survey, with the numbers of the packed triangles.
static bool copy_lists(const kilncook_context *context, const survey *s, const uint32_t *packed, cook_kept_survey *out)
{
	const kiln_format_survey *head = &out->head;
	out->components = cook_alloc(context, head->component_count, sizeof *out->components);
	out->faults = cook_alloc(context, head->fault_count, sizeof *out->faults);
	if (!out->components || !out->faults)
		return false;
	for (uint32_t i = 0; i < head->component_count; ++i)
		out->components[i] = component_of(&s->components[i]);
	for (uint32_t i = 0; i < head->fault_count; ++i)
		out->faults[i] = fault_of(&s->faults[i], packed);
	return true;
}

static bool keep(cook_job *job, const survey *s, const uint32_t *packed, cook_kept_survey *out)
{
	const uint32_t components = s->adjacency.component_count, listed = job->options.listed;
	*out = (cook_kept_survey){.kept = true,
		.head = {.surveyed = s->surveyed,
			.unfinished = s->unfinished,
			.components = components,
			.component_count = components < listed ? components : listed,
			.fault_count = (uint32_t)s->fault_count,
			.tolerance = s->tolerance}};
	memcpy(out->head.counts, s->counts, sizeof out->head.counts);
	return copy_lists(&job->context, s, packed, out);
}

static void load_side(const clean_mesh *mesh, uint32_t side, float ends[2][3])
{
	const uint32_t *corners = mesh->triangles[side / 3];
	memcpy(ends[0], mesh->vertices[corners[side % 3]], sizeof ends[0]);
	memcpy(ends[1], mesh->vertices[corners[(side % 3 + 1) % 3]], sizeof ends[1]);
}

static int compare_junctions(const void *left, const void *right)
{
	const kiln_format_junction *a = left, *b = right;
	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	return a->other < b->other ? -1 : a->other > b->other;
}

/// Keeps the T-junctions, by the numbers of the packed triangles.
static bool keep_junctions(
	const kilncook_context *context, const clean_mesh *mesh, const survey *s, const uint32_t *packed, cook_mesh *out)
{
	survey_junction_list found;
	if (!survey_junctions(context, mesh, s, &found))
		return false;
	out->junctions = cook_alloc(context, (size_t)found.count, sizeof *out->junctions);
	out->junction_count = out->junctions ? found.count : 0;
	for (uint64_t i = 0; i < out->junction_count; ++i)
	{
		const uint32_t side = (uint32_t)(found.pairs[i] >> 32), other = (uint32_t)found.pairs[i];
		float a[2][3], b[2][3];
		load_side(mesh, side, a);
		load_side(mesh, other, b);
		out->junctions[i] = (kiln_format_junction){.side = 3 * packed[side / 3] + side % 3,
			.other = 3 * packed[other / 3] + other % 3,
			.distance = (float)survey_sides_apart((const float(*)[3])a, (const float(*)[3])b)};
	}
	if (out->junction_count)
		qsort(out->junctions, (size_t)out->junction_count, sizeof *out->junctions, compare_junctions);
	survey_junctions_free(context, &found);
	return out->junctions != NULL;
}

/// Keeps what the options ask for of a survey.
static bool keep_all(cook_job *job, const clean_mesh *mesh, const survey *s, bool is_level, cook_mesh *out)
{
	const uint32_t count = mesh->triangle_count, *order = out->tree.order;
	uint32_t *packed = cook_alloc(&job->context, count, sizeof *packed);
	for (uint32_t i = 0; packed && i < count; ++i)
		packed[order[i]] = i;
	bool done = packed && (!job->options.keep_survey || is_level || keep(job, s, packed, &out->survey)) &&
				(!job->options.adjacency || keep_junctions(&job->context, mesh, s, packed, out));
	cook_free(&job->context, packed, count, sizeof *packed);
	return done;
}

kilncook_status cook_store_survey(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const survey *s, bool is_level, cook_mesh *out)
{
	if (!job->options.adjacency && (!job->options.keep_survey || is_level))
		return KILNCOOK_OK;
	if (job->options.keep_survey && s->fault_count >= KILN_NONE)
	{
		cook_message(&job->context, KILNCOOK_ERROR, cook_names_get(&job->names, set->name), "too-large",
			"more faults than the format can number: list fewer of each kind (--listed)");
		return KILNCOOK_REFUSED;
	}
	return keep_all(job, mesh, s, is_level, out) ? KILNCOOK_OK : cook_no_memory(job);
}

void cook_survey_take(cook_job *job, survey *out)
{
	*out = *job->survey;
	cook_free(&job->context, job->survey, 1, sizeof *job->survey);
	job->survey = NULL;
}

void cook_survey_drop(const kilncook_context *context, survey *s)
{
	if (s)
		survey_free(context, s);
	cook_free(context, s, 1, sizeof *s);
}

void cook_survey_release(cook_job *job)
{
	cook_survey_drop(&job->context, job->survey);
	job->survey = NULL;
}

void cook_kept_survey_free(const kilncook_context *context, cook_kept_survey *kept)
{
	cook_free(context, kept->components, kept->head.component_count, sizeof *kept->components);
	cook_free(context, kept->faults, kept->head.fault_count, sizeof *kept->faults);
	*kept = (cook_kept_survey){.kept = false};
}

/// Makes room for `more` elements behind `count`.
static bool reserve(
	const kilncook_context *context, void **block, uint64_t count, uint64_t *capacity, uint64_t more, size_t size)
{
	if (more <= *capacity - count)
		return true;
	uint64_t larger = count + more + count / 2;
	void *grown = cook_resize(context, *block, (size_t)*capacity, (size_t)larger, size);
	if (!grown)
		return false;
	*block = grown;
	*capacity = larger;
	return true;
}

static bool copy_to_report(cook_job *job, const survey *s, kilncook_mesh_row *row)
{
	kilncook_report *report = &job->report;
	uint32_t count =
		s->adjacency.component_count < job->options.listed ? s->adjacency.component_count : job->options.listed;
	if (!reserve(&job->context, (void **)&report->components, report->component_count, &report->component_capacity,
			count, sizeof *report->components) ||
		!reserve(&job->context, (void **)&report->faults, report->fault_count, &report->fault_capacity, s->fault_count,
			sizeof *report->faults))
		return false;
	row->component_first = report->component_count;
	row->component_count = count;
	row->fault_first = report->fault_count;
	row->fault_count = s->fault_count;
	if (count)
		memcpy(report->components + report->component_count, s->components, count * sizeof *s->components);
	if (s->fault_count)
		memcpy(report->faults + report->fault_count, s->faults, (size_t)s->fault_count * sizeof *s->faults);
	report->component_count += count;
	report->fault_count += s->fault_count;
	return true;
}

kilncook_status cook_survey(cook_job *job, const cook_set *set, const clean_mesh *mesh, kilncook_mesh_row *row)
{
	survey s;
	if (job->survey)
		cook_survey_take(job, &s);
	else
	{
		kilncook_status status = cook_step(job, KILNCOOK_STAGE_SURVEY, job->report.row_count - 1, job->set_count);
		if (status == KILNCOOK_OK && !cook_ahead_survey(job, set, &s))
			status = build(job, mesh, &s);
		if (status != KILNCOOK_OK)
			return status;
	}
	kilncook_status status = KILNCOOK_OK;
	double start = platform_seconds();
	bool wanted = job->tables && job->tables->row + 1 == job->report.row_count;
	if (wanted && !cook_tables_take(&job->context, mesh, &s.adjacency, job->tables))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK && !cook_explain_holes(job, set, mesh, &s))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK && !copy_to_report(job, &s, row))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK)
	{
		row->tolerance = s.tolerance;
		row->surveyed = s.surveyed;
		row->unfinished = s.unfinished;
		memcpy(row->faults, s.counts, sizeof row->faults);
	}
	survey_free(&job->context, &s);
	job->report.ms[KILNCOOK_STAGE_SURVEY] += 1e3 * (platform_seconds() - start);
	return status;
}
