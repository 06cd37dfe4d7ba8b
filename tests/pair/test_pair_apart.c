// SPDX-License-Identifier: MIT
#include "pair/apart.h"
#include "pair_checks.h"
#include "support/asset_fixture.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Queries of objects that balls prove apart have the answers of the whole query, which counters ask for.

static void compare(const kiln_object *a, const kiln_object *b, float distance)
{
	kiln_pair_counters counters = {0};
	const kiln_pair_options whole = {.counters = &counters};
	bool quick = true, found = true;
	uint32_t counts[2] = {7, 8};
	kiln_pair pairs[2];
	assert_int_equal(kiln_pair_collide(a, b, NULL, &quick, &pairs[0]), KILN_OK);
	assert_int_equal(kiln_pair_collide(a, b, &whole, &found, &pairs[1]), KILN_OK);
	assert_int_equal(quick, found);
	assert_int_equal(pairs[0].node_a, pairs[1].node_a);
	assert_int_equal(kiln_pair_within(a, b, distance, NULL, &quick), KILN_OK);
	assert_int_equal(kiln_pair_within(a, b, distance, &whole, &found), KILN_OK);
	assert_int_equal(quick, found);
	assert_int_equal(kiln_pair_contacts(a, b, NULL, NULL, 0, &counts[0]), KILN_OK);
	assert_int_equal(kiln_pair_contacts(a, b, &whole, NULL, 0, &counts[1]), KILN_OK);
	assert_int_equal(counts[0], counts[1]);
}

static void balls_change_no_answer(void **state)
{
	(void)state;
	uint64_t random = 12, apart = 0, near = 0;
	const uint64_t trials = trials_random(300);
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_asset *asset = &c.cooked.asset;
	for (uint64_t i = 0; i < trials; ++i)
	{
		const float reach = (float)ldexp(1, (int)(i % 12));
		const kiln_pose p = pair_random_pose(&random, (double)reach, (float)ldexp(1, (int)(i % 5) - 2));
		const kiln_pose q = pair_random_pose(&random, (double)reach, 1);
		const uint32_t shape = (uint32_t)(fixture_random(&random) % (asset->shape_count + 1));
		const kiln_object a = kiln_object_from_asset(asset, &p);
		const kiln_object b =
			shape < asset->shape_count ? kiln_object_from_shape(asset, shape, &q) : kiln_object_from_asset(asset, &q);
		const float distance = reach * fixture_random_unit(&random);
		compare(&a, &b, distance);
		const bool known = kilni_pair_apart(&a, &b, NULL, (double)distance);
		kiln_pair_separation separation;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &separation), KILN_OK);
		assert_true(!known || separation.distance > distance);
		apart += known;
		near += !known;
	}
	assert_true(10 * apart > trials && 10 * near > trials);
	compound_free(&c);
}

static void what_else_is_to_be_done_is_left_to_the_query(void **state)
{
	(void)state;
	uint64_t random = 13;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_asset *asset = &c.cooked.asset;
	const kiln_pose away = {.translation = {1e6f, 0, 0}}, out = {.translation = {0, 0, 2e12f}};
	const kiln_object here = kiln_object_from_asset(asset, NULL);
	kiln_object there = kiln_object_from_asset(asset, &away);
	const kiln_object beyond = kiln_object_from_asset(asset, &out);
	kiln_pair_counters counters;
	kiln_budget budget = {0};
	const kiln_pair_options options[] = {{.counters = &counters}, {.budget = &budget}, {.lower = -1}, {.upper = NAN}};
	assert_true(kilni_pair_apart(&here, &there, NULL, 0));
	assert_false(kilni_pair_apart(&here, &there, NULL, 2e6));
	assert_false(kilni_pair_apart(&here, &beyond, NULL, 0));
	assert_false(kilni_pair_apart(&here, NULL, NULL, 0));
	for (uint32_t i = 0; i < sizeof options / sizeof *options; ++i)
		assert_false(kilni_pair_apart(&here, &there, &options[i], 0));
	there.trees = 1u << KILN_TREE_KIND_END;
	assert_false(kilni_pair_apart(&here, &there, NULL, 0));
	compound_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(balls_change_no_answer),
		cmocka_unit_test(what_else_is_to_be_done_is_left_to_the_query),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
