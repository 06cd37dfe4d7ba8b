// SPDX-License-Identifier: MIT
#include "core.h"
#include "math/rounding.h"

/// The time at which two displaced boxes first touch: by the slabs of their relative motion (Ericson 2005, 5.5.8).

/// A box at time 0 and its displacement until time 1, as last set.
typedef struct moving_box
{
	kiln_aabb box;
	kiln_vec3 way;
} moving_box;

/// The box as last set; for a displaced one, the box around its whole way.
static const kiln_aabb *box_of(const kiln_broadphase *broadphase, uint32_t index)
{
	return kiln_proxy_is_pending(broadphase, index) ? &broadphase->core->next[index] : &broadphase->boxes[index];
}

static moving_box moving_box_of(const kiln_broadphase *broadphase, uint32_t index)
{
	const kiln_broadphase_core *core = broadphase->core;
	bool pending = kiln_proxy_is_pending(broadphase, index);
	moving_box moving = {
		.box = *box_of(broadphase, index), .way = pending ? core->slots[index].way : broadphase->ways[index]};
	if (moving.way.x != 0 || moving.way.y != 0 || moving.way.z != 0)
		moving.box = core->starts[index];
	return moving;
}

static bool is_there(const kiln_broadphase *broadphase, uint32_t index)
{
	return index < broadphase->end && broadphase->core->slots[index].there;
}

/// The later of `t` and the time at which two sides, `gap` apart, meet at this rate.
static double later(double t, double gap, double rate)
{
	double at = gap > 0 && rate < 0 ? gap / -rate : 0;
	return at > t ? at : t;
}

bool kiln_broadphase_pair_time(const kiln_broadphase *broadphase, kiln_proxy_pair pair, float *t)
{
	if (t)
		*t = 0;
	if (!broadphase || !t || pair.a == pair.b || !is_there(broadphase, pair.a) || !is_there(broadphase, pair.b))
		return false;
	const moving_box a = moving_box_of(broadphase, pair.a), b = moving_box_of(broadphase, pair.b);
	if (!kiln_boxes_overlap(box_of(broadphase, pair.a), box_of(broadphase, pair.b)) ||
		!kilni_boxes_meet(&a.box, a.way, &b.box, b.way))
		return false;
	const double rate[3] = {
		(double)a.way.x - (double)b.way.x, (double)a.way.y - (double)b.way.y, (double)a.way.z - (double)b.way.z};
	const kiln_vec3 low = a.box.min, high = a.box.max, other_low = b.box.min, other_high = b.box.max;
	double first = later(0, (double)low.x - (double)other_high.x, rate[0]);
	first = later(first, (double)low.y - (double)other_high.y, rate[1]);
	first = later(first, (double)low.z - (double)other_high.z, rate[2]);
	first = later(first, (double)other_low.x - (double)high.x, -rate[0]);
	first = later(first, (double)other_low.y - (double)high.y, -rate[1]);
	first = later(first, (double)other_low.z - (double)high.z, -rate[2]);
	*t = first < 1 ? (float)first : 1;
	return true;
}
