// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive_closest.h"
#include "shape/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// A point against cylinders, cones and ellipsoids.

/// A point in the half-plane through an axis: its coordinate along the axis and its distance from it.
typedef struct profile
{
	real along, out;
} profile;

/// Least distance from p to the edge ab, with its place.
static real to_edge(profile p, profile a, profile b, profile *on)
{
	profile d = {real_sub(b.along, a.along), real_sub(b.out, a.out)};
	profile v = {real_sub(p.along, a.along), real_sub(p.out, a.out)};
	real length2 = real_add(real_mul(d.along, d.along), real_mul(d.out, d.out)), t = real_from(0);
	if (real_sign(length2) > 0)
		t = real_div(real_add(real_mul(d.along, v.along), real_mul(d.out, v.out)), length2);
	t = real_clamp(t, real_from(0), real_from(1));
	on->along = real_add(a.along, real_mul(t, d.along));
	on->out = real_add(a.out, real_mul(t, d.out));
	real x = real_sub(p.along, on->along), y = real_sub(p.out, on->out);
	return real_add(real_mul(x, x), real_mul(y, y));
}

/// Returns the nearest point of the solid of revolution of a convex profile, about first + t axis.
static expected nearest_turned(kiln_vec3 a, kiln_vec3 first, kiln_vec3 last, const profile *corners, int count)
{
	real3 p = real3_from(a), base = real3_from(first), d = real3_sub(real3_from(last), base);
	real length = real3_length(d);
	real3 axis = real3_scale(d, real_div(real_from(1), length)), v = real3_sub(p, base);
	profile at = {real3_dot(v, axis), real_from(0)}, best_on = corners[0];
	real3 across = real3_sub(v, real3_scale(axis, at.along));
	at.out = real3_length(across);
	bool inside = true;
	real best = real_from(1e300);
	for (int i = 0; i < count; ++i)
	{
		profile from = corners[i], to = corners[(i + 1) % count], on;
		real turn = real_sub(real_mul(real_sub(to.along, from.along), real_sub(at.out, from.out)),
			real_mul(real_sub(to.out, from.out), real_sub(at.along, from.along)));
		inside = inside && real_sign(turn) >= 0;
		real distance2 = to_edge(at, from, to, &on);
		// The axis is inside the solid and not part of its surface; a flat profile has no inside.
		if (real_compare(distance2, best) < 0)
		{
			best = distance2;
			best_on = on;
		}
	}
	if (inside && real_sign(best) > 0 && real_sign(corners[2].out) > 0)
		return expected_at(p, p);
	real share = real_sign(at.out) > 0 ? real_div(best_on.out, at.out) : real_from(0);
	return expected_at(p, real3_add(real3_along(base, best_on.along, axis), real3_scale(across, share)));
}

static bool equal(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void turned_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c), first = cloud_point(c), last = cloud_point(c);
	float radius = cloud_size(c);
	kiln_vec3 all[3] = {a, first, last};
	double size = spread_of(all, 3), reach = reach_of(all, 3);
	kiln_cylinder cylinder = {first, last, radius};
	kiln_cone cone = {first, last, radius};
	kiln_closest_points of_cylinder = kiln_closest_point_cylinder(&a, &cylinder);
	kiln_closest_points of_cone = kiln_closest_point_cone(&a, &cone);
	assert_int_equal(of_cylinder.distance == 0, kiln_point_in_cylinder(&a, &cylinder));
	assert_int_equal(of_cone.distance == 0, kiln_point_in_cone(&a, &cone));
	if (equal(first, last))
	{
		kiln_sphere ball = {first, radius};
		kiln_closest_points of_ball = kiln_closest_point_sphere(&a, &ball);
		assert_true(of_cylinder.found && of_cone.found && of_ball.found);
		size_t rest = sizeof of_ball - offsetof(kiln_closest_points, distance);
		assert_memory_equal(&of_cylinder.distance, &of_ball.distance, rest);
		assert_memory_equal(&of_cone.distance, &of_ball.distance, rest);
		return;
	}
	real zero = real_from(0), r = real_from((double)radius);
	real length = real3_length(real3_sub(real3_from(last), real3_from(first)));
	const profile box[4] = {{zero, zero}, {length, zero}, {length, r}, {zero, r}};
	expected want = nearest_turned(a, first, last, box, 4);
	assert_closest(&of_cylinder, &want, size, reach, 2, true);
	const profile triangle[3] = {{zero, zero}, {length, zero}, {length, r}};
	want = nearest_turned(a, first, last, triangle, 3);
	assert_closest(&of_cone, &want, size, reach, 2, true);
}

static void cylinders_and_cones_are_as_near_as_their_profiles(void **state)
{
	(void)state;
	cloud_run(turned_trial, 10000, 5000);
}

