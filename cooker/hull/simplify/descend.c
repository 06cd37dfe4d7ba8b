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
#define FIRST_LEVEL 1.05
#define FIRST_BARRIER 0.01
/// The share of a slack that a step leaves, and that it leaves when curvature takes more than planned.
#define KEEP 0.2
#define KEEP_LEAST 0.1
/// The barrier decreases to these shares after long and middling steps.
#define SHRINK_LONG 0.3
#define SHRINK_MIDDLE 0.4
/// The search ends when the barrier holds the level up by less than this share.
#define GAP_LEAST 0.002
/// A product stays within this factor of the barrier.
#define UNBALANCED 100
/// Whether a search is worth its time is decided by its gain in so many steps.
#define WINDOW 4
/// A worse polytope than the best is given up when its lead is more than this times its gain; the best one ends when
/// its gain is less than a share of its distance.
#define HOPE 3
#define GAIN_LEAST 0.002

bool descent_create(const kilncook_context *context, uint32_t vertices, descent *d)
{
	size_t n = vertices;
	*d = (descent){.capacity = vertices};
	d->faces = cook_alloc(context, 2 * n + 4, sizeof *d->faces);
	d->vertices = cook_alloc(context, n, sizeof *d->vertices);
	d->step = cook_alloc(context, 3 * n, sizeof *d->step);
	d->column = cook_alloc(context, 3 * n, sizeof *d->column);
	d->sides = cook_alloc(context, 3 * n, sizeof *d->sides);
	if (simplify_system_create(context, vertices, &d->system) && d->faces && d->vertices && d->step && d->column &&
		d->sides)
		return true;
	descent_free(context, d);
	return false;
}

void descent_free(const kilncook_context *context, descent *d)
{
	size_t n = d->capacity;
	cook_free(context, d->faces, 2 * n + 4, sizeof *d->faces);
	cook_free(context, d->vertices, n, sizeof *d->vertices);
	cook_free(context, d->step, 3 * n, sizeof *d->step);
	cook_free(context, d->column, 3 * n, sizeof *d->column);
	cook_free(context, d->sides, 3 * n, sizeof *d->sides);
	simplify_system_free(context, &d->system);
	*d = (descent){0};
}

/// Returns six times the volume of the tetrahedron of a face and a point behind it, and its derivatives by the corners.
static double volume_of(const double *const corners[3], const double *point, double by[9])
{
	double p[3][3];
	for (int k = 0; k < 3; ++k)
		simplify_sub(corners[k], point, p[k]);
	simplify_cross(p[1], p[2], by);
	simplify_cross(p[2], p[0], by + 3);
	simplify_cross(p[0], p[1], by + 6);
	return simplify_dot(p[0], by);
}

static void corners_of(const outer_work *work, uint32_t f, bool after, const double *corners[3])
{
	for (int k = 0; k < 3; ++k)
	{
		uint32_t v = work->hull.faces[f].v[k];
		corners[k] = after ? work->descent.vertices[v].to : work->now.x[v];
	}
}

/// Adds a level unless the vertex has it; replaces the oldest if there is no room.
static void add_level(descent_vertex *v, const double plane[4])
{
	for (uint32_t i = 0; i < v->count; ++i)
		if (memcmp(v->levels[i].plane, plane, sizeof v->levels[i].plane) == 0)
		{
			v->last = i;
			return;
		}
	v->last = v->count < DESCENT_LEVELS ? v->count++ : v->next++ % DESCENT_LEVELS;
	memcpy(v->levels[v->last].plane, plane, sizeof v->levels[v->last].plane);
	v->levels[v->last].product = -1;
	v->levels[v->last].change = 0;
}

