// SPDX-License-Identifier: MIT
#include "outer.h"
#include "memory.h"

#include <string.h>

/// Searches for an outer polytope with few vertices, all close to the true hull. Makes several starts, moves each close
/// to the hull (relax.c), and then improves the best by moving single vertices from places where they matter little to
/// places with a large distance.

#define STARTS_MOST 16
/// With at most so many vertices, this number of starts is made before the best is improved.
#define FEW_VERTICES 16
#define FIRST_STARTS 4
#define MOVES_LISTED 8
#define TRIALS_MOST 24
/// A vertex moves to so many times the greatest distance outside a face. Nearer, a descent has to make room for it first.
#define PLACE 1.2
/// A start whose distance exceeds the wanted distance by this factor is given up, where allowed: before it is improved,
/// and after.
#define HOPELESS_BEFORE 4
#define HOPELESS_AFTER 2
/// A body is thin when its extents along its axes differ by more than this factor.
#define THIN (1.0 / 64)
/// Where all vertices descend at once, one of so many parts of the effort is not needed.
#define DESCENT_PARTS 13
/// Leaves a share of the allowed distance for rounding to float32.
#define ENOUGH 0.99

/// Moves the seed's vertices outwards by `offset` where the body ends along each of its axes, and in proportion
/// elsewhere. False when their hull then does not contain the body.
static bool stretch(outer_work *work, uint32_t count, double offset)
{
	for (uint32_t i = 0; i < count; ++i)
		body_stretch(work->body, work->body->points[work->seed[i]], offset, work->now.x[i]);
	// An affine map leaves the same hull, but for rounding.
	if (!shell_settle(&work->hull) && !outer_rebuild(work))
		return false;
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		if (work->hull.faces[f].v[0] != SHELL_NONE && outer_stand_out(work, &work->hull.faces[f]) > -1e-3 * offset)
			return false;
	return true;
}

/// Finds the least offset, to about a tenth, with which the seed's hull contains the body. False when no offset
/// suffices.
static bool stretch_enough(outer_work *work, uint32_t count, double reach)
{
	double offset = reach > 1e-12 ? 0.25 * reach : 1e-12, low = 0;
	for (uint32_t i = 0; i < count; ++i)
		memcpy(work->now.x[i], work->body->points[work->seed[i]], sizeof work->now.x[i]);
	if (!outer_rebuild(work))
		return false;
	while (!stretch(work, count, offset))
	{
		if (offset > 1e3)
			return false;
		low = offset;
		offset *= 2;
	}
	for (int step = 0; step < 4; ++step)
	{
		double middle = 0.5 * (low + offset);
		if (stretch(work, count, middle))
			offset = middle;
		else
			low = middle;
	}
	return stretch(work, count, offset);
}

/// Starts from the seed, moved outwards until its hull contains the body: face by face and as a whole. Keeps the nearer
/// of the two.
static bool start_from_seed(outer_work *work, uint32_t count, double reach)
{
	work->now.count = count;
	work->best.count = 0;
	for (uint32_t i = 0; i < count; ++i)
		memcpy(work->now.x[i], work->body->points[work->seed[i]], sizeof work->now.x[i]);
	for (uint32_t i = 0; i < count && count > SIMPLIFY_MANY; ++i)
		work->now.near[i] = work->body->surface.corner[work->seed[i]];
	if (outer_rebuild(work) && outer_repair(work, 0.1 * reach))
	{
		outer_measure(work);
		outer_keep(work);
	}
	if (stretch_enough(work, count, reach))
	{
		outer_measure(work);
		outer_keep(work);
	}
	return work->best.count != 0;
}

/// A vertex, and the cost of removing it: how far the body would extend beyond the others' hull.
typedef struct outer_cost
{
	double cost;
	uint32_t i;
} outer_cost;

/// Puts `item` into a list of at most `most`, by increasing cost.
static void insert_cost(outer_cost *list, uint32_t *count, uint32_t most, outer_cost item)
{
	uint32_t at = *count < most ? (*count)++ : most;
	if (at == most && item.cost >= list[--at].cost)
		return;
	for (; at > 0 && item.cost < list[at - 1].cost; --at)
		list[at] = list[at - 1];
	list[at] = item;
}

/// Places vertex `i` outside the middle of a face.
static void place_outside(outer_work *work, uint32_t i, uint32_t face)
{
	const shell_face *f = &work->hull.faces[face];
	for (int k = 0; k < 3; ++k)
	{
		double middle = 0;
		for (int c = 0; c < 3; ++c)
			middle += work->now.x[f->v[c]][k] / 3;
		work->now.x[i][k] = middle + PLACE * work->best.error * f->plane[k];
	}
}

