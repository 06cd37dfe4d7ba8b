// SPDX-License-Identifier: MIT
#include "mover.h"

#include "bounds/posing.h"
#include "convex/shape/shape.h"
#include "scene/cast_shape.h"

#include <math.h>
#include <string.h>

/// Collide and slide.
///
/// Algorithm. A slide repeats three steps: find all contacts within twice the padding of the body's place (contacts.c);
/// solve their planes together for the displacement nearest to the wanted one (planes.c); follow the solution by a cast up
/// to the first hit, and stop the padding before the hit (follow.c). A hit becomes a contact of the next place. The slide
/// ends where the way is done, where the solution is shorter than 2^-20 of the padding, or after SLIDES steps. A walk is a
/// horizontal slide, another slide from `step_up` above the start where the first one was stopped, and a cast down.
///
/// Why nothing is passed. The cast moves the body thickened by half of its distance from the nearest surface, and casts
/// are never late. So every place on the way is free, and the end stays free when its coordinates round: the padding is at
/// least 2^-17 of the coordinates, they round to 2^-24. Planes only choose the way; a wrong plane costs time.
///
/// Failure cases. Where more than KILN_MOVER_ROOM manifolds are near, the nearest are kept, and what stops casts is
/// remembered for the rest of the slide. A body in a slit narrower than itself and half of the padding keeps its place where
/// recovery finds no better one. Where the steps of a slide do not suffice, the result reports what is left. A surface that
/// moves by more than the padding in one move is seen too late, and overlaps the body until the next move frees it.
///
/// Cost. A move through free space takes two searches for contacts and one cast; each surface that stops the body adds a
/// search and two casts; a step adds about three casts and four searches. All work is bounded: SLIDES steps a slide, three
/// slides a move, RECOVERIES steps of recovery. Three quarters of the time go into searches; the places of one move, and the
/// one before in a cache, are not searched again.

/// Most solved displacements of a slide.
#define SLIDES 12

/// Most attempts to leave an overlap.
#define RECOVERIES 16

static bool is_free(const kiln_mover_run *run)
{
	return run->nearest >= run->padding * 0.75;
}

/// Moves the body out of overlaps and of the padding; the contacts are those of its place, before and after.
static void recover(kiln_mover_run *run)
{
	for (int i = 0; i < RECOVERIES && !is_free(run) && run->status == KILN_OK; i++)
	{
		const kiln_vec3 before = run->body.pose.translation;
		const double nearest = run->nearest;
		const kiln_d3 way = kilni_mover_solve(run, (kiln_d3){0, 0, 0}, 0, true);
		kilni_mover_follow(run, way);
		kilni_mover_collect(run);
		if (is_free(run) || run->nearest >= nearest + run->padding / 16)
			continue;
		// No better place: the body stays, so that it does not tremble.
		run->body.pose.translation = before;
		kilni_mover_collect(run);
		return;
	}
}

/// The part of a way that one cast resolves, finer than the padding of the place where it begins.
static double longest_way(const kiln_mover_run *run)
{
	return 0x1p18 * kiln_double_min(run->nearest, run->padding);
}

/// Slides by a displacement from a place that kilni_mover_collect has seen; so is the last place. Returns what is left
/// when the slides do not suffice.
static kiln_d3 slide(kiln_mover_run *run, kiln_d3 wanted)
{
	kiln_d3 rest = wanted;
	double share = 1;
	run->hit_count = 0;
	for (int i = 0; i < SLIDES && run->nearest > 0 && run->status == KILN_OK; i++)
	{
		const double length = sqrt(kiln_d3_length2(rest)), most = longest_way(run);
		if (length > most && run->count == 0 && kilni_mover_fly(run, rest))
		{
			kilni_mover_collect(run);
			return (kiln_d3){0, 0, 0};
		}
		const double part = length > most ? most / length : 1;
		const kiln_d3 way = kilni_mover_solve(run, kiln_d3_scale(rest, part), share * part, false);
		const kiln_vec3 before = run->body.pose.translation;
		if (kiln_d3_largest(way) <= KILN_MOVER_LEAST * run->padding)
			return (kiln_d3){0, 0, 0};
		const double followed = part * kilni_mover_follow(run, way);
		kilni_mover_collect(run);
		const kiln_vec3 now = run->body.pose.translation;
		if (now.x == before.x && now.y == before.y && now.z == before.z)
			return (kiln_d3){0, 0, 0};
		rest = kiln_d3_scale(rest, 1 - followed);
		share *= 1 - followed;
		if (followed >= 1)
			return (kiln_d3){0, 0, 0};
	}
	return run->nearest > 0 ? rest : (kiln_d3){0, 0, 0};
}

