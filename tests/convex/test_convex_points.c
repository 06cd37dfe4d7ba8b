// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "kiln/convex.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Bare points, which a query scans eight at a time up to 256 of them.

enum
{
	FEW_MOST = 256,
	MANY = 300,
};

static double uniform(uint64_t *random)
{
	return (double)(fixture_random(random) >> 11) * 0x1p-52 - 1;
}

/// Makes points of a kind: a ball, a grid with equal heights, a thin plate, copies of few points, or far from their origin.
static void make_points(uint64_t *random, uint32_t kind, uint32_t count, kiln_vec3 *points)
{
	const double size = ldexp(1, (int)(fixture_random(random) % 40) - 20);
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3] = {uniform(random), uniform(random), uniform(random)};
		for (int k = 0; k < 3; ++k)
		{
			p[k] = kind == 1 ? floor(3 * p[k]) : p[k];
			p[k] = kind == 2 && k == 2 ? 1e-6 * p[k] : p[k];
			p[k] = kind == 4 ? 1e5 + p[k] : p[k];
		}
		points[i] = (kiln_vec3){(float)(size * p[0]), (float)(size * p[1]), (float)(size * p[2])};
		if (kind == 3 && i > 5)
			points[i] = points[fixture_random(random) % 6];
	}
}

static kiln_pose make_pose(uint64_t *random, kiln_vec3 near, double size)
{
	kiln_pose pose = {.rotation = {(float)uniform(random), (float)uniform(random), (float)uniform(random), 1}};
	const double q[4] = {(double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z, 1};
	const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	pose.rotation =
		(kiln_quat){(float)(q[0] / length), (float)(q[1] / length), (float)(q[2] / length), (float)(q[3] / length)};
	if (fixture_random(random) % 4 == 0)
		pose.rotation = (kiln_quat){0, 0, 0, 1};
	pose.translation = (kiln_vec3){near.x + (float)(size * uniform(random)), near.y + (float)(size * uniform(random)),
		near.z + (float)(size * uniform(random))};
	pose.scale = fixture_random(random) % 3 ? 0 : 2.5f;
	return pose;
}

/// A list with copies behind it has the same supports: of equally far points, the first one counts. Such a list of more than 256 points
/// is scanned one by one.
static void points_give_the_same_bits_with_and_without_lanes(void **state)
{
	(void)state;
	static kiln_vec3 a[MANY], b[MANY];
	const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -2, -3}, {1, 2, 3}}};
	uint64_t random = 71;
	const uint32_t trials = TRIALS_SLOW ? 400 : 4000;
	for (uint32_t i = 0; i < trials; ++i)
	{
		const uint32_t kind = i % 5, count_a = 1 + (uint32_t)(fixture_random(&random) % FEW_MOST);
		const uint32_t count_b = 1 + (uint32_t)(fixture_random(&random) % FEW_MOST);
		make_points(&random, kind, count_a, a);
		make_points(&random, (kind + i / 5) % 5, count_b, b);
		for (uint32_t k = count_a; k < MANY; ++k)
			a[k] = a[k % count_a];
		for (uint32_t k = count_b; k < MANY; ++k)
			b[k] = b[k % count_b];
		const double size = 4 * fabs((double)a[0].x - (double)a[count_a - 1].x) + 1e-3;
		kiln_convex_shape few[2] = {{.kind = KILN_CONVEX_POINTS, .points = {a, count_a}, .margin = i % 7 ? 0 : 0.5f},
			{.kind = KILN_CONVEX_POINTS, .points = {b, count_b}, .plus = i % 11 ? NULL : &box}};
		kiln_convex_shape many[2] = {few[0], few[1]};
		many[0].points.count = many[1].points.count = MANY;
		const kiln_pose pose_a = make_pose(&random, (kiln_vec3){0, 0, 0}, size);
		const kiln_pose pose_b = make_pose(&random, (kiln_vec3){0, 0, 0}, size);
		kiln_convex_separation expected, found;
		kiln_convex_cache cache_few = {0}, cache_many = {0};
		memset(&expected, 0, sizeof expected);
		memset(&found, 0, sizeof found);
		for (int round = 0; round < 2; ++round)
		{
			const kiln_convex_object of_few[2] = {
				{.shape = &few[0], .pose = pose_a}, {.shape = &few[1], .pose = pose_b}};
			const kiln_convex_object of_many[2] = {
				{.shape = &many[0], .pose = pose_a}, {.shape = &many[1], .pose = pose_b}};
			assert_int_equal(kiln_convex_distance(&of_few[0], &of_few[1], NULL, &cache_few, &found), KILN_OK);
			assert_int_equal(kiln_convex_distance(&of_many[0], &of_many[1], NULL, &cache_many, &expected), KILN_OK);
			assert_memory_equal(&found, &expected, sizeof found);
		}
	}
}

static void a_point_out_of_range_is_refused_wherever_it_is(void **state)
{
	(void)state;
	static const float bad[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0x1.000002p40f, -0x1.000002p40f};
	static const float good[] = {0x1p40f, -0x1p40f, 0, -0.0f, FLT_MIN, -FLT_TRUE_MIN};
	static kiln_vec3 points[70];
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = 1}};
	const kiln_convex_object other = {.shape = &ball, .pose = {.rotation = {0, 0, 0, 1}}};
	kiln_convex_separation found;
	for (uint32_t count = 1; count <= 70; count += count < 20 ? 1 : 25)
		for (uint32_t place = 0; place < 3 * count; ++place)
		{
			memset(points, 0, sizeof points);
			for (uint32_t i = 0; i < count; ++i)
				points[i].x = (float)i;
			const kiln_convex_shape shape = {.kind = KILN_CONVEX_POINTS, .points = {points, count}};
			const kiln_convex_object object = {.shape = &shape, .pose = {.rotation = {0, 0, 0, 1}}};
			float *at = place % 3 == 0	 ? &points[place / 3].x
						: place % 3 == 1 ? &points[place / 3].y
										 : &points[place / 3].z;
			for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
			{
				*at = good[i];
				assert_int_equal(kiln_convex_distance(&object, &other, NULL, NULL, &found), KILN_OK);
			}
			for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
			{
				*at = bad[i];
				assert_int_equal(kiln_convex_distance(&object, &other, NULL, NULL, &found), KILN_E_ARGUMENT);
			}
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_give_the_same_bits_with_and_without_lanes),
		cmocka_unit_test(a_point_out_of_range_is_refused_wherever_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
