// SPDX-License-Identifier: MIT
#include "split_spatial.h"

#include <string.h>

/// Cuts triangles for spatial splits. Intersection points are computed in double and widened by more than their
/// rounding error: a part's box may be slightly too large but is never too small.

static vec4 corner_load(const float corner[3])
{
	return vec4_set(corner[0], corner[1], corner[2], 0.0f);
}

/// Grows a box to an interval of points.
static box4 grow(box4 box, vec4 low, vec4 high)
{
	return (box4){vec4_min(box.min, low), vec4_max(box.max, high)};
}

/// Computes the point where an edge crosses the plane, as an interval that contains it.
static box4 crossing(const float from[3], const float to[3], int axis, float at)
{
	double along = ((double)at - (double)from[axis]) / ((double)to[axis] - (double)from[axis]);
	float low[4] = {0}, high[4] = {0};
	for (int i = 0; i < 3; ++i)
	{
		double a = (double)from[i], b = (double)to[i];
		double point = a + along * (b - a);
		// A float's rounding is at most 2^-24 of its size; the constant covers denormals.
		double slack = ((a < 0.0 ? -a : a) + (b < 0.0 ? -b : b)) * 0x1p-23 + 0x1p-148;
		low[i] = (float)(point - slack);
		high[i] = (float)(point + slack);
	}
	low[axis] = high[axis] = at;
	return (box4){vec4_load(low), vec4_load(high)};
}

/// Computes the boxes of a triangle's parts on both sides of the plane.
static void cut_triangle(const float corner[3][3], int axis, float at, box4 *left, box4 *right)
{
	for (int i = 0; i < 3; ++i)
	{
		const float *from = corner[i], *to = corner[(i + 1) % 3];
		vec4 point = corner_load(from);
		if (from[axis] <= at)
			*left = grow(*left, point, point);
		if (from[axis] >= at)
			*right = grow(*right, point, point);
		if ((from[axis] < at && to[axis] > at) || (from[axis] > at && to[axis] < at))
		{
			box4 across = crossing(from, to, axis, at);
			*left = box4_union(*left, across);
			*right = box4_union(*right, across);
		}
	}
}

/// Clips a part's box to a box; false if nothing is left.
static bool limit(box4 *part, box4 to)
{
	float extent[4];
	part->min = vec4_max(part->min, to.min);
	part->max = vec4_min(part->max, to.max);
	vec4_store(extent, vec4_sub(part->max, part->min));
	return extent[0] >= 0.0f && extent[1] >= 0.0f && extent[2] >= 0.0f;
}

bool spatial_cut(const build_input *input, uint32_t primitive, box4 box, int axis, float at, box4 *left, box4 *right)
{
	float low[4], high[4];
	vec4_store(low, box.min);
	vec4_store(high, box.max);
	if (!(low[axis] < at && at < high[axis]))
		return false;
	low[axis] = high[axis] = at;
	const box4 left_half = {box.min, vec4_load(high)}, right_half = {vec4_load(low), box.max};
	*left = left_half;
	*right = right_half;
	float gathered[3][3];
	const float(*corner)[3] = (const float(*)[3])gathered;
	if (input->corners)
		corner = input->corners[primitive];
	else if (input->triangles)
		for (int i = 0; i < 3; ++i)
			memcpy(gathered[i], input->vertices[input->triangles[primitive][i]], sizeof gathered[i]);
	else
		return true;
	*left = *right = box4_empty();
	cut_triangle(corner, axis, at, left, right);
	bool any_left = limit(left, left_half);
	bool any_right = limit(right, right_half);
	return any_left && any_right;
}
