// SPDX-License-Identifier: MIT
#include "primitive_convex.h"

#include "primitive/point/primitive_point.h"
#include "support/asset_fixture.h"

#include <math.h>

static double number(uint64_t *random)
{
	return 2 * (double)fixture_random_unit(random) - 1;
}

static kiln_d3 vector(uint64_t *random)
{
	double x = number(random), y = number(random);
	return (kiln_d3){x, y, number(random)};
}

/// Some sizes are zero, some much smaller.
static float length_of(uint64_t *random, double size)
{
	switch (point_below(random, 8))
	{
	case 0:
		return 0;
	case 1:
		return (float)(1e-3 * size * fabs(number(random)));
	default:
		return (float)(size * fabs(number(random)));
	}
}

static void make_axes(uint64_t *random, kiln_vec3 axes[3])
{
	kiln_quat q = {(float)number(random), (float)number(random), (float)number(random), (float)number(random) + 2};
	kiln_box box = {.half_extents = {1, 1, 1}, .rotation = q};
	kiln_obb obb = kiln_obb_from_box(&box);
	for (int i = 0; i < 3; ++i)
		axes[i] = obb.axes[i];
}

static void make_points(convex_sample *sample, uint64_t *random, double size, kiln_d3 center)
{
	for (int i = 0; i < 3; ++i)
		sample->edge[i] = kiln_d3_scale(vector(random), size);
	for (uint32_t i = 0; i < CONVEX_POINTS; ++i)
	{
		kiln_d3 p = center;
		for (int j = 0; j < 3; ++j)
			p = kiln_d3_along(p, i < 8 ? (double)(i >> j & 1) : (double)fixture_random_unit(random), sample->edge[j]);
		sample->points[i] = kiln_d3_to(p);
	}
	sample->shape.points.points = sample->points;
	sample->shape.points.count = CONVEX_POINTS;
}

static void make_hull(convex_sample *sample, uint64_t *random, double size)
{
	convex_case_make(&sample->hull, random, KILN_SHAPE_HULL, CONVEX_IDENTITY, size);
	sample->shape.hull = &sample->hull.body.hull;
}

static kiln_vec3 direction(uint64_t *random)
{
	kiln_d3 v = vector(random);
	return kiln_d3_to(kiln_d3_scale(v, ldexp(1, (int)point_below(random, 21) - 10)));
}

void convex_sample_make(convex_sample *sample, uint64_t *random, kiln_convex_kind kind, double size, kiln_d3 center)
{
	*sample = (convex_sample){.shape.kind = kind, .size = size};
	kiln_convex_shape *shape = &sample->shape;
	kiln_vec3 at[4], axes[3];
	for (int i = 0; i < 4; ++i)
		at[i] = kiln_d3_to(kiln_d3_along(center, size, vector(random)));
	if (point_below(random, 8) == 0)
		at[1] = at[0];
	make_axes(random, axes);
	float radius = length_of(random, size), other = length_of(random, size), third = length_of(random, size);
	switch (kind)
	{
	case KILN_CONVEX_POINT:
		shape->point = at[0];
		break;
	case KILN_CONVEX_LINE:
		shape->line = (kiln_line){at[0], direction(random)};
		break;
	case KILN_CONVEX_RAY:
		shape->ray = (kiln_ray){.origin = at[0], .direction = direction(random)};
		shape->ray.t_max = point_below(random, 2) ? 0 : (float)(size * fabs(number(random)));
		break;
	case KILN_CONVEX_SEGMENT:
		shape->segment = (kiln_segment){at[0], at[1]};
		break;
	case KILN_CONVEX_SPHERE:
		shape->sphere = (kiln_sphere){at[0], radius};
		break;
	case KILN_CONVEX_CAPSULE:
		shape->capsule = (kiln_capsule){at[0], at[1], radius};
		break;
	case KILN_CONVEX_AABB:
		shape->aabb = (kiln_aabb){at[0], {at[0].x + radius, at[0].y + other, at[0].z + third}};
		break;
	case KILN_CONVEX_OBB:
		shape->obb = (kiln_obb){at[0], {axes[0], axes[1], axes[2]}, {radius, other, third}};
		break;
	case KILN_CONVEX_RECTANGLE:
		shape->rectangle = (kiln_rectangle){at[0], {axes[0], axes[1]}, {radius, other}};
		break;
	case KILN_CONVEX_TRIANGLE:
		shape->triangle = (kiln_triangle){{at[0], at[1], at[2]}};
		break;
	case KILN_CONVEX_TETRAHEDRON:
		shape->tetrahedron = (kiln_tetrahedron){{at[0], at[1], at[2], at[3]}};
		break;
	case KILN_CONVEX_CYLINDER:
		shape->cylinder = (kiln_cylinder){at[0], at[1], radius};
		break;
	case KILN_CONVEX_CONE:
		shape->cone = (kiln_cone){at[0], at[1], radius};
		break;
	case KILN_CONVEX_ELLIPSOID:
		shape->ellipsoid = (kiln_ellipsoid){at[0], {axes[0], axes[1], axes[2]}, {radius, other, third}};
		break;
	case KILN_CONVEX_RSS:
		shape->rss = (kiln_rss){at[0],
			{kiln_d3_to(kiln_d3_scale(kiln_d3_from(axes[0]), (double)radius)),
				kiln_d3_to(kiln_d3_scale(kiln_d3_from(axes[1]), (double)other))},
			third};
		break;
	case KILN_CONVEX_POINTS:
		make_points(sample, random, size, center);
		break;
	default:
		make_hull(sample, random, size);
		break;
	}
}