/// Moves vertex `victim` from a place where it matters little to the outside of face `face`.
static bool relocate(outer_work *work, uint32_t victim, uint32_t face)
{
	place_outside(work, victim, face);
	return outer_rebuild(work) && outer_repair(work, 0.1 * work->best.error);
}

/// Lists the vertices whose removal costs least, and the faces whose corners have the largest distance.
static void list_moves(
	outer_work *work, outer_cost *victims, uint32_t *victim_count, outer_cost *faces, uint32_t *face_count)
{
	*victim_count = *face_count = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		outer_cost item = {-1e300, i};
		if (shell_is_hub(&work->hull, i))
			continue;
		if (work->hull.corner[i] != SHELL_NONE)
		{
			shell_face *hole;
			uint32_t count = shell_hole(&work->hull, i, &hole);
			for (uint32_t f = 0; f < count; ++f)
			{
				double out = outer_stand_out(work, &hole[f]);
				item.cost = out > item.cost ? out : item.cost;
			}
		}
		insert_cost(victims, victim_count, MOVES_LISTED, item);
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		const shell_face *face = &work->hull.faces[f];
		if (face->v[0] == SHELL_NONE)
			continue;
		double sum = 0;
		for (int k = 0; k < 3; ++k)
			sum -= work->now.distance[face->v[k]];
		insert_cost(faces, face_count, MOVES_LISTED, (outer_cost){sum, f});
	}
}

static void copy_places(outer_state *to, const outer_state *from)
{
	to->count = from->count;
	to->error = from->error;
	memcpy(to->x, from->x, from->count * sizeof *to->x);
	memcpy(to->distance, from->distance, from->count * sizeof *to->distance);
	memcpy(to->near, from->near, from->count * sizeof *to->near);
}

/// Moves single vertices from places where they matter little to places with a large distance, until the effort is used
/// up.
static void improve(outer_work *work)
{
	outer_cost victims[MOVES_LISTED], faces[MOVES_LISTED];
	uint32_t victim_count = 0, face_count = 0;
	double before = 0;
	for (uint32_t trial = 0; trial < TRIALS_MOST && work->effort > 0; ++trial)
	{
		if (trial == 0)
		{
			if (!outer_restore(work))
				return;
			list_moves(work, victims, &victim_count, faces, &face_count);
			copy_places(&work->held, &work->now);
			shell_copy(&work->held_hull, &work->hull);
			before = work->best.error;
		}
		else
		{
			copy_places(&work->now, &work->held);
			shell_copy(&work->hull, &work->held_hull);
		}
		uint32_t victim = trial % MOVES_LISTED, face = trial / MOVES_LISTED;
		victim = victims[victim < victim_count ? victim : 0].i;
		face = faces[face < face_count ? face : 0].i;
		outer_spend(work, work->now.count);
		if (relocate(work, victim, face))
			outer_relax(work, SWEEPS_MOST);
		if (work->best.error < 0.999 * before)
			trial = 0xffffffffu;
	}
}

/// Plates and needles: the volumes that a descent compares would differ by too much.
static bool is_thin(const simplify_body *body)
{
	double least = body->half[0], most = body->half[0];
	for (int k = 1; k < 3; ++k)
	{
		least = body->half[k] < least ? body->half[k] : least;
		most = body->half[k] > most ? body->half[k] : most;
	}
	return least < THIN * most;
}

static bool create_outer(const kilncook_context *context, outer_work *work)
{
	uint32_t n = work->capacity;
	outer_state *states[3] = {&work->now, &work->best, &work->held};
	bool ok = true;
	for (int k = 0; k < 3; ++k)
	{
		states[k]->x = cook_alloc(context, n, sizeof *states[k]->x);
		states[k]->distance = cook_alloc(context, n, sizeof *states[k]->distance);
		states[k]->near = cook_alloc_zero(context, n, sizeof *states[k]->near);
		ok = ok && states[k]->x && states[k]->distance && states[k]->near;
	}
	work->cut_capacity = 4 * (n + 8);
	work->cuts = cook_alloc(context, work->cut_capacity, sizeof *work->cuts);
	work->push = cook_alloc(context, n, sizeof *work->push);
	work->need = cook_alloc(context, 2 * (size_t)n + 4, sizeof *work->need);
	work->seed = cook_alloc(context, n, sizeof *work->seed);
	work->sample_first = cook_alloc(context, n, sizeof *work->sample_first);
	work->samples = cook_alloc(context, outer_sample_room(n), sizeof *work->samples);
	ok = shell_create(context, (const double(*)[3])work->now.x, n, n, false, &work->hull) && ok && work->cuts &&
		 work->push && work->seed && work->need && work->sample_first && work->samples;
	ok = shell_create(context, (const double(*)[3])work->now.x, n, n, false, &work->held_hull) && ok;
	work->hull.looks = work->body->steps;
	return (n > SYSTEM_MOST || is_thin(work->body) || descent_create(context, n, &work->descent)) && ok;
}

