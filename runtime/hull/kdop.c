// SPDX-License-Identifier: MIT
#include "extreme.h"

#include "bounds/kdop_turn.h"
#include "bounds/posing.h"

/// The axis in the coordinates of the hull before its turn.
static kiln_d3 turn_back(const kiln_posing *posing, int axis)
{
	const signed char *n = kiln_kdop_axis[axis];
	return kiln_posing_rotate_back(posing, (kiln_d3){n[0], n[1], n[2]});
}

/// The highest vertex along a direction.
static kiln_d3 top(const kiln_hull *hull, kiln_d3 direction, uint32_t *seed)
{
	return kiln_hull_point(hull, kilni_hull_extreme(hull, direction, seed));
}

/// Measures the extents of the turned hull; returns their greatest error.
static double measure(const kiln_hull *hull, const kiln_posing *posing, bool turns, const int *list, int count,
	uint32_t *seeds, kiln_kdop_extents *e)
{
	double most = 0;
	for (int i = 0; i < count; ++i)
	{
		int axis = list[i];
		kiln_d3 up = turn_back(posing, axis);
		kiln_d3 low = top(hull, kiln_d3_scale(up, -1), seeds ? &seeds[2 * axis] : NULL);
		kiln_d3 high = top(hull, up, seeds ? &seeds[2 * axis + 1] : NULL);
		e->min[axis] = turns ? kiln_d3_dot(up, low) * posing->scale : kiln_sum_low(kiln_kdop_along(axis, low, 0));
		e->max[axis] = turns ? kiln_d3_dot(up, high) * posing->scale : kiln_sum_high(kiln_kdop_along(axis, high, 0));
		most = kiln_double_max(most, kiln_double_max(kiln_double_abs(e->min[axis]), kiln_double_abs(e->max[axis])));
	}
	// Each coordinate of a turned direction has an error of 2^-48. So another vertex may reach farther than the one
	// found, by 2^-48 (|x| + |y| + |z|); the products and sums round, too. This sum |x| + |y| + |z| is at most 3.01
	// times the largest extent for every vertex: the extents on the axes x, y and z, on those of the corners, or on
	// those of the edges bound it.
	return turns ? 0x1p-45 * most : 0;
}

kiln_kdop kiln_hull_kdop(const kiln_hull *view, const kiln_pose *pose, uint32_t k, uint32_t seeds[2 * KILN_KDOP_AXES])
{
	kiln_kdop_slots slots;
	kiln_kdop kdop = kilni_kdop_nothing();
	if (!kiln_kdop_slots_of(k, &slots))
		return kdop;
	int list[KILN_KDOP_AXES], axes = kiln_kdop_list(&slots, list);
	if (!kiln_pose_valid(pose))
	{
		for (int i = 0; i < axes; ++i)
		{
			kdop.min[list[i]] = -HUGE_VALF;
			kdop.max[list[i]] = HUGE_VALF;
		}
		return kdop;
	}
	kiln_posing posing = kiln_posing_of(pose);
	kiln_kdop_extents extents;
	double room = measure(view, &posing, kiln_posing_turns(pose, &posing), list, axes, seeds, &extents);
	return kilni_kdop_place(&extents, list, axes, posing.translation, room);
}
