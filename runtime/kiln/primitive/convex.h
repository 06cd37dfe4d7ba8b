// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_H
#define KILN_PRIMITIVE_CONVEX_H

#include "../convex/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Any two convex shapes, for the pairs that have no function of their own: by GJK (Gilbert, Johnson, Keerthi 1988), which
/// needs no more of a shape than its point that is farthest along a direction. A pair with its own function is better
/// served by that: it is faster, and more of what it answers is exact.
///
/// What is found is within 1e-5 of the coordinate differences, of long and thin shapes too, and mostly within float32's
/// rounding (kiln_closest_convex_convex says what was measured). Coordinates are seen from one of the shapes, so that far
/// from the origin only their own rounding is lost.

/// Closest points and distance. Distance 0 where no plane was found to part the shapes: where they have a point in common,
/// then `on_a` and `on_b` are one such point to rounding, and where they are apart by rounding only, mostly some 2^-46 of the
/// coordinate differences; where the simplices of GJK are nearly flat, 2^-33, and 2^-28 for bodies 60000 times as long as
/// thin (convex/gjk.h). Lines and rays take part with what of them faces the other shape; two of them are given to
/// kiln_closest_line_line and its kin.
KILN_API kiln_closest_points kiln_closest_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);

/// Whether the distance above is 0, in fewer steps. True for what is not usable.
KILN_API bool kiln_overlaps_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);

/// First contact of `a`, displaced by t motion, with `b`, as kiln/primitive/moving.h says: by conservative advancement
/// (Mirtich 1996; the step with the speed along the separating plane, as of van den Bergen 2004). t is never later than the
/// exact time, and earlier by the time to cover some 2^-40 of the coordinate differences (2^-28 for long and thin bodies),
/// and float32's rounding. Shapes that pass that closely may be hit. `inside` exactly where kiln_overlaps_convex_convex is
/// true; the normal then is that of the closest points where only radii of balls, capsules or lozenges overlap, and else
/// the shortest way out among x, y, z, the sides of boxes and segments, axes of discs, what is at right angles to two of
/// these, and their opposites: the shortest of all for boxes, not always for others. Lines and rays, and a motion that is
/// not usable, are refused.
KILN_API kiln_impact kiln_moving_convex_convex(
	const kiln_convex_shape *a, const kiln_vec3 *motion, const kiln_convex_shape *b);

/// A plane and any convex shape, lines and rays too: by the shape's lowest and highest point along the normal (Ericson 2005,
/// 5.2.2 to 5.2.4, for distances). Where the plane passes through the shape both points are one that they share.
KILN_API kiln_closest_points kiln_closest_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// The same of the half-space: distance 0 where any of the shape is in it.
KILN_API kiln_closest_points kiln_closest_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// Whether their distance is 0.
KILN_API bool kiln_overlaps_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
KILN_API bool kiln_overlaps_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);

#ifdef __cplusplus
}
#endif

#endif