/// Tilts a horizontal way so that it follows the ground: the body rises as fast as the steepest ground ahead.
static kiln_d3 along_ground(const kiln_mover_run *run, kiln_d3 level)
{
	double rise = 0;
	for (uint32_t i = 0; i < run->count; i++)
	{
		const kiln_d3 normal = kiln_d3_from(run->contacts[i].normal);
		const double up = kiln_d3_dot(normal, run->up);
		if (run->contacts[i].walkable && up >= run->steepest)
			rise = kiln_double_max(rise, -kiln_d3_dot(normal, level) / up);
	}
	return kiln_d3_along(level, rise, run->up);
}

/// The contact that carries the body best; NULL where it falls.
static const kiln_mover_contact *floor_of(const kiln_mover_run *run)
{
	const kiln_mover_contact *best = NULL;
	double highest = 0;
	for (uint32_t i = 0; i < run->count; i++)
	{
		const kiln_mover_contact *contact = &run->contacts[i];
		const double rise = kiln_d3_dot(kiln_d3_from(contact->normal), run->up);
		if (rise <= 0x1p-6 || (best && best->walkable && !contact->walkable))
			continue;
		if (!best || (contact->walkable && !best->walkable) || rise > highest)
		{
			best = contact;
			highest = rise;
		}
	}
	return best;
}

static bool stands(const kiln_mover_run *run)
{
	const kiln_mover_contact *floor = floor_of(run);
	return floor && floor->walkable;
}

static void go_back(kiln_mover_run *run, kiln_vec3 place)
{
	run->body.pose.translation = place;
	kilni_mover_collect(run);
}

/// Lowers the body to ground; returns false, with the body where it was, where there is none.
static bool snap(kiln_mover_run *run, double most)
{
	const kiln_vec3 before = run->body.pose.translation;
	if (stands(run))
		return true;
	if (most <= 0 || run->nearest <= 0)
		return false;
	const double share = kilni_mover_follow(run, kiln_d3_scale(run->up, -(most + run->padding)));
	kilni_mover_collect(run);
	if (share < 1 && stands(run))
		return true;
	go_back(run, before);
	return false;
}

/// Whether the body climbs a step from `start`, where the result had `stopped` contacts, farther than the slide came.
/// Otherwise the body stays.
static bool climb(kiln_mover_run *run, kiln_vec3 start, uint32_t stopped, kiln_d3 wanted)
{
	const kiln_vec3 slid = run->body.pose.translation;
	const double length = sqrt(kiln_d3_length2(wanted)), step = (double)run->options->step_up;
	const kiln_d3 ahead = kiln_d3_scale(wanted, 1 / length);
	const double came = kiln_d3_dot(kiln_d3_sub(kiln_d3_from(slid), kiln_d3_from(start)), ahead);
	if (came >= length * (1 - 0x1p-10))
		return false;
	// What stopped the slide is the step, where the body climbs it.
	const kiln_mover_result before = *run->result;
	run->result->count = stopped;
	go_back(run, start);
	const double rise = step * kilni_mover_follow(run, kiln_d3_scale(run->up, step));
	kilni_mover_collect(run);
	const double forward = kiln_double_max(length, 2 * run->padding);
	double went = 0;
	if (rise > run->padding && run->nearest > 0)
	{
		slide(run, kiln_d3_scale(ahead, forward));
		went = kiln_d3_dot(kiln_d3_sub(kiln_d3_from(run->body.pose.translation), kiln_d3_from(start)), ahead);
	}
	if (went > came + 0x1p-10 * length && snap(run, rise + (double)run->options->step_down))
		return true;
	*run->result = before;
	go_back(run, slid);
	return false;
}

static void walk(kiln_mover_run *run, kiln_d3 wanted)
{
	const double down = -kiln_d3_dot(wanted, run->up);
	const kiln_d3 level = kiln_d3_along(wanted, down, run->up);
	const kiln_vec3 start = run->body.pose.translation;
	const kiln_mover_contact floor = *floor_of(run);
	const uint32_t stopped = run->result->count;
	kiln_d3 left = slide(run, along_ground(run, level));
	// The floor is where it was, until the caller moves it: the body must not return to it.
	if (kiln_d3_dot(kiln_d3_from(floor.displacement), run->up) > 0)
	{
		run->result->left = kiln_d3_to(left);
		run->result->floor = floor;
		run->result->ground = KILN_MOVER_STANDS;
		return;
	}
	if (run->options->step_up > 0 && kiln_d3_length2(level) > 0 && climb(run, start, stopped, level))
		left = (kiln_d3){0, 0, 0};
	if (!snap(run, (double)run->options->step_down) && down > 0)
		left = kiln_d3_add(left, slide(run, kiln_d3_scale(run->up, -down)));
	run->result->left = kiln_d3_to(left);
}

