// SPDX-License-Identifier: MIT
#include "repair.h"

#include "canonical.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Most calls of a step that leaves work to the next call, turns of cracks and T-junctions, which make each other, and passes of
/// all steps.
#define ROUNDS 16
#define TURNS 4
#define PASSES 8

/// Bits of steps that are judged together: each can make what the others repair.
#define STITCH (1u << KILNCOOK_REPAIR_T_JUNCTIONS | 1u << KILNCOOK_REPAIR_CRACKS)

typedef struct step_row
{
	repair_step run;
	bool rounds; ///< one call may leave work
	/// Kinds of faults that the step may find more of, since it makes a part closed, or cuts surfaces apart.
	uint32_t may_raise;
} step_row;

#define FAULT(kind) (1u << KILNCOOK_FAULT_##kind)

static const step_row steps[KILNCOOK_REPAIR_END] = {
	[KILNCOOK_REPAIR_OPPOSITE] = {repair_opposite, false, FAULT(INVERTED) | FAULT(INNER)},
	[KILNCOOK_REPAIR_CRACKS] = {repair_cracks, true, FAULT(INVERTED) | FAULT(INNER)},
	[KILNCOOK_REPAIR_T_JUNCTIONS] = {repair_junctions, true, FAULT(INVERTED) | FAULT(INNER)},
	[KILNCOOK_REPAIR_ORIENT] = {repair_orient, false, FAULT(INNER)},
	[KILNCOOK_REPAIR_NON_MANIFOLD] = {repair_nonmanifold, false,
		FAULT(INVERTED) | FAULT(INNER) | FAULT(HOLE) | FAULT(GAP)},
	[KILNCOOK_REPAIR_HOLES] = {repair_holes, false, FAULT(INVERTED) | FAULT(INNER)},
	[KILNCOOK_REPAIR_INNER] = {repair_inner, false, 0},
};

static bool is_requested(const repair_work *w, kilncook_repair_step step)
{
	return w->options->steps >> step & 1;
}

/// Whether a verdict is worse. Windings are left to the step that repairs them, when the caller wants that step.
static bool is_worse(const repair_work *w, const repair_verdict *before, const repair_verdict *after, uint32_t set)
{
	bool later = !(set >> KILNCOOK_REPAIR_ORIENT & 1) && is_requested(w, KILNCOOK_REPAIR_ORIENT);
	uint32_t may_raise = later ? FAULT(WINDING) : 0;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		may_raise |= set >> step & 1 ? steps[step].may_raise : 0;
	// One of the two steps alone can make a crack of a T-junction, or a T-junction of a crack: their sum is compared.
	bool apart = (set & STITCH) != 0 && set != STITCH;
	uint32_t summed = apart ? FAULT(CRACK) | FAULT(T_JUNCTION) : 0;
	uint32_t lost = before->flags & ~after->flags & ~(later ? (uint32_t)KILN_MESH_WOUND : 0);
	uint32_t known = ~(before->unfinished | after->unfinished | may_raise);
	const uint64_t *b = before->counts, *a = after->counts;
	if (lost || after->twisted > before->twisted)
		return true;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_CROSSING; ++kind)
		if (kind != KILNCOOK_FAULT_GAP && kind != KILNCOOK_FAULT_HOLE && (known & ~summed) >> kind & 1 &&
			a[kind] > b[kind])
			return true;
	if (apart && (known & summed) == summed &&
		a[KILNCOOK_FAULT_CRACK] + a[KILNCOOK_FAULT_T_JUNCTION] > b[KILNCOOK_FAULT_CRACK] + b[KILNCOOK_FAULT_T_JUNCTION])
		return true;
	// A hole that changes its shape can become a gap.
	uint64_t more = a[KILNCOOK_FAULT_GAP] + a[KILNCOOK_FAULT_HOLE],
			 less = b[KILNCOOK_FAULT_GAP] + b[KILNCOOK_FAULT_HOLE];
	if (known & FAULT(HOLE) && more > less)
		return true;
	return known & FAULT(CROSSING) && after->crossed > before->crossed;
}

/// Replaces the survey of the mesh.
static bool survey_again(repair_work *w)
{
	survey_free(w->context, &w->s);
	return repair_survey(w, &w->mesh, false, 0, &w->s);
}

/// Judges a mesh; with pairs of triangles where the step may make them cross.
static bool judge(const repair_work *w, const repair_mesh *m, const survey *s, bool pairs, repair_verdict *out)
{
	if (!pairs)
		return repair_judge(w, m, s, out);
	survey whole;
	if (!repair_survey(w, m, true, 0, &whole))
		return false;
	bool done = repair_judge(w, m, &whole, out);
	survey_free(w->context, &whole);
	return done;
}

/// Runs the step until it changes nothing, at most ROUNDS times.
static bool run_rounds(repair_work *w, kilncook_repair_step step, kilncook_repair_row *row)
{
	const step_row *info = &steps[step];
	for (int i = 0; i < (info->rounds ? ROUNDS : 1); ++i)
	{
		uint64_t before = row->changed;
		if (!info->run(w, row))
			return false;
		if (row->changed == before)
			return true;
		// A mesh without triangles has no survey, and nothing to repair.
		if (!survey_again(w))
			return false;
		if (w->mesh.count == 0)
			return true;
	}
	return true;
}

