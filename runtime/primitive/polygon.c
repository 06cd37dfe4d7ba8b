// SPDX-License-Identifier: MIT
#include "polygon.h"

kiln_polygon_frame kiln_polygon_frame_of(const kiln_polygon *polygon)
{
	kiln_polygon_frame frame = {.polygon = polygon};
	// Seen from a corner, products keep their digits far from the world's origin.
	kiln_d3 first = kiln_d3_from(polygon->corners[0]), sum = {0, 0, 0};
	for (uint32_t i = 1; i < polygon->count; ++i)
	{
		kiln_d3 here = kiln_d3_sub(kiln_d3_from(polygon->corners[i]), first);
		kiln_d3 before = kiln_d3_sub(kiln_d3_from(polygon->corners[i - 1]), first);
		frame.normal = kiln_d3_add(frame.normal, kiln_d3_cross(before, here));
		sum = kiln_d3_add(sum, here);
	}
	frame.origin = kiln_d3_along(first, 1.0 / (double)polygon->count, sum);
	kiln_d3 size = kiln_d3_magnitudes(frame.normal);
	frame.axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
	return frame;
}

bool kiln_polygon_frame_contains(const kiln_polygon_frame *frame, kiln_d3 point)
{
	const kiln_polygon *polygon = frame->polygon;
	kiln_d2 p = kiln_d3_seen_along(point, frame->axis);
	kiln_d2 a = kiln_d3_seen_along(kiln_d3_from(polygon->corners[polygon->count - 1]), frame->axis);
	bool inside = false;
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_d2 b = kiln_d3_seen_along(kiln_d3_from(polygon->corners[i]), frame->axis);
		double side = kiln_orient2_sign(a, b, p);
		bool between = kiln_double_min(a.x, b.x) <= p.x && p.x <= kiln_double_max(a.x, b.x) &&
					   kiln_double_min(a.y, b.y) <= p.y && p.y <= kiln_double_max(a.y, b.y);
		if (side == 0 && between)
			return true;
		if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y))
			inside = !inside;
		a = b;
	}
	return inside;
}