/// Computes coordinates of a point along axes that are not exactly perpendicular, by Cramer's rule.
static void along_axes(real3 v, const kiln_vec3 axes[3], real y[3])
{
	real3 a = real3_from(axes[0]), b = real3_from(axes[1]), c = real3_from(axes[2]);
	real determinant = real3_dot(real3_cross(a, b), c);
	y[0] = real_div(real3_dot(real3_cross(v, b), c), determinant);
	y[1] = real_div(real3_dot(real3_cross(a, v), c), determinant);
	y[2] = real_div(real3_dot(real3_cross(a, b), v), determinant);
}

/// Returns the level of a point for the ellipsoid with radii extended by `room`: at most 1 inside.
static real level_of(real3 v, const kiln_ellipsoid *b, real room)
{
	real y[3], level = real_from(0);
	along_axes(v, b->axes, y);
	for (int i = 0; i < 3; ++i)
	{
		real radius = real_add(real_from((double)b->radii[i]), room);
		if (real_sign(radius) == 0)
			radius = real_from(0x1p-1000);
		y[i] = real_div(y[i], radius);
		level = real_add(level, real_mul(y[i], y[i]));
	}
	return real_sqrt(level);
}

/// Returns a lower bound of the exact distance: the distance of the plane that supports the ellipsoid along
/// `direction`.
static real least_along(real3 v, real3 direction, const kiln_ellipsoid *b)
{
	real support = real_from(0);
	for (int i = 0; i < 3; ++i)
	{
		real x = real_mul(real3_dot(real3_from(b->axes[i]), direction), real_from((double)b->radii[i]));
		support = real_add(support, real_mul(x, x));
	}
	real gap = real_sub(real3_dot(v, direction), real_sqrt(support));
	return real_div(gap, real3_length(direction));
}

/// The distance lies between that of a supporting plane and that of a point of the ellipsoid, which are nearly equal.
static void assert_between_bounds(const kiln_vec3 *a, const kiln_ellipsoid *b, double size)
{
	kiln_near near = kilni_near_ellipsoid(a, b);
	kiln_closest_points got = kiln_closest_point_ellipsoid(a, b);
	real3 center = real3_from(b->center), v = real3_sub(real3_from(*a), center);
	assert_true(got.found);
	assert_int_equal(got.distance == 0, kiln_point_in_ellipsoid(a, b));
	assert_true(fabs((double)got.distance - near.distance) <= 0x1p-24 * near.distance + 0x1p-149);
	real level = level_of(v, b, real_from(0));
	if (got.distance == 0)
	{
		assert_true(real_to(level_of(v, b, real_from(0x1p-44 * size))) <= 1 + 0x1p-40);
		return;
	}
	assert_true(real_compare(level, real_from(1)) > 0);
	// From the unrounded point, because rounding the point changes the direction more than the place.
	real3 on = real3_from_d3(near.on), toward = real3_sub(real3_from(*a), on);
	double low = real_to(least_along(v, toward, b)), high = real_to(real3_length(toward));
	double room = 0x1p-23 * kiln_double_max(size, high) + 0x1p-148;
	// A direction with an angular error loses at most that share of the size.
	double angle = (0x1p-50 * size + 0x1p-51 * kiln_d3_largest(near.on)) / high;
	if (!(low >= high - room - angle * size))
		fail_msg("distance %.17g is above the plane's %.17g, size %g", high, low, size);
	assert_true(fabs(high - near.distance) <= room + 0x1p-50 * kiln_d3_largest(near.on));
	// The point must be in a slightly larger ellipsoid.
	double grown = 0x1p-26 * size + 0x1p-32 * kiln_d3_largest(near.on);
	assert_true(real_to(level_of(real3_sub(on, center), b, real_from(grown))) <= 1 + 0x1p-20);
}

static void ellipsoid_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c);
	kiln_ellipsoid b = {.center = cloud_point(c)};
	cloud_axes(c, 0x1p-11, b.axes);
	double size = 0;
	for (int i = 0; i < 3; ++i)
	{
		b.radii[i] = cloud_size(c);
		if (c->near && cloud_next(c->state) % 3 == 0)
			b.radii[i] = (float)ldexp((double)b.radii[i], -(int)(cloud_next(c->state) >> 58));
		size = kiln_double_max(size, (double)b.radii[i]);
	}
	kiln_vec3 all[2] = {a, b.center};
	c->scale = kiln_double_max(size, spread_of(all, 2));
	assert_between_bounds(&a, &b, c->scale);
}

static void ellipsoids_are_as_near_as_a_plane_and_a_point_allow(void **state)
{
	(void)state;
	cloud_run(ellipsoid_trial, 10000, 5000);
}

