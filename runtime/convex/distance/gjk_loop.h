// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_GJK_LOOP_H
#define KILN_CONVEX_GJK_LOOP_H

#include "convex/shape/support_hull.h"
#include "gjk.h"
#include "simplex_quick.h"

#include <math.h>

/// The method of gjk.h, with the instructions that the translation unit has selected for simd/simd8.h.

#ifdef KILN_SUPPORT_WIDE
/// The same with AVX2, for machines that have it; the bits are equal.
void kilni_gjk_wide(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance);
#endif

/// More steps than any pair of bodies has been seen to take; the bounds so far are the answer then.
#define KILN_GJK_STEPS 128
#define KILN_GJK_SIDEWAYS 8

/// The state of a distance. Points are computed in place in the caller's simplex. Numbers that were stored one by one
/// are read and copied one by one: a copy by pairs has to wait for the stores.
typedef struct kiln_gjk_work
{
	const kiln_convex *a, *b;
	const kiln_d3 *offset;
	kiln_simplex *simplex;
	kiln_simplex_solve *solve; ///< NULL: the quick way, if it applies
	double size;			   ///< bounds the coordinates
	kiln_quick_limits limits;
	uint32_t count;				  ///< of the simplex; the point behind is the next one
	uint32_t start_a, start_b;	  ///< seeds of the supports on hulls
	bool far_a, far_b;			  ///< the hull has so many vertices that the last answer is always a good seed
	uint32_t last_a, last_b;	  ///< the last answers
	int sideways;				  ///< steps that did not come nearer
	kiln_d3 w[KILN_SIMPLEX_ROOM]; ///< the simplex's points: b - a - offset
	kiln_d3 v;					  ///< the point of the simplex closest to the origin
	double length2;				  ///< of v
} kiln_gjk_work;

/// The size of two cores; the start of a distance whose size is set; and the step by the whole method (see gjk.c). They
/// are compiled once for all instruction sets.
double kilni_gjk_size(const kiln_convex *a, const kiln_convex *b, const kiln_d3 *offset);
void kilni_gjk_begin(kiln_gjk_work *work);
bool kilni_gjk_descend(kiln_gjk_work *work, uint32_t added);

static inline void kiln_gjk_copy(kiln_d3 *to, const kiln_d3 *from)
{
	to->x = from->x;
	to->y = from->y;
	to->z = from->z;
}

/// The largest component, without a branch.
static inline double kiln_gjk_largest(kiln_d3 a)
{
	return kiln_double_max(fabs(a.x), kiln_double_max(fabs(a.y), fabs(a.z)));
}

/// kilni_gjk_begin without a simplex, for hulls that are not large.
static inline void kiln_gjk_begin_cold(kiln_gjk_work *work)
{
	const kiln_simplex *simplex = work->simplex;
	work->limits = kiln_quick_limits_of(work->size);
	work->sideways = 0;
	work->start_a = work->last_a = simplex->seeded ? simplex->seed_a : KILN_NONE;
	work->start_b = work->last_b = simplex->seeded ? simplex->seed_b : KILN_NONE;
	work->far_a = work->far_b = false;
	work->count = 0;
	kiln_gjk_copy(&work->v, &simplex->first);
	if (work->v.x == 0 && work->v.y == 0 && work->v.z == 0)
		work->v = kiln_d3_sub(kiln_d3_sub(work->b->center, work->a->center), *work->offset);
	work->length2 = kiln_d3_length2(work->v);
}

/// Sets the difference of a point that is set.
static inline void kiln_gjk_set_difference(kiln_gjk_work *work, uint32_t i)
{
	const kiln_d3 *a = &work->simplex->a[i], *b = &work->simplex->b[i], *offset = work->offset;
	work->w[i] = (kiln_d3){b->x - a->x - offset->x, b->y - a->y - offset->y, b->z - a->z - offset->z};
}

/// Moves a point to the place of another.
static inline void kiln_gjk_move_point(kiln_gjk_work *work, uint32_t to, uint32_t from)
{
	kiln_simplex *simplex = work->simplex;
	kiln_gjk_copy(&work->w[to], &work->w[from]);
	kiln_gjk_copy(&simplex->a[to], &simplex->a[from]);
	kiln_gjk_copy(&simplex->b[to], &simplex->b[from]);
	simplex->number_a[to] = simplex->number_a[from];
	simplex->number_b[to] = simplex->number_b[from];
}

KILN_ALWAYS_INLINE void kiln_gjk_support(
	const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point)
{
	if (!convex->hull || convex->plus)
		kilni_convex_support_to(convex, direction, seed, point);
	else if (KILN_SUPPORT_IS_INLINE)
		*point = kiln_support_of_hull(convex, direction, seed);
	else
		kilni_convex_hull_support(convex, direction, seed, point);
}

