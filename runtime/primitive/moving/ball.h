// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_BALL_H
#define KILN_PRIMITIVE_MOVING_BALL_H

#include "answer.h"
#include "bounds/core.h"
#include "math/rounding.h"
#include "sweep_feature.h"

/// A moving sphere, made ready for sweep_feature.h: in a unit that is a power of two, which changes no digit and keeps
/// squares in range, and grown by more than what the computation of a contact may be wrong by, so that no time is too late
/// and no way leads between two features.
typedef struct kiln_moving_ball
{
	kiln_d3 motion; ///< in the caller's unit
	double unit;	///< lengths times this are what is swept
	double margin;	///< by which it was grown, in the caller's unit
	kiln_ball_sweep sweep;
} kiln_moving_ball;

/// `size` bounds coordinates seen from the center, and the radius; `margin` what the caller needs beside 2^-42 of it,
/// which is more than the rounding, so that the direction at the contact of a point is more than that, too.
static inline kiln_moving_ball kiln_moving_ball_of(double radius, kiln_d3 motion, double size, double margin)
{
	kiln_moving_ball ball = {.motion = motion, .margin = 0x1p-42 * size + margin};
	ball.unit = size > 0 ? 1 / kiln_power_below(size) : 1;
	kiln_d3 direction = kiln_d3_scale(motion, ball.unit);
	ball.sweep = (kiln_ball_sweep){.direction = direction,
		.length2 = kiln_d3_length2(direction),
		.radius = (radius + ball.margin) * ball.unit,
		.best = 1};
	return ball;
}

/// What the length of a direction is to be at the start, where there is another to choose, and at a contact.
static inline double kiln_moving_ball_least(const kiln_moving_ball *ball, bool start)
{
	return (start ? 0x1p16 : 0x1p-4) * ball->margin;
}

/// A unit normal of a contact: along `away`, from the point of contact or its core to the sphere's center, unless that is
/// no longer than `least` and so may be rounding; then `rest` (zero: there is none), against the motion, or +z.
static inline kiln_d3 kiln_moving_ball_normal(const kiln_moving_ball *ball, kiln_d3 away, double least, kiln_d3 rest)
{
	kiln_d3 back = kilni_d3_unit(kiln_d3_scale(ball->motion, -1));
	if (kiln_d3_largest(away) > least)
		return kilni_d3_unit(away);
	if (kiln_d3_largest(rest) > 0)
		return kilni_d3_unit(rest);
	return kiln_d3_largest(back) > 0 ? back : (kiln_d3){0, 0, 1};
}

#endif
