// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MOTION_H
#define KILN_CONVEX_MOTION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// When two convex objects that move and turn first touch.

/// A motion over 0 <= t <= 1. `center`, in the shape's own coordinates, moves along a line at constant speed; the rotation
/// is the normalised mean of both ends' quaternions, the shorter way round.
typedef struct kiln_sweep
{
	kiln_pose from, to; ///< of one scale
	kiln_vec3 center;
} kiln_sweep;

/// Where a sweep is at t, 0 .. 1.
kiln_pose kiln_sweep_at(const kiln_sweep *sweep, float t);

typedef enum kiln_advancement
{
	KILN_ADVANCEMENT_BILATERAL = 0,	   ///< from both sides of the contact (Catto 2013)
	KILN_ADVANCEMENT_CONSERVATIVE = 1, ///< Mirtich 1996
	KILN_ADVANCEMENT_COUNT = 2,
} kiln_advancement;

typedef struct kiln_time_of_impact
{
	bool hit;				 ///< false: none from 0 to 1
	bool inside;			 ///< they have a point in common at the start: t is 0
	float t;				 ///< never later than the exact time of contact
	float gap;				 ///< at t they are at most this far apart
	kiln_vec3 point, normal; ///< at t; unit, from b to a
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< distances that were computed
} kiln_time_of_impact;

/// First contact of two moving objects. `tolerance`: how near counts as touching, > 0; 0: 2^-20 of the coordinates.
kiln_status kiln_convex_time_of_impact(const kiln_convex_shape *a, const kiln_sweep *sweep_a,
	const kiln_convex_shape *b, const kiln_sweep *sweep_b, kiln_advancement method, float tolerance,
	kiln_time_of_impact *impact);

#ifdef __cplusplus
}
#endif

#endif
