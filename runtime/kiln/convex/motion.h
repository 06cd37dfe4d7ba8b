// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MOTION_H
#define KILN_CONVEX_MOTION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Time at which two convex objects that move and turn first touch. kiln/convex/cast.h has straight motion without
/// rotation. kiln_pair_time_of_impact takes whole assets.

/// A motion over 0 <= t <= 1. `center`, in the shape's own coordinates, moves along a line at constant speed. The
/// rotation is the normalised mean (1 - t) from + t to of the unit quaternions of both ends, with the signs that make
/// the shorter way. The shape turns around one axis. With theta the angle between both ends, at most 180 degrees, the
/// speed is at most 4 tan(theta / 4), in the middle, and at least 2 sin(theta / 2). At exactly 180 degrees both ways
/// round are equally short, and the given signs decide. More than half a turn takes several sweeps.
///
/// A sweep is usable where both poses are finite, translations and center are at most KILN_COORDINATE_MAX, and both
/// scales are equal (0 stands for 1).
typedef struct kiln_sweep
{
	kiln_pose from, to; ///< both with the same scale
	kiln_vec3 center;	///< a point that moves straight, such as the center of mass; of no effect without rotation
} kiln_sweep;

/// Computes the pose of a sweep at t, rounded to float32: `from` for t <= 0 and NaN, `to` for t >= 1, both bit for bit;
/// {0} for a sweep that is not usable.
KILN_API kiln_pose kiln_sweep_at(const kiln_sweep *sweep, float t);

/// A method to find the time of contact. kiln/school.h has one more.
typedef struct kiln_time_of_impact_method kiln_time_of_impact_method;

/// First contact of two moving objects.
typedef struct kiln_convex_impact
{
	bool hit;		  ///< false: proved that there is no contact; all fields except `steps` are zero
	bool inside;	  ///< a common point at the start, or no plane was found between the objects: t is 0
	float t;		  ///< never later than the exact time of contact
	float gap;		  ///< at t the objects are at most this far apart; above the tolerance: contact is not proved
	kiln_vec3 point;  ///< at t, in the middle between both surfaces
	kiln_vec3 normal; ///< unit, at t, from b to a; `inside`: the shortest way out, from kiln_convex_penetration
	kiln_feature feature_a, feature_b; ///< the features nearest at t, as in kiln_convex_distance
	uint32_t steps;					   ///< number of computed distances
} kiln_convex_impact;

/// Finds the first contact of two moving objects, each on its own sweep. `tolerance` is the distance that counts as
/// touching, 0 .. KILN_COORDINATE_MAX; 0 stands for 2^-20 of half the sum of the diagonals of both shapes' boxes.
///
/// `method` NULL is bilateral advancement (Catto 2013). A separating axis turns with a face, stays perpendicular to two
/// edges, or stands still. Bilateral advancement brackets the time when this axis stops separating the objects, and
/// approaches that time from the near side, as far as bounds of the second derivative prove. All methods are certified:
/// a step passes only an interval of time that is proved free of contact. So nothing tunnels, however thin and fast it
/// is. Differences below some 2^-42 of the coordinate differences, and 2^-47 of the coordinates, are not resolved.
///
/// The shapes are proved apart before t, allowing for rounding. `gap` is the most that may remain at t, mostly half the
/// tolerance. Shapes that pass each other within the tolerance may be hit.
///
/// A hit with a `gap` above the tolerance (by more than the shapes move while float32 rounds t) is not proved: the
/// search ended before the gap was small enough, and the shapes may not meet at all. They are apart up to t, `gap`
/// remains there, and a sweep from there may find more. The search ends early for two reasons. Bodies as long and thin
/// as kiln/convex/distance.h states leave GJK no better gap. Or 256 distances were computed: proofs cover little time
/// where the gap is small beside the reach of the larger body and both turn fast, such as bodies that roll along each
/// other, or a body that is hundreds of times as large as the other and turns past it.
///
/// KILN_E_ARGUMENT, with `impact` zero, for shapes or sweeps that are not usable, and a NaN or negative tolerance.
KILN_API kiln_status kiln_convex_time_of_impact(const kiln_convex_shape *a, const kiln_sweep *sweep_a,
	const kiln_convex_shape *b, const kiln_sweep *sweep_b, float tolerance, const kiln_time_of_impact_method *method,
	kiln_convex_impact *impact);

#ifdef __cplusplus
}
#endif

#endif
