// SPDX-License-Identifier: MIT
#include "gjk.h"

#include <math.h>

/// More steps than any pair of bodies has been seen to take; what is known by then is answered.
#define STEPS_MOST 128
#define SIDEWAYS_MOST 8

/// A distance under way.
typedef struct gjk_work
{
	const kiln_convex *a, *b;
	kiln_d3 offset;
	kiln_simplex *simplex;
	kiln_d3 w[4];	 ///< b - a - offset of the simplex
	double size;	 ///< bounds the coordinates seen so far
	kiln_d3 v;		 ///< the simplex's point closest to the origin
	double length2;	 ///< of v
	kiln_d3 next[3]; ///< a new difference, and its points of a and b
	int sideways;	 ///< steps that brought it no nearer
} gjk_work;

static kiln_d3 difference(gjk_work *work, kiln_d3 a, kiln_d3 b)
{
	// Bounds the terms, which may cancel.
	double size = kiln_d3_largest(a) + kiln_d3_largest(b) + kiln_d3_largest(work->offset);
	work->size = kiln_double_max(work->size, size);
	return kiln_d3_sub(kiln_d3_sub(b, a), work->offset);
}

/// The difference farthest along -v.
static void ask(gjk_work *work, kiln_d3 v)
{
	kiln_simplex *simplex = work->simplex;
	work->next[1] = kiln_convex_support(work->a, v, &simplex->seed_a);
	work->next[2] = kiln_convex_support(work->b, kiln_d3_scale(v, -1), &simplex->seed_b);
	work->next[0] = difference(work, work->next[1], work->next[2]);
}

static bool is_known(const gjk_work *work)
{
	const kiln_d3 *n = &work->next[0];
	for (uint32_t i = 0; i < work->simplex->count; ++i)
		if (work->w[i].x == n->x && work->w[i].y == n->y && work->w[i].z == n->z)
			return true;
	return false;
}

/// The point of a simplex with these weights. That of a triangle that is higher than far away is taken from its plane:
/// the normal's direction then is right to the last digits, even if the sum of the corners cancels to nothing.
static kiln_d3 point_of(const kiln_d3 w[4], const uint32_t kept[4], const double weight[4], uint32_t count)
{
	kiln_d3 v = {0, 0, 0};
	if (count == 4)
		return v;
	for (uint32_t i = 0; i < count; ++i)
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	if (count < 3)
		return v;
	kiln_d3 a = w[kept[0]], e = kiln_d3_sub(w[kept[1]], a), f = kiln_d3_sub(w[kept[2]], a);
	kiln_d3 normal = kiln_d3_cross(e, f);
	double side2 =
		kiln_double_max(kiln_d3_length2(kiln_d3_sub(e, f)), kiln_double_max(kiln_d3_length2(e), kiln_d3_length2(f)));
	double length2 = kiln_d3_length2(normal);
	if (!(length2 > 4 * side2 * kiln_d3_length2(v)))
		return v;
	// Of the plane's height above the origin, the sum is as good as any corner.
	return kiln_d3_scale(normal, kiln_d3_dot(normal, v) / length2);
}

/// Moves to the closest point of the simplex with, if `added`, the new difference. False when that is no nearer: the
/// simplex then stays as it was. A gap g of the bounds may hide in (g / size)^2 of the length, below its rounding: a few
/// steps may be sideways.
static bool descend(gjk_work *work, bool added)
{
	kiln_simplex *simplex = work->simplex, old = *simplex;
	kiln_d3 w[4];
	uint32_t count = simplex->count, kept[4];
	double weight[4];
	for (uint32_t i = 0; i < count; ++i)
		w[i] = work->w[i];
	if (added)
	{
		w[count] = work->next[0];
		old.a[count] = work->next[1];
		old.b[count++] = work->next[2];
	}
	uint32_t left = kiln_simplex_closest(w, count, kept, weight);
	kiln_d3 v = point_of(w, kept, weight, left);
	double length2 = kiln_d3_length2(v);
	if (added && !(length2 < work->length2))
	{
		double same = sqrt(work->length2) + 0x1p-51 * work->size;
		if (!(length2 <= same * same) || work->sideways == SIDEWAYS_MOST)
			return false;
		++work->sideways;
	}
	simplex->count = left;
	for (uint32_t i = 0; i < left; ++i)
	{
		work->w[i] = w[kept[i]];
		simplex->a[i] = old.a[kept[i]];
		simplex->b[i] = old.b[kept[i]];
		simplex->weight[i] = weight[i];
	}
	work->v = v;
	work->length2 = length2;
	return true;
}

static void begin(gjk_work *work)
{
	kiln_simplex *simplex = work->simplex;
	if (!simplex->seeded)
	{
		simplex->seeded = true;
		simplex->seed_a = simplex->seed_b = KILN_NONE;
	}
	if (simplex->count == 0)
	{
		ask(work, kiln_d3_sub(kiln_d3_sub(work->b->center, work->a->center), work->offset));
		simplex->count = 1;
		simplex->a[0] = work->next[1];
		simplex->b[0] = work->next[2];
	}
	for (uint32_t i = 0; i < simplex->count; ++i)
		work->w[i] = difference(work, simplex->a[i], simplex->b[i]);
	descend(work, false);
}

static bool is_enough(const gjk_work *work, const kiln_gap *gap, double upper, const kiln_enough *enough)
{
	if (gap->lower - 0x1p-47 * work->size > enough->far)
		return true;
	return enough->part > 0 && gap->lower - enough->floor > enough->part * (upper - enough->floor);
}

static void finish(const gjk_work *work, kiln_gap *distance)
{
	const kiln_simplex *simplex = work->simplex;
	kiln_d3 on_a = work->offset, on_b = {0, 0, 0};
	for (uint32_t i = 0; i < simplex->count; ++i)
	{
		on_a = kiln_d3_along(on_a, simplex->weight[i], simplex->a[i]);
		on_b = kiln_d3_along(on_b, simplex->weight[i], simplex->b[i]);
	}
	distance->on_a = on_a;
	distance->on_b = on_b;
	distance->between = work->v;
	distance->upper = sqrt(work->length2);
	distance->rounding = 0x1p-47 * work->size;
	distance->lower = kiln_double_min(distance->lower, distance->upper);
}

void kiln_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance)
{
	gjk_work work = {.a = a, .b = b, .offset = offset, .simplex = simplex};
	*distance = (kiln_gap){.lower = 0};
	begin(&work);
	for (int step = 0; step < STEPS_MOST; ++step)
	{
		double upper = sqrt(work.length2);
		if (!(upper > enough.near) || !(upper > 0x1p-47 * work.size))
			break;
		ask(&work, work.v);
		// How far the plane at right angles to v through the new difference is from the origin.
		double lower = kiln_d3_dot(work.v, work.next[0]) / upper - 0x1p-49 * work.size;
		if (lower > distance->lower)
		{
			distance->lower = lower;
			distance->axis = kiln_d3_scale(work.v, 1 / upper);
		}
		double gap = kiln_d3_dot(work.v, kiln_d3_sub(work.v, work.next[0])) / upper;
		if (is_enough(&work, distance, upper, &enough) || !(gap > 0x1p-46 * work.size) || is_known(&work))
			break;
		if (!descend(&work, true))
			break;
	}
	finish(&work, distance);
}
