// SPDX-License-Identifier: MIT
#include "ahead.h"
#include "cook.h"

#include "clean/weld.h"
#include "memory.h"
#include "platform/platform.h"
#include "tasks.h"

#include <string.h>

/// Triangles from which threads save more than they cost. A thread starts in some 30 us, and the facts take 2 us a triangle or more. A
/// call of the host's allocator from a thread takes some 8 us, and there are 250.
#define TRIANGLES_LEAST 1024
#define TRIANGLES_LEAST_OF_HOST 16384

/// Adds the time since `*start` to a stage, and starts again.
static void take_time(cook_facts_work *w, kilncook_stage stage, double *start)
{
	const double now = platform_seconds();
	w->seconds[stage] += now - *start;
	*start = now;
}

static kilncook_status pack_tree(const kilncook_context *context, void *work)
{
	cook_facts_work *w = work;
	const build_options options = cook_build_options(w->settings);
	double start = platform_seconds();
	kilncook_status status = pack_mesh(context, w->mesh, &options, &w->facts->tree);
	take_time(w, KILNCOOK_STAGE_TREE, &start);
	if (status == KILNCOOK_OK)
		status = pack_prove_mesh(context, w->mesh, &w->facts->tree);
	take_time(w, KILNCOOK_STAGE_PROVE, &start);
	return status;
}

/// Computes the kinds of edges by positions: vertices that a repair cut apart are one vertex to contacts.
static bool find_parted_kinds(const kilncook_context *context, const clean_mesh *mesh, double flat, uint16_t *kinds)
{
	clean_weld weld;
	const uint32_t count = mesh->triangle_count;
	uint32_t(*triangles)[3] = cook_alloc(context, count, sizeof *triangles);
	bool done = triangles && clean_weld_begin(context, mesh->vertex_count, &weld);
	for (uint32_t i = 0; done && i < count; ++i)
		for (int k = 0; k < 3; ++k)
			triangles[i][k] = clean_weld_add(&weld, mesh->vertices[mesh->triangles[i][k]]);
	if (done)
	{
		done = clean_edge_kinds(context, (const float(*)[3])weld.positions, weld.count, (const uint32_t(*)[3])triangles,
			count, flat, kinds);
		clean_weld_free(context, &weld);
	}
	cook_free(context, triangles, count, sizeof *triangles);
	return done;
}

static bool find_kinds(const kilncook_context *context, const cook_facts_work *w, uint16_t *kinds)
{
	const clean_mesh *mesh = w->mesh;
	const double flat = w->options->flat_edge;
	const float(*vertices)[3] = (const float(*)[3])mesh->vertices;
	const uint32_t(*triangles)[3] = (const uint32_t(*)[3])mesh->triangles;
	if (mesh->parted)
		return find_parted_kinds(context, mesh, flat, kinds);
	// A mesh may be too large for a survey, and has no edges there then.
	if (!w->facts->survey || !w->facts->survey->adjacency.edges.first)
		return clean_edge_kinds(context, vertices, mesh->vertex_count, triangles, mesh->triangle_count, flat, kinds);
	clean_edge_kinds_of(&w->facts->survey->adjacency.edges, vertices, triangles, mesh->triangle_count, flat, kinds);
	return true;
}

kilncook_status cook_facts_survey(const kilncook_context *context, cook_facts_work *w)
{
	if (!w->surveyed)
		return KILNCOOK_OK;
	double start = platform_seconds();
	survey *made = cook_alloc_zero(context, 1, sizeof *made);
	if (!made || survey_build(context, w->mesh, &w->survey, made) != KILNCOOK_OK)
	{
		cook_survey_drop(context, made);
		return KILNCOOK_INTERNAL;
	}
	w->facts->survey = made;
	take_time(w, KILNCOOK_STAGE_SURVEY, &start);
	return KILNCOOK_OK;
}

/// Stores the verdict on a surface that cleaning left to the survey.
static bool judge_late(const kilncook_context *context, const cook_facts_work *w)
{
	clean_mesh *mesh = w->mesh;
	if (!mesh->unjudged)
		return true;
	if (!w->facts->survey || !w->facts->survey->adjacency.edges.first)
		return clean_judge_mesh(
			context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, mesh->vertex_count, mesh);
	clean_judge_parts(&w->facts->survey->adjacency, mesh);
	return true;
}

