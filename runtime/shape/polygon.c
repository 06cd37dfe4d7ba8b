// SPDX-License-Identifier: MIT
#include "polygon.h"

#include "normal.h"
#include "primitive/point/point2.h"

kiln_polygon_frame kilni_polygon_frame_of(const kiln_polygon *polygon)
{
	kiln_polygon_frame frame = {.polygon = polygon};
	kiln_d3 first = kiln_d3_from(polygon->corners[0]), sum = {0, 0, 0};
	kiln_newell newell = {.count = 0};
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_d3 corner = kiln_d3_from(polygon->corners[i]);
		kiln_newell_add(&newell, corner);
		// Relative to a corner, the mean keeps its digits far from the world's origin.
		sum = kiln_d3_add(sum, kiln_d3_sub(corner, first));
	}
	frame.origin = kiln_d3_along(first, 1.0 / (double)polygon->count, sum);
	frame.normal = newell.normal;
	frame.error = kiln_newell_error(&newell);
	kiln_d3 size = kiln_d3_magnitudes(frame.normal);
	frame.axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
	return frame;
}

bool kilni_polygon_frame_contains(const kiln_polygon_frame *frame, kiln_d3 point)
{
	const kiln_polygon *polygon = frame->polygon;
	kiln_d2 p = kiln_d3_seen_along(point, frame->axis);
	kiln_d2 a = kiln_d3_seen_along(kiln_d3_from(polygon->corners[polygon->count - 1]), frame->axis);
	bool inside = false;
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_d2 b = kiln_d3_seen_along(kiln_d3_from(polygon->corners[i]), frame->axis);
		if (kiln_d2_on_edge(p, a, b, &inside))
			return true;
		a = b;
	}
	return inside;
}