static void ellipsoids_with_equal_radii_are_spheres(void **state)
{
	(void)state;
	uint64_t random = 0x2545f4914f6cdd1dull;
	for (uint64_t n = 0; n < 2000; ++n)
	{
		cloud c = cloud_begin(&random, 7 * (n % 4), false);
		kiln_vec3 a = cloud_point(&c), center = cloud_point(&c);
		float r = cloud_size(&c);
		kiln_ellipsoid b = {center, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {r, r, r}};
		kiln_sphere ball = {center, r};
		kiln_closest_points got = kiln_closest_point_ellipsoid(&a, &b), want = kiln_closest_point_sphere(&a, &ball);
		double size = kiln_double_max((double)want.distance, (double)r);
		assert_true(fabs((double)got.distance - (double)want.distance) <= 0x1p-23 * size + 0x1p-149);
		assert_int_equal(got.distance == 0, want.distance == 0);
	}
}

static void flat_ellipsoids_are_discs_segments_and_points(void **state)
{
	(void)state;
	const kiln_vec3 above = {0.5f, 0.25f, 3}, beside = {5, 0, 0}, off = {3, 4, 0}, middle = {0, 0, 0};
	kiln_ellipsoid b = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {2, 1, 0}};
	assert_true(kiln_closest_point_ellipsoid(&above, &b).distance == 3);
	assert_true(kiln_closest_point_ellipsoid(&beside, &b).distance == 3);
	assert_true(kiln_closest_point_ellipsoid(&middle, &b).distance == 0);
	b.radii[1] = 0;
	assert_true(kiln_closest_point_ellipsoid(&beside, &b).distance == 3);
	b.radii[0] = 0;
	assert_true(kiln_closest_point_ellipsoid(&off, &b).distance == 5);
	assert_true(kiln_closest_point_ellipsoid(&middle, &b).distance == 0);
	// Much thinner than wide, and seen along its edge.
	const kiln_vec3 edge = {3, 0, 1e-30f};
	const kiln_ellipsoid leaf = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {2, 0x1p40f, 0x1p-149f}};
	assert_true(kiln_closest_point_ellipsoid(&edge, &leaf).distance == 1);
}

static kiln_closest_points with(int shape, const void *a, const void *b)
{
	return shape == 0	? kiln_closest_point_cylinder(a, b)
		   : shape == 1 ? kiln_closest_point_cone(a, b)
						: kiln_closest_point_ellipsoid(a, b);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_cylinder cylinder = {{0, 0, 0}, {1, 0, 0}, 1};
	const kiln_cone cone = {{0, 0, 0}, {1, 0, 0}, 1};
	const kiln_ellipsoid ellipsoid = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}};
	const void *shapes[] = {&cylinder, &cone, &ellipsoid};
	const size_t sizes[] = {sizeof cylinder, sizeof cone, sizeof ellipsoid};
	const kiln_vec3 good = {3, 4, 5};
	for (int i = 0; i < 3; ++i)
	{
		kiln_ellipsoid bad;
		kiln_vec3 point;
		assert_true(with(i, &good, shapes[i]).found);
		assert_refused(with(i, NULL, shapes[i]));
		assert_refused(with(i, &good, NULL));
		for (uint32_t step = 0; spoil(&point, &good, sizeof good, step); ++step)
			assert_refused(with(i, &point, shapes[i]));
		memset(&bad, 0, sizeof bad);
		for (uint32_t step = 0; spoil(&bad, shapes[i], sizes[i], step); ++step)
			assert_refused(with(i, &good, &bad));
	}
	const kiln_cylinder thin = {{0, 0, 0}, {1, 0, 0}, -1};
	assert_refused(kiln_closest_point_cylinder(&good, &thin));
	const kiln_cone sharp = {{0, 0, 0}, {1, 0, 0}, -1};
	assert_refused(kiln_closest_point_cone(&good, &sharp));
}

static void a_needle_of_no_radius_begins_at_its_apex(void **state)
{
	(void)state;
	const kiln_cone needle = {{0, 0, 0}, {2, 0, 0}, 0};
	const kiln_vec3 before = {-3, 0, 0}, on = {1, 0, 0}, behind = {5, 0, 0};
	assert_true(kiln_closest_point_cone(&before, &needle).distance == 3);
	assert_true(kiln_closest_point_cone(&on, &needle).distance == 0);
	assert_true(kiln_closest_point_cone(&behind, &needle).distance == 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cylinders_and_cones_are_as_near_as_their_profiles),
		cmocka_unit_test(ellipsoids_are_as_near_as_a_plane_and_a_point_allow),
		cmocka_unit_test(ellipsoids_with_equal_radii_are_spheres),
		cmocka_unit_test(flat_ellipsoids_are_discs_segments_and_points),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(a_needle_of_no_radius_begins_at_its_apex),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
