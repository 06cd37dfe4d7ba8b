// SPDX-License-Identifier: MIT
#include "shape/polygon.h"
#include "shape/usable.h"
#include "span.h"

/// The nearest point of the polygon's boundary; sets `*size` to the largest coordinate difference.
static kiln_near near_outline(const kiln_vec3 *a, const kiln_polygon *b, double *size)
{
	kiln_near best = {.distance = HUGE_VAL};
	kiln_d3 point = kiln_d3_from(*a);
	kiln_vec3 from = b->corners[b->count - 1];
	for (uint32_t i = 0; i < b->count; ++i)
	{
		kiln_span edge = kiln_span_of_segment(&(kiln_segment){from, b->corners[i]});
		double t = kiln_span_foot(&edge, point);
		kiln_d3 seen = kiln_d3_sub(edge.point, point);
		double distance = sqrt(kiln_d3_length2(kiln_d3_along(seen, t, edge.direction)));
		*size = kiln_double_max(*size, kiln_double_max(kiln_d3_largest(seen), kiln_d3_largest(edge.direction)));
		if (distance < best.distance)
			best = (kiln_near){.distance = distance, .on = kiln_span_at(&edge, t)};
		from = b->corners[i];
	}
	return best;
}

/// The plane of the polygon is used only if it leans by less than this. If it may lean by more, the polygon's boundary
/// is as near as its inside. Both are wrong by at most this share of the polygon's size.
#define PLANE_LEANS 0x1p-26

/// The foot of the point's perpendicular on the polygon's plane, if it is in the polygon. Also false for a polygon so
/// thin that it has no plane.
static bool near_inside(const kiln_vec3 *a, const kiln_polygon *b, kiln_near *near)
{
	kiln_polygon_frame frame = kilni_polygon_frame_of(b);
	if (!(kiln_d3_largest(frame.normal) * PLANE_LEANS > frame.error))
		return false;
	kiln_d3 point = kiln_d3_from(*a);
	double length2 = kiln_d3_length2(frame.normal);
	double height = kiln_d3_dot(frame.normal, kiln_d3_sub(point, frame.origin));
	near->distance = fabs(height) / sqrt(length2);
	near->on = kiln_d3_along(point, -height / length2, frame.normal);
	return kilni_polygon_frame_contains(&frame, near->on);
}

kiln_closest_points kiln_closest_point_polygon(const kiln_vec3 *a, const kiln_polygon *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_polygon(b))
		return (kiln_closest_points){0};
	double size = 0;
	kiln_near near = near_outline(a, b, &size), inside = {0};
	// The boundary may lie a little off the plane and be nearer.
	if (near_inside(a, b, &inside) && inside.distance < near.distance)
		near = inside;
	near.distance = kiln_near_distance(near.distance, size);
	return kiln_near_answer(a, &near);
}
