// SPDX-License-Identifier: MIT
#include "touch.h"

static double component(kiln_d3 v, int i)
{
	return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/// Bounds the coordinates of box and triangle.
static double size_of(const kiln_solid *box, const kiln_d3 local[3])
{
	double size = kiln_double_max(kiln_d3_largest(local[0]), kiln_d3_largest(local[1]));
	return kiln_double_max(size, kiln_d3_largest(local[2])) + kiln_d3_largest(box->half);
}

/// Fills in the projections. `error` is what the axis' components may be wrong by, over 2^-49.
static kiln_box_axis project(
	const kiln_solid *box, const kiln_d3 local[3], kiln_d3 direction, double error, double scale2)
{
	double a = kiln_d3_dot(direction, local[0]);
	double b = kiln_d3_dot(direction, local[1]);
	double c = kiln_d3_dot(direction, local[2]);
	// A coordinate of the triangle carries a few roundings of 2^-53 from the subtraction of the center and the
	// rotation, and each product one more: together less than 2^-49 times axis times size.
	double margin = 0x1p-49 * error * size_of(box, local);
	return (kiln_box_axis){direction, kiln_double_min(a, kiln_double_min(b, c)),
		kiln_double_max(a, kiln_double_max(b, c)), kiln_d3_dot(kiln_d3_abs(direction), box->half) + margin, scale2};
}

kiln_box_axis kiln_box_axis_at(const kiln_solid *box, const kiln_d3 local[3], int index)
{
	if (index < 3)
		return project(box, local, (kiln_d3){index == 0, index == 1, index == 2}, 1, 1);
	if (index == 3)
	{
		kiln_d3 e = kiln_d3_sub(local[1], local[0]), f = kiln_d3_sub(local[2], local[0]);
		double error = 2 * kiln_d3_largest(e) * kiln_d3_largest(f);
		return project(box, local, kiln_d3_cross(e, f), error, kiln_d3_length2(e) * kiln_d3_length2(f));
	}
	int side = (index - 4) % 3, corner = (index - 4) / 3;
	kiln_d3 edge = kiln_d3_sub(local[(corner + 1) % 3], local[corner]);
	kiln_d3 direction = {0, -component(edge, 2), component(edge, 1)};
	if (side == 1)
		direction = (kiln_d3){component(edge, 2), 0, -component(edge, 0)};
	else if (side == 2)
		direction = (kiln_d3){-component(edge, 1), component(edge, 0), 0};
	return project(box, local, direction, kiln_d3_largest(edge), kiln_d3_length2(edge));
}

bool kiln_touch_box(const kiln_solid *box, const kiln_d3 seen[3])
{
	kiln_d3 local[3];
	kiln_box_see(box, seen, local);
	for (int i = 0; i < KILN_BOX_AXES; ++i)
	{
		kiln_box_axis axis = kiln_box_axis_at(box, local, i);
		if (axis.least > axis.radius || axis.most < -axis.radius)
			return false;
	}
	return true;
}
