// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_POLYGON_H
#define KILN_PRIMITIVE_POLYGON_H

#include "kiln/primitive/shapes.h"
#include "math/orient_double.h"

/// A polygon's plane (Newell; Sutherland, Sproull, Schumacker 1974), and the coordinate plane in which it is largest.
typedef struct kiln_polygon_frame
{
	const kiln_polygon *polygon;
	kiln_d3 origin; ///< the corners' mean
	kiln_d3 normal; ///< its length is twice the area
	double error;	///< greatest error of each of the normal's components; without area, no component is larger
	int axis;		///< 0, 1, 2: where the normal is longest; the corners are projected along it
} kiln_polygon_frame;

/// Computes the frame from triangles at the first corner: a convex polygon's normal has a relative error of at most
/// 2^-44, however narrow the polygon is.
kiln_polygon_frame kilni_polygon_frame_of(const kiln_polygon *polygon);

static inline bool kiln_polygon_frame_has_area(const kiln_polygon_frame *frame)
{
	return kiln_d3_largest(frame->normal) > frame->error;
}

/// Whether a point, projected along the frame's axis, lies in the polygon or on its boundary. Exact, by crossings of a
/// half-line with half-open edges (Ericson 2005, 5.4.1).
bool kilni_polygon_frame_contains(const kiln_polygon_frame *frame, kiln_d3 point);

/// Projects a point along an axis, so that a counterclockwise order about the axis is counterclockwise in the plane.
static inline kiln_d2 kiln_d3_seen_along(kiln_d3 p, int axis)
{
	return axis == 0 ? (kiln_d2){p.y, p.z} : axis == 1 ? (kiln_d2){p.z, p.x} : (kiln_d2){p.x, p.y};
}

#endif
