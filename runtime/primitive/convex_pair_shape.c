// SPDX-License-Identifier: MIT
#include "convex_pair_shape.h"

#include "bounds/core.h"
#include "hull/extreme.h"
#include "near.h"
#include "usable.h"

static bool usable_points(const kiln_vec3 *points, uint32_t count)
{
	bool good = points != NULL && count > 0;
	for (uint32_t i = 0; good && i < count; ++i)
		good = kiln_usable_point(&points[i]);
	return good;
}

bool kiln_usable_convex(const kiln_convex_shape *shape)
{
	if (!shape)
		return false;
	switch (shape->kind)
	{
	case KILN_CONVEX_POINT:
		return kiln_usable_point(&shape->point);
	case KILN_CONVEX_LINE:
		return kiln_usable_line(&shape->line);
	case KILN_CONVEX_RAY:
		return kiln_usable_ray(&shape->ray);
	case KILN_CONVEX_SEGMENT:
		return kiln_usable_segment(&shape->segment);
	case KILN_CONVEX_SPHERE:
		return kiln_usable_sphere(&shape->sphere);
	case KILN_CONVEX_CAPSULE:
		return kiln_usable_capsule(&shape->capsule);
	case KILN_CONVEX_AABB:
		return kiln_usable_aabb(&shape->aabb);
	case KILN_CONVEX_OBB:
		return kiln_usable_obb(&shape->obb);
	case KILN_CONVEX_RECTANGLE:
		return kiln_usable_rectangle(&shape->rectangle);
	case KILN_CONVEX_TRIANGLE:
		return kiln_usable_triangle(&shape->triangle);
	case KILN_CONVEX_TETRAHEDRON:
		return kiln_usable_tetrahedron(&shape->tetrahedron);
	case KILN_CONVEX_CYLINDER:
		return kiln_usable_cylinder(&shape->cylinder);
	case KILN_CONVEX_CONE:
		return kiln_usable_cone(&shape->cone);
	case KILN_CONVEX_ELLIPSOID:
		return kiln_usable_ellipsoid(&shape->ellipsoid);
	case KILN_CONVEX_RSS:
		return kiln_usable_rss(&shape->rss);
	case KILN_CONVEX_POINTS:
		return usable_points(shape->points.points, shape->points.count);
	case KILN_CONVEX_HULL:
		return shape->hull != NULL && shape->hull->vertex_count > 0;
	default:
		return false;
	}
}

bool kiln_convex_is_line(const kiln_convex_shape *shape)
{
	return shape->kind == KILN_CONVEX_LINE || shape->kind == KILN_CONVEX_RAY;
}

kiln_d3 kiln_convex_anchor(const kiln_convex_shape *shape)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_OBB:
		return kiln_d3_from(shape->obb.center);
	case KILN_CONVEX_RECTANGLE:
		return kiln_d3_from(shape->rectangle.center);
	case KILN_CONVEX_ELLIPSOID:
		return kiln_d3_from(shape->ellipsoid.center);
	case KILN_CONVEX_POINTS:
		return kiln_d3_from(shape->points.points[0]);
	case KILN_CONVEX_HULL:
		return kiln_hull_point(shape->hull, 0);
	default:
		// All others begin with one of their points.
		return kiln_d3_from(shape->point);
	}
}

static kiln_d3 seen(kiln_vec3 point, kiln_d3 eye)
{
	return kiln_d3_sub(kiln_d3_from(point), eye);
}

static kiln_convex of_ball(kiln_vec3 center, float radius, kiln_d3 eye)
{
	return (kiln_convex){.center = seen(center, eye), .margin = (double)radius};
}

static bool is_zero(kiln_d3 v)
{
	return kiln_d3_largest(v) == 0;
}

static kiln_convex of_cylinder(const kiln_cylinder *cylinder, kiln_d3 eye)
{
	kiln_d3 a = seen(cylinder->a, eye), b = seen(cylinder->b, eye);
	if (is_zero(kiln_d3_sub(b, a)))
		return of_ball(cylinder->a, cylinder->radius, eye);
	return kiln_convex_of_cylinder(a, b, (double)cylinder->radius);
}

static kiln_convex of_cone(const kiln_cone *cone, kiln_d3 eye)
{
	kiln_d3 apex = seen(cone->apex, eye), base = seen(cone->base, eye);
	if (is_zero(kiln_d3_sub(base, apex)))
		return of_ball(cone->apex, cone->radius, eye);
	return kiln_convex_of_cone(apex, base, (double)cone->radius);
}

/// Stored axes, scaled: those of no size are left out of the sum.
static uint32_t scale_axes(const kiln_vec3 *axes, const float *sizes, int count, kiln_d3 scaled[3])
{
	uint32_t used = 0;
	for (int i = 0; i < count; ++i)
		if (sizes[i] > 0)
			scaled[used++] = kiln_d3_scale(kiln_d3_from(axes[i]), (double)sizes[i]);
	return used;
}

static kiln_convex of_box(kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(center, eye)};
	convex.bar_count = scale_axes(axes, half, count, convex.bars);
	return convex;
}

static kiln_convex of_aabb(const kiln_aabb *aabb, kiln_d3 eye)
{
	kiln_d3 low = seen(aabb->min, eye);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), kiln_d3_from(aabb->min)), 0.5);
	return (kiln_convex){
		.center = kiln_d3_add(low, half), .bars = {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}, .bar_count = 3};
}

