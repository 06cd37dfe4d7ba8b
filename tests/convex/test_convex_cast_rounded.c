// SPDX-License-Identifier: MIT
#include "convex/motion/cast_rounded.h"
#include "kiln/convex/cast.h"
#include "manifold/manifold_case.h"
#include "rounded_case.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the closed form of casts of spheres and capsules with the search, which lozenges without width take.

/// Compares a cast with that of the lozenges. `size` is that of the bodies, `far` that of their coordinates. Returns
/// whether there is a hit.
static bool compare(
	const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b, double size, double far)
{
	const kiln_convex_shape shapes[2] = {rounded_lozenge(a->shape), rounded_lozenge(b->shape)};
	const kiln_convex_object p = {.shape = &shapes[0], .pose = a->pose}, q = {.shape = &shapes[1], .pose = b->pose};
	kiln_convex_impact quick, searched;
	assert_int_equal(kiln_convex_cast(a, motion, b, NULL, &quick), KILN_OK);
	assert_int_equal(kiln_convex_cast(&p, motion, &q, NULL, &searched), KILN_OK);
	if (quick.hit != searched.hit)
	{
		// A contact at the limit itself may be on either side.
		assert_true(motion->t_max > 0);
		assert_true(fabsf((quick.hit ? quick.t : searched.t) - motion->t_max) <= 0x1p-20f * motion->t_max);
		return false;
	}
	assert_int_equal(quick.inside, searched.inside);
	if (!quick.hit)
		return false;
	const double speed = sqrt(kiln_d3_length2(kiln_d3_from(motion->direction)));
	assert_true(fabs((double)quick.t - (double)searched.t) * speed <= 0x1p-19 * far);
	assert_true((double)quick.gap <= 0x1p-20 * far);
	// Where paths graze, a little of the time is much of the place.
	const double most = 0x1p-12 * size + 0x1p-22 * far;
	rounded_assert_near(quick.normal, searched.normal, 0x1p-9);
	rounded_assert_near(quick.point, searched.point, most);
	rounded_assert_same_feature(quick.feature_a, searched.feature_a);
	rounded_assert_same_feature(quick.feature_b, searched.feature_b);
	return true;
}

static kiln_vec3 way(uint64_t *random, float size)
{
	kiln_vec3 d;
	do
	{
		d.x = rounded_grid(random, size);
		d.y = rounded_grid(random, size);
		d.z = rounded_grid(random, size);
	} while (d.x == 0 && d.y == 0 && d.z == 0);
	return d;
}

static void closed_casts_give_the_contacts_of_the_search(void **state)
{
	(void)state;
	uint64_t random = 81, hits = 0;
	const uint64_t trials = trials_random(20000);
	for (uint64_t i = 0; i < trials; ++i)
	{
		const float size = (float)ldexp(1, (int)(fixture_random(&random) % 61) - 30);
		const kiln_convex_shape p = rounded_random(&random, size), q = rounded_random(&random, size);
		kiln_convex_object a = {.shape = &p}, b = {.shape = &q, .pose = manifold_pose(&random, (double)size)};
		kiln_motion motion = {.direction = way(&random, size), .t_max = i % 4 ? 0 : 2};
		// Starts away, mostly on the way to the other.
		const float back = (float)(2 + fixture_random(&random) % 4);
		a.pose.translation = (kiln_vec3){-back * motion.direction.x + rounded_grid(&random, size),
			-back * motion.direction.y, -back * motion.direction.z};
		a.pose.scale = i % 3 ? 0 : 0.5f;
		hits += compare(&a, &motion, &b, (double)size, 16 * (double)size);
	}
	assert_true(10 * hits > trials);
}

/// Limits behind a contact, at the contact, and before it.
static void a_limit_changes_no_digit_of_a_closed_cast(void **state)
{
	(void)state;
	uint64_t random = 83, closed = 0;
	const uint64_t trials = trials_random(20000);
	for (uint64_t i = 0; i < trials; ++i)
	{
		const kiln_convex_shape p = rounded_random(&random, 1), q = rounded_random(&random, 1);
		const kiln_vec3 d = way(&random, 1);
		const kiln_convex_object b = {.shape = &q, .pose = manifold_pose(&random, 1)};
		const kiln_convex_object a = {.shape = &p, .pose.translation = {-3 * d.x, -3 * d.y, -3 * d.z}};
		kiln_convex_impact free, limited;
		if (!kilni_cast_rounded(&a, &(kiln_motion){.direction = d}, &b, &free) || !free.hit)
			continue;
		++closed;
		const float limits[] = {free.t, nextafterf(free.t, 9e9f), free.t * (1 + 0x1p-18f), 2 * free.t, INFINITY};
		for (uint32_t k = 0; k < sizeof limits / sizeof *limits; ++k)
		{
			const kiln_motion motion = {.direction = d, .t_max = limits[k]};
			assert_int_equal(kiln_convex_cast(&a, &motion, &b, NULL, &limited), KILN_OK);
			assert_memory_equal(&limited, &free, sizeof free);
		}
		const kiln_motion shorter = {.direction = d, .t_max = nextafterf(free.t, 0)};
		assert_int_equal(kiln_convex_cast(&a, &shorter, &b, NULL, &limited), KILN_OK);
		assert_false(limited.hit);
	}
	assert_true(10 * closed > trials);
}

