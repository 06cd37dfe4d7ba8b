// SPDX-License-Identifier: MIT
#include "repair.h"

#include "attempt.h"
#include "canonical.h"
#include "internal.h"
#include "memory.h"
#include "settle.h"

#include <math.h>
#include <string.h>

/// Most calls of a step that leaves work to the next call, of cuts of self-intersections, where snapping may make new ones, turns of cracks and T-junctions, which make each other, and passes of
/// all steps.
#define ROUNDS 16
#define CUT_ROUNDS 5
#define TURNS 4
#define PASSES 8

typedef struct step_row
{
	repair_step run;
	int rounds; ///< most calls: more than 1 where a call may leave work
} step_row;

static const step_row steps[KILNCOOK_REPAIR_END] = {
	[KILNCOOK_REPAIR_OPPOSITE] = {repair_opposite, 1},
	[KILNCOOK_REPAIR_CRACKS] = {repair_cracks, ROUNDS},
	[KILNCOOK_REPAIR_T_JUNCTIONS] = {repair_junctions, ROUNDS},
	[KILNCOOK_REPAIR_ORIENT] = {repair_orient, 1},
	[KILNCOOK_REPAIR_NON_MANIFOLD] = {repair_nonmanifold, 1},
	[KILNCOOK_REPAIR_HOLES] = {repair_holes, 1},
	[KILNCOOK_REPAIR_INNER] = {repair_inner, 1},
	[KILNCOOK_REPAIR_SLIVERS] = {repair_slivers, ROUNDS},
	[KILNCOOK_REPAIR_SELF_INTERSECTIONS] = {repair_self_intersections, CUT_ROUNDS},
};

/// Runs the step until it changes nothing, at most as often as it may.
static bool run_rounds(repair_work *w, kilncook_repair_step step, kilncook_repair_row *row)
{
	const step_row *info = &steps[step];
	for (int i = 0; i < info->rounds; ++i)
	{
		uint64_t before = row->changed;
		if (!info->run(w, row))
			return false;
		if (row->changed == before)
			return true;
		// A mesh without triangles has no survey, and nothing to repair.
		if (!repair_survey_again(w))
			return false;
		if (w->mesh.count == 0)
			return true;
	}
	return true;
}

/// Runs the steps of a set in turns, the later step first, until none changes anything. Cutting the sides of T-junctions first
/// lets cracks match their whole length.
static bool run_turns(repair_work *w, uint32_t set, bool *changed)
{
	bool again = true;
	for (int i = 0; i < TURNS && again; ++i)
	{
		again = false;
		for (kilncook_repair_step step = KILNCOOK_REPAIR_END; step-- > 0;)
		{
			uint64_t before = w->rows[step].changed;
			if (!(set >> step & 1) || w->mesh.count == 0)
				continue;
			if (!run_rounds(w, step, &w->rows[step]))
				return false;
			again |= w->rows[step].changed > before;
		}
		*changed |= again;
		again &= (set & (set - 1)) != 0;
	}
	return true;
}

/// Runs those of the steps that the caller wants: together, and if all of it is taken back, one after the other.
static bool run_steps(repair_work *w, uint32_t set, bool *changed)
{
	repair_outcome outcome = REPAIR_KEPT;
	bool one = false;
	if (!repair_attempt(w, set, run_turns, &outcome, changed))
		return false;
	// A surface that is cut off an edge of three triangles may make a crack or T-junction with another one: the steps are judged together.
	const uint32_t stitch = REPAIR_STITCH & w->options->steps;
	if (set == 1u << KILNCOOK_REPAIR_NON_MANIFOLD && outcome != REPAIR_KEPT && stitch &&
		w->worse & (1u << KILNCOOK_FAULT_T_JUNCTION | 1u << KILNCOOK_FAULT_CRACK))
	{
		if (!repair_attempt(w, set | stitch, run_turns, &outcome, &one))
			return false;
		*changed |= one;
	}
	bool apart = outcome == REPAIR_UNDONE && (set & (set - 1)) != 0;
	for (kilncook_repair_step step = KILNCOOK_REPAIR_END; step-- > 0;)
	{
		if (!(set >> step & 1))
			continue;
		if (apart && !repair_attempt(w, 1u << step, run_turns, &outcome, &one))
			return false;
		w->rows[step].undone = outcome != REPAIR_KEPT;
		w->rows[step].worse = w->rows[step].undone ? w->worse : 0;
		w->rows[step].lost = w->rows[step].undone ? w->lost : 0;
		*changed |= one;
	}
	return true;
}

