// SPDX-License-Identifier: MIT
#include "extreme.h"

#include "bounds/outward.h"

/// The coordinate of a vertex that a row of the matrix gives. Products of two floats are exact in double.
static kiln_sum height_of(const float row[4], kiln_d3 p)
{
	kiln_sum sum = {(double)row[3], 0};
	sum = kiln_sum_add(sum, (double)row[0] * p.x);
	sum = kiln_sum_add(sum, (double)row[1] * p.y);
	return kiln_sum_add(sum, (double)row[2] * p.z);
}

/// The least and greatest coordinate that a row gives for the hull's vertices.
static void measure_row(const kiln_hull *hull, const float row[4], uint32_t seeds[2], float *low, float *high)
{
	kiln_d3 up = {(double)row[0], (double)row[1], (double)row[2]}, down = kiln_d3_scale(up, -1);
	*low = -HUGE_VALF;
	*high = HUGE_VALF;
	if (!kiln_total_finite(up.x + up.y + up.z + (double)row[3]))
		return;
	kiln_d3 bottom = kiln_hull_point(hull, kilni_hull_extreme(hull, down, seeds ? &seeds[0] : NULL));
	kiln_d3 top = kiln_hull_point(hull, kilni_hull_extreme(hull, up, seeds ? &seeds[1] : NULL));
	*low = kiln_tight_down(kiln_sum_low(height_of(row, bottom)));
	*high = kiln_tight_up(kiln_sum_high(height_of(row, top)));
}

kiln_aabb kiln_hull_aabb(const kiln_hull *view, const float matrix[12], uint32_t seeds[6])
{
	kiln_aabb box;
	measure_row(view, matrix, seeds, &box.min.x, &box.max.x);
	measure_row(view, matrix + 4, seeds ? seeds + 2 : NULL, &box.min.y, &box.max.y);
	measure_row(view, matrix + 8, seeds ? seeds + 4 : NULL, &box.min.z, &box.max.z);
	return box;
}
