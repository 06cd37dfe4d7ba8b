// SPDX-License-Identifier: MIT
#include "kiln/closest.h"
#include "math/double3.h"
#include "sample.h"
#include "scene/cast_shape.h"
#include "scene/hit.h"

#include <math.h>

/// A hull in its own coordinates, as if a node placed the hull there.
static kiln_placed_body hull_of(const kiln_asset *asset, uint32_t shape)
{
	return (kiln_placed_body){.body = kilni_body_of(asset, &asset->shapes[shape])};
}

static bool is_mesh(const kiln_asset *asset, uint32_t shape)
{
	return shape < asset->mesh_count;
}

/// How deep a point of a hull lies below the plane of the nearest face.
static double depth_of(const kiln_placed_body *hull, kiln_d3 at)
{
	const kiln_body_foot foot = kilni_body_nearest(&hull->body, &hull->place, at);
	const double depth = kiln_d3_dot(foot.normal, kiln_d3_sub(foot.point, at));
	return depth > 0 ? depth : 0;
}

/// `point` is usable.
static kiln_sdf_sample hull_distance(const kiln_asset *asset, uint32_t shape, kiln_vec3 point)
{
	const kiln_placed_body hull = hull_of(asset, shape);
	const kiln_d3 at = kiln_d3_from(point);
	kiln_d3 way;
	const bool inside = kilni_body_has(&hull, at);
	if (!inside)
		(void)kilni_body_closest(&hull, at, (double)INFINITY, &way);
	const float distance = (float)(inside ? depth_of(&hull, at) : sqrt(kiln_d3_length2(way)));
	const float size = fabsf(point.x) + fabsf(point.y) + fabsf(point.z);
	return (kiln_sdf_sample){inside ? -distance : distance, 0x1p-21f * (size + distance + hull.body.hull.reach)};
}

kiln_sdf_sample kiln_sdf_distance_exact(const kiln_sdf *sdf, const kiln_asset *asset, kiln_vec3 point, float max_error)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(sdf, point);
	if (!kiln_sdf_is_open(sdf) || !asset || sample.error <= max_error)
		return sample;
	const uint32_t shape = sdf->head->shape;
	if (!is_mesh(asset, shape))
		return kiln_vec3_within(point, KILN_COORDINATE_MAX) ? hull_distance(asset, shape, point) : sample;
	const kiln_point_query query = {.point = point};
	const kiln_closest closest = kiln_mesh_closest_point(asset, shape, &query);
	if (!closest.found)
		return sample;
	const bool inside = kiln_mesh_point_inside(asset, shape, point) == KILN_INSIDE_YES;
	const float size = fabsf(point.x) + fabsf(point.y) + fabsf(point.z);
	return (kiln_sdf_sample){inside ? -closest.distance : closest.distance, 0x1p-21f * (size + closest.distance)};
}

/// Moves a solid against a hull, by the rules of kiln/cast.h.
static kiln_hit cast_at_hull(
	const kiln_asset *asset, uint32_t shape, const kiln_solid *solid, const kiln_motion *motion)
{
	kiln_hit hit = {0};
	kiln_cast_course way;
	kiln_body_contact contact;
	if (!kilni_cast_course_of(motion, &way))
		return hit;
	const kiln_placed_body hull = hull_of(asset, shape);
	if (!kilni_body_sweep(&hull, solid, &way.path, kiln_cast_limit(&way, way.t_max), &contact) ||
		(float)(contact.time / way.unit) > way.t_max)
		return hit;
	kilni_body_contact_finish(&hull, solid, &contact);
	hit.hit = true;
	kiln_hit_identify_shape(asset, shape, &hit);
	hit.back = contact.back;
	hit.t = (float)(contact.time / way.unit);
	hit.point = kiln_d3_to(contact.point);
	hit.normal = kiln_d3_to(contact.normal);
	return hit;
}

kiln_hit kiln_sdf_cast_sphere_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion)
{
	kiln_solid solid;
	if (!sdf || !asset || !kiln_sdf_cast_sphere(sdf, sphere, motion).hit || !kilni_solid_from_sphere(&solid, sphere))
		return (kiln_hit){.hit = false};
	const uint32_t shape = sdf->head->shape;
	return is_mesh(asset, shape) ? kiln_mesh_cast_sphere(asset, shape, sphere, motion)
								 : cast_at_hull(asset, shape, &solid, motion);
}

kiln_hit kiln_sdf_cast_capsule_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion)
{
	kiln_solid solid;
	if (!sdf || !asset || !kiln_sdf_cast_capsule(sdf, capsule, motion).hit ||
		!kilni_solid_from_capsule(&solid, capsule))
		return (kiln_hit){.hit = false};
	const uint32_t shape = sdf->head->shape;
	return is_mesh(asset, shape) ? kiln_mesh_cast_capsule(asset, shape, capsule, motion)
								 : cast_at_hull(asset, shape, &solid, motion);
}
