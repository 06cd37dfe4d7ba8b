// SPDX-License-Identifier: MIT
#include "build_checks.h"
#include "build_soups.h"
#include "memory.h"
#include "tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The builders of binary trees, all rules along all axes, on ordinary and difficult input.

static bool overlaps(const build_box *a, const build_box *b)
{
	for (int axis = 0; axis < 3; ++axis)
		if (a->min[axis] > b->max[axis] || a->max[axis] < b->min[axis])
			return false;
	return true;
}

/// Whether the leaves that reference a primitive contain a point of it.
static bool is_covered(const build_tree *tree, uint32_t primitive, const build_box *point)
{
	for (uint32_t i = 0; i < tree->node_count; ++i)
		for (uint32_t k = 0; k < tree->nodes[i].count; ++k)
			if (tree->order[tree->nodes[i].first + k] == primitive && overlaps(&tree->nodes[i].box, point))
				return true;
	return false;
}

/// Checks that points all over a primitive lie in leaves that reference it. A point of a triangle is known only up to
/// rounding.
static void assert_covered(const build_tree *tree, const soup *s, bool triangles)
{
	uint32_t state = 99;
	for (uint32_t i = 0; i < s->count; ++i)
		for (int sample = 0; sample < 12; ++sample)
		{
			build_box point = {{0}, {0}};
			float u = soup_uniform(&state), v = soup_uniform(&state), w = soup_uniform(&state);
			float along[3] = {u, v, w};
			if (u + v > 1.0f)
				u = 1.0f - u, v = 1.0f - v;
			for (int axis = 0; axis < 3; ++axis)
			{
				const build_box *box = &s->boxes[i];
				float at = box->min[axis] + along[axis] * (box->max[axis] - box->min[axis]);
				float slack = 0.0f;
				if (triangles)
				{
					const float *a = s->corners[i][0], *b = s->corners[i][1], *c = s->corners[i][2];
					at = a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]);
					slack = (box->max[axis] - box->min[axis]) * 1e-6f + (at < 0.0f ? -at : at) * 1e-6f;
				}
				at = at < box->min[axis] ? box->min[axis] : at > box->max[axis] ? box->max[axis] : at;
				point.min[axis] = at - slack;
				point.max[axis] = at + slack;
			}
			assert_true(is_covered(tree, i, &point));
		}
}

static void assert_valid(const soup *s, const build_options *options)
{
	bool repeats = options->split == BUILD_SPLIT_SPATIAL;
	build_tree tree = check_build(s, options, true);
	check_shape(&tree);
	check_references(&tree, s->count, repeats);
	check_boxes(&tree, s->boxes, repeats);
	assert_true((double)tree.order_count <= 1.5 * (double)s->count);
	check_drop(&tree);
}

/// Runs a check for every rule along every axis.
static void for_all(void (*check)(const soup *s, const build_options *options))
{
	for (int number = 0; number < SOUPS; ++number)
	{
		soup s = soup_number(number);
		for (int split = 0; split < BUILD_SPLIT_COUNT; ++split)
			for (int axis = 0; axis < BUILD_AXIS_COUNT; ++axis)
				for (uint32_t leaf = 0; leaf <= 8; leaf += 4)
				{
					build_options options = {
						.split = (build_split)split, .axis = (build_axis)axis, .leaf_size = leaf, .block = leaf};
					check(&s, &options);
				}
		soup_free(&s);
	}
}

static void every_rule_builds_a_valid_tree_from_any_input(void **state)
{
	(void)state;
	for_all(assert_valid);
}

static void assert_valid_optimized(const soup *s, const build_options *options)
{
	build_options optimized = *options;
	optimized.optimize_passes = 2;
	assert_valid(s, &optimized);
	build_tree before = check_build(s, options, true), after = check_build(s, &optimized, true);
	assert_int_equal(before.node_count, after.node_count);
	assert_int_equal(before.order_count, after.order_count);
	assert_true(build_tree_sah_cost(&after, 1.0, 1.0) <= build_tree_sah_cost(&before, 1.0, 1.0) * (1.0 + 1e-12));
	check_drop(&before);
	check_drop(&after);
}

static void optimisation_keeps_trees_valid_and_never_raises_the_cost(void **state)
{
	(void)state;
	for_all(assert_valid_optimized);
}

static void assert_leaves_small(const soup *s, const build_options *options)
{
	build_tree tree = check_build(s, options, true);
	for (uint32_t i = 0; i < tree.node_count; ++i)
		assert_true(tree.nodes[i].count <= (options->leaf_size ? options->leaf_size : 1));
	check_drop(&tree);
}

static void leaves_hold_no_more_than_asked_for(void **state)
{
	(void)state;
	for_all(assert_leaves_small);
}

