// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_POINT_H
#define KILN_PRIMITIVE_TRIANGLE_POINT_H

#include "math/double3.h"

/// Closest point of a triangle to the origin (Ericson 2005, 5.1.5, by six dot products; with guarded divisions).
/// Callers shift the triangle, so that distances far from the world's origin lose no precision. Any finite corners are
/// valid: a triangle that is a segment or a point is treated as one, to 1e-11 of its size. The answer always lies on
/// the triangle.
kiln_d3 kilni_triangle_closest(const kiln_d3 corner[3]);

/// The point of a triangle that is closest to `near`, a point near the triangle. Moves a point that was computed from
/// far away onto the triangle, to 2^-50 of the largest coordinate of either.
kiln_d3 kilni_triangle_settle(const kiln_vec3 corner[3], kiln_d3 near);

#endif
