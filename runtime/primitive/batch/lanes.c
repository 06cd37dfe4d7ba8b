// SPDX-License-Identifier: MIT
#include "kiln/primitive/batch.h"
#include "math/ieee.h"

#include <math.h>

/// The position of lanes without a shape. Its square does not overflow float32, so that such a lane is never in doubt.
#define NOWHERE 0x1p62f

kiln_sphere4 kiln_sphere4_from_spheres(const kiln_sphere *spheres, uint32_t count)
{
	kiln_sphere4 lanes;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_sphere sphere = i < count ? spheres[i] : (kiln_sphere){{NOWHERE, NOWHERE, NOWHERE}, 0};
		lanes.x[i] = sphere.center.x;
		lanes.y[i] = sphere.center.y;
		lanes.z[i] = sphere.center.z;
		lanes.radius[i] = sphere.radius;
	}
	return lanes;
}

kiln_aabb4 kiln_aabb4_from_aabbs(const kiln_aabb *boxes, uint32_t count)
{
	const kiln_vec3 nowhere = {NOWHERE, NOWHERE, NOWHERE};
	kiln_aabb4 lanes;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_aabb box = i < count ? boxes[i] : (kiln_aabb){nowhere, nowhere};
		lanes.min_x[i] = box.min.x;
		lanes.min_y[i] = box.min.y;
		lanes.min_z[i] = box.min.z;
		lanes.max_x[i] = box.max.x;
		lanes.max_y[i] = box.max.y;
		lanes.max_z[i] = box.max.z;
	}
	return lanes;
}

kiln_triangle4 kiln_triangle4_from_triangles(const kiln_triangle *triangles, uint32_t count)
{
	const kiln_vec3 none = {NAN, NAN, NAN};
	kiln_triangle4 lanes;
	for (uint32_t i = 0; i < 4; ++i)
		for (int corner = 0; corner < 3; ++corner)
		{
			kiln_vec3 point = i < count ? triangles[i].corners[corner] : none;
			lanes.x[corner][i] = point.x;
			lanes.y[corner][i] = point.y;
			lanes.z[corner][i] = point.z;
		}
	return lanes;
}

kiln_sphere kiln_sphere4_get(const kiln_sphere4 *spheres, uint32_t lane)
{
	uint32_t i = lane & 3;
	return (kiln_sphere){{spheres->x[i], spheres->y[i], spheres->z[i]}, spheres->radius[i]};
}

kiln_aabb kiln_aabb4_get(const kiln_aabb4 *boxes, uint32_t lane)
{
	uint32_t i = lane & 3;
	return (kiln_aabb){
		{boxes->min_x[i], boxes->min_y[i], boxes->min_z[i]}, {boxes->max_x[i], boxes->max_y[i], boxes->max_z[i]}};
}

kiln_triangle kiln_triangle4_get(const kiln_triangle4 *triangles, uint32_t lane)
{
	uint32_t i = lane & 3;
	kiln_triangle triangle;
	for (int corner = 0; corner < 3; ++corner)
		triangle.corners[corner] =
			(kiln_vec3){triangles->x[corner][i], triangles->y[corner][i], triangles->z[corner][i]};
	return triangle;
}

kiln_intersection kiln_intersection4_get(const kiln_intersection4 *four, uint32_t lane)
{
	uint32_t i = lane & 3;
	return (kiln_intersection){
		.hit = (four->hit >> i & 1) != 0,
		.inside = (four->inside >> i & 1) != 0,
		.back = (four->back >> i & 1) != 0,
		.t = four->t[i],
		.leave = four->leave[i],
		.point = {four->point[0][i], four->point[1][i], four->point[2][i]},
		.normal = {four->normal[0][i], four->normal[1][i], four->normal[2][i]},
		.u = four->u[i],
		.v = four->v[i],
		.face = four->face[i],
	};
}
