// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_BALL_H
#define KILN_PRIMITIVE_MOVING_BALL_H

#include "answer.h"
#include "bounds/core.h"
#include "math/rounding.h"
#include "sweep_feature.h"

/// A moving sphere, prepared for sweep_feature.h. Its unit is a power of two, which changes no digit and keeps squares
/// in range. The sphere is grown by more than the error of a contact's computation, so that no time is too late and no
/// path slips through between two features.
typedef struct kiln_moving_ball
{
	kiln_d3 motion; ///< in the caller's unit
	double unit;	///< factor from the caller's lengths to the swept ones
	double margin;	///< how much the sphere was grown, in the caller's unit
	kiln_ball_sweep sweep;
} kiln_moving_ball;

/// `size` bounds the radius and the coordinates relative to the center. `margin` is the caller's need in addition to
/// 2^-42 of `size`. This is more than the rounding, so that the direction at a point's contact is also longer than the
/// rounding.
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

/// The least length of a usable direction: at the start, where another direction may replace it, and at a contact.
static inline double kiln_moving_ball_least(const kiln_moving_ball *ball, bool start)
{
	return (start ? 0x1p16 : 0x1p-4) * ball->margin;
}

/// A unit normal of a contact. It is along `away`, from the point of contact or its core to the sphere's center, unless
/// `away` is no longer than `least` and so may be rounding. Then it is `rest` (zero: none), against the motion, or +z.
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
