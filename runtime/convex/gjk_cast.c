// SPDX-License-Identifier: MIT
#include "gjk.h"

#include <math.h>

/// Steps of Newton's method: it doubles the digits where bodies meet head-on, and gains one digit in two steps where
/// they graze.
#define STEPS_MOST 96

/// Contact at `time`. Where the cores still are apart, their distance tells the normal; otherwise it is the last plane's
/// that was reached.
static void meet(const kiln_convex *b, const kiln_gap *distance, double time, kiln_d3 last, kiln_meeting *meeting)
{
	// Below this the direction is mostly rounding.
	if (distance->upper > 0x1p12 * distance->rounding)
		last = kiln_d3_scale(distance->between, -1 / distance->upper);
	meeting->time = time;
	meeting->normal = last;
	meeting->point = kiln_d3_along(distance->on_b, b->margin, last);
}

bool kiln_gjk_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting)
{
	const double margin = a->margin + b->margin;
	const kiln_enough exactly = {0, HUGE_VAL};
	kiln_simplex simplex = {.count = 0};
	kiln_gap distance;
	kiln_d3 last = {0, 0, 0};
	double time = start;
	*meeting = (kiln_meeting){.time = start};
	for (int step = 0; step < STEPS_MOST; ++step)
	{
		kiln_gjk(a, kiln_d3_along(offset, time, direction), b, exactly, &simplex, &distance);
		double gap = distance.lower - margin;
		// The gap has its own rounding, that of the margin.
		if (!(gap > 0x1p4 * distance.rounding + 0x1p-48 * margin))
			break;
		double speed = kiln_d3_dot(distance.axis, direction);
		if (!(speed > 0))
			return false;
		double next = time + gap / speed;
		if (!(next <= limit))
			return false;
		last = kiln_d3_scale(distance.axis, -1);
		if (!(next > time))
			break;
		time = next;
	}
	if (kiln_d3_length2(last) == 0)
		meeting->from_start = true;
	else
		meet(b, &distance, time, last, meeting);
	return true;
}
