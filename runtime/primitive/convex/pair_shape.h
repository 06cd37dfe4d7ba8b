// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H
#define KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H

#include "convex/shape/shape.h"
#include "kiln/primitive/convex.h"

/// What the primitive tests ask of convex shapes, beyond runtime/convex/shape/shape.h.

/// The part of a line or ray that faces a bounded shape, as a segment: what of it is closest to the other lies there, since
/// it is the foot of a point of the other, or an end of the ray.
kiln_convex kilni_convex_of_line(const kiln_convex_shape *shape, kiln_d3 eye, const kiln_convex *bounded);

/// Where a point of the shape, seen from `eye`, is in its own terms: as kiln_closest_points.at_a.
void kilni_convex_set_at(const kiln_convex_shape *shape, kiln_d3 point, kiln_d3 eye, float at[2]);

#endif
