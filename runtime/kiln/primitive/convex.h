// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_H
#define KILN_PRIMITIVE_CONVEX_H

#include "../convex/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Tests of any two convex shapes, for pairs without a function of their own. The method is GJK (Gilbert, Johnson,
/// Keerthi 1988), which needs only the point of a shape that is farthest along a direction. Where a pair has its own
/// function, use that function: it is faster, and more of its answers are exact.
///
/// Results are within 1e-5 of the coordinate differences, also for long and thin shapes, and mostly within the rounding
/// of float32 (kiln_closest_convex_convex states the measured errors). Functions compute relative to one of the shapes:
/// far from the origin only the rounding of the coordinates themselves is lost.

/// Computes closest points and distance. The distance is 0 where no plane was found that separates the shapes: where
/// they have a common point, and where they are apart by rounding only. `on_a` and `on_b` are then one common point, to
/// rounding. The rounding is mostly some 2^-46 of the coordinate differences; 2^-33 where the simplices of GJK are
/// nearly flat, and 2^-28 for bodies 60000 times as long as thin (convex/gjk.h). Of lines and rays the test uses the
/// part that faces the other shape. Two lines or rays go to kiln_closest_line_line and the functions like it.
KILN_API kiln_closest_points kiln_closest_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);

/// Reports whether that distance is 0, in fewer steps. True for shapes that are not usable.
KILN_API bool kiln_overlaps_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);

/// Finds the first contact with `b` of `a`, which moves by t motion, by the rules of kiln/primitive/moving.h. The
/// method is conservative advancement (Mirtich 1996; each step uses the speed along the separating plane, as in van den
/// Bergen 2004). t is never later than the exact time. t is earlier by no more than the time that a motion of some
/// 2^-40 of the coordinate differences takes (2^-28 for long and thin bodies), and the rounding of float32. Shapes that
/// pass as closely as that may be hit.
///
/// `inside` is true exactly where kiln_overlaps_convex_convex is true. Then the normal is that of the closest points
/// where only radii of balls, capsules or lozenges overlap. Elsewhere the normal is the shortest way out among x, y, z,
/// the sides of boxes and segments, axes of discs, the perpendiculars of any two of these, and their opposites: the
/// shortest of all ways for boxes, not always for other shapes. Lines and rays, and a motion that is not usable, are
/// refused.
KILN_API kiln_impact kiln_moving_convex_convex(
	const kiln_convex_shape *a, const kiln_vec3 *motion, const kiln_convex_shape *b);

/// Computes closest points of a plane and any convex shape, lines and rays too, from the lowest and highest point of
/// the shape along the normal (Ericson 2005, 5.2.2 to 5.2.4, for distances). Where the plane passes through the shape
/// both points are one common point.
KILN_API kiln_closest_points kiln_closest_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// Computes closest points of the half-space: distance 0 where any point of the shape is in it.
KILN_API kiln_closest_points kiln_closest_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// Reports whether the distance is 0.
KILN_API bool kiln_overlaps_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
KILN_API bool kiln_overlaps_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);

#ifdef __cplusplus
}
#endif

#endif