static bool length_valid(float length)
{
	return length >= 0 && length <= KILN_COORDINATE_MAX;
}

/// Prepares a move; returns false for arguments that are not usable.
static bool begin(kiln_mover_run *run, const kiln_convex_object *body, kiln_vec3 displacement)
{
	const kiln_mover_options *options = run->options;
	const kiln_vec3 up = options->up;
	const double tangent = options->slope == 0 ? 1 : (double)options->slope;
	if (!kilni_convex_object_usable(body) || !kiln_vec3_within(displacement, KILN_COORDINATE_MAX) ||
		!kiln_vec3_within(up, KILN_COORDINATE_MAX) || !length_valid(options->padding) ||
		!length_valid(options->slope) || !length_valid(options->step_up) || !length_valid(options->step_down))
		return false;
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape box = kilni_cast_shape_of_object(body, terms);
	const kiln_d3 end = kiln_d3_add(box.center, kiln_d3_from(displacement));
	const double size = kiln_d3_largest(box.reach);
	const double farthest = kiln_double_max(kiln_d3_largest(box.center), kiln_d3_largest(end)) + size;
	run->up = up.x == 0 && up.y == 0 && up.z == 0 ? (kiln_d3){0, 1, 0} : kiln_d3_from(up);
	run->up = kiln_d3_scale(run->up, 1 / sqrt(kiln_d3_length2(run->up)));
	run->asked = options->padding > 0 ? (double)options->padding : 0x1p-6 * size;
	run->size = size;
	run->middle = kiln_d3_sub(box.center, kiln_d3_from(body->pose.translation));
	run->hit_count = 0;
	run->scale = body->pose.scale > 0 ? (double)body->pose.scale : 1;
	run->steepest = 1 / sqrt(1 + tangent * tangent);
	run->body = *body;
	run->status = KILN_OK;
	run->reachable = kilni_mover_foot(run) + (double)options->step_up;
	return farthest + 2 * (run->asked + 0x1p-17 * farthest) <= (double)KILN_COORDINATE_MAX;
}

/// Takes back a move to almost the same place, which would only creep.
static void settle(kiln_mover_run *run, kiln_vec3 start)
{
	const kiln_vec3 end = run->body.pose.translation;
	const double moved = kiln_d3_largest(kiln_d3_sub(kiln_d3_from(end), kiln_d3_from(start)));
	if (moved > 0 && moved <= KILN_MOVER_LEAST * run->padding)
		go_back(run, start);
}

static void store(kiln_mover_run *run)
{
	const kiln_mover_contact *floor = floor_of(run);
	kiln_mover_result *result = run->result;
	result->position = run->body.pose.translation;
	result->gap = (float)kiln_double_min(run->nearest, 2 * run->padding);
	if (!floor || result->ground != KILN_MOVER_FALLS)
		return;
	result->floor = *floor;
	result->ground = floor->walkable ? KILN_MOVER_STANDS : KILN_MOVER_SLIDES;
}

kiln_status kilni_mover_run(const kiln_mover_space *space, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, bool freeing, kiln_mover_result *result)
{
	static const kiln_mover_options none = {0};
	kiln_mover_run run;
	if (!result)
		return KILN_E_ARGUMENT;
	memset(result, 0, sizeof *result);
	run.space = space;
	run.options = options ? options : &none;
	run.result = result;
	if (!space || !body || !begin(&run, body, displacement))
		return KILN_E_ARGUMENT;
	const kiln_d3 wanted = kiln_d3_from(displacement);
	kilni_mover_load(&run);
	kilni_mover_collect(&run);
	recover(&run);
	if (!freeing && stands(&run) && kiln_d3_dot(wanted, run.up) <= 0)
		walk(&run, wanted);
	else if (!freeing)
		result->left = kiln_d3_to(slide(&run, wanted));
	settle(&run, body->pose.translation);
	if (run.status == KILN_E_ARGUMENT)
	{
		memset(result, 0, sizeof *result);
		return KILN_E_ARGUMENT;
	}
	store(&run);
	kilni_mover_save(&run);
	return run.status;
}

kiln_vec3 kiln_mover_carry(const kiln_pose *from, const kiln_pose *to, kiln_vec3 point)
{
	if (!from || !to || !kiln_pose_valid(from) || !kiln_pose_valid(to))
		return (kiln_vec3){0, 0, 0};
	const kiln_posing before = kiln_posing_of(from), after = kiln_posing_of(to);
	const kiln_d3 at = kiln_d3_from(point);
	const kiln_d3 own =
		kiln_d3_scale(kiln_posing_rotate_back(&before, kiln_d3_sub(at, before.translation)), 1 / before.scale);
	return kiln_d3_to(kiln_d3_sub(kiln_posing_point(&after, own), at));
}
