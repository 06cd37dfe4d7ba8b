// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "primitive_moving.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

// A quarter turn about an axis and a third of a turn about the diagonal change no digit: the turned query has the
// turned answer, except for the order of sums.

static kiln_vec3 turned(kiln_vec3 v)
{
	return (kiln_vec3){-v.z, v.x, v.y};
}

static kiln_sphere turned_sphere(kiln_sphere s)
{
	return (kiln_sphere){turned(s.center), s.radius};
}

static kiln_capsule turned_capsule(kiln_capsule c)
{
	return (kiln_capsule){turned(c.b), turned(c.a), c.radius};
}

static kiln_aabb turned_aabb(kiln_aabb b)
{
	return (kiln_aabb){{-b.max.z, b.min.x, b.min.y}, {-b.min.z, b.max.x, b.max.y}};
}

/// With its axes in another order.
static kiln_obb turned_obb(kiln_obb b)
{
	kiln_obb other = {.center = turned(b.center)};
	for (int i = 0; i < 3; ++i)
	{
		other.axes[i] = turned(b.axes[(i + 1) % 3]);
		other.half_extents[i] = b.half_extents[(i + 1) % 3];
	}
	return other;
}

static kiln_triangle turned_triangle(kiln_triangle t)
{
	return (kiln_triangle){{turned(t.corners[1]), turned(t.corners[2]), turned(t.corners[0])}};
}

/// A plane's d and the length of its normal are free.
static kiln_plane turned_plane(kiln_plane p)
{
	kiln_vec3 normal = turned((kiln_vec3){2 * p.normal.x, 2 * p.normal.y, 2 * p.normal.z});
	return (kiln_plane){normal, 2 * p.d};
}

/// Shapes of about `size` that slide along each other may hit early, by the time in which they come 2^-36 of it closer.
static void assert_turned(kiln_impact one, kiln_impact other, bool clear, kiln_vec3 motion, double size)
{
	assert_int_equal(one.hit, other.hit);
	assert_int_equal(one.inside, other.inside);
	double way = size + kiln_d3_largest(kiln_d3_from(motion));
	double closing = fabs(kiln_d3_dot(kiln_d3_from(motion), kiln_d3_from(one.normal)));
	assert_true(fabs((double)one.t - (double)other.t) * closing <= 1e-6 * closing + 0x1p-36 * way);
	// Of several equally good points and directions, any may be returned; otherwise the normal is the same.
	kiln_vec3 n = turned(one.normal);
	if (one.hit && !one.inside && clear)
		assert_true(kiln_d3_dot(kiln_d3_from(n), kiln_d3_from(other.normal)) > 0.999);
}

#define BOTH(pair, a_kind, b_kind, clear)                                                                              \
	{                                                                                                                  \
		kiln_##a_kind a = moving_##a_kind(&random), a2 = turned_##a_kind(a);                                           \
		kiln_##b_kind b = moving_##b_kind(&random), b2 = turned_##b_kind(b);                                           \
		kiln_vec3 motion = moving_motion(&random, moving_point(&random), moving_point(&random));                       \
		kiln_vec3 motion2 = turned(motion);                                                                            \
		assert_turned(kiln_moving_##pair(&a, &motion, &b), kiln_moving_##pair(&a2, &motion2, &b2), clear, motion,      \
			8 * random.factor);                                                                                        \
	}

static void turning_and_relabelling_all_turns_the_answer(void **state)
{
	(void)state;
	moving_random random = {.state = 3};
	uint64_t count = trials_random(20000);
	for (uint64_t i = 0; i < count + trials_near(10000); ++i)
	{
		moving_next(&random, i, i >= count);
		bool clear = random.mode == 0 && random.factor >= 1;
		BOTH(sphere_plane, sphere, plane, clear)
		BOTH(aabb_halfspace, aabb, plane, clear)
		BOTH(sphere_sphere, sphere, sphere, clear)
		BOTH(sphere_capsule, sphere, capsule, false)
		BOTH(sphere_aabb, sphere, aabb, false)
		BOTH(sphere_obb, sphere, obb, false)
		BOTH(sphere_triangle, sphere, triangle, false)
		BOTH(capsule_triangle, capsule, triangle, false)
		BOTH(aabb_aabb, aabb, aabb, clear)
		BOTH(aabb_obb, aabb, obb, clear)
		BOTH(obb_obb, obb, obb, clear)
		BOTH(obb_triangle, obb, triangle, clear)
	}
}

static void a_polygon_begins_at_any_corner(void **state)
{
	(void)state;
	moving_random random = {.state = 4};
	for (uint64_t i = 0; i < trials_random(20000); ++i)
	{
		moving_next(&random, i, i & 1);
		random.mode = random.mode == 3 ? 0 : random.mode;
		float x = (float)random.factor;
		kiln_vec3 one[5] = {{-x, -x, x}, {x, -x, x}, {x / 4, 0, x}, {x, x, x}, {-x, x, x}}, other[5];
		for (int k = 0; k < 5; ++k)
			other[k] = turned(one[(k + 2) % 5]);
		kiln_polygon b = {one, 5}, b2 = {other, 5};
		kiln_sphere a = moving_sphere(&random);
		// Off the lattice: a shape that slides along the plane exactly at its radius has no sharp time of contact.
		a.radius += 0.015f * x;
		kiln_sphere a2 = turned_sphere(a);
		kiln_vec3 motion = moving_motion(&random, a.center, one[2]), motion2 = turned(motion);
		assert_turned(kiln_moving_sphere_polygon(&a, &motion, &b), kiln_moving_sphere_polygon(&a2, &motion2, &b2),
			false, motion, 8 * random.factor);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turning_and_relabelling_all_turns_the_answer),
		cmocka_unit_test(a_polygon_begins_at_any_corner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