/// Sets the point behind the simplex to the difference farthest along -v.
KILN_ALWAYS_INLINE void kiln_gjk_extend(kiln_gjk_work *work)
{
	kiln_simplex *simplex = work->simplex;
	const uint32_t next = work->count;
	const kiln_d3 v = {work->v.x, work->v.y, work->v.z}, back = kiln_d3_scale(v, -1);
	uint32_t a = work->start_a, b = work->start_b;
	kiln_gjk_support(work->a, &v, &a, &simplex->a[next]);
	kiln_gjk_support(work->b, &back, &b, &simplex->b[next]);
	// The directions of later steps differ too much for a walk on a hull of a few vertices.
	work->start_a = work->far_a ? a : KILN_NONE;
	work->start_b = work->far_b ? b : KILN_NONE;
	simplex->number_a[next] = work->last_a = a;
	simplex->number_b[next] = work->last_b = b;
	kiln_gjk_set_difference(work, next);
}

static inline bool kiln_gjk_is_known(const kiln_gjk_work *work)
{
	const kiln_d3 *n = &work->w[work->count];
	for (uint32_t i = 0; i < work->count; ++i)
		if (work->w[i].x == n->x && work->w[i].y == n->y && work->w[i].z == n->z)
			return true;
	return false;
}

/// Whether the vertices that were just found are a point of the simplex, without branches. Of hulls, which know each vertex by its number:
/// such a point ends the search, which is known before its height is.
static inline bool kiln_gjk_is_repeated(const kiln_gjk_work *work, uint32_t count)
{
	const uint32_t *a = work->simplex->number_a, *b = work->simplex->number_b, last_a = work->last_a;
	const uint32_t last_b = work->last_b;
	uint32_t first = (uint32_t)(a[0] == last_a) & (uint32_t)(b[0] == last_b);
	uint32_t second = (uint32_t)(count > 1) & (uint32_t)(a[1] == last_a) & (uint32_t)(b[1] == last_b);
	uint32_t third = (uint32_t)(count > 2) & (uint32_t)(a[2] == last_a) & (uint32_t)(b[2] == last_b);
	return first | second | third;
}

/// Drops the points that the quick way does not need: points 1, 2 and 3 of `quick` are 0, 1 and 2 here.
static inline void kiln_gjk_keep_quick(kiln_gjk_work *work, const kiln_quick *quick)
{
	double *weight = work->simplex->weight;
	uint32_t newest = work->count, place = quick->count - 1;
	if (quick->count == 3)
	{
		// The place of the point that is not kept.
		place = 5 - quick->kept[0] - quick->kept[1];
		weight[quick->kept[0] - 1] = quick->weight[1];
		weight[quick->kept[1] - 1] = quick->weight[2];
	}
	else if (quick->count == 2)
	{
		if (quick->kept[0] != 1)
			kiln_gjk_move_point(work, 0, quick->kept[0] - 1);
		weight[0] = quick->weight[1];
	}
	else
		for (uint32_t i = 0; i + 1 < quick->count; ++i)
			weight[i] = quick->weight[i + 1];
	if (place != newest)
		kiln_gjk_move_point(work, place, newest);
	weight[place] = quick->weight[0];
	work->count = quick->count;
	kiln_gjk_copy(&work->v, &quick->v);
	work->length2 = quick->length2;
}

/// The closest point of the simplex and the newest point behind it, by the short way, if it is nearer than `length2`.
/// quick->count is 0 if it is not, or if the short way declines.
KILN_ALWAYS_INLINE void kiln_gjk_find_quickly(const kiln_gjk_work *work, double length2, kiln_quick *quick)
{
	const kiln_d3 *w = work->w;
	*quick = (kiln_quick){.length2 = length2};
	bool found;
	switch (work->count)
	{
	case 1:
		found = kiln_quick_segment(w[1], kiln_d3_sub(w[0], w[1]), 1, quick);
		break;
	case 2:
		found = kiln_quick_three(&w[2], &w[0], &w[1], work->limits, quick);
		break;
	default:
		found = kiln_quick_four(&w[3], &w[0], &w[1], &w[2], work->limits, quick);
		break;
	}
	if (!found)
		quick->count = 0;
}

/// The step to the newest point by the short way. Returns false, and changes nothing, if the short way declines or
/// comes no nearer.
static inline bool kiln_gjk_descend_quickly(kiln_gjk_work *work)
{
	kiln_quick quick;
	kiln_gjk_find_quickly(work, work->length2, &quick);
	if (quick.count == 0)
		return false;
	kiln_gjk_keep_quick(work, &quick);
	return true;
}

