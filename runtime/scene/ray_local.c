// SPDX-License-Identifier: MIT
#include "ray_query.h"

#include "instance.h"
#include "math/rounding.h"
#include "math/slab.h"

static float larger(float a, float b)
{
	return a > b ? a : b;
}

/// The largest side of the mesh's box.
static float size_of(const kiln_format_mesh *mesh)
{
	const float *low = mesh->bounds_min, *high = mesh->bounds_max;
	return larger(larger(high[0] - low[0], high[1] - low[1]), high[2] - low[2]);
}

/// The distance of a point from the mesh's box on the axis where it is greatest; below 0 inside.
static float distance_of(const kiln_format_mesh *mesh, const kiln_vec3 *p)
{
	const float *low = mesh->bounds_min, *high = mesh->bounds_max;
	float x = larger(low[0] - p->x, p->x - high[0]), y = larger(low[1] - p->y, p->y - high[1]);
	return larger(larger(x, y), larger(low[2] - p->z, p->z - high[2]));
}

/// The time when a ray enters the mesh's box, grown by its size, and the axis of the plane through which it enters;
/// negative if it never enters or starts inside.
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

/// origin + from direction on one axis, without loss by cancellation if the direction is a float: splits `from` in two
/// parts, whose products with 24 bits are exact.
static double place_at(double origin, double from, double direction)
{
	double high = (double)(float)from;
	return (origin + high * direction) + (from - high) * direction;
}

bool kilni_ray_start_near(
	const kiln_format_mesh *mesh, const float to_mesh[12], const kiln_ray *ray, kiln_local_ray *local)
{
	static const float here[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const float *m = to_mesh ? to_mesh : here;
	const double o[3] = {(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z};
	const double d[3] = {(double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z};
	const float last = ray->t_max > 0 && ray->t_max < FLT_MAX ? ray->t_max : FLT_MAX;
	// A time that is reported as equal to the last one exceeds it by at most half a unit in its last place.
	const double limit = (double)last * (1 + 0x1p-23) + 0x1p-148, size = (double)size_of(mesh);
	double origin[3], direction[3];
	if (!(ray->t_max >= 0))
		return false;
	for (int row = 0; row < 3; ++row)
	{
		const double r[4] = {
			(double)m[4 * row], (double)m[4 * row + 1], (double)m[4 * row + 2], (double)m[4 * row + 3]};
		origin[row] = r[0] * o[0] + r[1] * o[1] + r[2] * o[2] + r[3];
		direction[row] = r[0] * d[0] + r[1] * d[1] + r[2] * d[2];
	}
	int through = 0;
	double plane = 0;
	double from = enter_box(mesh, size, origin, direction, &through, &plane);
	if (!(from >= 0 && from <= limit))
		return false;
	local->from = from;
	local->last = last;
	for (int axis = 0; axis < 3; ++axis)
		origin[axis] = place_at(origin[axis], from, direction[axis]);
	// Along the axis of entry, the sum may have cancelled to nothing; the plane is known there.
	if (!(kiln_double_abs(origin[through] - plane) <= size))
		origin[through] = plane;
	const kiln_vec3 start = {(float)origin[0], (float)origin[1], (float)origin[2]};
	const kiln_vec3 way = {(float)direction[0], (float)direction[1], (float)direction[2]};
	// A remaining length of 0 would mean no limit.
	const float rest = kiln_float_up(limit - from + (double)FLT_MIN);
	return kilni_walk_ray_init(&local->walk, &start, &way, rest, mesh->bounds_min, mesh->bounds_max, &local->limit);
}

bool kilni_ray_to_moved(
	const kiln_format_mesh *mesh, const kiln_format_node *node, const kiln_ray *ray, kiln_local_ray *local)
{
	if (!kiln_vec3_within(ray->origin, KILN_COORDINATE_MAX))
		return false;
	const kiln_vec3 origin = kiln_transform_point(node->to_mesh, ray->origin);
	if (!(distance_of(mesh, &origin) <= size_of(mesh) * KILN_FAR_SIZES))
		return kilni_ray_start_near(mesh, node->to_mesh, ray, local);
	const kiln_vec3 direction = kiln_transform_vector(node->to_mesh, ray->direction);
	return kilni_walk_ray_init(
		&local->walk, &origin, &direction, ray->t_max, mesh->bounds_min, mesh->bounds_max, &local->limit);
}
