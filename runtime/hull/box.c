// SPDX-License-Identifier: MIT
#include "along.h"

#include "math/rounding.h"

#include <math.h>

/// Heights of the highest and the lowest vertex along a row: what is added outwards is more than rounding takes away.
static void measure_row(const kiln_hull *hull, const float row[3], uint32_t seeds[2], float *low, float *high)
{
	kiln_d3 direction = {(double)row[0], (double)row[1], (double)row[2]};
	float *bound[2] = {low, high};
	*low = -HUGE_VALF;
	*high = HUGE_VALF;
	for (int end = 0; end < 2; ++end)
	{
		kiln_along along;
		double sign = end ? 1 : -1, height = 0, slack = 0;
		kiln_d3 way = kiln_d3_scale(direction, sign);
		uint32_t vertex = kiln_hull_extreme(hull, way, seeds ? &seeds[end] : NULL);
		if (kiln_along_make(&along, hull, way))
		{
			height = kiln_along_height(&along, vertex);
			slack = along.bound;
		}
		else if (!(kiln_double_abs(way.x) + kiln_double_abs(way.y) + kiln_double_abs(way.z) <= 0))
			return;
		*bound[end] = end ? kiln_float_up(height + slack) : kiln_float_down(-height - slack);
	}
}

kiln_aabb kiln_hull_aabb(const kiln_hull *view, const float matrix[9], uint32_t seeds[6])
{
	kiln_aabb box;
	measure_row(view, matrix, seeds, &box.min.x, &box.max.x);
	measure_row(view, matrix + 3, seeds ? seeds + 2 : NULL, &box.min.y, &box.max.y);
	measure_row(view, matrix + 6, seeds ? seeds + 4 : NULL, &box.min.z, &box.max.z);
	return box;
}
