// SPDX-License-Identifier: MIT
#include "internal.h"

#include "hausdorff/hausdorff.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Trials of the bisection, of each larger error beyond it, and of passes from the best result.
#define BISECTION 9
#define BEYOND 1
#define ROUNDS_BEYOND 3
#define PASSES 2
/// Steps of the bisection of the number of triangles, each of up to three trials.
#define FEWER 5

/// A relative error that limits nothing.
#define ANY_ERROR 1e3

typedef struct search_state
{
	simplify_work *work;
	simplify_trial trial;  ///< the present one
	simplify_trial middle; ///< one that another begins with
	simplify_trial best;
	uint32_t (*corners)[3]; ///< of the present one, by vertices of the mesh
	bool *far;				///< per triangle of the mesh
} search_state;

static hausdorff_surface surface_of(const clean_mesh *mesh)
{
	return (hausdorff_surface){(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
}

static hausdorff_surface surface_of_trial(search_state *s, const simplify_trial *trial)
{
	hausdorff_surface surface = surface_of(s->work->mesh);
	for (uint32_t i = 0; i < trial->count; ++i)
		for (int k = 0; k < 3; ++k)
			s->corners[i][k] = s->work->wedge_vertex[trial->triangles[i][k]];
	surface.triangles = (const uint32_t(*)[3])s->corners;
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

static void keep_none(simplify_work *work)
{
	memset(work->kept, 0, work->mesh->vertex_count * sizeof *work->kept);
}

/// Makes the present trial the best one.
static void take(search_state *s)
{
	simplify_trial swap = s->best;
	s->best = s->trial;
	s->trial = swap;
}

/// Runs and measures a trial within the error. `*within` tells whether its distance is certainly within; takes it if it has fewer triangles.
static bool try_error(search_state *s, const simplify_trial *from, double error, bool *within)
{
	double limit = s->work->options->error;
	*within = false;
	if (!simplify_run(s->work, from, 0, error, &s->trial))
		return false;
	if (s->trial.count == 0)
		return true;
	if (!measure(s, &s->trial, limit))
		return false;
	*within = s->trial.upper <= limit;
	if (*within && s->trial.count < s->best.count)
		take(s);
	return true;
}

/// Bisects the relative error. `*good` receives the largest one that was within, or 0.
static bool bisect(search_state *s, double scale, double *good)
{
	double low = 0, high = 0, error = s->work->options->error / scale / 2;
	for (int i = 0; i < BISECTION && !(low > 0 && high > 0 && high < 1.05 * low); ++i)
	{
		bool within;
		keep_none(s->work);
		if (!try_error(s, NULL, error, &within))
			return false;
		if (within)
			low = error;
		else
			high = error;
		error = low > 0 && high > 0 ? sqrt(low * high) : low > 0 ? 2 * error : error / 2;
	}
	*good = low;
	return true;
}

/// Marks the vertices of triangles of the mesh that are too far from the present trial. `*any`: there are some.
static bool keep_far(search_state *s, bool *any)
{
	const simplify_work *work = s->work;
	const hausdorff_options options = {.limit = work->options->error, .threads = work->options->threads};
	hausdorff_result result;
	hausdorff_surface whole = surface_of(work->mesh), part = surface_of_trial(s, &s->trial);
	*any = false;
	if (hausdorff_one_sided(work->context, &whole, &part, &options, s->far, &result) != KILNCOOK_OK)
		return false;
	for (uint32_t i = 0; i < work->mesh->triangle_count; ++i)
		for (int k = 0; k < 3 && s->far[i]; ++k)
		{
			work->kept[work->mesh->triangles[i][k]] = true;
			*any = true;
		}
	return true;
}

/// Runs with a larger error than the whole mesh allows, and keeps what moves too far as it is.
static bool try_beyond(search_state *s, double error)
{
	bool within = false, any = true;
	keep_none(s->work);
	for (int round = 0; round < ROUNDS_BEYOND && any && !within; ++round)
	{
		if (!simplify_run(s->work, NULL, 0, error, &s->trial))
			return false;
		// More rounds only add triangles.
		if (s->trial.count == 0 || s->trial.count >= s->best.count)
			return true;
		if (!keep_far(s, &any))
			return false;
		if (any)
			continue;
		if (!measure(s, &s->trial, s->work->options->error))
			return false;
		within = s->trial.upper <= s->work->options->error;
	}
	if (within)
		take(s);
	return true;
}

/// Takes the trial with the least distance, among as few triangles as can be had.
static bool judge_count(search_state *s)
{
	uint32_t most = s->work->options->triangles;
	if (s->trial.count == 0 || !measure(s, &s->trial, -1))
		return s->trial.count == 0;
	bool fits = s->trial.count <= most, fitted = s->best.count <= most;
	bool better = fits && fitted ? s->trial.upper < s->best.upper : s->trial.count < s->best.count;
	if (better)
		take(s);
	return true;
}

/// Runs to a number of triangles by way of `factor` times the number: errors that the second pass forgets are not always worse. The trial
/// has no triangles where there is no such way.
static bool run_to(search_state *s, uint32_t most, uint32_t factor)
{
	simplify_work *work = s->work;
	s->trial.count = 0;
	if (most > work->mesh->triangle_count / factor)
		return true;
	keep_none(work);
	if (factor == 1)
		return simplify_run(work, NULL, most, ANY_ERROR, &s->trial);
	if (!simplify_run(work, NULL, most * factor, ANY_ERROR, &s->middle))
		return false;
	keep_none(work);
	return s->middle.count == 0 || simplify_run(work, &s->middle, most, ANY_ERROR, &s->trial);
}

static bool search_count(search_state *s)
{
	for (uint32_t factor = 1; factor <= 4; factor *= 2)
		if (!run_to(s, s->work->options->triangles, factor) || !judge_count(s))
			return false;
	return true;
}

/// Bisects the number of triangles, below the best result.
static bool search_fewer(search_state *s)
{
	uint32_t low = s->best.count / 2;
	for (int i = 0; i < FEWER && low + 1 < s->best.count; ++i)
	{
		uint32_t most = low + (s->best.count - low) / 2;
		bool within = false;
		for (uint32_t factor = 1; factor <= 4 && !within; factor *= 2)
		{
			if (!run_to(s, most, factor))
				return false;
			if (s->trial.count == 0 || s->trial.count >= s->best.count)
				continue;
			if (!measure(s, &s->trial, s->work->options->error))
				return false;
			within = s->trial.upper <= s->work->options->error;
		}
		if (within)
			take(s);
		else
			low = most;
	}
	return true;
}

static bool search_error(search_state *s, double scale)
{
	double good = 0;
	bool within = true;
	if (!bisect(s, scale, &good))
		return false;
	for (int i = 1; i <= BEYOND && good > 0; ++i)
		if (!try_beyond(s, good * (1 + 0.5 * i)))
			return false;
	if (good > 0 && !search_fewer(s))
		return false;
	// A pass from the best result forgets the errors of the passes before; the bound does not.
	for (int i = 0; i < PASSES && within && good > 0; ++i)
	{
		s->middle.count = s->best.count;
		memcpy(s->middle.triangles, s->best.triangles, s->best.count * sizeof *s->best.triangles);
		keep_none(s->work);
		if (!try_error(s, &s->middle, good / 2, &within))
			return false;
		within = s->best.count < s->middle.count;
	}
	return true;
}

/// The longest side of the box, by which meshoptimizer divides errors.
static double scale_of(const clean_mesh *mesh)
{
	double longest = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)mesh->vertices[0][k], high = low;
		for (uint32_t i = 1; i < mesh->vertex_count; ++i)
		{
			double x = (double)mesh->vertices[i][k];
			low = x < low ? x : low;
			high = x > high ? x : high;
		}
		longest = high - low > longest ? high - low : longest;
	}
	return longest;
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
	search_state s = {.work = work};
	const kilncook_context *context = work->context;
	uint32_t room = work->mesh->triangle_count;
	s.trial.triangles = cook_alloc(context, room, sizeof *s.trial.triangles);
	s.middle.triangles = cook_alloc(context, room, sizeof *s.middle.triangles);
	s.best = (simplify_trial){.triangles = best->triangles, .count = room};
	s.corners = cook_alloc(context, room, sizeof *s.corners);
	s.far = cook_alloc(context, room, sizeof *s.far);
	bool done = s.trial.triangles && s.middle.triangles && s.corners && s.far;
	if (done)
		memcpy(s.best.triangles, work->triangles, room * sizeof *s.best.triangles);
	if (done && work->options->error > 0)
		done = search_error(&s, scale_of(work->mesh));
	else if (done)
		done = search_count(&s);
	if (done && s.best.count < room)
		done = narrow(&s);
	if (s.best.count == room)
		s.best.count = 0;
	*best = s.best;
	cook_free(context, s.trial.triangles, room, sizeof *s.trial.triangles);
	cook_free(context, s.middle.triangles, room, sizeof *s.middle.triangles);
	cook_free(context, s.corners, room, sizeof *s.corners);
	cook_free(context, s.far, room, sizeof *s.far);
	return done;
}