static void assert_repeatable(const soup *s, const build_options *options)
{
	build_options chosen = *options;
	chosen.optimize_passes = 1;
	build_tree a = check_build(s, &chosen, true);
	void *other_addresses = malloc(12345);
	build_tree b = check_build(s, &chosen, true);
	assert_int_equal(a.node_count, b.node_count);
	assert_int_equal(a.order_count, b.order_count);
	assert_memory_equal(a.nodes, b.nodes, a.node_count * sizeof *a.nodes);
	assert_memory_equal(a.order, b.order, a.order_count * sizeof *a.order);
	free(other_addresses);
	check_drop(&a);
	check_drop(&b);
}

static void building_twice_gives_the_same_bytes(void **state)
{
	(void)state;
	for_all(assert_repeatable);
}

static void every_compiler_and_processor_builds_the_same_bytes(void **state)
{
	(void)state;
	// The value is the same for gcc and clang, -O0 to -O3, with and without vector instructions; a change of a rule
	// must update it.
	const uint64_t expected = 0x9a247b512c1b5f46u;
	uint64_t hash = 14695981039346656037u;
	soup s = soup_random(2000, 0.1f, 1.0f, 0.0f);
	for (int split = 0; split < BUILD_SPLIT_COUNT; ++split)
		for (int axis = 0; axis < BUILD_AXIS_COUNT; ++axis)
		{
			build_options options = {
				.split = (build_split)split, .axis = (build_axis)axis, .leaf_size = 2, .optimize_passes = 1};
			build_tree tree = check_build(&s, &options, true);
			hash = check_hash(hash, tree.nodes, tree.node_count * sizeof *tree.nodes);
			hash = check_hash(hash, tree.order, tree.order_count * sizeof *tree.order);
			check_drop(&tree);
		}
	soup_free(&s);
	if (hash != expected)
		print_message("hash %016llx\n", (unsigned long long)hash);
	assert_true(hash == expected);
}

static void any_number_of_threads_builds_the_same_bytes(void **state)
{
	(void)state;
	const uint32_t threads[] = {2, 3, 16, 200};
	soup soups[] = {soup_random(60000, 0.02f, 1.0f, 0.0f), soup_random(20000, 0.1f, 1e37f, -5e36f),
		soup_identical(20000), soup_exponential(20000, 1e-3f, 1.001f)};
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
		for (int split = 0; split <= BUILD_SPLIT_MIDPOINT; ++split)
		{
			build_options options = {.split = (build_split)split,
				.axis = BUILD_AXIS_COVARIANCE,
				.leaf_size = i == 2 ? 30000 : 5,
				.block = 8};
			build_tree alone = check_build(&soups[i], &options, true);
			for (size_t k = 0; k < sizeof threads / sizeof *threads; ++k)
			{
				options.threads = threads[k];
				build_tree shared = check_build(&soups[i], &options, true);
				check_same_tree(&alone, &shared);
				check_drop(&shared);
			}
			check_drop(&alone);
		}
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
		soup_free(&soups[i]);
}

static void spatial_splits_leave_no_part_of_a_primitive_uncovered(void **state)
{
	(void)state;
	const int numbers[] = {0, 5, 11, 12};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
		for (int triangles = 0; triangles < 2; ++triangles)
			for (uint32_t passes = 0; passes < 2; ++passes)
			{
				soup s = soup_number(numbers[i]);
				build_options options = {.split = BUILD_SPLIT_SPATIAL, .optimize_passes = passes};
				build_tree tree = check_build(&s, &options, triangles == 1);
				assert_covered(&tree, &s, triangles == 1);
				check_drop(&tree);
				soup_free(&s);
			}
}

static void spatial_splits_pay_off_on_long_triangles_within_their_budget(void **state)
{
	(void)state;
	soup s = soup_needles(1000);
	build_options object = {.split = BUILD_SPLIT_SAH};
	build_options spatial = {.split = BUILD_SPLIT_SPATIAL, .spatial_budget = 1.25};
	build_tree a = check_build(&s, &object, true), b = check_build(&s, &spatial, true);
	assert_true(b.order_count > a.order_count);
	assert_true(b.order_count <= 1250);
	assert_true(build_tree_sah_cost(&b, 1.0, 1.0) < 0.9 * build_tree_sah_cost(&a, 1.0, 1.0));
	check_drop(&a);
	check_drop(&b);
	soup_free(&s);
}

static void rules_that_peel_off_one_at_a_time_stop_at_the_depth_bound(void **state)
{
	(void)state;
	soup s = soup_exponential(184, 1e-36f, 2.5f);
	for (uint32_t passes = 0; passes < 3; ++passes)
	{
		build_options options = {.split = BUILD_SPLIT_MIDPOINT, .optimize_passes = passes};
		build_tree tree = check_build(&s, &options, true);
		check_shape(&tree);
		assert_true(passes > 0 || tree.depth == BUILD_MAX_DEPTH);
		check_drop(&tree);
	}
	soup_free(&s);
}

