// SPDX-License-Identifier: MIT
#include "descend_step.h"
#include "memory.h"

#include <string.h>

/// Moves all vertices of an outer polytope at once towards a local minimum of the greatest distance from the true hull:
/// minimises a level under the constraints that each vertex of the body stays behind each face and that no vertex's
/// distance exceeds the level. The distance to a convex body is the greatest height above its supporting planes, so
/// that all constraints are smooth; those that matter are found on the way: the support of a face, and the nearest
/// point's plane of a vertex, at each place that a step tries.
///
/// A primal-dual method with a barrier (Nocedal and Wright 2006, chapter 19). A face's slack is the volume of the
/// tetrahedron on its support, of which a step takes only the first derivatives. Moving one vertex after the other
/// (relax.c) needs ten times as many supports and nearest points for the same distance.

#define STEPS_MOST 60
/// A try of a step counts as a move of each vertex, but of so many at most: hulls of more vertices would get too few.
#define COST_MOST 192
#define FAILS_MOST 3
#define TRIES_MOST 2
/// The first level exceeds the greatest distance by this factor.
#define FIRST_LEVEL 1.02
#define FIRST_BARRIER 0.03
/// The share of a slack that a step leaves when curvature takes more than planned.
#define KEEP_LEAST 0.1
/// The barrier decreases to these shares after long and middling steps.
#define SHRINK_LONG 0.3
#define SHRINK_MIDDLE 0.4
/// The search ends when the barrier holds the level up by less than this share.
#define GAP_LEAST 0.004
/// Whether a search is worth its time is decided by its gain in so many steps.
#define WINDOW 4
/// Planes are alike whose normals have at least this product.
#define ALIKE (1 - 1e-5f)
/// A worse polytope than the best is given up when its lead is more than this times its gain; the best one ends when
/// its gain is less than a share of its distance.
#define HOPE 3
#define GAIN_LEAST 0.002

bool descent_create(const kilncook_context *context, uint32_t vertices, descent *d)
{
	size_t n = vertices;
	*d = (descent){.capacity = vertices};
	d->faces = cook_alloc_zero(context, 2 * n + 4, sizeof *d->faces);
	d->vertices = cook_alloc_zero(context, n, sizeof *d->vertices);
	d->column = cook_alloc(context, n, sizeof *d->column);
	d->sides = cook_alloc(context, n, sizeof *d->sides);
	if (simplify_system_create(context, vertices, &d->system) && d->faces && d->vertices && d->column && d->sides)
		return true;
	descent_free(context, d);
	return false;
}

void descent_free(const kilncook_context *context, descent *d)
{
	size_t n = d->capacity;
	cook_free(context, d->faces, 2 * n + 4, sizeof *d->faces);
	cook_free(context, d->vertices, n, sizeof *d->vertices);
	cook_free(context, d->column, n, sizeof *d->column);
	cook_free(context, d->sides, n, sizeof *d->sides);
	simplify_system_free(context, &d->system);
	*d = (descent){0};
}

/// Returns the place for a new constraint: of the oldest if there is no room.
static uint32_t add_slack(descent_slacks *slacks, uint32_t most)
{
	uint32_t at = slacks->count < most ? slacks->count++ : slacks->next++ % most;
	slacks->product[at] = slacks->change[at] = 0;
	return at;
}

/// Returns the level of a vertex that has almost the same plane, or DESCENT_LEVELS.
static uint32_t find_alike(const descent_vertex *v, quad normal)
{
	for (uint32_t c = 0; c < v->slacks.count; c += 4)
	{
		quad products[4];
		for (uint32_t n = 0; n < 4; ++n)
			products[n] = quad_mul(quad_load(v->normal[c + n]), normal);
		unsigned bits = quad_above(quad_sums(products[0], products[1], products[2], products[3]), ALIKE);
		if (bits)
			return c + (uint32_t)__builtin_ctz(bits);
	}
	return DESCENT_LEVELS;
}

/// Adds a level to vertex `i`. The level takes the place of one with almost the same plane, whose product it keeps.
static void add_level(const descent_run *run, uint32_t i, const double plane[4])
{
	static const double zero[3] = {0, 0, 0};
	descent_vertex *v = &run->d->vertices[i];
	quad normal = quad_between(plane, zero);
	uint32_t at = find_alike(v, normal);
	if (at == DESCENT_LEVELS)
		at = add_slack(&v->slacks, DESCENT_LEVELS);
	v->last = at;
	memcpy(v->plane[at], plane, sizeof v->plane[at]);
	quad_store(v->normal[at], normal);
	v->slacks.room[at] = descent_room_below(plane, run->work->now.x[i], run->level);
}

