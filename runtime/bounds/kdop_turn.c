// SPDX-License-Identifier: MIT
#include "climb.h"
#include "kdop_axes.h"
#include "motion.h"

/// What is known of turned points before they are moved and rounded: extents on the axes, without the translation.
typedef struct extents
{
	double min[KILN_KDOP_AXES], max[KILN_KDOP_AXES];
} extents;

/// Extents, widened by `room` times each axis's length, at their place.
static kiln_kdop place(const extents *e, const int *list, int count, kiln_d3 translation, double room)
{
	kiln_kdop kdop = kiln_kdop_nothing();
	for (int i = 0; i < count; ++i)
	{
		int axis = list[i];
		double wider = room * kiln_kdop_length(axis) * (1 + 0x1p-51);
		kiln_sum low = kiln_sum_add((kiln_sum){e->min[axis], 0}, -wider);
		kiln_sum high = kiln_sum_add((kiln_sum){e->max[axis], 0}, wider);
		kiln_sum shift = kiln_kdop_along(axis, translation, 0);
		low = kiln_sum_add(low, kiln_sum_low(shift));
		high = kiln_sum_add(high, kiln_sum_high(shift));
		kdop.min[axis] = kiln_tight_down(kiln_sum_low(low));
		kdop.max[axis] = kiln_tight_up(kiln_sum_high(high));
	}
	return kdop;
}

kiln_kdop kiln_kdop_from_points(
	const kiln_vec3 *points, uint32_t count, float margin, const kiln_pose *pose, uint32_t k)
{
	kiln_kdop_slots slots;
	if (count == 0 || !kiln_kdop_slots_of(k, &slots))
		return kiln_kdop_nothing();
	int list[KILN_KDOP_AXES], axes = kiln_kdop_list(&slots, list);
	kiln_motion motion = kiln_motion_of(pose);
	bool turns = pose->rotation.x != 0 || pose->rotation.y != 0 || pose->rotation.z != 0 || motion.scale != 1;
	extents e;
	double error = 0, total = 0;
	for (int i = 0; i < axes; ++i)
	{
		e.min[list[i]] = HUGE_VAL;
		e.max[list[i]] = -HUGE_VAL;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_from(points[i]);
		total += p.x + p.y + p.z;
		if (turns)
		{
			// Three coordinates of a sum, each off by so much.
			error = kiln_double_max(error, 3 * kiln_motion_turn_error(&motion, p));
			p = kiln_motion_turn(&motion, p);
		}
		for (int j = 0; j < axes; ++j)
		{
			kiln_sum along = kiln_kdop_along(list[j], p, 0);
			e.min[list[j]] = kiln_double_min(e.min[list[j]], kiln_sum_low(along));
			e.max[list[j]] = kiln_double_max(e.max[list[j]], kiln_sum_high(along));
		}
	}
	// A comparison with NaN would pass over the point.
	if (!kiln_total_finite(total))
		error = HUGE_VAL;
	return place(&e, list, axes, motion.translation, error + (double)margin * motion.scale);
}

/// The axis as seen from the unturned points: R^t axis.
static kiln_d3 turn_back(const kiln_motion *motion, int axis)
{
	const signed char *n = kiln_kdop_axis[axis];
	kiln_d3 direction = kiln_d3_scale(motion->row[0], n[0]);
	return kiln_d3_along(kiln_d3_along(direction, n[1], motion->row[1]), n[2], motion->row[2]);
}

kiln_kdop kiln_kdop_climb(const kiln_hull_graph *hull, const kiln_pose *pose, uint32_t k, uint32_t seeds[26])
{
	kiln_kdop_slots slots;
	if (hull->count == 0 || !kiln_kdop_slots_of(k, &slots))
		return kiln_kdop_nothing();
	int list[KILN_KDOP_AXES], axes = kiln_kdop_list(&slots, list);
	kiln_motion motion = kiln_motion_of(pose);
	extents e;
	double most = 0;
	for (int i = 0; i < axes; ++i)
	{
		int axis = list[i];
		kiln_d3 direction = turn_back(&motion, axis);
		seeds[2 * axis] = kiln_climb(hull, kiln_d3_scale(direction, -1), seeds[2 * axis]);
		seeds[2 * axis + 1] = kiln_climb(hull, direction, seeds[2 * axis + 1]);
		kiln_d3 low = kiln_d3_from(hull->points[seeds[2 * axis]]),
				high = kiln_d3_from(hull->points[seeds[2 * axis + 1]]);
		e.min[axis] = kiln_d3_dot(direction, low) * motion.scale;
		e.max[axis] = kiln_d3_dot(direction, high) * motion.scale;
		most = kiln_double_max(most, kiln_double_max(kiln_double_abs(e.min[axis]), kiln_double_abs(e.max[axis])));
	}
	// The directions are off by 2^-48 in each coordinate, so that another vertex may reach farther than the one found,
	// by 2^-48 (|x| + |y| + |z|); and the products and sums round. No vertex is farther from the origin, by that sum,
	// than 3.01 times the largest extent: x, y and z, the corners, or the edges bound it.
	return place(&e, list, axes, motion.translation, 0x1p-45 * most);
}
