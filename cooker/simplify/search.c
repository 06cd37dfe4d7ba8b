// SPDX-License-Identifier: MIT
#include "internal.h"

#include "hausdorff/hausdorff.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Reductions that look closely at the triangles that were too far before.
#define CLOSER 1

typedef struct search_state
{
	simplify_work *work;
	simplify_trial trial; ///< the present one
	simplify_trial best;
	uint32_t *onto; ///< per vertex: where it is after the collapses
	bool *strict;	///< per triangle of the mesh
	bool *far;		///< per triangle of the mesh
} search_state;

bool simplify_trial_begin(const simplify_work *work, simplify_trial *trial)
{
	uint32_t room = work->mesh->triangle_count;
	*trial = (simplify_trial){0};
	trial->triangles = cook_alloc(work->context, room, sizeof *trial->triangles);
	trial->sources = cook_alloc(work->context, room, sizeof *trial->sources);
	return trial->triangles && trial->sources;
}

void simplify_trial_end(const simplify_work *work, simplify_trial *trial)
{
	uint32_t room = work->mesh->triangle_count;
	cook_free(work->context, trial->triangles, room, sizeof *trial->triangles);
	cook_free(work->context, trial->sources, room, sizeof *trial->sources);
	*trial = (simplify_trial){0};
}

/// Makes the trial after the first collapses.
static void make_trial(search_state *s, uint32_t collapses)
{
	const clean_mesh *mesh = s->work->mesh;
	s->trial.count = 0;
	s->trial.upper = (double)INFINITY;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		s->onto[i] = i;
	// Where a vertex moves, those that have moved there before move on: from the last one backwards, each is where it stays.
	for (uint32_t i = collapses; i-- > 0;)
		s->onto[s->work->collapses[i].from] = s->onto[s->work->collapses[i].to];
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		const uint32_t at[3] = {s->onto[t[0]], s->onto[t[1]], s->onto[t[2]]};
		if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0])
			continue;
		s->trial.sources[s->trial.count] = i;
		memcpy(s->trial.triangles[s->trial.count++], at, sizeof at);
	}
}

static hausdorff_surface surface_of(const clean_mesh *mesh)
{
	return (hausdorff_surface){(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
}

static hausdorff_surface surface_of_trial(const search_state *s, const simplify_trial *trial)
{
	hausdorff_surface surface = surface_of(s->work->mesh);
	surface.triangles = (const uint32_t(*)[3])trial->triangles;
	surface.triangle_count = trial->count;
	return surface;
}

/// Bounds the distance of a trial; with a limit of 0 or more, only whether it is within.
static bool measure(search_state *s, simplify_trial *trial, double limit)
{
	const hausdorff_options options = {.limit = limit, .threads = s->work->options->threads};
	hausdorff_result result;
	hausdorff_surface whole = surface_of(s->work->mesh), part = surface_of_trial(s, trial);
	if (hausdorff_measure(s->work->context, &whole, &part, &options, &result) != KILNCOOK_OK)
		return false;
	trial->lower = result.lower;
	trial->upper = result.upper;
	return true;
}

/// Makes the present trial the best one.
static void take(search_state *s)
{
	simplify_trial swap = s->best;
	s->best = s->trial;
	s->trial = swap;
}

/// Seeks the most collapses, in their order, with which the surface stays within the error.
static bool bisect(search_state *s)
{
	double limit = s->work->options->error;
	uint32_t low = 0, high = s->work->collapse_count + 1, middle = s->work->collapse_count;
	while (low + 1 < high)
	{
		make_trial(s, middle);
		// A result of an earlier reduction with as few triangles is better than all with fewer collapses.
		bool within = s->trial.count >= s->best.count;
		if (!within)
		{
			if (!measure(s, &s->trial, limit))
				return false;
			within = s->trial.upper <= limit;
			if (within)
				take(s);
		}
		*(within ? &low : &high) = middle;
		middle = low + (high - low) / 2;
	}
	return true;
}

/// Finds the triangles of the mesh that are too far from the surface after all collapses. `*any`: there are new ones.
static bool find_far(search_state *s, bool *any)
{
	const simplify_work *work = s->work;
	const hausdorff_options options = {.limit = work->options->error, .threads = work->options->threads};
	hausdorff_result result;
	make_trial(s, work->collapse_count);
	hausdorff_surface whole = surface_of(work->mesh), part = surface_of_trial(s, &s->trial);
	*any = false;
	if (hausdorff_one_sided(work->context, &whole, &part, &options, s->far, &result) != KILNCOOK_OK)
		return false;
	for (uint32_t i = 0; i < work->mesh->triangle_count; ++i)
	{
		*any |= s->far[i] && !s->strict[i];
		s->strict[i] |= s->far[i];
	}
	return true;
}

/// Reduces, then reduces again with a closer look where points between the vertices were too far.
static bool search_error(search_state *s)
{
	bool any = true;
	for (int i = 0; i <= CLOSER && any; ++i)
		if (!simplify_reduce(s->work, s->strict, s->work->options->error, 0) || !bisect(s) || !find_far(s, &any))
			return false;
	return true;
}

static bool search_count(search_state *s)
{
	if (!simplify_reduce(s->work, NULL, 0, s->work->options->triangles))
		return false;
	make_trial(s, s->work->collapse_count);
	take(s);
	return true;
}

/// Narrows the bounds of the best result, which a limit may have left wide.
static bool narrow(search_state *s)
{
	double proved = s->best.upper;
	if (!measure(s, &s->best, -1))
		return false;
	s->best.upper = proved < s->best.upper ? proved : s->best.upper;
	return true;
}

bool simplify_search(simplify_work *work, simplify_trial *best)
{
	search_state s = {.work = work, .best = *best};
	const kilncook_context *context = work->context;
	const uint32_t room = work->mesh->triangle_count;
	s.onto = cook_alloc(context, work->mesh->vertex_count, sizeof *s.onto);
	s.strict = cook_alloc_zero(context, room, sizeof *s.strict);
	s.far = cook_alloc(context, room, sizeof *s.far);
	s.best.count = room;
	s.best.upper = (double)INFINITY;
	bool done = simplify_trial_begin(work, &s.trial) && s.onto && s.strict && s.far;
	if (done)
		done = work->options->error > 0 ? search_error(&s) : search_count(&s);
	if (done && s.best.count < room)
		done = narrow(&s);
	if (s.best.count == room)
		s.best.count = 0;
	*best = s.best;
	simplify_trial_end(work, &s.trial);
	cook_free(context, s.onto, work->mesh->vertex_count, sizeof *s.onto);
	cook_free(context, s.strict, room, sizeof *s.strict);
	cook_free(context, s.far, room, sizeof *s.far);
	return done;
}
