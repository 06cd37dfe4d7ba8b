// SPDX-License-Identifier: MIT
#include "core.h"
#include "kdop_axes.h"

kiln_kdop kilni_kdop_nothing(void)
{
	kiln_kdop kdop;
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
	{
		kdop.min[i] = FLT_MAX;
		kdop.max[i] = -FLT_MAX;
	}
	return kdop;
}

/// Compares without a branch, so that compilers vectorise the loop.
static inline bool sound_run(const kiln_kdop *kdop, int from, int to)
{
	unsigned bad = 0;
	for (int i = from; i < to; ++i)
		bad |= (unsigned)!(kdop->min[i] >= -FLT_MAX) | (unsigned)!(kdop->max[i] <= FLT_MAX) |
			   (unsigned)!(kdop->min[i] <= kdop->max[i]);
	return bad == 0;
}

bool kilni_sound_kdop(const kiln_kdop *kdop, const kiln_kdop_slots *slots)
{
	return sound_run(kdop, slots->first, slots->first_end) && sound_run(kdop, slots->second, slots->second_end);
}

/// Compares without a branch for every axis.
static inline bool run_apart(const kiln_kdop *a, const kiln_kdop *b, int from, int to)
{
	unsigned apart = 0;
	for (int i = from; i < to; ++i)
		apart |= (unsigned)(a->min[i] > b->max[i]) | (unsigned)(b->min[i] > a->max[i]);
	return apart != 0;
}

bool kiln_overlaps_kdop_kdop(const kiln_kdop *a, const kiln_kdop *b, uint32_t k)
{
	kiln_kdop_slots slots;
	if (!kiln_kdop_slots_of(k, &slots))
		return true;
	bool apart = run_apart(a, b, slots.first, slots.first_end) || run_apart(a, b, slots.second, slots.second_end);
	return !apart || !kilni_sound_kdop(a, &slots) || !kilni_sound_kdop(b, &slots);
}

bool kiln_overlaps_sphere_kdop(const kiln_sphere *a, const kiln_kdop *b, uint32_t k)
{
	kiln_kdop_slots slots;
	if (!kiln_kdop_slots_of(k, &slots))
		return true;
	int list[KILN_KDOP_AXES], count = kiln_kdop_list(&slots, list);
	kiln_d3 center = kiln_d3_from(a->center);
	bool apart = false;
	for (int i = 0; i < count && !apart; ++i)
	{
		int axis = list[i];
		double reach = (double)a->radius * kiln_kdop_length(axis) * (1 + 0x1p-52);
		kiln_sum above = kiln_kdop_along(axis, center, -(double)b->max[axis]);
		kiln_sum below = kiln_kdop_along(axis, center, -(double)b->min[axis]);
		apart = kiln_sum_low(above) > reach || -kiln_sum_high(below) > reach;
	}
	return !apart || !kilni_sound_sphere(a) || !kilni_sound_kdop(b, &slots);
}

/// The box's least or greatest axis . p.
static kiln_sum box_along(int axis, const kiln_aabb *box, bool high, double start)
{
	const signed char *n = kiln_kdop_axis[axis];
	kiln_vec3 positive = high ? box->max : box->min, negative = high ? box->min : box->max;
	kiln_d3 corner = {(double)(n[0] > 0 ? positive.x : negative.x), (double)(n[1] > 0 ? positive.y : negative.y),
		(double)(n[2] > 0 ? positive.z : negative.z)};
	return kiln_kdop_along(axis, corner, start);
}

bool kiln_overlaps_aabb_kdop(const kiln_aabb *a, const kiln_kdop *b, uint32_t k)
{
	kiln_kdop_slots slots;
	if (!kiln_kdop_slots_of(k, &slots))
		return true;
	int list[KILN_KDOP_AXES], count = kiln_kdop_list(&slots, list);
	bool apart = false;
	for (int i = 0; i < count && !apart; ++i)
	{
		int axis = list[i];
		apart = kiln_sum_low(box_along(axis, a, false, -(double)b->max[axis])) > 0 ||
				kiln_sum_high(box_along(axis, a, true, -(double)b->min[axis])) < 0;
	}
	return !apart || !kilni_sound_aabb(a) || !kilni_sound_kdop(b, &slots);
}

/// The lesser number; NaN if either is NaN.
static float least(float a, float b)
{
	return a < b || a != a ? a : b;
}

kiln_kdop kiln_kdop_merge(const kiln_kdop *a, const kiln_kdop *b, uint32_t k)
{
	kiln_kdop merged = kilni_kdop_nothing();
	kiln_kdop_slots slots;
	int list[KILN_KDOP_AXES], count = kiln_kdop_slots_of(k, &slots) ? kiln_kdop_list(&slots, list) : 0;
	for (int i = 0; i < count; ++i)
	{
		int axis = list[i];
		merged.min[axis] = least(a->min[axis], b->min[axis]);
		merged.max[axis] = -least(-a->max[axis], -b->max[axis]);
	}
	return merged;
}

kiln_kdop kiln_kdop_translate(const kiln_kdop *kdop, kiln_vec3 shift, uint32_t k)
{
	kiln_kdop moved = kilni_kdop_nothing();
	kiln_kdop_slots slots;
	int list[KILN_KDOP_AXES], count = kiln_kdop_slots_of(k, &slots) ? kiln_kdop_list(&slots, list) : 0;
	for (int i = 0; i < count; ++i)
	{
		int axis = list[i];
		kiln_d3 by = kiln_d3_from(shift);
		moved.min[axis] = kiln_tight_down(kiln_sum_low(kiln_kdop_along(axis, by, (double)kdop->min[axis])));
		moved.max[axis] = kiln_tight_up(kiln_sum_high(kiln_kdop_along(axis, by, (double)kdop->max[axis])));
	}
	return moved;
}
