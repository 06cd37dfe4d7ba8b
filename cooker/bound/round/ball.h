// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_BALL_H
#define KILN_COOKER_BOUND_BALL_H

#include "math/double3.h"

/// A ball in double. One that a fit has to hold: a point has radius 0.
typedef struct bound_ball
{
	kiln_d3 center;
	double radius;
} bound_ball;

/// The balls that decide the least ball around many: at most one more than there are dimensions.
typedef struct bound_support
{
	bound_ball balls[4];
	int count;
	bound_ball around; ///< the least ball that holds them
} bound_support;

/// Starts with the ball itself.
bound_support bound_support_of(bound_ball ball);

/// Takes a ball in that lies partly outside: the support of the least ball around the old support's and the new one.
/// False, and nothing changed, when rounding lets the ball grow no more.
bool bound_support_add(bound_support *support, bound_ball ball);

/// How far the ball reaches from `center`.
double bound_ball_reach(const bound_ball *ball, kiln_d3 center);

#endif
