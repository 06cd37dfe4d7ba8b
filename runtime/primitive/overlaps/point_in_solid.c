// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "shape/near.h"
#include "shape/usable.h"

/// A point is in a solid exactly where its distance is 0 (near.h has the rule), so that both functions always agree.

bool kiln_point_in_halfspace(const kiln_vec3 *a, const kiln_plane *b)
{
	return kilni_usable_point(a) && kilni_usable_plane(b) && kilni_near_halfspace(a, b).distance == 0;
}

bool kiln_point_in_sphere(const kiln_vec3 *a, const kiln_sphere *b)
{
	return kilni_usable_point(a) && kilni_usable_sphere(b) && kilni_near_sphere(a, b).distance == 0;
}

bool kiln_point_in_capsule(const kiln_vec3 *a, const kiln_capsule *b)
{
	return kilni_usable_point(a) && kilni_usable_capsule(b) && kilni_near_capsule(a, b).distance == 0;
}

bool kiln_point_in_aabb(const kiln_vec3 *a, const kiln_aabb *b)
{
	return kilni_usable_point(a) && kilni_usable_aabb(b) && kilni_near_aabb(a, b).distance == 0;
}

bool kiln_point_in_obb(const kiln_vec3 *a, const kiln_obb *b)
{
	return kilni_usable_point(a) && kilni_usable_obb(b) && kilni_near_obb(a, b).distance == 0;
}

bool kiln_point_in_cylinder(const kiln_vec3 *a, const kiln_cylinder *b)
{
	return kilni_usable_point(a) && kilni_usable_cylinder(b) && kilni_near_cylinder(a, b).distance == 0;
}

bool kiln_point_in_cone(const kiln_vec3 *a, const kiln_cone *b)
{
	return kilni_usable_point(a) && kilni_usable_cone(b) && kilni_near_cone(a, b).distance == 0;
}

bool kiln_point_in_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b)
{
	return kilni_usable_point(a) && kilni_usable_ellipsoid(b) && kilni_near_ellipsoid(a, b).distance == 0;
}

bool kiln_point_in_rss(const kiln_vec3 *a, const kiln_rss *b)
{
	return kilni_usable_point(a) && kilni_usable_rss(b) && kilni_near_rss(a, b).distance == 0;
}

bool kiln_point_in_kdop(const kiln_vec3 *a, const kiln_kdop *b, uint32_t k)
{
	if (!kilni_usable_point(a) || !kilni_usable_kdop(b, k))
		return false;
	kiln_sphere ball = {*a, 0};
	return kiln_overlaps_sphere_kdop(&ball, b, k);
}
