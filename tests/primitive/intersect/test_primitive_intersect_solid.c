// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive_intersect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Lines, rays and segments against solids: by textbook quadratics and slabs, in 256 bits.

#define RANDOM 2500
#define NEAR 2500

static double largest(double a, double b)
{
	return a > b ? a : b;
}

static double size_of(const track_case *t, kiln_vec3 center, double extent)
{
	return largest(kiln_d3_largest(kiln_d3_sub(kiln_d3_from(t->begin), kiln_d3_from(center))), extent);
}

static double dot(kiln_vec3 a, kiln_d3 n)
{
	return kiln_d3_dot(kiln_d3_from(a), n);
}

/// Whether the normal is tested: for solids so thin that their sides are rounding errors, it is not.
static bool has_surface(const track_case *t, kiln_intersection got, double thick, double size)
{
	// At the path's ends, the point may lie inside by the rounding of touching.
	return got.hit && !got.inside && !t->point && got.t > 0 && got.t < got.leave && thick > 1e-9 * size;
}

// --- spheres and capsules ---

static stretch ball(const track_case *t, real3 center, real radius)
{
	stretch s = stretch_whole();
	real3 m = real3_sub(t->o, center);
	s.some = real_sign(radius) >= 0;
	stretch_quadric(&s, real3_length2(t->d), real3_dot(m, t->d), real_sub(real3_length2(m), real_mul(radius, radius)));
	return s;
}

static stretch of_sphere(const track_case *t, const void *shape, real grow)
{
	const kiln_sphere *b = shape;
	return ball(t, real3_from(b->center), real_add(real_from((double)b->radius), grow));
}

static void try_sphere(cloud *c)
{
	kiln_sphere b = {cloud_point(c), cloud_size(c)};
	track_case t = track_of(c);
	double size = size_of(&t, b.center, (double)b.radius);
	kiln_intersection got = INTERSECT(sphere, &t, &b);
	assert_solid(&t, got, of_sphere, &b, size, kiln_point_in_sphere(&t.begin, &b));
	if (has_surface(&t, got, (double)b.radius, size))
		assert_normal(
			got, dot(b.center, normal_of(got)) + (double)b.radius, size + kiln_d3_largest(kiln_d3_from(b.center)));
}

/// radius + (top - radius) s at the share s of the way from a to b, with its caps.
static stretch turned(const track_case *t, real3 a, real3 axis, real radius, real top, real grow)
{
	stretch s = stretch_whole();
	real height = real3_length(axis), k = real_div(real_sub(top, radius), height);
	real3 w = real3_scale(axis, real_div(real_from(1), height)), m = real3_sub(t->o, a);
	real at = real3_dot(m, w), speed = real3_dot(t->d, w);
	stretch_slab(&s, at, speed, real_neg(grow), real_add(height, grow));
	real3 out = real3_along(m, real_neg(at), w), rate = real3_along(t->d, real_neg(speed), w);
	real tilt = real_sqrt(real_add(real_from(1), real_mul(k, k)));
	real reach = real_add(real_add(radius, real_mul(grow, tilt)), real_mul(k, at)), widening = real_mul(k, speed);
	real qa = real_sub(real3_length2(rate), real_mul(widening, widening));
	real qb = real_sub(real3_dot(out, rate), real_mul(reach, widening));
	real qc = real_sub(real3_length2(out), real_mul(reach, reach));
	real wide = real_add(real_max(radius, top), grow);
	s.some = s.some && real_sign(wide) >= 0;
	stretch_quadric(&s, real3_length2(rate), real3_dot(out, rate), real_sub(real3_length2(out), real_mul(wide, wide)));
	if (!s.some)
		return s;
	// Along the side of a cone with irrational numbers, smaller values are rounding errors of 256 bits.
	real parallel = real_mul(real_from(0x1p-200), real3_length2(rate));
	if (real_sign(grow) < 0 && real_compare(real_abs(qa), parallel) <= 0)
	{
		s.some = false;
		return s;
	}
	// The line is inside the cone where reach + t widening >= 0 and the quadratic is at most 0, which is an interval in
	// the slab.
	if (real_sign(qa) > 0)
	{
		stretch_quadric(&s, qa, qb, qc);
		if (s.some)
		{
			real middle = real_mul(real_from(0.5), real_add(s.first, s.last));
			s.some = real_sign(real_add(reach, real_mul(middle, widening))) >= 0;
		}
		return s;
	}
	real t0;
	if (real_sign(qa) == 0)
	{
		if (real_sign(qb) == 0)
		{
			s.some = real_sign(qc) <= 0;
			return s;
		}
		t0 = real_div(real_neg(qc), real_mul(real_from(2), qb));
	}
	else
	{
		real one, two;
		stretch_roots(qa, qb, qc, &one, &two);
		t0 = real_sign(widening) > 0 ? real_max(one, two) : real_min(one, two);
	}
	if (real_sign(qa) == 0 ? real_sign(qb) < 0 : real_sign(widening) > 0)
		s.first = real_max(s.first, t0);
	else
		s.last = real_min(s.last, t0);
	s.some = real_compare(s.first, s.last) <= 0;
	return s;
}

