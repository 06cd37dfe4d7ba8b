// SPDX-License-Identifier: MIT
#include "settle.h"

#include "canonical.h"
#include "internal.h"
#include "memory.h"

#include <string.h>

/// Most runs of one set of steps.
#define RUNS 6

/// A repair is to be idempotent. One run of all steps is not always: a run stops where the tolerance is used up, counted from where
/// that run began. So all steps run again until a run changes nothing. Where this has no end within the tolerance, the steps that still
/// change something are left out, and the others begin again at the art. A result without some steps stays only if the same procedure
/// changes nothing there; else the art stays as it is. The procedure depends on the mesh alone: from whatever mesh comes out, the
/// procedure comes to the same decisions again, and changes nothing.

/// Finds whether two meshes have the same vertices and triangles, in any order, and as many copies. False when out of memory.
static bool compare(const kilncook_context *context, const clean_mesh *a, const clean_mesh *b, bool *same)
{
	*same =
		a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count && a->copy_count == b->copy_count;
	if (!*same)
		return true;
	repair_work first = {.context = context, .source = a}, second = {.context = context, .source = b};
	bool done = repair_begin(&first) && repair_begin(&second);
	if (done)
		*same = memcmp(first.mesh.vertices, second.mesh.vertices, a->vertex_count * sizeof *a->vertices) == 0 &&
				memcmp(first.mesh.corners, second.mesh.corners, a->triangle_count * sizeof *a->triangles) == 0;
	repair_free(context, &first.mesh);
	repair_free(context, &second.mesh);
	cook_free(context, first.copies, a->copy_count, sizeof *first.copies);
	cook_free(context, second.copies, b->copy_count, sizeof *second.copies);
	return done;
}

/// Adds what the next run changed. That run does not see the copies that the runs before it left.
static void add_rows(kilncook_repair_row *rows, const kilncook_repair_row *next)
{
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		kilncook_repair_row *row = &rows[step];
		uint64_t copies = step == KILNCOOK_REPAIR_OPPOSITE ? row->left : 0;
		row->undone = next[step].undone;
		row->worse = next[step].worse;
		row->lost = next[step].lost;
		row->changed += next[step].changed;
		row->made += next[step].made;
		row->dropped += next[step].dropped;
		row->left = next[step].left + copies;
		row->distance += next[step].distance;
	}
}

static uint32_t find_busy(const kilncook_repair_row *rows)
{
	uint32_t steps = 0;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		steps |= (rows[step].changed > 0 ? 1u : 0u) << step;
	return steps;
}

static bool is_within(const kilncook_repair_row *rows, double tolerance)
{
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (rows[step].distance > tolerance)
			return false;
	return true;
}

/// The result of several runs that begin at the art.
typedef struct settling
{
	const kilncook_context *context;
	const clean_mesh *art;
	clean_mesh mesh;							   ///< has arrays of its own, or those of the art while nothing changed
	kilncook_repair_row rows[KILNCOOK_REPAIR_END]; ///< sums over the runs
	double tolerance;
	repair_verdict before, after;
	uint32_t runs, left_out; ///< steps that are left out, as bits
} settling;

static void settling_begin(settling *s, uint32_t steps)
{
	s->mesh = *s->art;
	s->runs = 0;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		s->rows[step] = (kilncook_repair_row){.requested = steps >> step & 1};
}

static bool is_changed(const settling *s)
{
	return s->mesh.triangles != s->art->triangles;
}

static void settling_free(settling *s)
{
	if (is_changed(s))
		repair_free_surface(s->context, &s->mesh);
	s->mesh = *s->art;
}