static void sah_costs_no_more_than_the_object_median(void **state)
{
	(void)state;
	const float sizes[] = {0.001f, 0.03f, 0.3f};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
	{
		soup s = soup_random(3000, sizes[i], 1.0f, 0.0f);
		build_options sah = {.split = BUILD_SPLIT_SAH}, median = {.split = BUILD_SPLIT_OBJECT_MEDIAN};
		build_tree a = check_build(&s, &sah, true), b = check_build(&s, &median, true);
		assert_true(build_tree_sah_cost(&a, 1.0, 1.0) <= build_tree_sah_cost(&b, 1.0, 1.0));
		check_drop(&a);
		check_drop(&b);
		soup_free(&s);
	}
}

static void pricing_blocks_fills_leaves(void **state)
{
	(void)state;
	soup s = soup_random(3000, 0.03f, 1.0f, 0.0f);
	build_options single = {.split = BUILD_SPLIT_SAH, .leaf_size = 8}, blocks = single;
	blocks.block = 8;
	build_tree a = check_build(&s, &single, true), b = check_build(&s, &blocks, true);
	// A tree has one node less than twice its leaves: at least six primitives a leaf on average.
	assert_true((b.node_count + 1) / 2 * 6 <= s.count);
	assert_true(b.node_count < a.node_count);
	check_drop(&a);
	check_drop(&b);
	soup_free(&s);
}

static void optimisation_repairs_a_poor_tree(void **state)
{
	(void)state;
	soup s = soup_needles(2000);
	build_options median = {.split = BUILD_SPLIT_OBJECT_MEDIAN}, optimized = median;
	optimized.optimize_passes = 3;
	build_tree a = check_build(&s, &median, true), b = check_build(&s, &optimized, true);
	assert_true(build_tree_sah_cost(&b, 1.0, 1.0) < 0.9 * build_tree_sah_cost(&a, 1.0, 1.0));
	check_drop(&a);
	check_drop(&b);
	soup_free(&s);
}

static void cost_weighs_areas_over_the_root(void **state)
{
	(void)state;
	// Two unit cubes that touch: half areas 3 and 3, around both 5.
	build_node nodes[3] = {
		{{{0, 0, 0}, {2, 1, 1}}, 1, 0}, {{{0, 0, 0}, {1, 1, 1}}, 0, 1}, {{{1, 0, 0}, {2, 1, 1}}, 1, 2}};
	build_tree tree = {.nodes = nodes, .node_count = 3};
	double cost = build_tree_sah_cost(&tree, 2.0, 10.0);
	double expected = 2.0 + 10.0 * (3.0 + 2.0 * 3.0) / 5.0;
	assert_true(cost > expected - 1e-9 && cost < expected + 1e-9);
	nodes[0].box.max[0] = nodes[0].box.max[1] = 0.0f;
	assert_true(build_tree_sah_cost(&tree, 1.0, 1.0) == 0.0);
}

static void running_out_of_memory_is_reported_and_leaks_nothing(void **state)
{
	(void)state;
	soup s = soup_needles(200);
	for (int split = 0; split < BUILD_SPLIT_COUNT; ++split)
		for (uint32_t passes = 0; passes < 2; ++passes)
		{
			build_options options = {.split = (build_split)split, .optimize_passes = passes};
			assert_true(check_failures(&s, &options) >= 5);
		}
	soup_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_builds_a_valid_tree_from_any_input),
		cmocka_unit_test(optimisation_keeps_trees_valid_and_never_raises_the_cost),
		cmocka_unit_test(leaves_hold_no_more_than_asked_for),
		cmocka_unit_test(building_twice_gives_the_same_bytes),
		cmocka_unit_test(every_compiler_and_processor_builds_the_same_bytes),
		cmocka_unit_test(any_number_of_threads_builds_the_same_bytes),
		cmocka_unit_test(spatial_splits_leave_no_part_of_a_primitive_uncovered),
		cmocka_unit_test(spatial_splits_pay_off_on_long_triangles_within_their_budget),
		cmocka_unit_test(rules_that_peel_off_one_at_a_time_stop_at_the_depth_bound),
		cmocka_unit_test(sah_costs_no_more_than_the_object_median),
		cmocka_unit_test(pricing_blocks_fills_leaves),
		cmocka_unit_test(optimisation_repairs_a_poor_tree),
		cmocka_unit_test(cost_weighs_areas_over_the_root),
		cmocka_unit_test(running_out_of_memory_is_reported_and_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
