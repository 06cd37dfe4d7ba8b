// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TOUCH_H
#define KILN_PRIMITIVE_TOUCH_H

#include "solid.h"

/// Whether a solid and a triangle share a point. Touching counts: pairs that are apart by less than about 2^-48 of the
/// coordinates involved, the rounding of these tests, count as touching, so that exact contact is never lost. Corners
/// are relative to the solid's center (kiln_solid_see). Degenerate triangles are segments or points.

/// Compares the closest point's distance with the radius (Ericson 2005, 5.2.7).
bool kilni_touch_sphere(const kiln_solid *sphere, const kiln_d3 seen[3]);

/// Separating axes: the box's three sides, the triangle's normal, nine products of edges (Ericson 2005, 5.2.9, after
/// Akenine-Moller 2001). Each axis's margin is the rounding error of its own products, so that an axis from parallel
/// edges, which has no length, never separates.
bool kilni_touch_box(const kiln_solid *box, const kiln_d3 seen[3]);

/// Compares the distance from the axis with the radius.
bool kilni_touch_capsule(const kiln_solid *capsule, const kiln_d3 seen[3]);

/// Calls the test for the solid's kind, after a test of the bounding boxes.
bool kilni_touch(const kiln_solid *solid, const kiln_d3 seen[3]);

/// A triangle in a box's own axes.
typedef struct kiln_box_view
{
	kiln_d3 corner[3];
	kiln_d3 half; ///< of the box
	double size;  ///< bounds the coordinates of both
} kiln_box_view;

static inline kiln_d3 kiln_box_turn(const kiln_solid *box, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(v, box->side[0]), kiln_d3_dot(v, box->side[1]), kiln_d3_dot(v, box->side[2])};
}

kiln_box_view kilni_box_see(const kiln_solid *box, const kiln_d3 seen[3]);

/// Both shapes projected on an axis.
typedef struct kiln_box_axis
{
	kiln_d3 direction; ///< any length
	double least;	   ///< interval of the triangle: its least end
	double most;
	double radius; ///< of the box, with the margin for rounding
	double scale2; ///< squared length that `direction` would have if the edges that made it were perpendicular
} kiln_box_axis;

/// The axes of the box's sides and of the triangle's normal.
void kilni_box_face_axes(const kiln_box_view *view, kiln_box_axis axes[4]);

/// The products of the box's sides and the triangle's edge from corner `edge`.
void kilni_box_edge_axes(const kiln_box_view *view, int edge, kiln_box_axis axes[3]);

#endif
