// SPDX-License-Identifier: MIT
#include "cook.h"

#include "bound/bound.h"
#include "mass/mass.h"

#include <math.h>
#include <string.h>

static void copy_vec3(float out[3], kiln_vec3 v)
{
	out[0] = v.x;
	out[1] = v.y;
	out[2] = v.z;
}

static void store_set(kiln_format_volumes *out, const kiln_volumes *set)
{
	*out = (kiln_format_volumes){
		.sphere_radius = set->sphere.radius, .capsule_radius = set->capsule.radius, .rss_radius = set->rss.radius};
	copy_vec3(out->aabb_min, set->aabb.min);
	copy_vec3(out->aabb_max, set->aabb.max);
	copy_vec3(out->sphere_center, set->sphere.center);
	copy_vec3(out->obb_center, set->obb.center);
	for (uint32_t i = 0; i < 3; ++i)
		copy_vec3(out->obb_axes + 3 * i, set->obb.axes[i]);
	memcpy(out->obb_half_extents, set->obb.half_extents, sizeof out->obb_half_extents);
	copy_vec3(out->capsule_a, set->capsule.a);
	copy_vec3(out->capsule_b, set->capsule.b);
	copy_vec3(out->rss_origin, set->rss.origin);
	for (uint32_t i = 0; i < 2; ++i)
		copy_vec3(out->rss_edges + 3 * i, set->rss.edges[i]);
	memcpy(out->kdop_min, set->kdop.min, sizeof out->kdop_min);
	memcpy(out->kdop_max, set->kdop.max, sizeof out->kdop_max);
}

kilncook_status cook_fit_volumes(
	const kilncook_context *context, const kilncook_options *settings, const convex_hull *around, kiln_volumes *volumes)
{
	const bound_input input = {(const float(*)[3])around->vertices, around->vertex_count, around};
	const bound_wish wish = {.fast = settings->bounds == KILNCOOK_BOUNDS_FAST};
	return bound_fit_set(context, &input, &wish, volumes);
}

kilncook_status cook_volumes_add(cook_job *job, const kiln_volumes *set, uint32_t *volumes)
{
	if (!cook_reserve(
			&job->context, (void **)&job->volumes, job->volume_count, &job->volume_capacity, 1, sizeof *job->volumes))
		return cook_no_memory(job);
	store_set(&job->volumes[job->volume_count], set);
	*volumes = job->volume_count++;
	return KILNCOOK_OK;
}

/// The quaternion of a rotation whose columns are three right-handed unit vectors (Shepperd 1978: the largest component
/// comes from the diagonal, so that nothing cancels).
void cook_quaternion_of(const double axes[3][3], float q[4])
{
	double d[4] = {axes[0][0] - axes[1][1] - axes[2][2], axes[1][1] - axes[0][0] - axes[2][2],
		axes[2][2] - axes[0][0] - axes[1][1], axes[0][0] + axes[1][1] + axes[2][2]};
	uint32_t largest = 0;
	for (uint32_t i = 1; i < 4; ++i)
		largest = d[i] > d[largest] ? i : largest;
	// Four times the products q[largest] q[k].
	double p[4];
	double yz = axes[1][2] - axes[2][1], zx = axes[2][0] - axes[0][2], xy = axes[0][1] - axes[1][0];
	double sxy = axes[0][1] + axes[1][0], sxz = axes[0][2] + axes[2][0], syz = axes[1][2] + axes[2][1];
	const double rows[4][4] = {{0, sxy, sxz, yz}, {sxy, 0, syz, zx}, {sxz, syz, 0, xy}, {yz, zx, xy, 0}};
	double length2 = 0;
	for (uint32_t k = 0; k < 4; ++k)
	{
		p[k] = k == largest ? 1 + d[k] : rows[largest][k];
		length2 += p[k] * p[k];
	}
	for (uint32_t k = 0; k < 4; ++k)
		q[k] = (float)(p[k] / sqrt(length2)) + 0.0f;
}

void cook_mass_store(kiln_format_shape *shape, const mass_properties *mass)
{
	shape->area = (float)mass->area;
	for (uint32_t i = 0; i < 3; ++i)
		shape->center[i] = (float)mass->center[i] + 0.0f;
	shape->axes[3] = 1;
	if (!mass->closed || !mass_fits_float(mass))
		return;
	// A closed surface bounds a solid even when it is wound inside out.
	shape->flags |= KILN_SHAPE_HAS_MASS;
	shape->volume = (float)fabs(mass->volume);
	for (uint32_t i = 0; i < 6; ++i)
		shape->inertia[i] = (float)mass->inertia[i] + 0.0f;
	for (uint32_t i = 0; i < 3; ++i)
		shape->moments[i] = (float)mass->moments[i] + 0.0f;
	cook_quaternion_of(mass->axes, shape->axes);
}

kilncook_status cook_hull_of(
	const kilncook_context *context, const float (*vertices)[3], uint32_t count, convex_hull *out)
{
	const hull_points points = {vertices[0], 0, count};
	return hull_build(context, &points, out);
}
