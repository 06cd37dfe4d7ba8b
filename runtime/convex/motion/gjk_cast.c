// SPDX-License-Identifier: MIT
#include "convex/distance/gjk.h"

#include <math.h>

/// The most steps of Newton's method. It doubles the digits where bodies meet head-on, and gains one digit in two steps
/// where they graze.
#define STEPS_MOST 96

/// Sets the contact at `time`. If the cores are still apart, and a plane proves this, the normal is the direction of
/// their distance; otherwise it is that of the last plane that was reached. (For touching needles and sheets, the
/// search may end with two points farther apart than rounding and no plane between them: the line through those points
/// is not a normal.)
static void meet(const kiln_convex *b, const kiln_gap *gap, double time, kiln_d3 last, kiln_meeting *meeting)
{
	// Below this the direction is mostly rounding.
	if (gap->upper > 0x1p12 * gap->rounding && gap->lower > 0.5 * gap->upper)
		last = kiln_d3_scale(gap->between, -1 / gap->upper);
	meeting->time = time;
	meeting->normal = last;
	meeting->point = kiln_d3_along(gap->on_b, b->margin, last);
}

/// Cores are in contact within this many roundings of the sum of the margins: 2^-40 of the coordinates.
#define CONTACT 0x1p7

/// Measures the gap at `offset`. Far from contact, any separating plane is enough for the next step; within 2^-22 of
/// the size the normal matters. (Exact distances on the whole way make curved bodies two to three times as slow.)
/// `rounding` is that of the step before: contact needs no plane.
static void measure(
	const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, double rounding, kiln_simplex *simplex, kiln_gap *gap)
{
	const double margin = a->margin + b->margin, near = margin + CONTACT * rounding;
	kilni_gjk(a, offset, b, (kiln_enough){near, HUGE_VAL, 0.9375, margin}, simplex, gap);
	if (gap->upper > near && gap->upper - margin <= 0x1p25 * gap->rounding)
		kilni_gjk(a, offset, b, (kiln_enough){near, HUGE_VAL, 0, 0}, simplex, gap);
}

bool kilni_gjk_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting)
{
	const double margin = a->margin + b->margin;
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap = {.rounding = 0};
	kiln_d3 last = {0, 0, 0};
	double time = start;
	*meeting = (kiln_meeting){.time = start};
	for (int step = 0; step < STEPS_MOST; ++step)
	{
		measure(a, kiln_d3_along(offset, time, direction), b, gap.rounding, &simplex, &gap);
		double apart = gap.lower - margin;
		// The margin has its own rounding.
		if (gap.upper - margin <= CONTACT * gap.rounding || !(apart > 0x1p4 * gap.rounding + 0x1p-48 * margin))
			break;
		double speed = kiln_d3_dot(gap.axis, direction);
		if (!(speed > 0))
			return false;
		double next = time + apart / speed;
		if (!(next <= limit))
			return false;
		last = kiln_d3_scale(gap.axis, -1);
		if (!(next > time))
			break;
		time = next;
	}
	if (kiln_d3_length2(last) == 0)
		meeting->from_start = true;
	else
		meet(b, &gap, time, last, meeting);
	return true;
}
