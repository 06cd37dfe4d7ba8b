// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_BALL_H
#define KILN_COOKER_BOUND_BALL_H

#include "math/double3.h"

/// A ball in double that a fit must contain: a point has radius 0.
typedef struct bound_ball
{
	kiln_d3 center;
	double radius;
} bound_ball;

/// The balls that determine the least ball around many balls: at most one more than the dimensions.
typedef struct bound_support
{
	bound_ball balls[4];
	int count;
	bound_ball around; ///< the least ball that contains them
} bound_support;

/// Makes the support of a single ball.
bound_support bound_support_of(bound_ball ball);

/// Adds a ball that lies partly outside: finds the support of the least ball around the old support and the new ball.
/// False, and no change, when rounding keeps the ball from growing.
bool bound_support_add(bound_support *support, bound_ball ball);

/// Returns the largest distance of the ball's points from `center`.
double bound_ball_reach(const bound_ball *ball, kiln_d3 center);

#endif
