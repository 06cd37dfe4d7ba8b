// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_POINT2_H
#define KILN_PRIMITIVE_POINT2_H

#include "kiln/primitive/shapes.h"
#include "math/orient_double.h"

/// Points of a plane.

static inline kiln_d2 kiln_d2_from(kiln_vec2 p)
{
	return (kiln_d2){(double)p.x, (double)p.y};
}

static inline bool kilni_usable_points2(const kiln_vec2 *points, uint32_t count)
{
	bool good = points != NULL;
	for (uint32_t i = 0; good && i < count; ++i)
		good = fabsf(points[i].x) <= KILN_COORDINATE_MAX && fabsf(points[i].y) <= KILN_COORDINATE_MAX;
	return good;
}

/// Whether p lies in the box of a and b.
static inline bool kiln_d2_between(kiln_d2 a, kiln_d2 b, kiln_d2 p)
{
	return kiln_double_min(a.x, b.x) <= p.x && p.x <= kiln_double_max(a.x, b.x) && kiln_double_min(a.y, b.y) <= p.y &&
		   p.y <= kiln_double_max(a.y, b.y);
}

/// Whether a triangle of the plane, including its boundary, contains p. Exact, for either winding. A triangle without
/// area is a segment or point.
static inline bool kiln_d2_in_triangle(kiln_d2 p, kiln_d2 a, kiln_d2 b, kiln_d2 c)
{
	double ab = kilni_orient2_sign(a, b, p), bc = kilni_orient2_sign(b, c, p), ca = kilni_orient2_sign(c, a, p);
	// All three lines are one line with p on it, or one point.
	if (ab == 0 && bc == 0 && ca == 0)
		return kiln_d2_between(a, b, p) || kiln_d2_between(b, c, p);
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// One edge's step in the test whether a polygon contains p. Returns true when p is on the edge. Else flips `*inside`
/// if the half-line from p to the right crosses the edge. Edges are half-open, and an end at p's height belongs to the
/// edge above: so the common end of two edges is crossed once (Ericson 2005, 5.4.1). Exact.
static inline bool kiln_d2_on_edge(kiln_d2 p, kiln_d2 a, kiln_d2 b, bool *inside)
{
	double side = kilni_orient2_sign(a, b, p);
	if (side == 0 && kiln_d2_between(a, b, p))
		return true;
	if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y))
		*inside = !*inside;
	return false;
}

#endif