/// Measures the distance at `x` and adds its level, and those of neighbouring faces that are at least half as high.
static double see_levels(const descent_run *run, uint32_t i, const double x[3])
{
	outer_work *work = run->work;
	const shell *body = &work->body->surface;
	double q[3], plane[4], d = shell_closest(body, x, &work->now.near[i], q);
	const shell_face *face = &body->faces[work->now.near[i]];
	if (!(d > 0))
		return d;
	for (int k = 0; k < 3; ++k)
	{
		const double *beside = body->faces[face->n[k]].plane;
		if (simplify_dot(beside, x) - beside[3] > 0.5 * d)
			add_level(run, i, beside);
	}
	for (int k = 0; k < 3; ++k)
		plane[k] = (x[k] - q[k]) / d;
	plane[3] = simplify_dot(plane, q);
	add_level(run, i, plane);
	return d;
}

/// Adds the cut of face `f`'s support unless the face has it.
static void add_cut(const outer_work *work, descent_face *face, uint32_t f)
{
	uint32_t support = work->hull.faces[f].support, found = 0;
	for (uint32_t i = 0; i < DESCENT_ROOM; ++i)
		found |= face->support[i] == support;
	if (found)
		return;
	uint32_t at = add_slack(&face->slacks, DESCENT_CUTS);
	const double *point = work->body->points[support];
	descent_place now = descent_place_face(work, f, false);
	face->support[at] = support;
	face->slacks.room[at] = descent_volume(&now, point);
	descent_derive(&now, point, face->slacks.room[at], face->by[at]);
}

/// Gives a face that is new the cut of its support alone.
static void reset_face(const outer_work *work, descent_face *face, uint32_t f)
{
	memset(face->by, 0, sizeof face->by);
	memset(face->support, 0xff, sizeof face->support);
	memset(face->slacks.change, 0, sizeof face->slacks.change);
	face->slacks.count = face->slacks.next = 0;
	memcpy(face->corners, work->hull.faces[f].v, sizeof face->corners);
	add_cut(work, face, f);
}

/// Finds the blocks of the system that the cuts of a face change. False when one is missing.
static bool find_blocks(outer_work *work, uint32_t f)
{
	const simplify_system *s = &work->descent.system;
	const uint32_t *v = work->hull.faces[f].v, *place = s->place;
	descent_face *face = &work->descent.faces[f];
	uint32_t least = place[v[1]] < place[v[0]] ? 1 : 0, most = 1 - least;
	least = place[v[2]] < place[v[least]] ? 2 : least;
	most = place[v[2]] > place[v[most]] ? 2 : most;
	face->order[0] = least;
	face->order[1] = 3 - least - most;
	face->order[2] = most;
	uint32_t first = place[v[least]], second = place[v[face->order[1]]], third = place[v[most]];
	face->blocks[0] = simplify_system_find(s, first, second);
	face->blocks[1] = simplify_system_find(s, first, third);
	face->blocks[2] = simplify_system_find(s, second, third);
	return face->blocks[0] && face->blocks[1] && face->blocks[2];
}

/// Makes the system of the vertices that share faces.
static void join_vertices(outer_work *work)
{
	simplify_system *s = &work->descent.system;
	memset(s->joined, 0, s->capacity * sizeof *s->joined);
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		for (int k = 0; k < 9 && descent_is_face(work, f); ++k)
		{
			uint32_t a = work->hull.faces[f].v[k / 3], b = work->hull.faces[f].v[k % 3];
			s->joined[a][b / 64] |= (uint64_t)1 << b % 64;
		}
	shell_look(&work->hull, 16 * (uint64_t)s->capacity);
	simplify_system_order(s);
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		if (descent_is_face(work, f))
			find_blocks(work, f);
}

/// Tries a face where the step leads: adds the cut of its support there. False when a cut is left too little slack.
static bool try_face(descent_run *run, uint32_t f)
{
	outer_work *work = run->work;
	shell_face *face = &work->hull.faces[f];
	descent_place at = descent_place_face(work, f, true);
	face->support = body_support(work->body, at.normal, face->support);
	descent_face *own = &run->d->faces[f];
	add_cut(work, own, f);
	bool ok = true;
	for (uint32_t c = 0; c < own->slacks.count; ++c)
	{
		own->slacks.after[c] = descent_volume(&at, work->body->points[own->support[c]]);
		ok = ok && own->slacks.after[c] > KEEP_LEAST * own->slacks.room[c];
	}
	return ok;
}