static stretch between(const track_case *t, kiln_vec3 a, kiln_vec3 b, float radius, float top, real grow)
{
	real3 axis = real3_sub(real3_from(b), real3_from(a));
	if (real_sign(real3_length2(axis)) == 0)
		return ball(t, real3_from(a), real_add(real_from((double)top), grow));
	return turned(t, real3_from(a), axis, real_from((double)radius), real_from((double)top), grow);
}

static stretch of_capsule(const track_case *t, const void *shape, real grow)
{
	const kiln_capsule *b = shape;
	real radius = real_add(real_from((double)b->radius), grow);
	stretch s = stretch_join(ball(t, real3_from(b->a), radius), ball(t, real3_from(b->b), radius));
	real3 axis = real3_sub(real3_from(b->b), real3_from(b->a));
	if (real_sign(radius) < 0 || real_sign(real3_length2(axis)) == 0)
		return s;
	return stretch_join(s, turned(t, real3_from(b->a), axis, radius, radius, real_from(0)));
}

static void try_capsule(cloud *c)
{
	kiln_capsule b = {cloud_point(c), cloud_point(c), cloud_size(c)};
	track_case t = track_of(c);
	double size = largest(size_of(&t, b.a, (double)b.radius), size_of(&t, b.b, 0));
	kiln_intersection got = INTERSECT(capsule, &t, &b);
	assert_solid(&t, got, of_capsule, &b, size, kiln_point_in_capsule(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	if (has_surface(&t, got, (double)b.radius, size))
		assert_normal(
			got, largest(dot(b.a, n), dot(b.b, n)) + (double)b.radius, size + kiln_d3_largest(kiln_d3_from(b.a)));
}

// --- cylinders and cones ---

static stretch of_cylinder(const track_case *t, const void *shape, real grow)
{
	const kiln_cylinder *b = shape;
	return between(t, b->a, b->b, b->radius, b->radius, grow);
}

static stretch of_cone(const track_case *t, const void *shape, real grow)
{
	const kiln_cone *b = shape;
	return between(t, b->apex, b->base, 0, b->radius, grow);
}

/// Returns the support of a disc of radius 1.
static double disc(kiln_vec3 a, kiln_vec3 b, kiln_d3 n)
{
	kiln_d3 axis = kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a));
	double length2 = kiln_d3_length2(axis);
	return length2 == 0 ? 1 : sqrt(kiln_d3_length2(kiln_d3_cross(axis, n)) / length2);
}

