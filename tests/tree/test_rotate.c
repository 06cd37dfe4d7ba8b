// SPDX-License-Identifier: MIT
#include "build_checks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Tree rotations, on the trees of every builder.

static build_box union_of(const build_box *a, const build_box *b)
{
	build_box box = *a;
	for (int axis = 0; axis < 3; ++axis)
	{
		box.min[axis] = b->min[axis] < box.min[axis] ? b->min[axis] : box.min[axis];
		box.max[axis] = b->max[axis] > box.max[axis] ? b->max[axis] : box.max[axis];
	}
	return box;
}

static void rotations_keep_trees_valid_and_never_raise_the_cost(void **state)
{
	(void)state;
	for (int number = 0; number < SOUPS; ++number)
	{
		soup s = soup_number(number);
		for (int method = 0; method < BUILD_METHOD_COUNT; ++method)
			for (int split = 0; split < (method == 0 ? BUILD_SPLIT_SPATIAL : 1); ++split)
			{
				build_options options = {.method = (build_method)method, .split = (build_split)split, .leaf_size = 2};
				double before = check_cost(&s, &options);
				for (options.rotation_passes = 1; options.rotation_passes < 4; ++options.rotation_passes)
				{
					build_tree tree = check_build(&s, &options, false);
					check_shape(&tree);
					check_references(&tree, s.count, false);
					check_boxes(&tree, s.boxes, false);
					check_drop(&tree);
					double after = check_cost(&s, &options);
					assert_true(after <= before * (1.0 + 1e-12));
					before = after;
				}
			}
		soup_free(&s);
	}
}

/// Returns by how much exchanging two subtrees would shrink their parents, which are siblings or parent and sibling of
/// each other.
static double gain_of(const build_tree *tree, uint32_t parent_a, uint32_t a, uint32_t parent_b, uint32_t b)
{
	double gain = 0.0;
	const uint32_t parents[2] = {parent_a, parent_b}, leaves[2] = {a, b}, comes[2] = {b, a};
	for (int side = 0; side < 2; ++side)
	{
		if (parents[side] == UINT32_MAX)
			continue;
		const build_node *parent = &tree->nodes[parents[side]];
		uint32_t stays = 2 * parent->first + 1 - leaves[side];
		build_box both = union_of(&tree->nodes[stays].box, &tree->nodes[comes[side]].box);
		gain += build_box_half_area(&parent->box) - build_box_half_area(&both);
	}
	return gain;
}

static void after_enough_passes_no_rotation_is_left_that_pays(void **state)
{
	(void)state;
	soup s = soup_needles(500);
	build_options options = {.split = BUILD_SPLIT_OBJECT_MEDIAN, .rotation_passes = 1000};
	build_options plainly = {.split = BUILD_SPLIT_OBJECT_MEDIAN};
	assert_true(check_cost(&s, &options) < 0.95 * check_cost(&s, &plainly));
	build_tree tree = check_build(&s, &options, false);
	for (uint32_t i = 0; i < tree.node_count; ++i)
	{
		double least = 1e-9 * build_box_half_area(&tree.nodes[i].box);
		for (uint32_t side = 0; side < 2 && tree.nodes[i].count == 0; ++side)
		{
			uint32_t child = tree.nodes[i].first + side, other = tree.nodes[i].first + 1 - side;
			const build_node *below = &tree.nodes[child];
			for (uint32_t k = 0; k < 2 && below->count == 0; ++k)
			{
				assert_true(gain_of(&tree, UINT32_MAX, other, child, below->first + k) <= least);
				for (uint32_t m = 0; m < 2 && tree.nodes[other].count == 0; ++m)
					assert_true(gain_of(&tree, child, below->first + k, other, tree.nodes[other].first + m) <= least);
			}
		}
	}
	check_drop(&tree);
	soup_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rotations_keep_trees_valid_and_never_raise_the_cost),
		cmocka_unit_test(after_enough_passes_no_rotation_is_left_that_pays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
