// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H
#define KILN_PRIMITIVE_CONVEX_PAIR_SHAPE_H

#include "convex/shape/shape.h"
#include "kiln/primitive/convex.h"

/// Functions of convex shapes that the primitive tests need, beyond runtime/convex/shape/shape.h.

/// The part of a line or ray that faces a bounded shape, as a segment. The point closest to the other shape lies in it,
/// because it is the foot of a point of the other shape or an end of the ray.
kiln_convex kilni_convex_of_line(const kiln_convex_shape *shape, kiln_d3 eye, const kiln_convex *bounded);

/// The place of a point of the shape, relative to `eye`, in the shape's own parameters: as kiln_closest_points.at_a.
void kilni_convex_set_at(const kiln_convex_shape *shape, kiln_d3 point, kiln_d3 eye, float at[2]);

#endif
