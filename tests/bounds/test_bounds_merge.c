// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROUNDS 8000

/// The oracle rounds by 2^-64: nothing may extend beyond by more.
static void assert_inside(const oracle_volume *inner, const oracle_volume *outer)
{
	oracle_body a = oracle_body_of(inner), b = oracle_body_of(outer);
	long double out = oracle_sticks_out(&a, &b);
	if (out > 1e-18L * oracle_scale(&a, &b))
		fail_msg("kind %d sticks out by %Lg of %Lg", (int)inner->kind, out, oracle_scale(&a, &b));
}

static oracle_volume merge(const oracle_volume *a, const oracle_volume *b)
{
	oracle_volume merged = {.kind = a->kind};
	switch (a->kind)
	{
	case ORACLE_SPHERE:
		merged.sphere = kiln_sphere_merge(&a->sphere, &b->sphere);
		break;
	case ORACLE_CAPSULE:
		merged.capsule = kiln_capsule_merge(&a->capsule, &b->capsule);
		break;
	case ORACLE_RSS:
		merged.rss = kiln_rss_merge(&a->rss, &b->rss);
		break;
	case ORACLE_AABB:
		merged.aabb = kiln_aabb_merge(&a->aabb, &b->aabb);
		break;
	default:
		merged.obb = kiln_obb_merge(&a->obb, &b->obb);
	}
	return merged;
}

/// Returns an upper bound of the distance of a body's points from its center.
static long double reach_of(const oracle_body *body)
{
	long double reach = body->radius;
	for (int i = 0; i < body->count; ++i)
		reach += oracle3_length(body->side[i]);
	return reach;
}

static void merged_volumes_contain_both(void **state)
{
	(void)state;
	for (int kind = 0; kind < ORACLE_KINDS; ++kind)
	{
		uint64_t random = 300 + (uint64_t)kind;
		for (int round = 0; round < ROUNDS; ++round)
		{
			oracle_volume pair[2];
			oracle_pair_random(&random, (oracle_kind)kind, (oracle_kind)kind, pair);
			oracle_volume merged = merge(&pair[0], &pair[1]);
			assert_inside(&pair[0], &merged);
			assert_inside(&pair[1], &merged);
			// The result must not be much too large: at most three times the size of its contents.
			oracle_body a = oracle_body_of(&pair[0]), b = oracle_body_of(&pair[1]), both = oracle_body_of(&merged);
			long double size = reach_of(&a) + reach_of(&b) + oracle3_length(oracle_between(&a, &b));
			long double ulp = 1e-6L * (oracle3_length(a.anchor) + oracle3_length(b.anchor)) + 1e-43L;
			assert_true(reach_of(&both) <= 3 * size + ulp);
		}
	}
}

static void a_volume_merged_with_what_it_contains_hardly_grows(void **state)
{
	(void)state;
	uint64_t random = 17;
	for (int round = 0; round < 2000; ++round)
	{
		for (int kind = 0; kind < ORACLE_KINDS; ++kind)
		{
			oracle_volume large = oracle_volume_random(&random, (oracle_kind)kind, oracle_vector(&random, 1), 1);
			oracle_volume merged = merge(&large, &large);
			oracle_body before = oracle_body_of(&large), after = oracle_body_of(&merged);
			assert_true(reach_of(&after) <= reach_of(&before) + 4e-6L);
		}
	}
	kiln_sphere large = {{0, 0, 0}, 2}, small = {{0.5f, 0, 0}, 1};
	kiln_sphere merged = kiln_sphere_merge(&large, &small);
	assert_memory_equal(&merged, &large, sizeof merged);
	merged = kiln_sphere_merge(&small, &large);
	assert_memory_equal(&merged, &large, sizeof merged);
}

static void merged_spheres_are_the_least(void **state)
{
	(void)state;
	uint64_t random = 18;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume pair[2];
		oracle_pair_random(&random, ORACLE_SPHERE, ORACLE_SPHERE, pair);
		oracle_body a = oracle_body_of(&pair[0]), b = oracle_body_of(&pair[1]);
		long double least = (oracle3_length(oracle_between(&a, &b)) + a.radius + b.radius) / 2;
		least = a.radius > least ? a.radius : b.radius > least ? b.radius : least;
		kiln_sphere merged = kiln_sphere_merge(&pair[0].sphere, &pair[1].sphere);
		// A center rounded to float32 costs up to the root of 3 times half an ulp of it.
		long double ulp = oracle3_length(a.anchor) + oracle3_length(b.anchor) + least;
		assert_true(merged.radius <= least + 1.3e-7L * ulp + 1e-44L);
	}
}

