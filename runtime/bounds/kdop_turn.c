// SPDX-License-Identifier: MIT
#include "kdop_turn.h"
#include "posing.h"

kiln_kdop kilni_kdop_place(
	const kiln_kdop_extents *extents, const int *list, int count, kiln_d3 translation, double room)
{
	kiln_kdop kdop = kilni_kdop_nothing();
	for (int i = 0; i < count; ++i)
	{
		int axis = list[i];
		double wider = room * kiln_kdop_length(axis) * (1 + 0x1p-51);
		kiln_sum low = kiln_sum_add((kiln_sum){extents->min[axis], 0}, -wider);
		kiln_sum high = kiln_sum_add((kiln_sum){extents->max[axis], 0}, wider);
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
		return kilni_kdop_nothing();
	int list[KILN_KDOP_AXES], axes = kiln_kdop_list(&slots, list);
	kiln_posing posing = kiln_posing_of(pose);
	bool turns = kiln_posing_turns(pose, &posing);
	kiln_kdop_extents e;
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
			// A sum of three coordinates, each wrong by this much.
			error = kiln_double_max(error, 3 * kiln_posing_turn_error(&posing, p));
			p = kiln_posing_turn(&posing, p);
		}
		for (int j = 0; j < axes; ++j)
		{
			kiln_sum along = kiln_kdop_along(list[j], p, 0);
			e.min[list[j]] = kiln_double_min(e.min[list[j]], kiln_sum_low(along));
			e.max[list[j]] = kiln_double_max(e.max[list[j]], kiln_sum_high(along));
		}
	}
	// A comparison with NaN would skip the point.
	if (!kiln_total_finite(total))
		error = HUGE_VAL;
	return kilni_kdop_place(&e, list, axes, posing.translation, error + (double)margin * posing.scale);
}
