// SPDX-License-Identifier: MIT
#include "attempt.h"

#include "memory.h"

#include <string.h>

/// Most trials of an attempt, and of those that spare triangles first.
#define TRIALS 8
#define SPARING 4
#define SELF (1u << KILNCOOK_REPAIR_SELF_INTERSECTIONS)

/// Steps whose changes can make triangles cross.
#define BENDS (REPAIR_STITCH | 1u << KILNCOOK_REPAIR_HOLES | 1u << KILNCOOK_REPAIR_SLIVERS | SELF)

static void free_vertices(const kilncook_context *context, repair_vertices *v, uint32_t triangles)
{
	cook_free(context, v->spared, triangles, 1);
	cook_free(context, v->suspects, triangles, 1);
	cook_free(context, v->refused, v->count, 1);
	cook_free(context, v->touched, v->count, 1);
	cook_free(context, v->goals, v->count, sizeof *v->goals);
	cook_free(context, v->parents, v->parent_capacity, sizeof *v->parents);
	*v = (repair_vertices){0};
}

static bool begin_vertices(repair_work *w, uint32_t set)
{
	repair_vertices *v = &w->vertices;
	v->count = w->mesh.vertex_count;
	v->refused = cook_alloc_zero(w->context, v->count, 1);
	v->touched = cook_alloc_zero(w->context, v->count, 1);
	v->goals = cook_alloc(w->context, v->count, sizeof *v->goals);
	if (set & SELF)
	{
		v->spared = cook_alloc_zero(w->context, w->source->triangle_count, 1);
		v->suspects = cook_alloc_zero(w->context, w->source->triangle_count, 1);
		if (!v->spared || !v->suspects)
			return false;
	}
	return v->refused && v->touched && v->goals;
}

static void begin_trial(repair_vertices *v)
{
	memset(v->touched, 0, v->count);
	v->parent_count = 0;
	for (uint32_t i = 0; i < v->count; ++i)
		v->goals[i] = i;
}

/// Puts the mesh and its survey back as they were before the steps.
static bool restore(repair_work *w, repair_before *before, const kilncook_repair_row *rows)
{
	repair_free(w->context, &w->mesh);
	memcpy(w->rows, rows, KILNCOOK_REPAIR_END * sizeof *rows);
	// The survey from before was kept when another one replaced it.
	if (!w->keep)
	{
		survey_free(w->context, &w->s);
		w->s = before->s;
		before->s = (survey){0};
		w->keep = &before->s;
	}
	return repair_copy(w->context, &before->mesh, &w->mesh);
}

/// Compares the mesh after the steps with the mesh before; marks where it is worse, and notes in what.
static bool compare(repair_work *w, const repair_before *before, uint32_t set, uint8_t *marks, bool *worse)
{
	*worse = true;
	// A mesh without triangles is no repair.
	if (w->mesh.count == 0)
		return true;
	const repair_verdict old = repair_judge(&before->s), new = repair_judge(&w->s);
	uint32_t kinds = repair_worse_kinds(w, &old, &new, set);
	if (kinds)
	{
		w->worse |= kinds & ~REPAIR_LOST;
		w->lost |= repair_lost_flags(w, &old, &new, set);
		return repair_mark_faults(w, before, set, kinds, marks);
	}
	*worse = false;
	if ((set & BENDS) && !repair_mark_crossings(w, before, set, marks, worse))
		return false;
	w->worse |= *worse ? 1u << KILNCOOK_FAULT_CROSSING : 0;
	return true;
}

/// Whether cuts of self-intersections left fewer pairs of triangles that meet than before, and no more that cross: without that, cuts
/// have no end.
static bool is_progress(repair_work *w, uint32_t set, bool *progress)
{
	uint64_t crossings = 0, after = 0;
	*progress = true;
	if (!(set & SELF))
		return true;
	if (!repair_count_pairs(w, &crossings, &after))
		return false;
	*progress = after < w->first_pairs && crossings <= w->first_crossings;
	if (!*progress)
		w->worse |= 1u << (crossings > w->first_crossings ? KILNCOOK_FAULT_CROSSING : KILNCOOK_FAULT_TOUCHING);
	return true;
}

/// Spares the suspects in the next trial. Whether any is new.
static bool spare_suspects(repair_work *w)
{
	bool more = false;
	for (uint32_t i = 0; i < w->source->triangle_count; ++i)
		if (w->vertices.suspects[i] && !(w->vertices.spared[i] & REPAIR_SPARED))
		{
			w->vertices.spared[i] |= REPAIR_SPARED;
			more = true;
		}
	memset(w->vertices.suspects, 0, w->source->triangle_count);
	return more;
}

/// Refuses changes where the mesh became worse; `again` receives whether a trial without them may succeed. Cuts of self-intersections
/// first spare the triangles there: less stays as it is then than with all triangles at their corners.
static bool refuse(repair_work *w, uint32_t set, uint32_t trial, uint8_t *marks, bool *again)
{
	const uint32_t sparing = set & SELF ? SPARING : 0;
	*again = trial < sparing && spare_suspects(w);
	return *again || repair_refuse(w, trial < sparing ? 0 : trial - sparing, marks, again);
}

/// Runs the steps once. `again` receives whether another trial may succeed where this one did not; the mesh is as before then.
static bool run_trial(repair_work *w, repair_before *before, uint32_t set, repair_runner run, uint32_t trial,
	repair_outcome *outcome, bool *again)
{
	bool changed = false, worse = false;
	w->pairs = w->first_pairs = UINT64_MAX;
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
	memcpy(rows, w->rows, sizeof rows);
	*again = false;
	begin_trial(&w->vertices);
	if (!run(w, set, &changed))
		return false;
	*outcome = trial > 0 ? changed ? REPAIR_PARTLY : REPAIR_UNDONE : REPAIR_KEPT;
	if (!changed)
		return true;
	bool progress = true;
	if (w->mesh.count > 0 && !is_progress(w, set, &progress))
		return false;
	if (!progress)
	{
		*outcome = REPAIR_UNDONE;
		return restore(w, before, rows);
	}
	uint8_t *marks = cook_alloc_zero(w->context, before->mesh.vertex_count, 1);
	bool done = marks && compare(w, before, set, marks, &worse);
	if (done && worse)
	{
		*outcome = REPAIR_UNDONE;
		done = (w->mesh.count == 0 || refuse(w, set, trial, marks, again)) && restore(w, before, rows);
	}
	cook_free(w->context, marks, before->mesh.vertex_count, 1);
	return done;
}

bool repair_attempt(repair_work *w, uint32_t set, repair_runner run, repair_outcome *outcome, bool *changed)
{
	repair_before before = {0};
	bool again = true, done = begin_vertices(w, set) && repair_copy(w->context, &w->mesh, &before.mesh);
	uint64_t counts[2] = {0};
	*outcome = REPAIR_KEPT;
	w->worse = w->lost = 0;
	w->keep = &before.s;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		counts[0] += w->rows[step].changed;
	const uint32_t trials = set & SELF ? TRIALS + SPARING : TRIALS;
	for (uint32_t trial = 0; trial < trials && again && done; ++trial)
		done = run_trial(w, &before, set, run, trial, outcome, &again);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		counts[1] += w->rows[step].changed;
	*changed = counts[1] != counts[0];
	w->keep = NULL;
	repair_free(w->context, &before.mesh);
	survey_free(w->context, &before.s);
	free_vertices(w->context, &w->vertices, w->source->triangle_count);
	return done;
}
