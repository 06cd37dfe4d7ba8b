// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROUNDS 10000

static kiln_distance distance_of(const oracle_volume *a, const oracle_volume *b)
{
	switch ((int)a->kind * ORACLE_KINDS + (int)b->kind)
	{
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_SPHERE:
		return kiln_distance_sphere_sphere(&a->sphere, &b->sphere);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_CAPSULE:
		return kiln_distance_sphere_capsule(&a->sphere, &b->capsule);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_RSS:
		return kiln_distance_sphere_rss(&a->sphere, &b->rss);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_CAPSULE:
		return kiln_distance_capsule_capsule(&a->capsule, &b->capsule);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_RSS:
		return kiln_distance_capsule_rss(&a->capsule, &b->rss);
	default:
		return kiln_distance_rss_rss(&a->rss, &b->rss);
	}
}

/// How far a point lies from a core.
static long double from_core(kiln_vec3 p, const oracle_body *body)
{
	oracle_body point = {.anchor = oracle3_of(p)};
	return oracle_core_distance(&point, body).high;
}

static void check_distances(oracle_kind a, oracle_kind b)
{
	uint64_t random = 200 + 10 * (uint64_t)a + (uint64_t)b;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume pair[2];
		oracle_pair_random(&random, a, b, pair);
		kiln_distance said = distance_of(&pair[0], &pair[1]);
		oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
		oracle_range range = oracle_core_distance(&first, &second);
		long double reach = first.radius + second.radius, scale = oracle_scale(&first, &second);
		long double exact = range.high > reach ? range.high - reach : 0;
		// The distance is never more than exact, except for the oracle's own rounding. It is less only by rounding, or
		// where the oracle is uncertain, too; a denormal keeps few bits.
		assert_true(said.distance <= exact + 1e-18L * scale);
		long double low = range.low > reach ? range.low - reach : 0;
		// Two nearly parallel segments of a skewed rectangle increase the uncertainty.
		long double doubt = a == ORACLE_SPHERE || b == ORACLE_CAPSULE ? 1e-13L : 1e-9L;
		assert_true(said.distance >= low - 2e-7L * low - doubt * scale - 1e-44L);
		// The points lie on the cores, at this distance, to float32 precision.
		long double ulp = 1e-6L * (scale + oracle3_length(first.anchor) + oracle3_length(second.anchor)) + 1e-43L;
		assert_true(from_core(said.on_a, &first) <= ulp && from_core(said.on_b, &second) <= ulp);
		long double apart = oracle3_length(oracle3_along(oracle3_of(said.on_b), -1, oracle3_of(said.on_a)));
		if (fabsl(apart - range.high) > ulp)
			fail_msg("kinds %d %d round %d: points %Lg apart, cores %Lg .. %Lg of %Lg", (int)a, (int)b, round, apart,
				range.low, range.high, scale);
	}
}

static void distance_of_sphere_swept_volumes_is_that_of_the_cores_less_the_radii(void **state)
{
	(void)state;
	for (int a = ORACLE_SPHERE; a <= ORACLE_RSS; ++a)
		for (int b = a; b <= ORACLE_RSS; ++b)
			check_distances((oracle_kind)a, (oracle_kind)b);
}

static void distances_that_float32_holds_are_exact_or_one_ulp_less(void **state)
{
	(void)state;
	kiln_rss floor = {{0, 0, 0}, {{4, 0, 0}, {0, 4, 0}}, 0.5f}, above = {{1, 1, 3}, {{4, 0, 0}, {0, 4, 0}}, 0.5f};
	kiln_distance found = kiln_distance_rss_rss(&floor, &above);
	assert_true(found.distance <= 2 && found.distance >= nextafterf(2, 0));
	kiln_capsule across = {{-1, 2, 5}, {6, 2, 5}, 1};
	found = kiln_distance_capsule_rss(&across, &floor);
	assert_true(found.distance <= 3.5f && found.distance >= nextafterf(3.5f, 0));
	assert_true(found.on_a.z == 5 && found.on_b.z == 0 && found.on_a.x == found.on_b.x);
	kiln_rss through = {{2, 2, -1}, {{0, 0, 2}, {1, 0, 0}}, 0};
	found = kiln_distance_rss_rss(&floor, &through);
	assert_true(found.distance == 0 && fabsf(found.on_a.z - found.on_b.z) < 1e-6f);
}

static void what_is_no_volume_has_no_distance(void **state)
{
	(void)state;
	kiln_rss good = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, 1};
	const float wrong[] = {NAN, INFINITY, -INFINITY};
	for (int field = 0; field < 10; ++field)
		for (int i = 0; i < 3; ++i)
		{
			kiln_rss bad = {{100, 100, 100}, {{1, 0, 0}, {0, 1, 0}}, 1};
			float *numbers = (float *)&bad;
			numbers[field] = wrong[i];
			kiln_capsule capsule = {{0, 0, 0}, {1, 0, 0}, 1};
			kiln_sphere sphere = {{0, 0, 0}, 1};
			assert_true(kiln_overlaps_rss_rss(&good, &bad) && kiln_overlaps_capsule_rss(&capsule, &bad));
			assert_true(kiln_overlaps_sphere_rss(&sphere, &bad));
			assert_true(kiln_distance_rss_rss(&good, &bad).distance == 0);
			assert_true(kiln_distance_capsule_rss(&capsule, &bad).distance == 0);
			assert_true(kiln_distance_sphere_rss(&sphere, &bad).distance == 0);
		}
	kiln_capsule far_away = {{100, 0, 0}, {101, 0, 0}, -1}, here = {{0, 0, 0}, {1, 0, 0}, 1};
	assert_true(kiln_overlaps_capsule_capsule(&far_away, &here));
	assert_true(kiln_distance_capsule_capsule(&far_away, &here).distance == 0);
	kiln_sphere bad = {{0, 0, 0}, NAN}, sphere = {{100, 0, 0}, 1};
	kiln_aabb box = {{50, 0, 0}, {51, 1, 1}};
	assert_true(kiln_overlaps_sphere_sphere(&bad, &sphere) && kiln_overlaps_sphere_aabb(&bad, &box));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance_of_sphere_swept_volumes_is_that_of_the_cores_less_the_radii),
		cmocka_unit_test(distances_that_float32_holds_are_exact_or_one_ulp_less),
		cmocka_unit_test(what_is_no_volume_has_no_distance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