/// Takes back the steps, whose rows become those from before.
static bool undo(repair_work *w, uint32_t set, repair_mesh *saved, const kilncook_repair_row *rows)
{
	repair_free(w->context, &w->mesh);
	w->mesh = *saved;
	*saved = (repair_mesh){0};
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (set >> step & 1)
			w->rows[step] = rows[step];
	return survey_again(w);
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

/// Runs a set of steps, compares the verdicts before and after, and takes the steps back when they are worse. `good` tells
/// whether they stay, or had nothing to change.
static bool run_set(repair_work *w, uint32_t set, bool *good, bool *changed)
{
	repair_mesh saved = {0};
	repair_verdict before, after;
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
	memcpy(rows, w->rows, sizeof rows);
	*good = true;
	*changed = false;
	bool bends = (set & (STITCH | 1u << KILNCOOK_REPAIR_HOLES)) != 0;
	bool done = repair_copy(w->context, &w->mesh, &saved) && judge(w, &saved, &w->s, false, &before) &&
				run_turns(w, set, changed);
	if (done && *changed)
	{
		done = judge(w, &w->mesh, &w->s, bends, &after) && (!bends || judge(w, &saved, NULL, true, &before));
		*good = done && w->mesh.count > 0 && !is_worse(w, &before, &after, set);
		if (done && !*good)
			done = undo(w, set, &saved, rows);
		*changed &= *good;
	}
	repair_free(w->context, &saved);
	return done;
}

/// Runs those of the steps that the caller wants: together, and if that makes a verdict worse, one after the other.
static bool run_steps(repair_work *w, uint32_t set, bool *changed)
{
	bool good = true, one = false;
	*changed = false;
	set &= w->options->steps;
	if (set == 0 || w->mesh.count == 0)
		return true;
	if (!run_set(w, set, &good, changed))
		return false;
	for (kilncook_repair_step step = KILNCOOK_REPAIR_END; step-- > 0;)
	{
		if (set >> step & 1)
			w->rows[step].undone = false;
		if (good)
			continue;
		if (!(set >> step & 1))
			continue;
		bool stays = false;
		if ((set & (set - 1)) && !run_set(w, 1u << step, &stays, &one))
			return false;
		w->rows[step].undone = !stays;
		*changed |= one;
	}
	return true;
}

/// Runs all steps. A later step can make room for an earlier one, so that all run again until none changes anything.
static bool run_all(repair_work *w)
{
	static const uint32_t order[] = {1u << KILNCOOK_REPAIR_OPPOSITE, STITCH, 1u << KILNCOOK_REPAIR_ORIENT,
		1u << KILNCOOK_REPAIR_HOLES, 1u << KILNCOOK_REPAIR_NON_MANIFOLD, 1u << KILNCOOK_REPAIR_ORIENT,
		1u << KILNCOOK_REPAIR_INNER};
	bool again = true;
	for (int pass = 0; pass < PASSES && again; ++pass)
	{
		again = false;
		if (pass > 0 && (!repair_order(w) || !survey_again(w)))
			return false;
		for (size_t i = 0; i < sizeof order / sizeof *order; ++i)
		{
			bool changed;
			if (!run_steps(w, order[i], &changed))
				return false;
			again |= changed;
		}
	}
	return true;
}

/// Counts the faults that each step leaves.
static void count_left(repair_work *w)
{
	const uint64_t *counts = w->s.counts;
	w->rows[KILNCOOK_REPAIR_CRACKS].left = counts[KILNCOOK_FAULT_CRACK];
	w->rows[KILNCOOK_REPAIR_T_JUNCTIONS].left = counts[KILNCOOK_FAULT_T_JUNCTION];
	w->rows[KILNCOOK_REPAIR_ORIENT].left = counts[KILNCOOK_FAULT_WINDING] + counts[KILNCOOK_FAULT_INVERTED];
	w->rows[KILNCOOK_REPAIR_NON_MANIFOLD].left =
		counts[KILNCOOK_FAULT_NONMANIFOLD_EDGE] + counts[KILNCOOK_FAULT_NONMANIFOLD_VERTEX];
	w->rows[KILNCOOK_REPAIR_INNER].left = counts[KILNCOOK_FAULT_INNER];
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (!is_requested(w, step))
			w->rows[step].left = 0;
}

static bool run(repair_work *w, clean_mesh *mesh)
{
	bool changed = false;
	if (!repair_begin(w) || !survey_again(w))
		return false;
	w->tolerance = w->s.tolerance;
	w->largest_hole = w->tolerance / w->options->tolerance * w->options->hole_size;
	if (!run_all(w))
		return false;
	count_left(w);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		changed |= w->rows[step].changed > 0;
	return !changed || repair_end(w, mesh);
}

kilncook_status repair_run(
	const kilncook_context *context, const repair_options *options, clean_mesh *mesh, kilncook_repair_row *rows)
{
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		rows[step] = (kilncook_repair_row){.requested = options->steps >> step & 1};
	if (options->steps == 0 || mesh->triangle_count == 0)
		return KILNCOOK_OK;
	if (mesh->triangle_count > SURVEY_TRIANGLES_MAX)
	{
		for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
			rows[step].undone = rows[step].requested;
		return KILNCOOK_OK;
	}
	const clean_mesh source = *mesh;
	repair_work w = {.context = context, .options = options, .source = &source, .rows = rows};
	bool done = run(&w, mesh);
	repair_free(context, &w.mesh);
	survey_free(context, &w.s);
	cook_free(context, w.copies, source.copy_count, sizeof *w.copies);
	return done ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
