// SPDX-License-Identifier: MIT
#include "ray_query.h"

#include "instance.h"
#include "math/slab.h"

/// Origins farther from the mesh than this many times its size are brought near: float32 has 24 bits, and the mesh is
/// to keep 8 of them.
#define FAR_SIZES 65536.0f

static bool in_range(const kiln_vec3 *p)
{
	return fabsf(p->x) <= KILN_COORDINATE_MAX && fabsf(p->y) <= KILN_COORDINATE_MAX &&
		   fabsf(p->z) <= KILN_COORDINATE_MAX;
}

/// Size of the mesh's box and distance of a point from it, each along the axis where it is largest.
static void size_and_distance(const kiln_format_mesh *mesh, const float p[3], float *size, float *distance)
{
	*size = 0;
	*distance = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		float extent = mesh->bounds_max[axis] - mesh->bounds_min[axis];
		float below = mesh->bounds_min[axis] - p[axis], above = p[axis] - mesh->bounds_max[axis];
		*size = extent > *size ? extent : *size;
		*distance = below > *distance ? below : *distance;
		*distance = above > *distance ? above : *distance;
	}
}

/// When a ray enters the mesh's box, grown by its size, and through which axis' plane; negative when it never does or
/// starts inside.
static double enter_box(const kiln_format_mesh *mesh, double size, const double origin[3], const double direction[3],
	int *through, double *plane)
{
	kiln_span span = {-1, HUGE_VAL};
	for (int axis = 0; axis < 3; ++axis)
	{
		double low = (double)mesh->bounds_min[axis] - size, high = (double)mesh->bounds_max[axis] + size;
		double before = span.enter;
		if (!kiln_span_clip(&span, low - origin[axis], high - origin[axis], direction[axis]))
			return -1;
		if (span.enter > before)
		{
			*through = axis;
			*plane = direction[axis] > 0 ? low : high;
		}
	}
	return span.enter;
}

/// Begins the local ray where it enters the box, everything computed in double from the node's matrix.
static bool start_near(
	const kiln_format_mesh *mesh, const float m[12], float size, const kiln_ray *ray, kiln_local_ray *local)
{
	const double o[3] = {(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z};
	const double d[3] = {(double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z};
	double origin[3], direction[3];
	for (int row = 0; row < 3; ++row)
	{
		const double r[4] = {
			(double)m[4 * row], (double)m[4 * row + 1], (double)m[4 * row + 2], (double)m[4 * row + 3]};
		origin[row] = r[0] * o[0] + r[1] * o[1] + r[2] * o[2] + r[3];
		direction[row] = r[0] * d[0] + r[1] * d[1] + r[2] * d[2];
	}
	int through = 0;
	double plane = 0;
	double from = enter_box(mesh, (double)size, origin, direction, &through, &plane);
	if (!(from >= 0) || (ray->t_max > 0 && from > (double)ray->t_max))
		return false;
	local->from = from;
	for (int axis = 0; axis < 3; ++axis)
		origin[axis] += from * direction[axis];
	// Along the way in, the sum may have cancelled to nothing; there the plane is known.
	origin[through] = plane;
	local->ray.origin = (kiln_vec3){(float)origin[0], (float)origin[1], (float)origin[2]};
	local->ray.direction = (kiln_vec3){(float)direction[0], (float)direction[1], (float)direction[2]};
	// A rest of 0 would mean no limit.
	float rest = (float)((double)ray->t_max - from);
	local->ray.t_max = ray->t_max > 0 ? (rest > FLT_MIN ? rest : FLT_MIN) : 0;
	return true;
}

bool kiln_ray_to_mesh(const kiln_asset *asset, uint32_t node, const kiln_ray *ray, kiln_local_ray *local)
{
	const kiln_format_node *placed = &asset->nodes[node];
	local->ray = *ray;
	local->from = 0;
	if (placed->flags & KILN_NODE_IDENTITY)
		return true;
	if (!in_range(&ray->origin))
		return false;
	local->ray.origin = kiln_transform_point(placed->to_mesh, ray->origin);
	local->ray.direction = kiln_transform_vector(placed->to_mesh, ray->direction);
	const kiln_format_mesh *mesh = &asset->meshes[placed->mesh];
	const float p[3] = {local->ray.origin.x, local->ray.origin.y, local->ray.origin.z};
	float size, distance;
	size_and_distance(mesh, p, &size, &distance);
	if (distance <= size * FAR_SIZES)
		return true;
	return start_near(mesh, placed->to_mesh, size, ray, local);
}