static kiln_convex of_ellipsoid(const kiln_ellipsoid *ellipsoid, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(ellipsoid->center, eye)};
	convex.round_count = scale_axes(ellipsoid->axes, ellipsoid->radii, 3, convex.rounds);
	return convex;
}

static kiln_convex of_rss(const kiln_rss *rss, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(rss->origin, eye), .bar_count = 2, .margin = (double)rss->radius};
	for (int i = 0; i < 2; ++i)
	{
		convex.bars[i] = kiln_d3_scale(kiln_d3_from(rss->edges[i]), 0.5);
		convex.center = kiln_d3_add(convex.center, convex.bars[i]);
	}
	return convex;
}

static kiln_convex of_triangle(const kiln_triangle *triangle, kiln_d3 eye)
{
	kiln_d3 corner[3];
	for (int i = 0; i < 3; ++i)
		corner[i] = seen(triangle->corners[i], eye);
	return kiln_convex_of_triangle(corner);
}

static kiln_convex of_segment(kiln_vec3 a, kiln_vec3 b, float margin, kiln_d3 eye)
{
	kiln_convex convex = kiln_convex_of_segment(seen(a, eye), seen(b, eye));
	convex.margin = (double)margin;
	return convex;
}

static kiln_convex of_hull(const kiln_hull *hull, kiln_d3 eye)
{
	return (kiln_convex){.center = kiln_d3_scale(eye, -1), .hull = hull, .column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

kiln_convex kiln_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_SEGMENT:
		return of_segment(shape->segment.a, shape->segment.b, 0, eye);
	case KILN_CONVEX_SPHERE:
		return of_ball(shape->sphere.center, shape->sphere.radius, eye);
	case KILN_CONVEX_CAPSULE:
		return of_segment(shape->capsule.a, shape->capsule.b, shape->capsule.radius, eye);
	case KILN_CONVEX_AABB:
		return of_aabb(&shape->aabb, eye);
	case KILN_CONVEX_OBB:
		return of_box(shape->obb.center, shape->obb.axes, shape->obb.half_extents, 3, eye);
	case KILN_CONVEX_RECTANGLE:
		return of_box(shape->rectangle.center, shape->rectangle.axes, shape->rectangle.half_extents, 2, eye);
	case KILN_CONVEX_TRIANGLE:
		return of_triangle(&shape->triangle, eye);
	case KILN_CONVEX_TETRAHEDRON:
		return kiln_convex_of_points(shape->tetrahedron.corners, 4, eye);
	case KILN_CONVEX_CYLINDER:
		return of_cylinder(&shape->cylinder, eye);
	case KILN_CONVEX_CONE:
		return of_cone(&shape->cone, eye);
	case KILN_CONVEX_ELLIPSOID:
		return of_ellipsoid(&shape->ellipsoid, eye);
	case KILN_CONVEX_RSS:
		return of_rss(&shape->rss, eye);
	case KILN_CONVEX_POINTS:
		return kiln_convex_of_points(shape->points.points, shape->points.count, eye);
	case KILN_CONVEX_HULL:
		return of_hull(shape->hull, eye);
	default:
		return (kiln_convex){.center = seen(shape->point, eye)};
	}
}

/// The length of a ray.
static double limit_of(const kiln_ray *ray)
{
	return ray->t_max > 0 ? (double)ray->t_max * sqrt(kiln_d3_length2(kiln_d3_from(ray->direction))) : HUGE_VAL;
}

static double clamp(double x, double low, double high)
{
	return kiln_double_max(low, kiln_double_min(x, high));
}

kiln_convex kiln_convex_of_line(const kiln_convex_shape *shape, kiln_d3 eye, const kiln_convex *bounded)
{
	bool line = shape->kind == KILN_CONVEX_LINE;
	kiln_d3 origin = seen(line ? shape->line.point : shape->ray.origin, eye);
	kiln_d3 along = kiln_d3_unit(kiln_d3_from(line ? shape->line.direction : shape->ray.direction));
	uint32_t seed = KILN_NONE;
	kiln_d3 high = kiln_convex_support(bounded, along, &seed);
	kiln_d3 low = kiln_convex_support(bounded, kiln_d3_scale(along, -1), &seed);
	double from = kiln_d3_dot(along, kiln_d3_sub(low, origin)) - bounded->margin;
	double to = kiln_d3_dot(along, kiln_d3_sub(high, origin)) + bounded->margin;
	if (!line)
	{
		double limit = limit_of(&shape->ray);
		from = clamp(from, 0, limit);
		to = clamp(to, 0, limit);
	}
	return kiln_convex_of_segment(kiln_d3_along(origin, from, along), kiln_d3_along(origin, to, along));
}

/// t of start + t direction, at the foot of a point.
static double place_along(kiln_d3 point, kiln_d3 start, kiln_d3 direction)
{
	// Its squares stay in range: its largest number is made 1.
	double size = kiln_d3_largest(direction);
	direction = kiln_d3_scale(direction, 1 / size);
	return kiln_d3_dot(kiln_d3_sub(point, start), direction) / kiln_d3_length2(direction) / size;
}

void kiln_convex_set_at(const kiln_convex_shape *shape, kiln_d3 point, kiln_d3 eye, float at[2])
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
		kiln_near_triangle near = kiln_nearest_on_triangle(corners);
		at[0] = (float)near.weights[1];
		at[1] = (float)near.weights[2];
		break;
	default:
		break;
	}
}
