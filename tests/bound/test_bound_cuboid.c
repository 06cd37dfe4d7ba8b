// SPDX-License-Identifier: MIT
#include "bound/bound.h"
#include "bound_clouds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define PI 3.14159265358979323846
#define CUBOIDS 60

/// Makes a cuboid of seeded sides, turned unless `straight`.
static void make_cuboid(uint64_t *random, bool straight, double half[3], float points[8][3])
{
	// A rotation by whole numbers: their quaternion over its length.
	static const double axes[3][3] = {
		{2.0 / 3, 1.0 / 3, 2.0 / 3}, {-2.0 / 3, 2.0 / 3, 1.0 / 3}, {-1.0 / 3, -2.0 / 3, 2.0 / 3}};
	for (int k = 0; k < 3; ++k)
		half[k] = (double)(float)exp(1.5 * cloud_random(random));
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double at = 0;
			for (int j = 0; j < 3; ++j)
				at += (i >> j & 1 ? half[j] : -half[j]) * (straight ? j == k : axes[j][k]);
			points[i][k] = (float)at;
		}
}

/// The least lozenge around a cuboid whose rectangle lies along two axes, by brute force; with a segment, the least capsule.
static double least_lozenge(const double half[3], bool segment)
{
	const int steps = 400;
	double least = HUGE_VAL;
	for (int first = 0; first < 3; ++first)
		for (int i = 0; i <= steps; ++i)
			for (int j = 0; j <= (segment ? 0 : steps); ++j)
			{
				double a = half[first], b = half[(first + 1) % 3], c = half[(first + 2) % 3];
				double x = a * i / steps, y = b * j / steps;
				double r2 = (a - x) * (a - x) + (b - y) * (b - y) + c * c, r = sqrt(r2);
				least = fmin(least, 8 * x * y * r + (2 * (x + y) + 4.0 / 3 * r) * PI * r2);
			}
	return least;
}

static bound_volume fit(const char *name, const float (*points)[3])
{
	kilncook_context context = {0};
	const bound_input input = {.points = points, .count = 8};
	bound_volume volume;
	assert_int_equal(bound_fit(&context, bound_method_named(name), &input, &volume), KILNCOOK_OK);
	assert_true(bound_prove(&volume, points, 8, NULL));
	return volume;
}

static void a_cuboid_is_its_own_box(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int i = 0; i < CUBOIDS; ++i)
	{
		double half[3];
		float points[8][3];
		make_cuboid(&random, i % 2, half, points);
		bound_volume box = fit("obb-best", (const float(*)[3])points);
		assert_true(bound_volume_of(&box) <= 8 * half[0] * half[1] * half[2] * (1 + 1e-5));
	}
}

static void a_cuboid_has_the_least_lozenge_and_capsule_along_its_axes(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int i = 0; i < CUBOIDS; ++i)
	{
		double half[3];
		float points[8][3];
		make_cuboid(&random, i % 2, half, points);
		bound_volume lozenge = fit("rss-best", (const float(*)[3])points),
					 capsule = fit("capsule-best", (const float(*)[3])points);
		assert_true(bound_volume_of(&lozenge) <= least_lozenge(half, false) * (1 + 1e-5));
		assert_true(bound_volume_of(&capsule) <= least_lozenge(half, true) * (1 + 1e-5));
	}
}

static void a_body_that_is_no_cuboid_is_searched(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int i = 0; i < CUBOIDS; ++i)
	{
		double half[3];
		float points[8][3];
		make_cuboid(&random, true, half, points);
		// A sheared cuboid has eight corners, too, but its box is larger.
		for (int corner = 4; corner < 8; ++corner)
			points[corner][0] += (float)half[0];
		bound_volume best = fit("obb-best", (const float(*)[3])points),
					 exact = fit("obb-exact", (const float(*)[3])points);
		assert_true(bound_volume_of(&best) <= bound_volume_of(&exact) * 1.001);
		assert_true(bound_volume_of(&best) > 8 * half[0] * half[1] * half[2] * 1.0001);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cuboid_is_its_own_box),
		cmocka_unit_test(a_cuboid_has_the_least_lozenge_and_capsule_along_its_axes),
		cmocka_unit_test(a_body_that_is_no_cuboid_is_searched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
