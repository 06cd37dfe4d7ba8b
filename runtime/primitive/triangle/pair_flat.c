// SPDX-License-Identifier: MIT
#include "pair_signs.h"

/// A point projected along an axis.
static kiln_d2 seen_along(const kiln_d3 *p, int axis)
{
	return axis == 0 ? (kiln_d2){p->y, p->z} : axis == 1 ? (kiln_d2){p->z, p->x} : (kiln_d2){p->x, p->y};
}

static double turn_along(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, int axis)
{
	return kilni_orient2_sign(seen_along(o, axis), seen_along(a, axis), seen_along(b, axis));
}

/// An axis along which the projections of the three points are not on one line, or -1. If double finds any area, the
/// axis with the largest area.
static int axis_of(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b)
{
	kiln_d3 n = kiln_d3_abs(kiln_d3_cross(kiln_d3_sub(*a, *o), kiln_d3_sub(*b, *o)));
	int best = n.x >= n.y ? (n.x >= n.z ? 0 : 2) : (n.y >= n.z ? 1 : 2);
	for (int i = 0; i < 3; ++i)
	{
		int axis = (best + i) % 3;
		if (turn_along(o, a, b, axis) != 0)
			return axis;
	}
	return -1;
}

/// axis_of for two segments: for their outermost points and any other point.
static int axis_of_segments(const kiln_d3 *const ends[4])
{
	const kiln_d3 *low = kilni_lexically_less(ends[2], ends[0]) ? ends[2] : ends[0];
	const kiln_d3 *high = kilni_lexically_less(ends[1], ends[3]) ? ends[3] : ends[1];
	for (int i = 0; i < 4; ++i)
	{
		int axis = axis_of(low, high, ends[i]);
		if (axis >= 0)
			return axis;
	}
	return -1;
}

bool kilni_flatten(const kiln_d3 a[3], const kiln_d3 b[3], kiln_flat *flat)
{
	int axis = axis_of(&a[0], &a[1], &a[2]);
	if (axis < 0)
		axis = axis_of(&b[0], &b[1], &b[2]);
	if (axis < 0)
	{
		kiln_ends of_a = kilni_ends_of(a), of_b = kilni_ends_of(b);
		const kiln_d3 *const ends[4] = {&a[of_a.low], &a[of_a.high], &b[of_b.low], &b[of_b.high]};
		if (kilni_orient3_sign(ends[0], ends[1], ends[2], ends[3]) != 0)
			return false;
		axis = axis_of_segments(ends);
	}
	flat->line = axis < 0;
	if (flat->line)
		return true;
	for (int i = 0; i < 3; ++i)
	{
		flat->a[i] = seen_along(&a[i], axis);
		flat->b[i] = seen_along(&b[i], axis);
	}
	flat->turn_a = kilni_orient2_sign(flat->a[0], flat->a[1], flat->a[2]);
	flat->turn_b = kilni_orient2_sign(flat->b[0], flat->b[1], flat->b[2]);
	return true;
}

/// Whether an edge of `t` has all of `other` strictly on its outer side; a segment has two outer sides.
static bool edge_separates(const kiln_d2 t[3], double turn, const kiln_d2 other[3])
{
	for (int i = 0; i < 3; ++i)
	{
		bool left = turn <= 0, right = turn >= 0;
		for (int k = 0; k < 3 && (left || right); ++k)
		{
			double side = kilni_orient2_sign(t[i], t[(i + 1) % 3], other[k]);
			left &= side > 0;
			right &= side < 0;
		}
		if (left || right)
			return true;
	}
	return false;
}

bool kilni_flat_touches(const kiln_flat *flat, const kiln_d3 a[3], const kiln_d3 b[3])
{
	if (!flat->line)
		return !edge_separates(flat->a, flat->turn_a, flat->b) && !edge_separates(flat->b, flat->turn_b, flat->a);
	kiln_ends of_a = kilni_ends_of(a), of_b = kilni_ends_of(b);
	return !kilni_lexically_less(&a[of_a.high], &b[of_b.low]) && !kilni_lexically_less(&b[of_b.high], &a[of_a.low]);
}
