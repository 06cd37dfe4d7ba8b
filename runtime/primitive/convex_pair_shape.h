// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H
#define KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H

#include "convex/convex.h"
#include "kiln/primitive/convex.h"

/// Shapes of any kind as the support mapping sees them.

/// Usable, as kiln/primitive/shapes.h says; points: at least one, all usable; a hull: of a proved blob.
bool kiln_usable_convex(const kiln_convex_shape *shape);

/// A line or a ray, which may have no end.
bool kiln_convex_is_line(const kiln_convex_shape *shape);

/// A stored point of the shape, or near it: from there it is seen without losing digits.
kiln_d3 kiln_convex_anchor(const kiln_convex_shape *shape);

/// A usable shape that is no line or ray, seen from `eye`. It must outlive the answer.
kiln_convex kiln_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye);

/// The part of a line or ray that faces a bounded shape, as a segment: what of it is closest to the other lies there, since
/// it is the foot of a point of the other, or an end of the ray.
kiln_convex kiln_convex_of_line(const kiln_convex_shape *shape, kiln_d3 eye, const kiln_convex *bounded);

/// Where a point of the shape, seen from `eye`, is in its own terms: as kiln_closest_points.at_a.
void kiln_convex_set_at(const kiln_convex_shape *shape, kiln_d3 point, kiln_d3 eye, float at[2]);

#endif
