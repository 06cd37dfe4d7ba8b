// SPDX-License-Identifier: MIT
#include "kiln/closest.h"
#include "sample.h"

#include <math.h>

kiln_sdf_sample kiln_sdf_distance_exact(const kiln_sdf *sdf, const kiln_asset *asset, kiln_vec3 point, float max_error)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(sdf, point);
	if (!kiln_sdf_is_open(sdf) || !asset || sample.error <= max_error)
		return sample;
	const kiln_point_query query = {.point = point};
	const kiln_closest closest = kiln_mesh_closest_point(asset, sdf->head->mesh, &query);
	if (!closest.found)
		return sample;
	const bool inside = kiln_mesh_point_inside(asset, sdf->head->mesh, point) == KILN_INSIDE_YES;
	const float size = fabsf(point.x) + fabsf(point.y) + fabsf(point.z);
	return (kiln_sdf_sample){inside ? -closest.distance : closest.distance, 0x1p-21f * (size + closest.distance)};
}

kiln_hit kiln_sdf_cast_sphere_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion)
{
	if (!sdf || !asset || !kiln_sdf_cast_sphere(sdf, sphere, motion).hit)
		return (kiln_hit){.hit = false};
	return kiln_mesh_cast_sphere(asset, sdf->head->mesh, sphere, motion);
}

kiln_hit kiln_sdf_cast_capsule_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion)
{
	if (!sdf || !asset || !kiln_sdf_cast_capsule(sdf, capsule, motion).hit)
		return (kiln_hit){.hit = false};
	return kiln_mesh_cast_capsule(asset, sdf->head->mesh, capsule, motion);
}