/// Runs all steps. A later step can make room for an earlier one, so that all run again until none changes anything. Steps do not
/// run again on a mesh that they left as it is.
static bool run_all(repair_work *w)
{
	static const uint32_t order[] = {1u << KILNCOOK_REPAIR_OPPOSITE, REPAIR_STITCH, 1u << KILNCOOK_REPAIR_ORIENT,
		1u << KILNCOOK_REPAIR_SLIVERS, 1u << KILNCOOK_REPAIR_HOLES, 1u << KILNCOOK_REPAIR_SELF_INTERSECTIONS,
		1u << KILNCOOK_REPAIR_NON_MANIFOLD, 1u << KILNCOOK_REPAIR_ORIENT, 1u << KILNCOOK_REPAIR_INNER};
	enum
	{
		COUNT = sizeof order / sizeof *order
	};
	uint32_t changes = 0, seen[COUNT];
	memset(seen, 0xff, sizeof seen);
	for (uint32_t pass = 0, before = KILN_NONE; pass < PASSES && before != changes; ++pass)
	{
		before = changes;
		if (pass > 0 && (!repair_order(w) || !repair_survey_again(w)))
			return false;
		for (size_t i = 0; i < COUNT; ++i)
		{
			bool changed = false;
			uint32_t set = order[i] & w->options->steps;
			w->holes_follow = false;
			for (size_t k = i + 1; k < COUNT; ++k)
				w->holes_follow |= (order[k] & w->options->steps) == 1u << KILNCOOK_REPAIR_HOLES;
			if (set == 0 || seen[i] == changes || w->mesh.count == 0)
				continue;
			if (!run_steps(w, set, &changed))
				return false;
			changes += changed;
			seen[i] = changed ? KILN_NONE : changes;
		}
	}
	return true;
}

/// Counts the faults that each step leaves. Pairs are searched for only where their step is wanted.
static bool count_left(repair_work *w)
{
	const uint64_t *counts = w->s.counts;
	uint64_t all;
	if (w->options->steps >> KILNCOOK_REPAIR_SELF_INTERSECTIONS & 1 &&
		!repair_count_pairs(w, &w->rows[KILNCOOK_REPAIR_SELF_INTERSECTIONS].left, &all))
		return false;
	w->rows[KILNCOOK_REPAIR_CRACKS].left = counts[KILNCOOK_FAULT_CRACK];
	w->rows[KILNCOOK_REPAIR_T_JUNCTIONS].left = counts[KILNCOOK_FAULT_T_JUNCTION];
	w->rows[KILNCOOK_REPAIR_ORIENT].left = counts[KILNCOOK_FAULT_WINDING] + counts[KILNCOOK_FAULT_INVERTED];
	w->rows[KILNCOOK_REPAIR_HOLES].left = repair_count_holes(w);
	w->rows[KILNCOOK_REPAIR_NON_MANIFOLD].left =
		counts[KILNCOOK_FAULT_NONMANIFOLD_EDGE] + counts[KILNCOOK_FAULT_NONMANIFOLD_VERTEX];
	w->rows[KILNCOOK_REPAIR_INNER].left = counts[KILNCOOK_FAULT_INNER];
	w->rows[KILNCOOK_REPAIR_SLIVERS].left = counts[KILNCOOK_FAULT_SLIVER];
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (!(w->options->steps >> step & 1))
			w->rows[step].left = 0;
	return true;
}

static bool run(repair_work *w, repair_run_result *to)
{
	if (!repair_begin(w) || !repair_survey_again(w))
		return false;
	to->before = repair_judge(&w->s);
	to->tolerance = w->tolerance = w->s.tolerance;
	w->largest_hole = repair_largest_hole(w);
	if (!run_all(w) || !count_left(w))
		return false;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		to->changed |= w->rows[step].changed > 0;
	to->after = repair_judge(&w->s);
	return !to->changed || repair_end(w, &to->mesh);
}

bool repair_once(
	const kilncook_context *context, const repair_options *options, const clean_mesh *from, repair_run_result *to)
{
	*to = (repair_run_result){.mesh = *from};
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		to->rows[step].requested = options->steps >> step & 1;
	repair_work w = {.context = context, .options = options, .source = from, .rows = to->rows};
	bool done = run(&w, to);
	repair_free(context, &w.mesh);
	survey_free(context, &w.s);
	cook_free(context, w.copies, from->copy_count, sizeof *w.copies);
	return done;
}

bool repair_count(
	const kilncook_context *context, const repair_options *options, const clean_mesh *mesh, kilncook_repair_row *rows)
{
	repair_work w = {.context = context, .options = options, .source = mesh, .rows = rows};
	w.largest_hole = repair_largest_hole(&w);
	bool done = repair_begin(&w) && repair_survey_again(&w) && count_left(&w);
	if (done && options->steps >> KILNCOOK_REPAIR_OPPOSITE & 1)
		rows[KILNCOOK_REPAIR_OPPOSITE].left = mesh->copy_count;
	repair_free(context, &w.mesh);
	survey_free(context, &w.s);
	cook_free(context, w.copies, mesh->copy_count, sizeof *w.copies);
	return done;
}