/// Tries a share of the step: adds the constraints that appear where it leads. False when one is left too little slack.
static bool try_step(descent_run *run, double share)
{
	outer_work *work = run->work;
	bool ok = true;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		for (uint32_t k = 0; k < 3; ++k)
			run->d->vertices[i].to[k] = work->now.x[i][k] + share * (double)run->d->sides[place][0][k];
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		if (descent_is_face(work, f))
			ok = try_face(run, f) && ok;
	// Inside of the body, a search for the nearest point would visit all faces.
	if (!ok)
		return false;
	run->worst = 0;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		descent_vertex *v = &run->d->vertices[i];
		v->distance = see_levels(run, i, v->to);
		run->worst = v->distance > run->worst ? v->distance : run->worst;
		double after = descent_room_below(v->plane[v->last], v->to, run->level + share * run->level_step);
		ok = ok && (!(v->distance > 0) || after > KEEP_LEAST * v->slacks.room[v->last]);
	}
	return ok;
}

/// Moves the vertices and makes the surface convex again. False when the polytope no longer contains the body, which
/// only rounding can cause, or is flat.
static bool take_step(descent_run *run, double share)
{
	outer_work *work = run->work;
	descent_move_products(run, share);
	run->level += share * run->level_step;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		memcpy(work->now.x[i], run->d->vertices[i].to, sizeof work->now.x[i]);
		work->now.distance[i] = run->d->vertices[i].distance;
	}
	work->now.error = run->worst;
	outer_keep(work);
	bool settled = shell_settle(&work->hull), joined = settled;
	if (!settled && !outer_rebuild(work))
		return false;
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		if (!descent_is_face(work, f))
			continue;
		descent_face *face = &run->d->faces[f];
		if (settled && memcmp(face->corners, work->hull.faces[f].v, sizeof face->corners) == 0)
			continue;
		if (outer_stand_out(work, &work->hull.faces[f]) >= 0)
			return false;
		reset_face(work, face, f);
		// An edge that was flipped often stands where elimination had filled in a block.
		joined = joined && find_blocks(work, f);
	}
	if (!joined)
		join_vertices(work);
	return true;
}

/// Starts with the constraints at the present place. False when the body touches a face: there is no room for steps.
static bool start_descent(descent_run *run)
{
	outer_work *work = run->work;
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		if (!descent_is_face(work, f))
			continue;
		if (outer_stand_out(work, &work->hull.faces[f]) >= 0)
			return false;
		reset_face(work, &run->d->faces[f], f);
	}
	work->now.error = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		descent_vertex *v = &run->d->vertices[i];
		memset(v->normal, 0, sizeof v->normal);
		memset(v->slacks.change, 0, sizeof v->slacks.change);
		v->slacks.count = v->slacks.next = v->last = 0;
		work->now.distance[i] = see_levels(run, i, work->now.x[i]);
		work->now.error = work->now.distance[i] > work->now.error ? work->now.distance[i] : work->now.error;
	}
	outer_keep(work);
	join_vertices(work);
	run->level = FIRST_LEVEL * work->now.error;
	run->barrier = FIRST_BARRIER * run->level / (work->hull.face_end + work->now.count);
	return work->now.error > 0;
}

bool outer_descend(outer_work *work, uint32_t steps)
{
	descent_run run = {.work = work, .d = &work->descent};
	double best = work->best.count ? work->best.error : 1e300, errors[WINDOW];
	uint32_t taken = 0, fails = 0, cost = work->now.count < COST_MOST ? work->now.count : COST_MOST;
	if (!start_descent(&run))
		return false;
	for (uint32_t step = 0; step < steps && step < STEPS_MOST && fails < FAILS_MOST; ++step)
	{
		if (body_is_spent(work->body) || !descent_find_step(&run))
			break;
		double share = descent_reach(&run);
		bool ok = try_step(&run, share);
		outer_spend(work, cost);
		for (int tries = 1; tries < TRIES_MOST && !ok; ++tries)
		{
			double reach = descent_reach(&run);
			share = reach < share ? reach : 0.7 * share;
			ok = try_step(&run, share);
			outer_spend(work, cost);
		}
		if (!ok)
		{
			++fails;
			continue;
		}
		fails = 0;
		if (work->effort == 0 && taken >= SETTLE_SWEEPS)
			steps = 0;
		if (!take_step(&run, share) || (run.constraints * run.barrier < GAP_LEAST * run.level && share > 0.5))
			break;
		double error = work->now.error, before = errors[taken % WINDOW];
		errors[taken++ % WINDOW] = error;
		if (taken > WINDOW)
		{
			if (error > best && error - best > HOPE * (before - error))
				break;
			if (error <= best && before - error < GAIN_LEAST * error)
				break;
		}
		run.barrier *= share > 0.8 ? SHRINK_LONG : share > 0.4 ? SHRINK_MIDDLE : 1;
	}
	return true;
}
