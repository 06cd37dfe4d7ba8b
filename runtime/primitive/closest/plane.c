// SPDX-License-Identifier: MIT
#include "shape/height.h"
#include "shape/near.h"
#include "shape/usable.h"

/// The plane's point below a point at the height `height`, in lengths of the normal.
static kiln_near foot_on_plane(const kiln_vec3 *a, const kiln_plane *b, double height)
{
	kiln_d3 normal = kiln_d3_from(b->normal);
	double length2 = kiln_d3_length2(normal);
	return (kiln_near){
		.distance = fabs(height) / sqrt(length2),
		.on = kiln_d3_along(kiln_d3_from(*a), -height / length2, normal),
	};
}

kiln_near kilni_near_halfspace(const kiln_vec3 *a, const kiln_plane *b)
{
	double height = kiln_plane_height(b, a);
	return foot_on_plane(a, b, height > 0 ? height : 0);
}

kiln_closest_points kiln_closest_point_plane(const kiln_vec3 *a, const kiln_plane *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_plane(b))
		return (kiln_closest_points){0};
	kiln_near near = foot_on_plane(a, b, kiln_plane_height(b, a));
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_halfspace(const kiln_vec3 *a, const kiln_plane *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_plane(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_halfspace(a, b);
	return kiln_near_answer(a, &near);
}
