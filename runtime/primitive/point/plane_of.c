// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "bounds/core.h"
#include "bounds/outward.h"
#include "shape/polygon.h"
#include "shape/usable.h"

bool kiln_plane_from_triangle(const kiln_triangle *triangle, kiln_plane *plane)
{
	if (!kilni_usable_triangle(triangle))
		return false;
	kiln_polygon polygon = {triangle->corners, 3};
	return kiln_plane_from_polygon(&polygon, plane);
}

bool kiln_plane_from_polygon(const kiln_polygon *polygon, kiln_plane *plane)
{
	if (!kilni_usable_polygon(polygon))
		return false;
	kiln_polygon_frame frame = kilni_polygon_frame_of(polygon);
	if (!kiln_polygon_frame_has_area(&frame))
		return false;
	plane->normal = kiln_vec3_stored(kilni_d3_unit(frame.normal));
	// The offset of the normal as stored.
	plane->d = (float)kiln_d3_dot(kiln_d3_from(plane->normal), frame.origin);
	return true;
}
