// SPDX-License-Identifier: MIT
#include "mover_trace.h"

#include "mover/mover.h"

#include <math.h>
#include <string.h>

/// A space that writes down where the body is each time that the mover searches for contacts or casts the body. A mover that
/// returns to a place may know its contacts, but each way begins with a cast.
typedef struct trace
{
	kiln_mover_space space; ///< first: the mover passes it back
	const trace_judge *by;
	kiln_vec3 places[TRACE_PLACES];
	uint32_t count;
	bool full;
} trace;

/// Pieces that touch a body.
#define PIECES 256

typedef struct pieces
{
	kiln_world_overlap list[PIECES];
	uint32_t count;
} pieces;

static void note(trace *t, kiln_vec3 at)
{
	if (t->count > 0 && memcmp(&t->places[t->count - 1], &at, sizeof at) == 0)
		return;
	t->full |= t->count == TRACE_PLACES;
	if (!t->full)
		t->places[t->count++] = at;
}

static kiln_status find_manifolds(const kiln_mover_space *space, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t *members, uint32_t capacity,
	uint32_t *count)
{
	trace *t = (trace *)(uintptr_t)space;
	note(t, object->pose.translation);
	return kiln_world_manifolds(t->by->level->world, object, NULL, options, manifolds, members, capacity, count);
}

static void cast(const kiln_mover_space *space, const kiln_convex_object *object, const kiln_motion *motion,
	kiln_visit_world_hit *visit, void *user)
{
	trace *t = (trace *)(uintptr_t)space;
	// Points look for ground behind edges.
	if (object->shape->kind != KILN_CONVEX_POINT)
		note(t, object->pose.translation);
	kiln_world_cast_convex_all_visit(t->by->level->world, object, motion, NULL, visit, user);
}

static pieces touched(const mover_level *level, const kiln_convex_object *body)
{
	pieces found;
	found.count = kiln_world_overlap_convex(level->world, body, NULL, found.list, PIECES);
	found.count = found.count < PIECES ? found.count : PIECES;
	return found;
}

uint32_t trace_touched(const mover_level *level, const kiln_convex_object *body)
{
	return touched(level, body).count;
}

static bool holds(const pieces *set, uint32_t member, uint32_t node, uint32_t triangle)
{
	for (uint32_t i = 0; i < set->count; i++)
		if (set->list[i].member == member && set->list[i].of.node == node && set->list[i].of.triangle == triangle)
			return true;
	return false;
}

static bool same(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Judges the straight way of a body to a place.
static trace_fault judge_step(const trace_judge *by, const kiln_convex_object *body, kiln_vec3 to)
{
	const mover_level *level = by->level;
	const pieces before = touched(level, body);
	const kiln_vec3 from = body->pose.translation;
	if (oracle_unproved(by->pieces, by->body, from, to, before.count == 0) > 0)
		return TRACE_CROSSED;
	const kiln_motion way = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}, .t_max = 1};
	kiln_world_hit hits[PIECES];
	uint32_t count = kiln_world_cast_convex_all(level->world, body, &way, NULL, hits, PIECES);
	for (uint32_t i = 0; i < count && i < PIECES; i++)
		if (!holds(&before, hits[i].member, hits[i].hit.node, hits[i].hit.triangle))
			return TRACE_PASSED;
	kiln_convex_object after = *body;
	after.pose.translation = to;
	const pieces there = touched(level, &after);
	for (uint32_t i = 0; i < there.count; i++)
		if (!holds(&before, there.list[i].member, there.list[i].of.node, there.list[i].of.triangle))
			return TRACE_TOUCHES;
	return TRACE_RIGHT;
}

/// Judges all ways. A place that the body had before needs none: the mover rejects what it tried.
static trace_fault judge(const trace *t, const kiln_convex_object *body, const kiln_mover_result *result)
{
	kiln_convex_object at = *body;
	bool ends = same(result->position, body->pose.translation);
	if (t->full)
		return TRACE_ENDLESS;
	for (uint32_t i = 0; i < t->count; i++)
	{
		bool known = false;
		for (uint32_t k = 0; k < i; k++)
			known |= same(t->places[k], t->places[i]);
		if (i > 0 && !known)
		{
			const trace_fault fault = judge_step(t->by, &at, t->places[i]);
			if (fault)
				return fault;
		}
		ends |= same(result->position, t->places[i]);
		at.pose.translation = t->places[i];
	}
	return ends ? TRACE_RIGHT : TRACE_AWAY;
}

trace_judgement trace_move(const trace_judge *by, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, bool recover, kiln_mover_result *result)
{
	trace t = {.space = {.manifolds = find_manifolds, .cast = cast}, .by = by};
	const mover_level *level = by->level;
	trace_judgement judgement = {0};
	kiln_mover_result observed;
	judgement.status = kilni_mover_run(&t.space, body, displacement, options, recover, &observed);
	const kiln_status status = recover ? kiln_world_recover(level->world, body, NULL, options, result)
									   : kiln_world_mover_move(level->world, body, displacement, NULL, options, result);
	judgement.places = t.count;
	if (status != judgement.status || memcmp(&observed, result, sizeof observed) != 0)
		judgement.fault = TRACE_DIFFERS;
	if (judgement.fault || status == KILN_E_ARGUMENT)
		return judgement;
	kiln_convex_object end = *body;
	end.pose.translation = result->position;
	judgement.started_free = trace_touched(level, body) == 0;
	judgement.ended_free = trace_touched(level, &end) == 0;
	judgement.fault = judge(&t, body, result);
	return judgement;
}
