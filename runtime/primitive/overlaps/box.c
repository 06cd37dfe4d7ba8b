// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "shape/polygon.h"
#include "shape/usable.h"

// The box is the parallelepiped that its stored axes and sizes describe, as in bounds/obb.c. Its axes give directions
// also where sizes are zero. With these directions, the axes of the test below suffice for boxes and triangles that are
// flat, segments or points.

/// A box and the corners of a triangle, relative to the box's center.
typedef struct box_view
{
	kiln_d3 axis[3];
	kiln_d3 side[3];
	kiln_d3 corner[3];
	kiln_d3 size; ///< per coordinate, at least the largest of the corners and the sum of the sides
} box_view;

static box_view view_of(const kiln_core *box, const kiln_frame *frame, const kiln_triangle *triangle)
{
	box_view view = {.size = {0, 0, 0}};
	for (int i = 0; i < 3; ++i)
	{
		view.axis[i] = frame->axis[i];
		view.side[i] = box->side[i];
		view.corner[i] = kiln_d3_sub(kiln_d3_sub(kiln_d3_from(triangle->corners[i]), box->anchor), box->offset);
		view.size = kiln_d3_max(view.size, kiln_d3_sizes(view.corner[i]));
	}
	for (int i = 0; i < 3; ++i)
		view.size = kiln_d3_add(view.size, kiln_d3_sizes(view.side[i]));
	return view;
}

/// Whether the projections on a direction of any length prove the two apart. The slack is that of kiln_core_gap: it
/// covers the projections, however the direction was rounded.
static bool apart_along(const box_view *view, kiln_d3 direction)
{
	double a = kiln_d3_dot(view->corner[0], direction), b = kiln_d3_dot(view->corner[1], direction),
		   c = kiln_d3_dot(view->corner[2], direction);
	double low = kiln_double_min(a, kiln_double_min(b, c)), high = kiln_double_max(a, kiln_double_max(b, c));
	double reach = 0x1p-48 * kiln_d3_dot(kiln_d3_sizes(direction), view->size);
	for (int i = 0; i < 3; ++i)
		reach += fabs(kiln_d3_dot(view->side[i], direction));
	return kiln_double_max(low, -high) > reach;
}

/// Tests the box's faces, the triangle's face, and the products of edges (Ericson 2005, 5.2.9).
static bool meet(const kiln_core *box, const kiln_frame *frame, const kiln_triangle *triangle)
{
	box_view view = view_of(box, frame, triangle);
	for (int i = 0; i < 3; ++i)
		if (apart_along(&view, kiln_d3_cross(view.axis[(i + 1) % 3], view.axis[(i + 2) % 3])))
			return false;
	const kiln_d3 *c = view.corner;
	if (apart_along(&view, kiln_d3_cross(kiln_d3_sub(c[1], c[0]), kiln_d3_sub(c[2], c[0]))))
		return false;
	for (int i = 0; i < 9; ++i)
		if (apart_along(&view, kiln_d3_cross(view.axis[i / 3], kiln_d3_sub(c[(i + 1) % 3], c[i % 3]))))
			return false;
	return true;
}

bool kiln_overlaps_aabb_triangle(const kiln_aabb *a, const kiln_triangle *b)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_triangle(b))
		return true;
	kiln_core box = kiln_core_of_aabb(a);
	kiln_frame frame = kiln_frame_of_aabb(a);
	return meet(&box, &frame, b);
}

bool kiln_overlaps_obb_triangle(const kiln_obb *a, const kiln_triangle *b)
{
	if (!kilni_usable_obb(a) || !kilni_usable_triangle(b))
		return true;
	kiln_core box = kiln_core_of_obb(a);
	kiln_frame frame = kiln_frame_of_obb(a);
	return meet(&box, &frame, b);
}
