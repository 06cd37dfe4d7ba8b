// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "shape/height.h"
#include "shape/usable.h"

float kiln_height_point_plane(const kiln_vec3 *a, const kiln_plane *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_plane(b))
		return 0;
	return (float)(kiln_plane_height(b, a) / sqrt(kiln_d3_length2(kiln_d3_from(b->normal))));
}

/// The side of a set of points.
static kiln_side side_of_points(const kiln_vec3 *points, uint32_t count, const kiln_plane *plane, float thickness)
{
	// In lengths of the normal; heights within rounding count as on the plane.
	double thick = (double)thickness * sqrt(kiln_d3_length2(kiln_d3_from(plane->normal))) * (1 + 0x1p-49);
	bool front = false, back = false;
	for (uint32_t i = 0; i < count; ++i)
	{
		double height = kiln_plane_height(plane, &points[i]);
		front |= height > thick;
		back |= height < -thick;
	}
	if (front)
		return back ? KILN_SIDE_STRADDLES : KILN_SIDE_FRONT;
	return back ? KILN_SIDE_BACK : KILN_SIDE_ON;
}

kiln_side kiln_side_point_plane(const kiln_vec3 *a, const kiln_plane *b, float thickness)
{
	if (!kilni_usable_point(a) || !kilni_usable_plane(b) || !(thickness >= 0))
		return KILN_SIDE_STRADDLES;
	return side_of_points(a, 1, b, thickness);
}

kiln_side kiln_side_triangle_plane(const kiln_triangle *a, const kiln_plane *b, float thickness)
{
	if (!kilni_usable_triangle(a) || !kilni_usable_plane(b) || !(thickness >= 0))
		return KILN_SIDE_STRADDLES;
	return side_of_points(a->corners, 3, b, thickness);
}

kiln_side kiln_side_polygon_plane(const kiln_polygon *a, const kiln_plane *b, float thickness)
{
	if (!kilni_usable_polygon(a) || !kilni_usable_plane(b) || !(thickness >= 0))
		return KILN_SIDE_STRADDLES;
	return side_of_points(a->corners, a->count, b, thickness);
}
