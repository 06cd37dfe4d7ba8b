// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MOTION_H
#define KILN_CONVEX_MOTION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// When two convex objects that move and turn first touch. Straight motion without rotation: kiln/convex/cast.h; whole
/// assets: kiln_pair_time_of_impact.

/// A motion over 0 <= t <= 1. `center`, in the shape's own coordinates, moves along a line at constant speed. The rotation
/// is the normalised mean (1 - t) from + t to of both ends' unit quaternions, of whose two signs those are taken that make
/// for the shorter way. It turns around one axis; with theta the angle between both ends, at most 180 degrees, the speed
/// is at most 4 tan(theta / 4), in the middle, and at least 2 sin(theta / 2). At exactly 180 degrees either way round is
/// the shorter one: the signs that were given then tell. More than half a turn takes several sweeps.
///
/// Usable: both poses finite, translations and center at most KILN_COORDINATE_MAX, scales equal (0 stands for 1).
typedef struct kiln_sweep
{
	kiln_pose from, to; ///< of one scale
	kiln_vec3 center;	///< a point that moves straight, such as the center of mass; of no meaning without rotation
} kiln_sweep;

/// Where a sweep is at t, rounded to float32. `from` for t <= 0 and NaN, `to` for t >= 1, to the bit; {0} for a sweep that is
/// not usable.
KILN_API kiln_pose kiln_sweep_at(const kiln_sweep *sweep, float t);

/// Ways to the time. Both are certified: each interval of time that is passed has been proved free of contact, so that
/// nothing tunnels, however thin and fast it is.
typedef uint32_t kiln_advancement;
enum kiln_advancement_values
{
	/// From both sides of the contact (Catto 2013): along a separating axis that turns with a face, stays at right angles to
	/// two edges or stands still, the time at which it separates no longer is bracketed, and approached from the near side as
	/// bounds of the second derivative prove.
	KILN_ADVANCEMENT_BILATERAL = 0,
	/// Conservative advancement (Mirtich 1996): as far as the gap lasts at the speed at which it could close at most. One
	/// distance a step, and for shapes that turn on many steps.
	KILN_ADVANCEMENT_CONSERVATIVE = 1,
	KILN_ADVANCEMENT_END = 2,
};

/// The first contact of two moving objects.
typedef struct kiln_convex_impact
{
	bool hit;		  ///< false: proved that there is none; the other fields but `steps` are zero
	bool inside;	  ///< they have a point in common at the start, or no plane was found between them: t is 0
	float t;		  ///< never later than the exact time of contact
	float gap;		  ///< at t they are at most this far apart; above the tolerance: contact is not proved
	kiln_vec3 point;  ///< at t, in the middle between both surfaces
	kiln_vec3 normal; ///< at t: unit, from b to a; `inside`: kiln_convex_penetration's, along which they part soonest
	kiln_feature feature_a, feature_b; ///< nearest at t, as of kiln_convex_distance
	uint32_t steps;					   ///< distances that were computed
} kiln_convex_impact;

/// First contact of two moving objects, each by its own sweep. `tolerance`: how near counts as touching, 0 ..
/// KILN_COORDINATE_MAX; 0: 2^-20 of the sum of half the diagonals of both shapes' boxes. No less than some 2^-42 of the
/// coordinate differences, and 2^-47 of the coordinates, is told apart from it.
///
/// t: the shapes are proved apart before it, allowing for rounding, and `gap` is what may be left at t, most often half the
/// tolerance. Shapes that pass each other within the tolerance may be hit.
///
/// A hit with a `gap` above the tolerance (by more than the shapes move while float32 rounds t) is not proved: the search ended
/// before it came that near, and whether they meet at all is open. They are apart up to t, `gap` is what is left there, and a
/// sweep from there may tell more. It ends early where bodies as long and thin as kiln/convex/distance.h tells leave GJK no
/// better gap, and where 256 distances were computed: proofs are short where the gap is small next to how far the larger body
/// reaches and both turn fast, such as bodies that roll along each other, and those of which one is hundreds of times as large
/// and turns past the other.
///
/// KILN_E_ARGUMENT, with `impact` zero, for shapes or sweeps that are not usable, a NaN or negative tolerance, and for a way
/// that there isn't.
KILN_API kiln_status kiln_convex_time_of_impact(const kiln_convex_shape *a, const kiln_sweep *sweep_a,
	const kiln_convex_shape *b, const kiln_sweep *sweep_b, float tolerance, kiln_advancement method,
	kiln_convex_impact *impact);

#ifdef __cplusplus
}
#endif

#endif