static void boxes_side_by_side_merge_into_one_that_fits(void **state)
{
	(void)state;
	kiln_obb a = {{-1, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}}, b = a;
	b.center.x = 1;
	// The same box with its axes in another order.
	b.axes[0] = (kiln_vec3){0, 0, 1};
	b.axes[1] = (kiln_vec3){1, 0, 0};
	b.axes[2] = (kiln_vec3){0, 1, 0};
	b.half_extents[0] = 3;
	b.half_extents[1] = 1;
	b.half_extents[2] = 2;
	kiln_obb merged = kiln_obb_merge(&a, &b);
	assert_true(merged.half_extents[0] * merged.half_extents[1] * merged.half_extents[2] < 12.00001f);
	kiln_capsule left = {{0, 0, 0}, {1, 0, 0}, 0.5f}, right = {{2, 0, 0}, {3, 0, 0}, 0.5f};
	kiln_capsule both = kiln_capsule_merge(&left, &right);
	assert_true(both.radius <= 0.500001f && fabsf(both.a.x - both.b.x) <= 3.00001f);
	kiln_rss near = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, 0.25f}, next = {{1, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, 0.25f};
	kiln_rss plate = kiln_rss_merge(&near, &next);
	assert_true(plate.radius <= 0.25001f);
}

static void empty_box_changes_nothing(void **state)
{
	(void)state;
	kiln_aabb nothing = kiln_aabb_from_points(NULL, 0), box = {{-1, 2, 3}, {4, 5, 6}};
	kiln_aabb merged = kiln_aabb_merge(&nothing, &box);
	assert_memory_equal(&merged, &box, sizeof box);
	merged = kiln_aabb_merge(&box, &nothing);
	assert_memory_equal(&merged, &box, sizeof box);
}

/// If a number of one volume is not finite, the merged volume must overlap everything.
static void merging_hides_nothing_that_is_not_finite(void **state)
{
	(void)state;
	const float wrong[] = {NAN, INFINITY, -INFINITY};
	static const int fields[ORACLE_KINDS] = {4, 7, 10, 6, 15};
	uint64_t random = 19;
	kiln_sphere here = {{1e6f, 1e6f, 1e6f}, 0};
	for (int kind = 0; kind < ORACLE_KINDS; ++kind)
		for (int field = 0; field < fields[kind]; ++field)
			for (int i = 0; i < 6; ++i)
			{
				oracle_volume pair[2] = {oracle_volume_random(&random, (oracle_kind)kind, (kiln_vec3){0, 0, 0}, 1),
					oracle_volume_random(&random, (oracle_kind)kind, (kiln_vec3){1, 0, 0}, 1)};
				float *numbers = (float *)&pair[i % 2].sphere;
				numbers[field] = wrong[i / 2];
				oracle_volume merged = merge(&pair[0], &pair[1]);
				bool said = kind == ORACLE_SPHERE	 ? kiln_overlaps_sphere_sphere(&here, &merged.sphere)
							: kind == ORACLE_CAPSULE ? kiln_overlaps_sphere_capsule(&here, &merged.capsule)
							: kind == ORACLE_RSS	 ? kiln_overlaps_sphere_rss(&here, &merged.rss)
							: kind == ORACLE_OBB	 ? kiln_overlaps_sphere_obb(&here, &merged.obb)
													 : true;
				if (kind == ORACLE_AABB && (i / 2 == 0))
					said = kiln_overlaps_sphere_aabb(&here, &merged.aabb);
				assert_true(said);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merged_volumes_contain_both),
		cmocka_unit_test(a_volume_merged_with_what_it_contains_hardly_grows),
		cmocka_unit_test(merged_spheres_are_the_least),
		cmocka_unit_test(boxes_side_by_side_merge_into_one_that_fits),
		cmocka_unit_test(empty_box_changes_nothing),
		cmocka_unit_test(merging_hides_nothing_that_is_not_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