/// Runs all steps of the options once more. `busy` receives the steps that changed something: none where the run ends at the mesh that it
/// began at. False when out of memory.
static bool run_again(settling *s, const repair_options *options, uint32_t *busy)
{
	repair_run_result next;
	bool same = false;
	if (!repair_once(s->context, options, &s->mesh, &next))
		return false;
	bool done = !next.changed || compare(s->context, &s->mesh, &next.mesh, &same);
	*busy = same ? 0 : find_busy(next.rows);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END && same; ++step)
	{
		const kilncook_repair_row *row = &next.rows[step];
		next.rows[step] =
			(kilncook_repair_row){.undone = row->undone, .worse = row->worse, .lost = row->lost, .left = row->left};
	}
	if (next.changed && (same || !done))
		repair_free_surface(s->context, &next.mesh);
	else if (next.changed)
	{
		settling_free(s);
		s->mesh = next.mesh;
	}
	if (s->runs == 0)
	{
		s->tolerance = next.tolerance;
		s->before = next.before;
	}
	if (s->runs++ == 0 || *busy)
	{
		s->after = *busy ? next.after : next.before;
		add_rows(s->rows, next.rows);
	}
	// Holes are measured against the box of the mesh that a run began at: this run began at the last one.
	s->rows[KILNCOOK_REPAIR_HOLES].left = next.rows[KILNCOOK_REPAIR_HOLES].left;
	return done;
}

/// Whether more edges are wound inconsistently than in the art: they had to wait for `orient`, which could not turn them. Surfaces
/// of one side do not count: cutting them apart can show more such edges.
static bool is_left_unwound(const settling *s)
{
	const uint32_t sides = KILN_MESH_ORIENTABLE | KILN_MESH_WOUND;
	return (~(s->before.flags | s->after.flags) & sides) != sides &&
		   s->after.counts[KILNCOOK_FAULT_WINDING] > s->before.counts[KILNCOOK_FAULT_WINDING];
}

/// Runs a set of steps until a run changes nothing, no step moves farther than the tolerance in all runs together, and no more than
/// RUNS runs are needed; otherwise without the steps that the last run was busy with, from the art on. Without any step the art stays.
static bool settle(settling *s, const repair_options *options)
{
	repair_options some = *options;
	bool done = true, settled = false;
	while (done && !settled && some.steps)
	{
		uint32_t busy = 1;
		settling_begin(s, options->steps);
		while (done && busy && s->runs < RUNS && is_within(s->rows, s->tolerance))
			done = run_again(s, &some, &busy);
		// Without `orient`, no step may leave more for it.
		if (!busy && some.steps >> KILNCOOK_REPAIR_ORIENT & 1 && is_left_unwound(s))
			busy = 1u << KILNCOOK_REPAIR_ORIENT;
		settled = done && !busy;
		if (settled)
			break;
		settling_free(s);
		some.steps &= ~busy;
	}
	s->left_out = options->steps & ~some.steps;
	return done;
}

/// Makes a result last: where steps were left out, and the same procedure would change the result, the art stays instead.
static bool make_last(settling *s, const repair_options *options)
{
	if (!s->left_out || !is_changed(s))
		return true;
	settling next = {.context = s->context, .art = &s->mesh};
	bool done = settle(&next, options);
	bool lasts = done && !is_changed(&next);
	settling_free(&next);
	if (done && !lasts)
	{
		settling_free(s);
		s->left_out = options->steps;
	}
	return done;
}

/// Says of the steps that are left out what they leave.
static bool count_left_out(settling *s, const repair_options *options)
{
	kilncook_repair_row rows[KILNCOOK_REPAIR_END] = {0};
	if (!s->left_out)
		return true;
	if (!repair_count(s->context, options, &s->mesh, rows))
		return false;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (s->left_out >> step & 1)
			s->rows[step] = (kilncook_repair_row){.requested = true, .undone = true, .left = rows[step].left};
	return true;
}

kilncook_status repair_run(
	const kilncook_context *context, const repair_options *options, clean_mesh *mesh, kilncook_repair_row *rows)
{
	const clean_mesh art = *mesh;
	settling s = {.context = context, .art = &art};
	settling_begin(&s, options->steps);
	bool done = true;
	if (mesh->triangle_count > SURVEY_TRIANGLES_MAX)
		for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
			s.rows[step].undone = s.rows[step].requested;
	else if (options->steps && mesh->triangle_count)
		done = settle(&s, options) && make_last(&s, options) && count_left_out(&s, options);
	memcpy(rows, s.rows, sizeof s.rows);
	if (!done)
		settling_free(&s);
	else if (is_changed(&s))
	{
		repair_free_surface(context, mesh);
		*mesh = s.mesh;
	}
	return done ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
