// SPDX-License-Identifier: MIT
#include "extreme.h"

#include "math/rounding.h"

#include <math.h>

/// More than the rounding of a height along a row, whose products are exact.
static double slack_of(const kiln_hull *hull, kiln_d3 row)
{
	kiln_d3 low = kiln_d3_abs(kiln_d3_from(hull->low)), high = kiln_d3_abs(kiln_d3_from(hull->high));
	return 0x1p-50 * kiln_d3_dot(kiln_d3_abs(row), kiln_d3_max(low, high));
}

/// Heights of the highest and the lowest vertex along a row.
static void measure_row(const kiln_hull *hull, const float row[3], uint32_t seeds[2], float *low, float *high)
{
	kiln_d3 up = {(double)row[0], (double)row[1], (double)row[2]}, down = kiln_d3_scale(up, -1);
	*low = -HUGE_VALF;
	*high = HUGE_VALF;
	// Written so that NaN fails.
	if (!(kiln_double_abs(up.x) + kiln_double_abs(up.y) + kiln_double_abs(up.z) <= 0x1p+200))
		return;
	kiln_d3 bottom = kiln_hull_point(hull, kiln_hull_extreme(hull, down, seeds ? &seeds[0] : NULL));
	kiln_d3 top = kiln_hull_point(hull, kiln_hull_extreme(hull, up, seeds ? &seeds[1] : NULL));
	*low = kiln_float_down(kiln_d3_dot(up, bottom) - slack_of(hull, up));
	*high = kiln_float_up(kiln_d3_dot(up, top) + slack_of(hull, up));
}

kiln_aabb kiln_hull_aabb(const kiln_hull *view, const float matrix[9], uint32_t seeds[6])
{
	kiln_aabb box;
	measure_row(view, matrix, seeds, &box.min.x, &box.max.x);
	measure_row(view, matrix + 3, seeds ? seeds + 2 : NULL, &box.min.y, &box.max.y);
	measure_row(view, matrix + 6, seeds ? seeds + 4 : NULL, &box.min.z, &box.max.z);
	return box;
}