void convex_sample_free(convex_sample *sample)
{
	if (sample->shape.kind == KILN_CONVEX_HULL)
		convex_case_free(&sample->hull);
}

static void move(kiln_vec3 *points, int count, kiln_d3 by)
{
	for (int i = 0; i < count; ++i)
		points[i] = kiln_d3_to(kiln_d3_add(kiln_d3_from(points[i]), by));
}

void convex_sample_move(convex_sample *sample, kiln_d3 by)
{
	kiln_convex_shape *shape = &sample->shape;
	switch (shape->kind)
	{
	case KILN_CONVEX_SEGMENT:
	case KILN_CONVEX_CAPSULE:
	case KILN_CONVEX_AABB:
	case KILN_CONVEX_CYLINDER:
	case KILN_CONVEX_CONE:
		move(&shape->segment.a, 1, by);
		move(&shape->segment.b, 1, by);
		break;
	case KILN_CONVEX_TRIANGLE:
		move(shape->triangle.corners, 3, by);
		break;
	case KILN_CONVEX_TETRAHEDRON:
		move(shape->tetrahedron.corners, 4, by);
		break;
	case KILN_CONVEX_POINTS:
		move(sample->points, CONVEX_POINTS, by);
		break;
	default:
		move(&shape->point, 1, by);
		break;
	}
}

kiln_vec3 convex_sample_anchor(const convex_sample *sample)
{
	if (sample->shape.kind == KILN_CONVEX_POINTS)
		return sample->points[0];
	return sample->shape.kind == KILN_CONVEX_HULL ? kiln_hull_vertex(sample->shape.hull, 0) : sample->shape.point;
}

bool convex_sample_is_line(const convex_sample *sample)
{
	return sample->shape.kind == KILN_CONVEX_LINE || sample->shape.kind == KILN_CONVEX_RAY;
}

static real height(real3 n, kiln_vec3 p)
{
	return real3_dot(n, real3_from(p));
}

static real highest(real3 n, const kiln_vec3 *points, uint32_t count)
{
	real most = height(n, points[0]);
	for (uint32_t i = 1; i < count; ++i)
		most = real_max(most, height(n, points[i]));
	return most;
}

/// The support of a ball with a radius.
static real round_of(real3 n, float radius)
{
	return real_mul(real3_length(n), real_from((double)radius));
}

/// The support of a disc perpendicular to the axis from a to b; of a ball if the ends are equal.
static real disc_of(real3 n, kiln_vec3 a, kiln_vec3 b, float radius)
{
	real3 axis = real3_sub(real3_from(b), real3_from(a));
	real length = real3_length(axis);
	if (real_sign(length) == 0)
		return round_of(n, radius);
	return real_mul(real_div(real3_length(real3_cross(n, axis)), length), real_from((double)radius));
}

static real box_of(real3 n, kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count)
{
	real sum = height(n, center);
	for (int i = 0; i < count; ++i)
		sum = real_add(sum, real_mul(real_abs(height(n, axes[i])), real_from((double)half[i])));
	return sum;
}

static real aabb_of(real3 n, const kiln_aabb *aabb)
{
	kiln_vec3 corners[8];
	for (int i = 0; i < 8; ++i)
		corners[i] = (kiln_vec3){
			i & 1 ? aabb->max.x : aabb->min.x, i & 2 ? aabb->max.y : aabb->min.y, i & 4 ? aabb->max.z : aabb->min.z};
	return highest(n, corners, 8);
}

static real ellipsoid_of(real3 n, const kiln_ellipsoid *ellipsoid)
{
	real sum = real_from_int(0);
	for (int i = 0; i < 3; ++i)
	{
		real reach = real_mul(height(n, ellipsoid->axes[i]), real_from((double)ellipsoid->radii[i]));
		sum = real_add(sum, real_mul(reach, reach));
	}
	return real_add(height(n, ellipsoid->center), real_sqrt(sum));
}

static real rss_of(real3 n, const kiln_rss *rss)
{
	real sum = real_add(height(n, rss->origin), round_of(n, rss->radius)), zero = real_from_int(0);
	for (int i = 0; i < 2; ++i)
		sum = real_add(sum, real_max(zero, height(n, rss->edges[i])));
	return sum;
}

static real hull_of(real3 n, const kiln_hull *hull)
{
	real most = height(n, kiln_hull_vertex(hull, 0));
	for (uint32_t i = 1; i < hull->vertex_count; ++i)
		most = real_max(most, height(n, kiln_hull_vertex(hull, i)));
	return most;
}