/// Makes the first point the simplex.
static inline void kiln_gjk_take_first(kiln_gjk_work *work)
{
	work->count = 1;
	work->simplex->weight[0] = 1;
	kiln_gjk_copy(&work->v, &work->w[0]);
	work->length2 = kiln_d3_length2(work->v);
}

static inline bool kiln_gjk_is_enough(const kiln_gjk_work *work, double lower, double upper, const kiln_enough *enough)
{
	if (lower - 0x1p-47 * work->size > enough->far)
		return true;
	return enough->part > 0 && lower - enough->floor > enough->part * (upper - enough->floor);
}

/// The step to the newest point by the whole method. Returns false if the search ends.
static inline bool kiln_gjk_go_on(kiln_gjk_work *work)
{
	if (!kiln_gjk_is_known(work) && kilni_gjk_descend(work, 1))
		return true;
	// Rounding ends the search before the bounds meet. A caller's solver may be far off by then, for needles.
	if (!work->solve)
		return false;
	work->solve = NULL;
	kilni_gjk_descend(work, 0);
	return true;
}

static inline void kiln_gjk_finish(const kiln_gjk_work *work, kiln_gap *distance)
{
	kiln_simplex *simplex = work->simplex;
	const double *weight = simplex->weight;
	kiln_d3 on_a = kiln_d3_along(*work->offset, weight[0], simplex->a[0]);
	if (work->count > 1)
		on_a = kiln_d3_along(on_a, weight[1], simplex->a[1]);
	if (work->count > 2)
		on_a = kiln_d3_along(on_a, weight[2], simplex->a[2]);
	if (work->count > 3)
		on_a = kiln_d3_along(on_a, weight[3], simplex->a[3]);
	simplex->seeded = true;
	simplex->seed_a = work->last_a;
	simplex->seed_b = work->last_b;
	simplex->count = work->count;
	distance->on_a = on_a;
	distance->on_b = kiln_d3_add(on_a, work->v);
	kiln_gjk_copy(&distance->between, &work->v);
	distance->upper = sqrt(work->length2);
	distance->rounding = 0x1p-47 * work->size;
	distance->lower = kiln_double_min(distance->lower, distance->upper);
}

/// Whether the support's number says which vertex it is.
static inline bool kiln_gjk_numbers(const kiln_convex *convex)
{
	return convex->hull ? !convex->plus : kiln_convex_is_box(convex);
}

/// The loop of kilni_gjk_by.
static inline void kiln_gjk_loop(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset,
	const kiln_convex *b, const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
	kiln_gjk_work work;
	work.a = a;
	work.b = b;
	work.offset = offset;
	work.simplex = simplex;
	work.solve = solve;
	// Every axis is stored beside the best one, and then perhaps made the best, without a branch.
	kiln_d3 axis[2];
	double best = 0, length[2];
	uint32_t kept = 0;
	axis[0] = (kiln_d3){0, 0, 0};
	length[0] = 1;
	work.size = kilni_gjk_size(a, b, offset);
	kilni_gjk_begin(&work);
	const double rounding = 0x1p-49 * work.size;
	const double nothing = kiln_double_max(enough->near, 4 * rounding);
	const bool numbered = kiln_gjk_numbers(a) && kiln_gjk_numbers(b);
	uint32_t step = 0;
	while (step < KILN_GJK_STEPS)
	{
		// Before the first point, v is only a direction.
		double upper = sqrt(work.length2);
		if (!(upper > nothing) && work.count > 0)
			break;
		kiln_gjk_extend(&work);
		++step;
		// The distance from the origin to the plane perpendicular to v through the new difference.
		double height = kiln_d3_dot(work.v, work.w[work.count]), lower = height / upper - rounding;
		kiln_gjk_copy(&axis[kept ^ 1], &work.v);
		length[kept ^ 1] = upper;
		kept ^= lower > best;
		best = kiln_double_max(lower, best);
		double gap = work.length2 - height;
		if (work.count == 0)
		{
			kiln_gjk_take_first(&work);
			if (lower - 4 * rounding > enough->far)
				break;
			continue;
		}
		if (numbered && !work.solve && kiln_gjk_is_repeated(&work, work.count))
			break;
		if (kiln_gjk_is_enough(&work, best, upper, enough) || !(gap > 8 * rounding * upper))
			break;
		if (!work.solve && kiln_gjk_descend_quickly(&work))
		{
			// They overlap, which is known before the length is.
			if (work.count == 4)
				break;
			continue;
		}
		if (!kiln_gjk_go_on(&work))
			break;
	}
	distance->lower = best;
	distance->axis = kiln_d3_scale(axis[kept], 1 / length[kept]);
	distance->steps = step;
	kiln_gjk_finish(&work, distance);
}

#endif