static void free_outer(const kilncook_context *context, outer_work *work)
{
	uint32_t n = work->capacity;
	outer_state *states[3] = {&work->now, &work->best, &work->held};
	for (int k = 0; k < 3; ++k)
	{
		cook_free(context, states[k]->x, n, sizeof *states[k]->x);
		cook_free(context, states[k]->distance, n, sizeof *states[k]->distance);
		cook_free(context, states[k]->near, n, sizeof *states[k]->near);
	}
	cook_free(context, work->cuts, work->cut_capacity, sizeof *work->cuts);
	cook_free(context, work->push, n, sizeof *work->push);
	cook_free(context, work->need, 2 * (size_t)n + 4, sizeof *work->need);
	cook_free(context, work->seed, n, sizeof *work->seed);
	cook_free(context, work->sample_first, n, sizeof *work->sample_first);
	cook_free(context, work->samples, outer_sample_room(n), sizeof *work->samples);
	shell_free(context, &work->hull);
	shell_free(context, &work->held_hull);
	descent_free(context, &work->descent);
}

/// Adds vertices, up to `most`, outside the faces whose corners have the largest distance.
static bool grow(outer_work *work, uint32_t most)
{
	while (work->now.count < most)
	{
		outer_cost faces[MOVES_LISTED], victims[MOVES_LISTED];
		uint32_t face_count, victim_count, room = most - work->now.count;
		list_moves(work, victims, &victim_count, faces, &face_count);
		for (uint32_t k = 0; k < face_count && k < room; ++k)
			place_outside(work, work->now.count++, faces[k].i);
		if (!outer_rebuild(work))
			return false;
		outer_measure(work);
		work->best.count = 0;
		if (!outer_relax(work, SETTLE_SWEEPS) || !outer_restore(work))
			return false;
	}
	return true;
}

/// Starts with all vertices, or with half of them and grows.
static bool start_number(outer_work *work, uint32_t start, uint32_t most, double left_out)
{
	uint32_t count = start == 1 && most >= 8 ? most / 2 : most;
	if (!start_from_seed(work, count, left_out) || !outer_restore(work))
		return false;
	if (count < most && !(outer_relax(work, SWEEPS_MOST) && outer_restore(work) && grow(work, most)))
		return false;
	return outer_relax(work, SWEEPS_MOST);
}

/// Keeps the best of all starts in `points`.
static void keep_result(const outer_work *work, uint32_t *count, double (*points)[3], double *error)
{
	if (work->best.count == 0 || (*count && work->best.error >= *error))
		return;
	*count = work->best.count;
	*error = work->best.error;
	memcpy(points, work->best.x, work->best.count * sizeof *points);
}

static bool is_hopeless(const simplify_body *body, uint32_t count, double error, double times)
{
	return body->give_up && count && error > times * body->enough;
}

bool simplify_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *seed, uint32_t *count,
	double (*points)[3], double *error)
{
	outer_work work = {.body = body, .capacity = *count};
	bool ok = create_outer(context, &work);
	if (ok)
	{
		uint32_t most = *count, random = 1;
		double left_out = *error;
		*count = 0;
		work.effort = body->effort - (work.descent.capacity ? body->effort / DESCENT_PARTS : 0);
		work.looked = *body->looks;
		memcpy(work.seed, seed, most * sizeof *seed);
		// Few vertices settle soon, and the start determines where they settle: it is worth improving only the best of
		// several starts.
		uint32_t first = most <= FEW_VERTICES ? FIRST_STARTS : 1;
		for (uint32_t start = 0; start < STARTS_MOST && work.effort > 0; ++start)
		{
			work.best.count = 0;
			bool started = start_number(&work, start, most, left_out);
			if (started && start >= first)
				improve(&work);
			keep_result(&work, count, points, error);
			if (start + 1 == first && is_hopeless(body, *count, *error, HOPELESS_BEFORE))
				break;
			if (start + 1 == first && *count)
			{
				work.best.count = *count;
				work.best.error = *error;
				memcpy(work.best.x, points, *count * sizeof *points);
				improve(&work);
				keep_result(&work, count, points, error);
			}
			// A failed start has not spent its effort yet.
			outer_spend(&work, 0);
			bool enough = *count && *error < ENOUGH * body->enough;
			if (enough || (start + 1 >= first && is_hopeless(body, *count, *error, HOPELESS_AFTER)))
				break;
			if (start > 0)
				body_scatter(body, most, work.seed, &random);
		}
	}
	free_outer(context, &work);
	return ok;
}