/// Measures the distance at `x` and adds its level, and those of neighbouring faces that are at least half as high.
static double see_levels(outer_work *work, uint32_t i, const double x[3])
{
	const shell *body = &work->body->surface;
	descent_vertex *v = &work->descent.vertices[i];
	double q[3], plane[4], d = shell_closest(body, x, &work->now.near[i], q);
	const shell_face *face = &body->faces[work->now.near[i]];
	if (!(d > 0))
		return d;
	for (int k = 0; k < 3; ++k)
	{
		const double *beside = body->faces[face->n[k]].plane;
		if (simplify_dot(beside, x) - beside[3] > 0.5 * d)
			add_level(v, beside);
	}
	for (int k = 0; k < 3; ++k)
		plane[k] = (x[k] - q[k]) / d;
	plane[3] = simplify_dot(plane, q);
	add_level(v, plane);
	return d;
}

/// Computes the slack of a face's cut where the vertices are.
static void measure_cut(const outer_work *work, uint32_t f, descent_cut *cut)
{
	const double *corners[3];
	corners_of(work, f, false, corners);
	cut->room = volume_of(corners, work->body->points[cut->support], cut->by);
}

/// Adds the cut of face `f`'s support unless the face has it; replaces the oldest if there is no room.
static void add_cut(const outer_work *work, descent_face *face, uint32_t f)
{
	uint32_t support = work->hull.faces[f].support;
	for (uint32_t i = 0; i < face->count; ++i)
		if (face->cuts[i].support == support)
			return;
	uint32_t at = face->count < DESCENT_CUTS ? face->count++ : face->next++ % DESCENT_CUTS;
	face->cuts[at] = (descent_cut){.support = support, .product = -1};
	measure_cut(work, f, &face->cuts[at]);
}

/// Gives a face that is new the cut of its support alone.
static void reset_face(const outer_work *work, descent_face *face, uint32_t f)
{
	face->count = face->next = 0;
	memcpy(face->corners, work->hull.faces[f].v, sizeof face->corners);
	add_cut(work, face, f);
}

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
}

/// Returns how much a step changes a face's volume, in the first order.
static double change_of(const descent_run *run, uint32_t f, const double by[9])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += simplify_dot(by + 3 * k, &run->d->step[3 * run->d->system.place[run->work->hull.faces[f].v[k]]]);
	return sum;
}

/// Returns the share of the step that leaves each known constraint some slack, in the first order.
static double reach_of(descent_run *run)
{
	const outer_work *work = run->work;
	double share = 1;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		descent_vertex *v = &run->d->vertices[i];
		for (uint32_t c = 0; c < v->count; ++c)
		{
			double room = descent_room_below(&v->levels[c], work->now.x[i], run->level);
			double change = run->level_step - simplify_dot(v->levels[c].plane, &run->d->step[3 * place]);
			v->levels[c].change = change;
			share = room + share * change < KEEP * room ? (KEEP - 1) * room / change : share;
		}
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		if (!descent_is_face(work, f))
			continue;
		for (uint32_t c = 0; c < run->d->faces[f].count; ++c)
		{
			descent_cut *cut = &run->d->faces[f].cuts[c];
			double room = cut->room, change = cut->change = change_of(run, f, cut->by);
			share = room + share * change < KEEP * room ? (KEEP - 1) * room / change : share;
		}
	}
	return share;
}

/// Tries a face where the step leads: adds the cut of its support there. False when a cut is left too little slack.
static bool try_face(descent_run *run, uint32_t f)
{
	outer_work *work = run->work;
	shell_face *face = &work->hull.faces[f];
	const double *after[3];
	double ab[3], ac[3], normal[3], by[9];
	corners_of(work, f, true, after);
	simplify_sub(after[1], after[0], ab);
	simplify_sub(after[2], after[0], ac);
	simplify_cross(ab, ac, normal);
	face->support = body_support(work->body, normal, face->support);
	add_cut(work, &run->d->faces[f], f);
	bool ok = true;
	for (uint32_t c = 0; c < run->d->faces[f].count; ++c)
	{
		const descent_cut *cut = &run->d->faces[f].cuts[c];
		ok = ok && volume_of(after, work->body->points[cut->support], by) > KEEP_LEAST * cut->room;
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
			run->d->vertices[i].to[k] = work->now.x[i][k] + share * run->d->step[3 * place + k];
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
		v->distance = see_levels(work, i, v->to);
		run->worst = v->distance > run->worst ? v->distance : run->worst;
		const descent_level *l = &v->levels[v->last];
		double before = descent_room_below(l, work->now.x[i], run->level);
		double after = descent_room_below(l, v->to, run->level + share * run->level_step);
		ok = ok && (!(v->distance > 0) || after > KEEP_LEAST * before);
	}
	return ok;
}