/// Surveys the mesh, judges its edges, which the survey lists, and weighs it: its mass depends on the verdict.
static kilncook_status judge_surface(const kilncook_context *context, void *work)
{
	cook_facts_work *w = work;
	cook_mesh_facts *facts = w->facts;
	const uint32_t needed = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	const clean_mesh *mesh = w->mesh;
	const kilncook_status status = cook_facts_survey(context, w);
	if (status != KILNCOOK_OK)
		return status;
	double start = platform_seconds();
	facts->kind_count = mesh->triangle_count;
	facts->kinds = cook_alloc(context, facts->kind_count, sizeof *facts->kinds);
	const bool done = facts->kinds && find_kinds(context, w, facts->kinds) && judge_late(context, w);
	take_time(w, KILNCOOK_STAGE_CLEAN, &start);
	if (!done)
		return KILNCOOK_INTERNAL;
	facts->mass = mass_of_triangles((const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, (mesh->flags & needed) == needed);
	w->mass_seconds = platform_seconds() - start;
	return KILNCOOK_OK;
}

static kilncook_status bound_vertices(const kilncook_context *context, const kilncook_options *settings,
	const float (*vertices)[3], uint32_t count, kiln_volumes *volumes)
{
	convex_hull around = {0};
	kilncook_status status = cook_hull_of(context, vertices, count, &around);
	if (status == KILNCOOK_OK)
		status = cook_fit_volumes(context, settings, &around, volumes);
	hull_free(context, &around);
	return status;
}

/// Collects the vertices that the faces of one part use, each once, at the start of `vertices`; returns their number.
static uint32_t part_vertices(const clean_mesh *mesh, uint32_t part, uint8_t *used, float (*vertices)[3])
{
	uint64_t first = mesh->parts[part].first_face, end = first + mesh->parts[part].face_count;
	uint32_t count = 0;
	memset(used, 0, mesh->vertex_count);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		if (mesh->faces[i] >= first && mesh->faces[i] < end)
			for (uint32_t k = 0; k < 3; ++k)
				used[mesh->triangles[i][k]] = 1;
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
		if (used[v])
			memcpy(vertices[count++], mesh->vertices[v], sizeof *vertices);
	return count;
}

/// Bounds every part of a mesh that has several parts.
static kilncook_status bound_parts(const kilncook_context *context, cook_facts_work *w)
{
	const clean_mesh *mesh = w->mesh;
	cook_mesh_facts *facts = w->facts;
	facts->part_count = mesh->part_count;
	facts->parts = cook_alloc_zero(context, mesh->part_count, sizeof *facts->parts);
	uint8_t *used = cook_alloc(context, mesh->vertex_count, sizeof *used);
	float(*vertices)[3] = cook_alloc(context, mesh->vertex_count, sizeof *vertices);
	kilncook_status status = facts->parts && used && vertices ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < mesh->part_count && status == KILNCOOK_OK; ++i)
	{
		const uint32_t count = part_vertices(mesh, i, used, vertices);
		facts->parts[i].used = count != 0;
		if (count)
			status = bound_vertices(context, w->settings, (const float(*)[3])vertices, count, &facts->parts[i].set);
	}
	cook_free(context, used, mesh->vertex_count, sizeof *used);
	cook_free(context, vertices, mesh->vertex_count, sizeof *vertices);
	return status;
}

/// Bounds the mesh and its parts.
static kilncook_status describe(const kilncook_context *context, void *work)
{
	cook_facts_work *w = work;
	const clean_mesh *mesh = w->mesh;
	double start = platform_seconds();
	kilncook_status status =
		bound_vertices(context, w->settings, (const float(*)[3])mesh->vertices, mesh->vertex_count, &w->facts->volumes);
	if (status == KILNCOOK_OK && mesh->part_count > 1)
		status = bound_parts(context, w);
	take_time(w, KILNCOOK_STAGE_BOUND, &start);
	return status;
}

void cook_facts_begin(const cook_job *job, const cook_set *set, clean_mesh *mesh, bool is_level, cook_mesh_facts *facts,
	cook_facts_work *work)
{
	*facts = (cook_mesh_facts){.kinds = NULL};
	*work = (cook_facts_work){.mesh = mesh,
		.settings = cook_set_options(job, set),
		.options = &job->options,
		.surveyed = cook_needs_survey(job, is_level),
		.survey = cook_survey_options(job),
		.facts = facts};
}

/// Computes the facts on up to `threads` threads.
static kilncook_status run(const kilncook_context *context, uint32_t threads, cook_facts_work *work)
{
	// The task that no thread shares comes first, because it may be the longest.
	cook_task tasks[] = {
		{.run = describe, .work = work}, {.run = pack_tree, .work = work}, {.run = judge_surface, .work = work}};
	const kilncook_status status = cook_tasks_run(context, threads, tasks, sizeof tasks / sizeof *tasks);
	if (status != KILNCOOK_OK)
		cook_mesh_facts_free(context, work->facts);
	return status;
}

kilncook_status cook_facts_run(const kilncook_context *context, cook_facts_work *work)
{
	return run(context, 1, work);
}

void cook_facts_end(cook_job *job, const cook_facts_work *work)
{
	for (uint32_t i = 0; i < KILNCOOK_STAGE_END; ++i)
		job->report.ms[i] += 1e3 * work->seconds[i];
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * work->mass_seconds;
}

kilncook_status cook_mesh_facts_make(
	cook_job *job, const cook_set *set, clean_mesh *mesh, bool is_level, cook_mesh_facts *out)
{
	const uint64_t number = (uint64_t)(set - job->sets);
	const uint32_t least = job->context.allocator.resize ? TRIANGLES_LEAST_OF_HOST : TRIANGLES_LEAST;
	cook_facts_work work;
	kilncook_status made;
	cook_facts_begin(job, set, mesh, is_level, out, &work);
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_BOUND, number, job->set_count);
	if (status == KILNCOOK_OK && work.surveyed)
		status = cook_step(job, KILNCOOK_STAGE_SURVEY, number, job->set_count);
	if (status != KILNCOOK_OK)
		return status;
	if (!is_level && cook_ahead_mesh(job, set, out, &made))
		return made;
	status = run(&job->context, mesh->triangle_count < least ? 1 : job->options.threads, &work);
	cook_facts_end(job, &work);
	return status;
}

void cook_mesh_facts_free(const kilncook_context *context, cook_mesh_facts *facts)
{
	if (facts->tree.nodes)
		packed_tree_free(context, &facts->tree);
	cook_free(context, facts->kinds, facts->kind_count, sizeof *facts->kinds);
	cook_survey_drop(context, facts->survey);
	cook_free(context, facts->parts, facts->part_count, sizeof *facts->parts);
	*facts = (cook_mesh_facts){.kinds = NULL};
}
