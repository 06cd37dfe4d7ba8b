// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "polygon.h"
#include "usable.h"

// A polygon that may be concave meets a convex solid where one of its edges does or, if none, where any one point that the
// solid has in the polygon's plane lies in the polygon: the solid's part in the plane is then all inside or all outside.

/// A polygon's plane, as a solid with its center at `eye` sees it.
typedef struct polygon_view
{
	kiln_polygon_frame frame;
	kiln_d3 eye;
	double height;	///< of the plane above the eye, in lengths of the normal
	double error;	///< of the height
	double length2; ///< of the normal
} polygon_view;

static polygon_view view_of(const kiln_polygon *polygon, kiln_d3 eye)
{
	polygon_view view = {.frame = kiln_polygon_frame_of(polygon), .eye = eye};
	kiln_d3 normal = view.frame.normal, to = kiln_d3_sub(view.frame.origin, eye), size = kiln_d3_sizes(to);
	view.height = kiln_d3_dot(normal, to);
	view.error = view.frame.error * (size.x + size.y + size.z);
	// The products' rounding, and that of the origin, which is a mean, and the eye.
	size = kiln_d3_add(size, kiln_d3_add(kiln_d3_sizes(view.frame.origin), kiln_d3_sizes(eye)));
	view.error += 0x1p-50 * kiln_d3_dot(kiln_d3_sizes(normal), size);
	view.length2 = kiln_d3_length2(normal);
	return view;
}

/// Whether an edge meets a solid without sides, or with sides along a frame.
static bool edge_meets(const kiln_polygon *polygon, const kiln_core *solid, const kiln_frame *frame)
{
	kiln_vec3 from = polygon->corners[polygon->count - 1];
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_core edge = kiln_core_of_capsule(&(kiln_capsule){from, polygon->corners[i], 0});
		if (kiln_core_touches(&edge, solid, frame))
			return true;
		from = polygon->corners[i];
	}
	return false;
}

/// Whether the plane comes within `reach` of the eye, in lengths of the normal, and the point of it along `way`, which
/// leads by 1 / per_height of these away from the eye, lies in the polygon. A polygon without area has its edges only.
static bool inside_meets(const polygon_view *view, double reach, kiln_d3 way, double per_height)
{
	if (!kiln_polygon_frame_has_area(&view->frame) || fabs(view->height) > reach + view->error)
		return false;
	return kiln_polygon_frame_contains(&view->frame, kiln_d3_along(view->eye, view->height * per_height, way));
}

bool kiln_overlaps_sphere_polygon(const kiln_sphere *a, const kiln_polygon *b)
{
	if (!kiln_usable_sphere(a) || !kiln_usable_polygon(b))
		return true;
	kiln_core ball = kiln_core_of_sphere(a);
	kiln_frame frame = kiln_frame_of_core(&ball);
	polygon_view view = view_of(b, ball.anchor);
	// The foot of the center, where the ball touches the plane.
	return edge_meets(b, &ball, &frame) ||
		   inside_meets(&view, ball.radius * sqrt(view.length2), view.frame.normal, 1 / view.length2);
}

/// The diagonal that is nearest to the normal meets the plane where the box does.
bool kiln_overlaps_aabb_polygon(const kiln_aabb *a, const kiln_polygon *b)
{
	if (!kiln_usable_aabb(a) || !kiln_usable_polygon(b))
		return true;
	kiln_core box = kiln_core_of_aabb(a);
	kiln_frame frame = kiln_frame_of_aabb(a);
	polygon_view view = view_of(b, kiln_d3_add(box.anchor, box.offset));
	kiln_d3 normal = view.frame.normal;
	kiln_d3 diagonal = {
		copysign(box.offset.x, normal.x), copysign(box.offset.y, normal.y), copysign(box.offset.z, normal.z)};
	double reach = kiln_d3_dot(normal, diagonal);
	return edge_meets(b, &box, &frame) || inside_meets(&view, reach, diagonal, reach > 0 ? 1 / reach : 0);
}
