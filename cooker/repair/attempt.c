// SPDX-License-Identifier: MIT
#include "attempt.h"

#include "memory.h"

#include <string.h>

/// Most trials of an attempt.
#define TRIALS 8

/// Steps whose changes can make triangles cross.
#define BENDS                                                                                                          \
	(REPAIR_STITCH | 1u << KILNCOOK_REPAIR_HOLES | 1u << KILNCOOK_REPAIR_SLIVERS |                                     \
		1u << KILNCOOK_REPAIR_SELF_INTERSECTIONS)

static void free_vertices(const kilncook_context *context, repair_vertices *v)
{
	cook_free(context, v->refused, v->count, 1);
	cook_free(context, v->touched, v->count, 1);
	cook_free(context, v->goals, v->count, sizeof *v->goals);
	cook_free(context, v->parents, v->parent_capacity, sizeof *v->parents);
	*v = (repair_vertices){0};
}

static bool begin_vertices(repair_work *w)
{
	repair_vertices *v = &w->vertices;
	v->count = w->mesh.vertex_count;
	v->refused = cook_alloc_zero(w->context, v->count, 1);
	v->touched = cook_alloc_zero(w->context, v->count, 1);
	v->goals = cook_alloc(w->context, v->count, sizeof *v->goals);
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

/// Compares the mesh after the steps with the mesh before; marks where it is worse.
static bool compare(const repair_work *w, const repair_before *before, uint32_t set, uint8_t *marks, bool *worse)
{
	*worse = true;
	// A mesh without triangles is no repair.
	if (w->mesh.count == 0)
		return true;
	const repair_verdict old = repair_judge(&before->s), new = repair_judge(&w->s);
	uint32_t kinds = repair_worse_kinds(w, &old, &new, set);
	if (kinds)
		return repair_mark_faults(w, before, set, kinds, marks);
	*worse = false;
	return !(set & BENDS) || repair_mark_crossings(w, before, set, marks, worse);
}

/// Runs the steps once. `again` receives whether another trial may succeed where this one did not; the mesh is as before then.
static bool run_trial(repair_work *w, repair_before *before, uint32_t set, repair_runner run, uint32_t trial,
	repair_outcome *outcome, bool *again)
{
	bool changed = false, worse = false;
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
	memcpy(rows, w->rows, sizeof rows);
	*again = false;
	begin_trial(&w->vertices);
	if (!run(w, set, &changed))
		return false;
	*outcome = trial > 0 ? changed ? REPAIR_PARTLY : REPAIR_UNDONE : REPAIR_KEPT;
	if (!changed)
		return true;
	uint8_t *marks = cook_alloc_zero(w->context, before->mesh.vertex_count, 1);
	bool done = marks && compare(w, before, set, marks, &worse);
	if (done && worse)
	{
		*outcome = REPAIR_UNDONE;
		done = (w->mesh.count == 0 || repair_refuse(w, before, trial, marks, again)) && restore(w, before, rows);
	}
	cook_free(w->context, marks, before->mesh.vertex_count, 1);
	return done;
}

bool repair_attempt(repair_work *w, uint32_t set, repair_runner run, repair_outcome *outcome, bool *changed)
{
	repair_before before = {0};
	bool again = true, done = begin_vertices(w) && repair_copy(w->context, &w->mesh, &before.mesh);
	uint64_t counts[2] = {0};
	*outcome = REPAIR_KEPT;
	w->keep = &before.s;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		counts[0] += w->rows[step].changed;
	for (uint32_t trial = 0; trial < TRIALS && again && done; ++trial)
		done = run_trial(w, &before, set, run, trial, outcome, &again);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		counts[1] += w->rows[step].changed;
	*changed = counts[1] != counts[0];
	w->keep = NULL;
	repair_free(w->context, &before.mesh);
	survey_free(w->context, &before.s);
	free_vertices(w->context, &w->vertices);
	return done;
}