static void try_cylinder(cloud *c)
{
	kiln_cylinder b = {cloud_point(c), cloud_point(c), cloud_size(c)};
	track_case t = track_of(c);
	double size = largest(size_of(&t, b.a, (double)b.radius), size_of(&t, b.b, 0));
	kiln_intersection got = INTERSECT(cylinder, &t, &b);
	assert_solid(&t, got, of_cylinder, &b, size, kiln_point_in_cylinder(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	if (has_surface(&t, got, (double)b.radius, size))
		assert_normal(got, largest(dot(b.a, n), dot(b.b, n)) + (double)b.radius * disc(b.a, b.b, n),
			size + kiln_d3_largest(kiln_d3_from(b.a)));
}

static void try_cone(cloud *c)
{
	kiln_cone b = {cloud_point(c), cloud_point(c), cloud_size(c)};
	track_case t = track_of(c);
	double size = largest(size_of(&t, b.apex, (double)b.radius), size_of(&t, b.base, 0));
	kiln_intersection got = INTERSECT(cone, &t, &b);
	assert_solid(&t, got, of_cone, &b, size, kiln_point_in_cone(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	if (has_surface(&t, got, (double)b.radius, size))
		assert_normal(got, largest(dot(b.apex, n), dot(b.base, n) + (double)b.radius * disc(b.apex, b.base, n)),
			size + kiln_d3_largest(kiln_d3_from(b.apex)));
}

// --- boxes ---

typedef struct frame256
{
	real3 normal[3]; ///< their products with a point are its coordinates
} frame256;

static frame256 frame_of(const kiln_vec3 axes[3])
{
	frame256 f;
	real3 a = real3_from(axes[0]), b = real3_from(axes[1]), c = real3_from(axes[2]);
	real scale = real_div(real_from(1), real3_dot(a, real3_cross(b, c)));
	f.normal[0] = real3_scale(real3_cross(b, c), scale);
	f.normal[1] = real3_scale(real3_cross(c, a), scale);
	f.normal[2] = real3_scale(real3_cross(a, b), scale);
	return f;
}

static stretch of_obb(const track_case *t, const void *shape, real grow)
{
	const kiln_obb *b = shape;
	stretch s = stretch_whole();
	frame256 f = frame_of(b->axes);
	real3 m = real3_sub(t->o, real3_from(b->center));
	for (int i = 0; i < 3; ++i)
	{
		real half = real_add(real_from((double)b->half_extents[i]), grow);
		stretch_slab(&s, real3_dot(m, f.normal[i]), real3_dot(t->d, f.normal[i]), real_neg(half), half);
	}
	return s;
}

static void try_obb(cloud *c)
{
	kiln_obb b = {.center = cloud_point(c), .half_extents = {cloud_size(c), cloud_size(c), cloud_size(c)}};
	cloud_axes(c, 0x1p-12, b.axes);
	track_case t = track_of(c);
	const float *h = b.half_extents;
	double size = size_of(&t, b.center, (double)h[0] + (double)h[1] + (double)h[2]);
	kiln_intersection got = INTERSECT(obb, &t, &b);
	assert_solid(&t, got, of_obb, &b, size, kiln_point_in_obb(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	double reach = dot(b.center, n);
	for (int i = 0; i < 3; ++i)
		reach += fabs(dot(b.axes[i], n)) * (double)h[i];
	if (has_surface(&t, got, size, size))
		assert_normal(got, reach, size + kiln_d3_largest(kiln_d3_from(b.center)));
}

static stretch of_aabb(const track_case *t, const void *shape, real grow)
{
	const kiln_aabb *b = shape;
	stretch s = stretch_whole();
	real3 low = real3_from(b->min), high = real3_from(b->max);
	stretch_slab(&s, t->o.x, t->d.x, real_sub(low.x, grow), real_add(high.x, grow));
	stretch_slab(&s, t->o.y, t->d.y, real_sub(low.y, grow), real_add(high.y, grow));
	stretch_slab(&s, t->o.z, t->d.z, real_sub(low.z, grow), real_add(high.z, grow));
	return s;
}

static kiln_vec3 lower(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)};
}

static kiln_vec3 upper(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)};
}

static void try_aabb(cloud *c)
{
	kiln_vec3 p = cloud_point(c), q = cloud_point(c);
	kiln_aabb b = {lower(p, q), upper(p, q)};
	track_case t = track_of(c);
	double size = largest(size_of(&t, b.min, 0), size_of(&t, b.max, 0));
	kiln_intersection got = INTERSECT(aabb, &t, &b);
	assert_solid(&t, got, of_aabb, &b, size, kiln_point_in_aabb(&t.begin, &b));
	if (has_surface(&t, got, size, size))
	{
		kiln_vec3 n = got.normal;
		const float sides[6] = {-b.min.x, b.max.x, -b.min.y, b.max.y, -b.min.z, b.max.z};
		const float along[6] = {-n.x, n.x, -n.y, n.y, -n.z, n.z};
		assert_true(got.face < 6 && along[got.face] == 1);
		assert_normal(got, (double)sides[got.face], size + fabs((double)sides[got.face]));
	}
}

// --- ellipsoids ---

static stretch of_ellipsoid(const track_case *t, const void *shape, real grow)
{
	const kiln_ellipsoid *b = shape;
	stretch s = stretch_whole();
	frame256 f = frame_of(b->axes);
	real3 m = real3_sub(t->o, real3_from(b->center));
	real qa = real_from(0), qb = qa, qc = real_from(-1);
	for (int i = 0; i < 3; ++i)
	{
		real radius = real_add(real_from((double)b->radii[i]), grow);
		real at = real3_dot(m, f.normal[i]), speed = real3_dot(t->d, f.normal[i]);
		if (real_sign(radius) <= 0)
		{
			s.some = s.some && real_sign(radius) == 0;
			stretch_slab(&s, at, speed, real_from(0), real_from(0));
			continue;
		}
		at = real_div(at, radius);
		speed = real_div(speed, radius);
		qa = real_add(qa, real_mul(speed, speed));
		qb = real_add(qb, real_mul(at, speed));
		qc = real_add(qc, real_mul(at, at));
	}
	stretch_quadric(&s, qa, qb, qc);
	return s;
}

static void try_ellipsoid(cloud *c)
{
	kiln_ellipsoid b = {.center = cloud_point(c), .radii = {cloud_size(c), cloud_size(c), cloud_size(c)}};
	cloud_axes(c, 0x1p-12, b.axes);
	// For needles and lenses, the test's margin is not uniform.
	float most = fmaxf(fmaxf(b.radii[0], b.radii[1]), b.radii[2]);
	for (int i = 0; i < 3; ++i)
		b.radii[i] = fmaxf(b.radii[i], most / 64);
	track_case t = track_of(c);
	double size = size_of(&t, b.center, (double)most);
	kiln_intersection got = INTERSECT(ellipsoid, &t, &b);
	assert_solid(&t, got, of_ellipsoid, &b, size * 64, kiln_point_in_ellipsoid(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	double reach2 = 0;
	for (int i = 0; i < 3; ++i)
		reach2 += dot(b.axes[i], n) * dot(b.axes[i], n) * (double)b.radii[i] * (double)b.radii[i];
	if (has_surface(&t, got, size, size))
		assert_normal(got, dot(b.center, n) + sqrt(reach2), size + kiln_d3_largest(kiln_d3_from(b.center)));
}

/// From an ellipsoid's tip along its tangent, which leads inside when the axes are not exactly perpendicular.
static void rays_that_begin_at_tips_of_ellipsoids_begin_in_them(void **state)
{
	(void)state;
	kiln_ellipsoid b = {.center = {-1, 2, 0},
		.axes = {{0, 1, 0}, {0, 0x1.c9c7acp-13f, -1}, {-1, 0x1.c69892p-13f, 0}},
		.radii = {2, 1, 1}};
	kiln_ray r = {.origin = {-1, 0, 0}, .direction = {3, 0, 0}};
	assert_true(kiln_point_in_ellipsoid(&r.origin, &b));
	kiln_intersection got = kiln_intersect_ray_ellipsoid(&r, &b);
	assert_true(got.hit && got.inside && got.t == 0);
	b = (kiln_ellipsoid){.center = {0, 0, -0x1p-100f},
		.axes = {{0, 1, 0}, {0, 0x1.c68a32p-14f, -1}, {-1, -0x1.5d1094p-13f, 0}},
		.radii = {0x1p-99f, 0x1p-105f, 0x1p-105f}};
	r = (kiln_ray){.origin = {0, 0x1p-99f, -0x1p-100f}, .direction = {-0x1.a967c2p-112f, 0, 0}, .t_max = 0x1.c46efp-2f};
	assert_true(kiln_point_in_ellipsoid(&r.origin, &b));
	got = kiln_intersect_ray_ellipsoid(&r, &b);
	assert_true(got.hit && got.inside && got.t == 0);
	b = (kiln_ellipsoid){.center = {0, -0x1p21f, 0x1p20f},
		.axes = {{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}},
		.radii = {0x1p21f, 0x1p15f, 0x1p20f}};
	kiln_segment s = {{0, 0, 0x1p20f}, {0, 0x1.57a14ap-10f, 0x1.000078p20f}};
	assert_true(kiln_point_in_ellipsoid(&s.a, &b));
	got = kiln_intersect_segment_ellipsoid(&s, &b);
	assert_true(got.hit && got.inside && got.t == 0);
}

// --- lozenges ---

static stretch of_rss(const track_case *t, const void *shape, real grow)
{
	const kiln_rss *b = shape;
	real radius = real_add(real_from((double)b->radius), grow), zero = real_from(0);
	real3 o = real3_from(b->origin), e = real3_from(b->edges[0]), f = real3_from(b->edges[1]);
	real3 corner[4] = {o, real3_add(o, e), real3_add(o, f), real3_add(real3_add(o, e), f)};
	stretch s = stretch_whole();
	real3 n = real3_cross(e, f);
	s.some = real_sign(radius) >= 0 && real_sign(real3_length2(n)) > 0;
	if (s.some)
	{
		n = real3_scale(n, real_div(real_from(1), real3_length(n)));
		real3 m = real3_sub(t->o, o), p = real3_cross(f, n), q = real3_cross(n, e);
		stretch_slab(&s, real3_dot(m, n), real3_dot(t->d, n), real_neg(radius), radius);
		stretch_slab(&s, real3_dot(m, p), real3_dot(t->d, p), zero, real3_dot(e, p));
		stretch_slab(&s, real3_dot(m, q), real3_dot(t->d, q), zero, real3_dot(f, q));
	}
	for (int i = 0; i < 4; ++i)
		s = stretch_join(s, ball(t, corner[i], radius));
	for (int i = 0; i < 4 && real_sign(radius) >= 0; ++i)
	{
		real3 axis = i < 2 ? e : f, from = i < 2 ? corner[2 * i] : corner[i - 2];
		if (real_sign(real3_length2(axis)) > 0)
			s = stretch_join(s, turned(t, from, axis, radius, radius, zero));
	}
	return s;
}

static void try_rss(cloud *c)
{
	kiln_vec3 axes[3];
	cloud_axes(c, 0, axes);
	kiln_rss b = {.origin = cloud_point(c), .radius = cloud_size(c)};
	for (int i = 0; i < 2; ++i)
	{
		float length = cloud_size(c);
		b.edges[i] = (kiln_vec3){length * axes[i].x, length * axes[i].y, length * axes[i].z};
	}
	track_case t = track_of(c);
	double edges = kiln_d3_largest(kiln_d3_from(b.edges[0])) + kiln_d3_largest(kiln_d3_from(b.edges[1]));
	double size = size_of(&t, b.origin, (double)b.radius + edges);
	kiln_intersection got = INTERSECT(rss, &t, &b);
	assert_solid(&t, got, of_rss, &b, size, kiln_point_in_rss(&t.begin, &b));
	kiln_d3 n = normal_of(got);
	double reach = dot(b.origin, n) + fmax(dot(b.edges[0], n), 0) + fmax(dot(b.edges[1], n), 0) + (double)b.radius;
	if (has_surface(&t, got, (double)b.radius, size))
		assert_normal(got, reach, size + kiln_d3_largest(kiln_d3_from(b.origin)));
}

#define AGAINST(name, shape)                                                                                           \
	static void name(void **state)                                                                                     \
	{                                                                                                                  \
		(void)state;                                                                                                   \
		cloud_run(try_##shape, RANDOM, NEAR);                                                                          \
	}

AGAINST(spheres_are_met_as_their_quadratics_say, sphere)
AGAINST(capsules_are_met_as_their_balls_and_cylinder, capsule)
AGAINST(cylinders_are_met_between_caps_and_in_their_side, cylinder)
AGAINST(cones_are_met_in_one_nappe_only, cone)
AGAINST(boxes_are_met_between_their_slabs, aabb)
AGAINST(oriented_boxes_are_met_between_their_slabs, obb)
AGAINST(ellipsoids_are_met_as_their_quadratics_say, ellipsoid)
AGAINST(lozenges_are_met_as_their_parts, rss)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_are_met_as_their_quadratics_say),
		cmocka_unit_test(capsules_are_met_as_their_balls_and_cylinder),
		cmocka_unit_test(cylinders_are_met_between_caps_and_in_their_side),
		cmocka_unit_test(cones_are_met_in_one_nappe_only),
		cmocka_unit_test(boxes_are_met_between_their_slabs),
		cmocka_unit_test(oriented_boxes_are_met_between_their_slabs),
		cmocka_unit_test(ellipsoids_are_met_as_their_quadratics_say),
		cmocka_unit_test(rays_that_begin_at_tips_of_ellipsoids_begin_in_them),
		cmocka_unit_test(lozenges_are_met_as_their_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
