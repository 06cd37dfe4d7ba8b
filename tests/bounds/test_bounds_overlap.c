// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROUNDS 20000

static bool overlaps(const oracle_volume *a, const oracle_volume *b)
{
	switch ((int)a->kind * ORACLE_KINDS + (int)b->kind)
	{
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_SPHERE:
		return kiln_overlaps_sphere_sphere(&a->sphere, &b->sphere);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_CAPSULE:
		return kiln_overlaps_sphere_capsule(&a->sphere, &b->capsule);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_RSS:
		return kiln_overlaps_sphere_rss(&a->sphere, &b->rss);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_AABB:
		return kiln_overlaps_sphere_aabb(&a->sphere, &b->aabb);
	case ORACLE_SPHERE *ORACLE_KINDS + ORACLE_OBB:
		return kiln_overlaps_sphere_obb(&a->sphere, &b->obb);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_CAPSULE:
		return kiln_overlaps_capsule_capsule(&a->capsule, &b->capsule);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_RSS:
		return kiln_overlaps_capsule_rss(&a->capsule, &b->rss);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_AABB:
		return kiln_overlaps_capsule_aabb(&a->capsule, &b->aabb);
	case ORACLE_CAPSULE *ORACLE_KINDS + ORACLE_OBB:
		return kiln_overlaps_capsule_obb(&a->capsule, &b->obb);
	case ORACLE_RSS *ORACLE_KINDS + ORACLE_RSS:
		return kiln_overlaps_rss_rss(&a->rss, &b->rss);
	default:
		fail_msg("no such pair");
		return false;
	}
}

/// Compares every answer with the bounds of the oracle; `tolerance`, as a share of the bodies' size and distance,
/// limits the uncertainty.
static void check_pair(oracle_kind a, oracle_kind b, double tolerance)
{
	uint64_t random = 100 + 10 * (uint64_t)a + (uint64_t)b;
	int touching = 0, apart = 0, close = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume pair[2];
		oracle_pair_random(&random, a, b, pair);
		bool said = overlaps(&pair[0], &pair[1]);
		oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
		oracle_range range = oracle_core_distance(&first, &second);
		long double reach = first.radius + second.radius, scale = oracle_scale(&first, &second);
		// The oracle's own rounding is 2^-64 of the scale.
		if (range.high <= reach)
		{
			assert_true(said);
			++touching;
		}
		else if (range.low > reach + (long double)tolerance * scale)
		{
			if (said)
				fail_msg("round %d: apart by %Lg of %Lg", round, range.low - reach, scale);
			++apart;
		}
		if (fabsl(range.high - reach) < 1e-5L * scale)
			++close;
	}
	// The configurations are useful only if there are enough of each sort.
	assert_true(touching > ROUNDS / 10 && apart > ROUNDS / 10 && close > ROUNDS / 20);
}

static void spheres_overlap_when_their_distance_is_no_more_than_the_radii(void **state)
{
	(void)state;
	check_pair(ORACLE_SPHERE, ORACLE_SPHERE, 1e-13);
}

static void sphere_and_capsule_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_SPHERE, ORACLE_CAPSULE, 1e-13);
}

static void sphere_and_rss_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_SPHERE, ORACLE_RSS, 1e-13);
}

static void sphere_and_aabb_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_SPHERE, ORACLE_AABB, 1e-13);
}

static void sphere_and_obb_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_SPHERE, ORACLE_OBB, 1e-13);
}

static void capsules_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_CAPSULE, ORACLE_CAPSULE, 1e-13);
}

static void capsule_and_rss_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_CAPSULE, ORACLE_RSS, 1e-13);
}

static void capsule_and_aabb_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_CAPSULE, ORACLE_AABB, 1e-13);
}

static void capsule_and_obb_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_CAPSULE, ORACLE_OBB, 1e-13);
}

static void rss_agree_with_the_distance(void **state)
{
	(void)state;
	check_pair(ORACLE_RSS, ORACLE_RSS, 1e-13);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_overlap_when_their_distance_is_no_more_than_the_radii),
		cmocka_unit_test(sphere_and_capsule_agree_with_the_distance),
		cmocka_unit_test(sphere_and_rss_agree_with_the_distance),
		cmocka_unit_test(sphere_and_aabb_agree_with_the_distance),
		cmocka_unit_test(sphere_and_obb_agree_with_the_distance),
		cmocka_unit_test(capsules_agree_with_the_distance),
		cmocka_unit_test(capsule_and_rss_agree_with_the_distance),
		cmocka_unit_test(capsule_and_aabb_agree_with_the_distance),
		cmocka_unit_test(capsule_and_obb_agree_with_the_distance),
		cmocka_unit_test(rss_agree_with_the_distance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