real convex_sample_height(const convex_sample *sample, real3 n)
{
	const kiln_convex_shape *s = &sample->shape;
	switch (s->kind)
	{
	case KILN_CONVEX_SEGMENT:
		return real_max(height(n, s->segment.a), height(n, s->segment.b));
	case KILN_CONVEX_SPHERE:
		return real_add(height(n, s->sphere.center), round_of(n, s->sphere.radius));
	case KILN_CONVEX_CAPSULE:
		return real_add(real_max(height(n, s->capsule.a), height(n, s->capsule.b)), round_of(n, s->capsule.radius));
	case KILN_CONVEX_AABB:
		return aabb_of(n, &s->aabb);
	case KILN_CONVEX_OBB:
		return box_of(n, s->obb.center, s->obb.axes, s->obb.half_extents, 3);
	case KILN_CONVEX_RECTANGLE:
		return box_of(n, s->rectangle.center, s->rectangle.axes, s->rectangle.half_extents, 2);
	case KILN_CONVEX_TRIANGLE:
		return highest(n, s->triangle.corners, 3);
	case KILN_CONVEX_TETRAHEDRON:
		return highest(n, s->tetrahedron.corners, 4);
	case KILN_CONVEX_CYLINDER:
		return real_add(real_max(height(n, s->cylinder.a), height(n, s->cylinder.b)),
			disc_of(n, s->cylinder.a, s->cylinder.b, s->cylinder.radius));
	case KILN_CONVEX_CONE:
		return real_max(height(n, s->cone.apex),
			real_add(height(n, s->cone.base), disc_of(n, s->cone.apex, s->cone.base, s->cone.radius)));
	case KILN_CONVEX_ELLIPSOID:
		return ellipsoid_of(n, &s->ellipsoid);
	case KILN_CONVEX_RSS:
		return rss_of(n, &s->rss);
	case KILN_CONVEX_POINTS:
		return highest(n, sample->points, CONVEX_POINTS);
	case KILN_CONVEX_HULL:
		return hull_of(n, s->hull);
	default:
		return height(n, s->point);
	}
}

/// Of the box around the points, by Cramer's rule.
static double away_from_points(const convex_sample *sample, kiln_vec3 p)
{
	const kiln_d3 *e = sample->edge;
	kiln_d3 from = kiln_d3_sub(kiln_d3_from(p), kiln_d3_from(sample->points[0]));
	double whole = kiln_d3_dot(e[0], kiln_d3_cross(e[1], e[2])), away = 0;
	for (int i = 0; i < 3; ++i)
	{
		// Minus the rounding of the corners to float32.
		kiln_d3 normal = kiln_d3_cross(e[(i + 1) % 3], e[(i + 2) % 3]);
		double place = kiln_d3_dot(from, normal) / whole, length = fabs(whole) / sqrt(kiln_d3_length2(normal));
		away = fmax(away, length * fmax(-place, place - 1));
	}
	return away;
}

double convex_sample_away(const convex_sample *sample, kiln_vec3 p)
{
	const kiln_convex_shape *s = &sample->shape;
	switch (s->kind)
	{
	case KILN_CONVEX_POINT:
		return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(p), kiln_d3_from(s->point))));
	case KILN_CONVEX_LINE:
		return (double)kiln_closest_point_line(&p, &s->line).distance;
	case KILN_CONVEX_RAY:
		return (double)kiln_closest_point_ray(&p, &s->ray).distance;
	case KILN_CONVEX_SEGMENT:
		return (double)kiln_closest_point_segment(&p, &s->segment).distance;
	case KILN_CONVEX_SPHERE:
		return (double)kiln_closest_point_sphere(&p, &s->sphere).distance;
	case KILN_CONVEX_CAPSULE:
		return (double)kiln_closest_point_capsule(&p, &s->capsule).distance;
	case KILN_CONVEX_AABB:
		return (double)kiln_closest_point_aabb(&p, &s->aabb).distance;
	case KILN_CONVEX_OBB:
		return (double)kiln_closest_point_obb(&p, &s->obb).distance;
	case KILN_CONVEX_RECTANGLE:
		return (double)kiln_closest_point_rectangle(&p, &s->rectangle).distance;
	case KILN_CONVEX_TRIANGLE:
		return (double)kiln_closest_point_triangle(&p, &s->triangle).distance;
	case KILN_CONVEX_TETRAHEDRON:
		return (double)kiln_closest_point_tetrahedron(&p, &s->tetrahedron).distance;
	case KILN_CONVEX_CYLINDER:
		return (double)kiln_closest_point_cylinder(&p, &s->cylinder).distance;
	case KILN_CONVEX_CONE:
		return (double)kiln_closest_point_cone(&p, &s->cone).distance;
	case KILN_CONVEX_ELLIPSOID:
		return (double)kiln_closest_point_ellipsoid(&p, &s->ellipsoid).distance;
	case KILN_CONVEX_RSS:
		return (double)kiln_closest_point_rss(&p, &s->rss).distance;
	case KILN_CONVEX_POINTS:
		return away_from_points(sample, p);
	default:
		return fmax(0, -convex_case_depth(&sample->hull, kiln_d3_from(p)));
	}
}