/// Returns the change of a product in the first order.
static double product_change(const descent_run *run, double product, double room, double change)
{
	return run->barrier - product - product * change / room;
}

/// Returns a product after `share` of its change, where the slack goes from `before` to `after`.
static double product_after(const descent_run *run, double product, double change, double before, double after)
{
	double next = product < 0 ? run->barrier : (product + change) / before * after;
	double least = run->barrier / UNBALANCED, most = run->barrier * UNBALANCED;
	return next < least ? least : next > most ? most : next;
}

/// Reduces `*reach` so that a product keeps a share of itself.
static void limit_product(double product, double change, double *reach)
{
	if (product >= 0 && product + *reach * change < KEEP * product)
		*reach = (KEEP - 1) * product / change;
}

/// Returns how far all products can go.
static double reach_of_products(const descent_run *run)
{
	const outer_work *work = run->work;
	double reach = 1;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		const descent_vertex *v = &run->d->vertices[i];
		for (uint32_t c = 0; c < v->count; ++c)
		{
			const descent_level *l = &v->levels[c];
			double room = descent_room_below(l, work->now.x[i], run->level);
			limit_product(l->product, product_change(run, l->product, room, l->change), &reach);
		}
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		for (uint32_t c = 0; descent_is_face(work, f) && c < run->d->faces[f].count; ++c)
		{
			const descent_cut *cut = &run->d->faces[f].cuts[c];
			limit_product(cut->product, product_change(run, cut->product, cut->room, cut->change), &reach);
		}
	return reach;
}

/// Moves all products along `reach` while the vertices and the level move along `share`.
static void move_products(descent_run *run, double share, double reach)
{
	outer_work *work = run->work;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		descent_vertex *v = &run->d->vertices[i];
		for (uint32_t c = 0; c < v->count; ++c)
		{
			descent_level *l = &v->levels[c];
			double before = descent_room_below(l, work->now.x[i], run->level);
			double after = descent_room_below(l, v->to, run->level + share * run->level_step);
			double change = product_change(run, l->product, before, l->change);
			l->product = product_after(run, l->product, reach * change, before, after);
		}
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		const double *to[3];
		if (!descent_is_face(work, f))
			continue;
		corners_of(work, f, true, to);
		for (uint32_t c = 0; c < run->d->faces[f].count; ++c)
		{
			descent_cut *cut = &run->d->faces[f].cuts[c];
			double before = cut->room, change = product_change(run, cut->product, before, cut->change);
			cut->room = volume_of(to, work->body->points[cut->support], cut->by);
			cut->product = product_after(run, cut->product, reach * change, before, cut->room);
		}
	}
}

/// Moves the vertices and makes the surface convex again. False when the polytope no longer contains the body, which
/// only rounding can cause, or is flat.
static bool take_step(descent_run *run, double share)
{
	outer_work *work = run->work;
	move_products(run, share, reach_of_products(run));
	run->level += share * run->level_step;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		uint32_t i = run->d->system.vertex[place];
		memcpy(work->now.x[i], run->d->vertices[i].to, sizeof work->now.x[i]);
		work->now.distance[i] = run->d->vertices[i].distance;
	}
	work->now.error = run->worst;
	outer_keep(work);
	bool settled = shell_settle(&work->hull), changed = !settled;
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
		changed = true;
	}
	if (changed)
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
		v->count = v->next = v->last = 0;
		work->now.distance[i] = see_levels(work, i, work->now.x[i]);
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
		double share = reach_of(&run);
		bool ok = try_step(&run, share);
		outer_spend(work, cost);
		for (int tries = 1; tries < TRIES_MOST && !ok; ++tries)
		{
			double reach = reach_of(&run);
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
