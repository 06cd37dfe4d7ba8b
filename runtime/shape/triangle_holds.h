// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_HOLDS_H
#define KILN_PRIMITIVE_TRIANGLE_HOLDS_H

#include "polygon.h"
#include "primitive/point/point2.h"

/// Whether the point p lies on a triangle, exactly. The triangle may be a segment or a point. p lies on it if p is in
/// the triangle's plane and in its projection along each axis; at least one projection keeps the triangle's shape.
static inline bool kiln_triangle_holds(const kiln_d3 *p, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	for (int axis = 0; axis < 3; ++axis)
		if (!kiln_d2_in_triangle(kiln_d3_seen_along(*p, axis), kiln_d3_seen_along(*a, axis),
				kiln_d3_seen_along(*b, axis), kiln_d3_seen_along(*c, axis)))
			return false;
	return kilni_orient3_sign(a, b, c, p) == 0;
}

#endif
