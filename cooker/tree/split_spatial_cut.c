// SPDX-License-Identifier: MIT
#include "split_spatial.h"

/// Cutting triangles for spatial splits. In double, and rounded outwards: a part's box may be a little too big but
/// never too small.

/// The next float below a finite one.
static float float_below(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	if ((bits & 0x7fffffffu) == 0)
		bits = 0x80000001u;
	else
		bits += bits >> 31 ? 1u : UINT32_MAX;
	memcpy(&value, &bits, sizeof bits);
	return value;
}

/// Largest float that isn't above, smallest that isn't below.
static float round_down(double value)
{
	float nearest = (float)value;
	return (double)nearest > value ? float_below(nearest) : nearest;
}

static float round_up(double value)
{
	return -round_down(-value);
}

/// Grows a record's box to an interval on one axis.
static void grow(build_ref *part, int axis, float low, float high)
{
	if (low < part->min[axis])
		part->min[axis] = low;
	if (high > part->max[axis])
		part->max[axis] = high;
}

static void grow_by_corner(build_ref *part, const float corner[3])
{
	for (int axis = 0; axis < 3; ++axis)
		grow(part, axis, corner[axis], corner[axis]);
}

/// Grows both parts by the point where an edge crosses the plane.
static void grow_by_crossing(
	build_ref *left, build_ref *right, const float from[3], const float to[3], int axis, float at)
{
	double along = ((double)at - (double)from[axis]) / ((double)to[axis] - (double)from[axis]);
	for (int i = 0; i < 3; ++i)
	{
		double a = (double)from[i], b = (double)to[i];
		double point = a + along * (b - a);
		// More than the rounding of the few operations above.
		double slack = ((a < 0.0 ? -a : a) + (b < 0.0 ? -b : b)) * 0x1p-50;
		float low = i == axis ? at : round_down(point - slack);
		float high = i == axis ? at : round_up(point + slack);
		grow(left, i, low, high);
		grow(right, i, low, high);
	}
}

/// Grows the parts by a triangle's two sides of the plane.
static void cut_triangle(const float corner[3][3], int axis, float at, build_ref *left, build_ref *right)
{
	for (int i = 0; i < 3; ++i)
	{
		// Each edge is cut from its lower end, so that neighbours with the same edge get the same point.
		const float *from = corner[i], *to = corner[(i + 1) % 3];
		if (from[axis] <= at)
			grow_by_corner(left, from);
		if (from[axis] >= at)
			grow_by_corner(right, from);
		if (from[axis] < at && to[axis] > at)
			grow_by_crossing(left, right, from, to, axis, at);
		else if (from[axis] > at && to[axis] < at)
			grow_by_crossing(left, right, to, from, axis, at);
	}
}

/// Limits a part to a box; false if nothing is left.
static bool limit(build_ref *part, const float low[3], const float high[3])
{
	bool any = true;
	for (int axis = 0; axis < 3; ++axis)
	{
		if (part->min[axis] < low[axis])
			part->min[axis] = low[axis];
		if (part->max[axis] > high[axis])
			part->max[axis] = high[axis];
		any = any && part->min[axis] <= part->max[axis];
	}
	return any;
}

bool spatial_cut(const build_input *input, const build_ref *ref, int axis, float at, build_ref *left, build_ref *right)
{
	if (!(ref->min[axis] < at && at < ref->max[axis]))
		return false;
	build_ref low = *ref, high = *ref;
	low.max[axis] = at;
	high.min[axis] = at;
	*left = low;
	*right = high;
	if (!input->corners)
		return true;
	const build_ref nothing = {{3.0e38f, 3.0e38f, 3.0e38f}, ref->index, {-3.0e38f, -3.0e38f, -3.0e38f}, ref->zero};
	*left = *right = nothing;
	cut_triangle(input->corners[ref->index], axis, at, left, right);
	bool any_left = limit(left, low.min, low.max);
	bool any_right = limit(right, high.min, high.max);
	return any_left && any_right;
}
