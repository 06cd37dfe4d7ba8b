// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "shape/polygon.h"
#include "shape/usable.h"

// A polygon, possibly concave, meets a convex solid if one of its edges does. If no edge does, the solid's part in the
// polygon's plane is wholly inside or wholly outside: so any one point of that part decides.

/// A polygon's plane, relative to a solid's center at anchor + offset.
typedef struct polygon_view
{
	kiln_polygon_frame frame;
	kiln_d3 eye;
	double height;	///< of the plane above the eye, in lengths of the normal
	double error;	///< of the height
	double length2; ///< of the normal
	double slack;	///< how far beside the polygon a point may be that rounding places inside
} polygon_view;

static polygon_view view_of(const kiln_polygon *polygon, kiln_d3 anchor, kiln_d3 offset)
{
	polygon_view view = {.frame = kilni_polygon_frame_of(polygon), .eye = kiln_d3_add(anchor, offset)};
	kiln_d3 normal = view.frame.normal, sum = {0, 0, 0}, spread = {0, 0, 0}, largest = kiln_d3_sizes(view.eye);
	double count = (double)polygon->count;
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_d3 corner = kiln_d3_from(polygon->corners[i]);
		// Relative to the eye, the mean keeps its digits far from the world's origin.
		kiln_d3 seen = kiln_d3_sub(kiln_d3_sub(corner, anchor), offset);
		sum = kiln_d3_add(sum, seen);
		spread = kiln_d3_add(spread, kiln_d3_add(kiln_d3_sizes(seen), kiln_d3_sizes(offset)));
		largest = kiln_d3_max(largest, kiln_d3_sizes(corner));
	}
	kiln_d3 to = kiln_d3_scale(sum, 1 / count), size = kiln_d3_sizes(to);
	view.height = kiln_d3_dot(normal, to);
	// Around an eye in the polygon's middle the corners cancel; the rounding that remains is relative to their size.
	double rounding = 0x1p-53 * (count + 8) / count * kiln_d3_dot(kiln_d3_sizes(normal), spread);
	view.error = view.frame.error * (size.x + size.y + size.z) + rounding;
	view.length2 = kiln_d3_length2(normal);
	view.slack = 0x1p-50 * kiln_d3_largest(largest);
	if (kiln_polygon_frame_has_area(&view.frame))
		view.slack += view.error / kiln_d3_largest(normal);
	return view;
}

/// Whether an edge comes within the slack of a solid without sides, or with sides along a frame.
static bool edge_meets(const polygon_view *view, const kiln_core *solid, const kiln_frame *frame)
{
	const kiln_polygon *polygon = view->frame.polygon;
	kiln_vec3 from = polygon->corners[polygon->count - 1];
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_core edge = kiln_core_of_capsule(&(kiln_capsule){from, polygon->corners[i], 0});
		edge.radius = view->slack;
		if (kilni_core_touches(&edge, solid, frame))
			return true;
		from = polygon->corners[i];
	}
	return false;
}

/// Whether the plane comes within `reach` of the eye, in lengths of the normal, and the point at `share` of `way` from
/// the eye, which is then on the plane, lies in the polygon. A polygon without area has only its edges.
static bool inside_meets(const polygon_view *view, double reach, kiln_d3 way, double share)
{
	return kiln_polygon_frame_has_area(&view->frame) && fabs(view->height) <= reach + view->error &&
		   kilni_polygon_frame_contains(&view->frame, kiln_d3_along(view->eye, share, way));
}

bool kiln_overlaps_sphere_polygon(const kiln_sphere *a, const kiln_polygon *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_polygon(b))
		return true;
	kiln_core ball = kiln_core_of_sphere(a);
	kiln_frame frame = kilni_frame_of_core(&ball);
	polygon_view view = view_of(b, ball.anchor, ball.offset);
	// The ball reaches farthest through the plane at the foot of its center.
	return edge_meets(&view, &ball, &frame) || inside_meets(&view, ball.radius * sqrt(view.length2) * (1 + 0x1p-50),
												   view.frame.normal, view.height / view.length2);
}

bool kiln_overlaps_aabb_polygon(const kiln_aabb *a, const kiln_polygon *b)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_polygon(b))
		return true;
	kiln_core box = kiln_core_of_aabb(a);
	kiln_frame frame = kiln_frame_of_aabb(a);
	polygon_view view = view_of(b, box.anchor, box.offset);
	kiln_d3 half = box.offset, normal = view.frame.normal;
	// The diagonal nearest to the normal meets the plane if the box does.
	kiln_d3 diagonal = {copysign(half.x, normal.x), copysign(half.y, normal.y), copysign(half.z, normal.z)};
	double reach = kiln_d3_dot(normal, diagonal);
	double share = kiln_ratio01(fabs(view.height), reach);
	return edge_meets(&view, &box, &frame) || inside_meets(&view, reach, diagonal, copysign(share, view.height));
}
