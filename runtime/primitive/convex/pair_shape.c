// SPDX-License-Identifier: MIT
#include "pair_shape.h"

#include "bounds/core.h"
#include "shape/near.h"

/// The length of a ray.
static double limit_of(const kiln_ray *ray)
{
	return ray->t_max > 0 ? (double)ray->t_max * sqrt(kiln_d3_length2(kiln_d3_from(ray->direction))) : HUGE_VAL;
}

static kiln_d3 seen(kiln_vec3 point, kiln_d3 eye)
{
	return kiln_d3_sub(kiln_d3_from(point), eye);
}

static double clamp(double x, double low, double high)
{
	return kiln_double_max(low, kiln_double_min(x, high));
}

kiln_convex kilni_convex_of_line(const kiln_convex_shape *shape, kiln_d3 eye, const kiln_convex *bounded)
{
	bool line = shape->kind == KILN_CONVEX_LINE;
	kiln_d3 origin = seen(line ? shape->line.point : shape->ray.origin, eye);
	kiln_d3 along = kilni_d3_unit(kiln_d3_from(line ? shape->line.direction : shape->ray.direction));
	uint32_t seed = KILN_NONE;
	kiln_d3 high = kilni_convex_support(bounded, along, &seed);
	kiln_d3 low = kilni_convex_support(bounded, kiln_d3_scale(along, -1), &seed);
	double from = kiln_d3_dot(along, kiln_d3_sub(low, origin)) - bounded->margin;
	double to = kiln_d3_dot(along, kiln_d3_sub(high, origin)) + bounded->margin;
	if (!line)
	{
		double limit = limit_of(&shape->ray);
		from = clamp(from, 0, limit);
		to = clamp(to, 0, limit);
	}
	return kilni_convex_of_segment(kiln_d3_along(origin, from, along), kiln_d3_along(origin, to, along));
}

/// The t of start + t direction at the foot of a point.
static double place_along(kiln_d3 point, kiln_d3 start, kiln_d3 direction)
{
	// The largest component is scaled to 1, so that squares stay in range.
	double size = kiln_d3_largest(direction);
	direction = kiln_d3_scale(direction, 1 / size);
	return kiln_d3_dot(kiln_d3_sub(point, start), direction) / kiln_d3_length2(direction) / size;
}

void kilni_convex_set_at(const kiln_convex_shape *shape, kiln_d3 point, kiln_d3 eye, float at[2])
{
	kiln_d3 corners[3];
	double t;
	switch (shape->kind)
	{
	case KILN_CONVEX_LINE:
		t = place_along(point, seen(shape->line.point, eye), kiln_d3_from(shape->line.direction));
		at[0] = kiln_near_float(t);
		break;
	case KILN_CONVEX_RAY:
		t = place_along(point, seen(shape->ray.origin, eye), kiln_d3_from(shape->ray.direction));
		at[0] = kiln_near_float(clamp(t, 0, shape->ray.t_max > 0 ? (double)shape->ray.t_max : HUGE_VAL));
		break;
	case KILN_CONVEX_SEGMENT:
		corners[0] = kiln_d3_sub(kiln_d3_from(shape->segment.b), kiln_d3_from(shape->segment.a));
		at[0] = (float)kiln_ratio01(
			kiln_d3_dot(corners[0], kiln_d3_sub(point, seen(shape->segment.a, eye))), kiln_d3_length2(corners[0]));
		break;
	case KILN_CONVEX_RECTANGLE:
		for (int i = 0; i < 2; ++i)
		{
			t = place_along(point, seen(shape->rectangle.center, eye), kiln_d3_from(shape->rectangle.axes[i]));
			double half = (double)shape->rectangle.half_extents[i];
			at[i] = (float)clamp(t, -half, half);
		}
		break;
	case KILN_CONVEX_TRIANGLE:
		for (int i = 0; i < 3; ++i)
			corners[i] = kiln_d3_sub(seen(shape->triangle.corners[i], eye), point);
		kiln_near_triangle near = kilni_nearest_on_triangle(corners);
		at[0] = (float)near.weights[1];
		at[1] = (float)near.weights[2];
		break;
	default:
		break;
	}
}
