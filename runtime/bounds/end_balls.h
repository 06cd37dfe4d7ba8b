// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_END_BALLS_H
#define KILN_BOUNDS_END_BALLS_H

#include "core.h"

/// Balls at the ends or corners of cores of at most two sides. A capsule or lozenge is the convex hull of its balls. So
/// a convex body that holds the balls holds the capsule or lozenge; merging relies on this.

#define KILN_END_BALLS_MAX 8

typedef struct kiln_end_ball
{
	kiln_d3 center; ///< relative to a reference point that all balls of a set share
	double radius;	///< with room for the rounding of the center
} kiln_end_ball;

typedef struct kiln_end_balls
{
	kiln_d3 reference; ///< exact
	kiln_end_ball ball[KILN_END_BALLS_MAX];
	int count;
} kiln_end_balls;

static inline void kiln_end_balls_add(kiln_end_balls *balls, const kiln_core *core)
{
	if (balls->count == 0)
		balls->reference = core->anchor;
	kiln_d3 center = kiln_d3_add(kiln_d3_sub(core->anchor, balls->reference), core->offset);
	kiln_d3 size = kiln_d3_abs(center);
	for (int i = 0; i < core->count; ++i)
		size = kiln_d3_add(size, kiln_d3_scale(kiln_d3_abs(core->side[i]), 2));
	// A difference, three sums and the halves: less than 8 roundings of 2^-53 in each coordinate.
	double room = 0x1p-50 * (size.x + size.y + size.z);
	for (int corner = 0; corner < 1 << core->count; ++corner)
	{
		kiln_d3 at = center;
		for (int i = 0; i < core->count; ++i)
			at = kiln_d3_along(at, corner >> i & 1 ? 1 : -1, core->side[i]);
		balls->ball[balls->count++] = (kiln_end_ball){at, core->radius + room};
	}
}

#endif