/// The distance of the balls at a time, less their radii.
static long double apart_at(const kiln_convex_object *a, const kiln_motion *motion, float t, kiln_vec3 b, float radii)
{
	const kiln_vec3 from = a->pose.translation, d = motion->direction;
	const long double x = (long double)from.x + (long double)t * (long double)d.x - (long double)b.x;
	const long double y = (long double)from.y + (long double)t * (long double)d.y - (long double)b.y;
	const long double z = (long double)from.z + (long double)t * (long double)d.z - (long double)b.z;
	return sqrtl(x * x + y * y + z * z) - (long double)radii;
}

/// Small balls far away: the longest paths for their size.
static void closed_casts_are_never_late(void **state)
{
	(void)state;
	uint64_t random = 82, hits = 0;
	const uint64_t trials = trials_random(20000);
	for (uint64_t i = 0; i < trials; ++i)
	{
		const float radius = (float)ldexp(1, -(int)(fixture_random(&random) % 14));
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, radius}};
		const kiln_motion motion = {.direction = way(&random, 1)};
		kiln_convex_object a = {.shape = &ball}, b = {.shape = &ball};
		const float back = (float)(1 + fixture_random(&random) % 100);
		b.pose.translation =
			(kiln_vec3){rounded_grid(&random, radius), rounded_grid(&random, radius), rounded_grid(&random, radius)};
		a.pose.translation =
			(kiln_vec3){-back * motion.direction.x, -back * motion.direction.y, -back * motion.direction.z};
		kiln_convex_impact impact;
		assert_int_equal(kiln_convex_cast(&a, &motion, &b, NULL, &impact), KILN_OK);
		if (!impact.hit || impact.inside)
			continue;
		++hits;
		const long double left = apart_at(&a, &motion, impact.t, b.pose.translation, 2 * radius);
		assert_true(left >= -0x1p-56L * (long double)back);
		assert_true(left <= (long double)impact.gap);
	}
	assert_true(4 * hits > trials);
}

static void closed_casts_leave_special_places_to_the_search(void **state)
{
	(void)state;
	static const float places[] = {-3, -1.5f, -1, -0.5f, 0, 0.0001f, 0.5f, 1, 1.5f};
	static const kiln_vec3 ways[] = {{4, 0, 0}, {0, 4, 0}, {0, 0, -4}, {4, 0.25f, 0}, {4, 4, 0}, {0, 0.001f, 0}};
	const uint32_t place_count = sizeof places / sizeof *places, way_count = sizeof ways / sizeof *ways;
	const kiln_convex_shape shapes[2] = {{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}},
		{.kind = KILN_CONVEX_CAPSULE, .capsule = {{-1, 0, 0}, {1, 0, 0}, 0.5f}}};
	uint32_t hits = 0, misses = 0;
	for (uint32_t n = 0; n < place_count * place_count * place_count * way_count * 4; ++n)
	{
		uint32_t left = n;
		float at[3];
		for (int axis = 0; axis < 3; ++axis, left /= place_count)
			at[axis] = places[left % place_count];
		const kiln_motion motion = {.direction = ways[left % way_count], .t_max = n % 5 ? 0 : 0.5f};
		left /= way_count;
		const kiln_convex_object a = {.shape = &shapes[left & 1], .pose.translation = {at[0], at[1], at[2]}};
		const kiln_convex_object b = {.shape = &shapes[left >> 1]};
		kiln_convex_impact impact;
		assert_int_equal(kiln_convex_cast(&a, &motion, &b, NULL, &impact), KILN_OK);
		// Where surfaces touch in many points, or at the start, either form may name any of them.
		if (impact.inside || (left == 3) || fabsf(fabsf(at[1]) - 1) < 0.01f || fabsf(fabsf(at[2]) - 1) < 0.01f)
			continue;
		if (compare(&a, &motion, &b, 1, 8))
			++hits;
		else
			++misses;
	}
	assert_true(hits > 100 && misses > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_casts_give_the_contacts_of_the_search),
		cmocka_unit_test(a_limit_changes_no_digit_of_a_closed_cast),
		cmocka_unit_test(closed_casts_are_never_late),
		cmocka_unit_test(closed_casts_leave_special_places_to_the_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
