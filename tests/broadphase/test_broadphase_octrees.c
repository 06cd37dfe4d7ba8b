// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"
#include "school/broadphase/tree/cell_octree.h"
#include "support/asset_fixture.h"

/// Compares the octrees with brute force, and checks claims about their cells, pools and orders.

static const kiln_broadphase_method *const octrees[] = {
	&kiln_broadphase_octree, &kiln_broadphase_octree_loose, &kiln_broadphase_octree_linear};
#define OCTREES (sizeof octrees / sizeof *octrees)

static void octrees_answer_as_an_array_of_boxes_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < OCTREES; i++)
		broadphase_trials(&(kiln_broadphase_options){.method = octrees[i]}, 20000);
}

// Crowds that are divided several times, boxes of very different sizes at one place, and a few far away.
static void crowds_have_all_their_pairs(void **state)
{
	(void)state;
	for (size_t i = 0; i < OCTREES; i++)
	{
		broadphase_crowd crowd = crowd_make(octrees[i], 5000);
		crowd_put_cubes(&crowd, 2000, 1, -10, 10);
		crowd_put_cubes(&crowd, 1500, 0.001f, -0.05f, 0.05f);
		crowd_put_cubes(&crowd, 500, 30, -400, 400);
		crowd_put_cubes(&crowd, 20, 1e4f, -1e9f, 1e9f);
		crowd_check(&crowd);
		// A few boxes change, which queries the trees themselves; then most change.
		for (uint32_t part = 300; part > 0; part /= 30)
		{
			for (uint32_t k = 0; k < crowd.count; k += part)
				crowd_move(&crowd, k, crowd_cube(20 * fixture_random_unit(&crowd.random) - 10, 0, 0, 1));
			crowd_check(&crowd);
		}
		for (uint32_t k = 0; k < crowd.count; k += 2)
			crowd_remove(&crowd, k);
		crowd_check(&crowd);
		crowd_free(&crowd);
	}
}

static void pairs_of_few_changes_are_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < OCTREES; i++)
	{
		kiln_broadphase_options options = {.method = octrees[i], .capacity = 4000, .pair_capacity = 100};
		size_t size = kiln_broadphase_size(&options);
		void *memory = fixture_memory(size);
		kiln_broadphase *broadphase;
		kiln_broadphase_pairs pairs;
		kiln_proxy moving = {0};
		assert_int_equal(kiln_broadphase_create(&broadphase, memory, size, &options), KILN_OK);
		for (uint32_t k = 0; k < 4000; k++)
		{
			kiln_aabb box = crowd_cube((float)(k % 16), (float)(k / 16 % 16), (float)(k / 256), 0.5f);
			assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &moving), KILN_OK);
		}
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		assert_int_equal(pairs.count, 0);
		// At the common corner of eight cells.
		kiln_aabb box = crowd_cube(7.25f, 7.25f, 7.25f, 1);
		assert_int_equal(kiln_broadphase_move(broadphase, moving, &box), KILN_OK);
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		assert_int_equal(pairs.count, 8);
		assert_int_equal(pairs.added_count, 8);
		kiln_broadphase_destroy(broadphase);
		free(memory);
	}
}

// So few changes that they are looked up in the tree itself.
static void pairs_of_few_changes_are_those_of_brute_force(void **state)
{
	(void)state;
	for (size_t i = 0; i < OCTREES; i++)
	{
		enum
		{
			COUNT = 2500
		};
		kiln_broadphase_options options = {.method = octrees[i], .capacity = COUNT, .pair_capacity = 20 * COUNT};
		static kiln_proxy proxies[COUNT];
		size_t size = kiln_broadphase_size(&options);
		void *memory = fixture_memory(size);
		uint64_t random = 21;
		kiln_broadphase *broadphase;
		assert_int_equal(kiln_broadphase_create(&broadphase, memory, size, &options), KILN_OK);
		for (uint32_t round = 0; round < 12; round++)
		{
			for (uint32_t k = round == 0 ? 0 : COUNT - 2; k < COUNT; k++)
			{
				float x = 10 * fixture_random_unit(&random), y = 10 * fixture_random_unit(&random);
				float edge = k % 40 == 0 ? 4 : 0.5f;
				uint32_t which = round == 0 ? k : (uint32_t)(fixture_random(&random) % COUNT);
				kiln_aabb box = crowd_cube(x, y, 10 * fixture_random_unit(&random), round == 0 ? edge : 1);
				if (round == 0)
					assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxies[k]), KILN_OK);
				else
					assert_int_equal(kiln_broadphase_move(broadphase, proxies[which], &box), KILN_OK);
			}
			kiln_broadphase_pairs pairs;
			size_t truly = 0;
			assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
			for (uint32_t a = 0; a < COUNT; a++)
				for (uint32_t b = 0; b < a; b++)
					truly += kiln_boxes_overlap(&broadphase->boxes[a], &broadphase->boxes[b]);
			assert_int_equal(pairs.count, truly);
		}
		kiln_broadphase_destroy(broadphase);
		free(memory);
	}
}

// --- Cells ------------------------------------------------------------------------------------------------------------

static kiln_cells some_cells(void)
{
	kiln_cells cells;
	const kiln_aabb extent = {{-3, -1, 10}, {5, 6, 11}};
	kilni_cells_begin(&cells, &extent);
	return cells;
}

static void boxes_that_overlap_have_units_that_overlap(void **state)
{
	(void)state;
	const kiln_cells cells = some_cells();
	uint64_t random = 3;
	for (uint32_t i = 0; i < 20000; i++)
	{
		trial_boxes kind = (trial_boxes)(i % TRIAL_BOXES_COUNT);
		kiln_aabb a = trial_box(kind, &random), b = trial_box(kind, &random);
		kiln_units of_a = kiln_units_of(&cells, &a), of_b = kiln_units_of(&cells, &b);
		assert_true(!kiln_boxes_overlap(&a, &b) || kiln_units_overlap(&of_a, &of_b));
		kiln_aabb bounds = kilni_units_bounds(&cells, &of_a);
		assert_true(bounds.min.x <= a.min.x && bounds.min.y <= a.min.y && bounds.min.z <= a.min.z);
		assert_true(bounds.max.x >= a.max.x && bounds.max.y >= a.max.y && bounds.max.z >= a.max.z);
	}
}

static kiln_units random_units(uint64_t *random)
{
	kiln_units units;
	uint32_t shift = (uint32_t)(fixture_random(random) % (KILN_CELLS_DEPTH + 1));
	for (unsigned axis = 0; axis < 3; axis++)
	{
		units.low[axis] = (int32_t)(fixture_random(random) & KILN_CELLS_LAST);
		units.high[axis] = units.low[axis] + (int32_t)((fixture_random(random) & KILN_CELLS_LAST) >> shift);
		units.high[axis] = units.high[axis] > KILN_CELLS_LAST ? KILN_CELLS_LAST : units.high[axis];
	}
	return units;
}

static bool contains(const kiln_units *cell, const kiln_units *units)
{
	for (unsigned axis = 0; axis < 3; axis++)
		if (units->low[axis] < cell->low[axis] || units->high[axis] > cell->high[axis])
			return false;
	return true;
}

static void tight_octree_puts_a_box_at_the_lowest_cell_that_contains_it(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint32_t i = 0; i < 50000; i++)
	{
		kiln_units units = random_units(&random);
		kiln_cell cell = kiln_cell_around(&units);
		kiln_units of_cell = kiln_units_of_cell(&cell, false);
		assert_true(cell.height <= KILN_CELLS_DEPTH && contains(&of_cell, &units));
		if (cell.height == 0)
			continue;
		kiln_cell lower = {.height = cell.height - 1};
		for (unsigned axis = 0; axis < 3; axis++)
			lower.at[axis] = units.low[axis] >> lower.height;
		of_cell = kiln_units_of_cell(&lower, false);
		assert_false(contains(&of_cell, &units));
	}
}

static void loose_octree_puts_a_box_at_the_level_of_its_size(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (uint32_t i = 0; i < 50000; i++)
	{
		kiln_units units = random_units(&random);
		int32_t longest = 0;
		for (unsigned axis = 0; axis < 3; axis++)
		{
			int32_t length = units.high[axis] - units.low[axis];
			longest = length > longest ? length : longest;
		}
		kiln_cell cell = kiln_cell_by_size(&units);
		kiln_units of_cell = kiln_units_of_cell(&cell, true);
		assert_true(cell.height <= KILN_CELLS_DEPTH && contains(&of_cell, &units));
		// At least as large as the box, and less than twice as large; to a few units.
		assert_true(longest <= 1 << cell.height && (cell.height < 2 || longest > 1 << (cell.height - 1)));
		// Cells above contain it as well.
		for (; cell.height < KILN_CELLS_DEPTH; cell.height++)
		{
			kiln_cell above = {.at = {cell.at[0] >> 1, cell.at[1] >> 1, cell.at[2] >> 1}, .height = cell.height + 1};
			of_cell = kiln_units_of_cell(&above, true);
			assert_true(contains(&of_cell, &units));
			cell.at[0] >>= 1, cell.at[1] >>= 1, cell.at[2] >>= 1;
		}
	}
}

static void codes_of_morton_interleave_bits(void **state)
{
	(void)state;
	assert_true(kiln_morton(1, 0, 0) == 1 && kiln_morton(0, 1, 0) == 2 && kiln_morton(0, 0, 1) == 4);
	for (unsigned bit = 0; bit < KILN_CELLS_DEPTH; bit++)
		assert_true(kiln_morton(1 << bit, 0, 1 << bit) == (uint64_t)5 << 3 * bit);
}

static void the_root_cube_follows_most_boxes_and_not_the_few_far_away(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_octree, 3000);
	const kiln_cells *cells = &((const kiln_cell_octree *)crowd.broadphase->state)->cells;
	crowd_put_cubes(&crowd, 2000, 0.1f, 100, 110);
	crowd_put_cubes(&crowd, 20, 1, -1e9f, 1e9f);
	crowd_update(&crowd);
	double edge = (KILN_CELLS_LAST + 1) / cells->scale;
	assert_true(edge > 10 && edge < 100);
	for (uint32_t i = 0; i < 2000; i++)
		crowd_move(&crowd, i, crowd_cube(5000 * fixture_random_unit(&crowd.random), 0, 0, 1));
	crowd_update(&crowd);
	edge = (KILN_CELLS_LAST + 1) / cells->scale;
	assert_true(edge > 5000 && edge < 20000);
	crowd_check(&crowd);
	crowd_free(&crowd);
}

// --- Nodes ------------------------------------------------------------------------------------------------------------

/// Checks that every box is listed in its node, on the path to its cell; returns the number of nodes.
static uint32_t check_nodes(const broadphase_crowd *crowd)
{
	const kiln_broadphase *broadphase = crowd->broadphase;
	const kiln_cell_octree *octree = (const kiln_cell_octree *)broadphase->state;
	uint32_t stack[8 * KILN_CELLS_DEPTH + 8], depth = 1, nodes = 0, boxes = 0;
	stack[0] = 0;
	while (depth > 0)
	{
		uint32_t number = stack[--depth], count = 0;
		const kiln_cell_octree_node *node = &octree->nodes[number];
		const kiln_units of_node = kiln_cell_octree_units(octree, node);
		nodes++;
		for (uint32_t i = node->head; i != CELL_OCTREE_NONE; i = octree->next[i], count++)
		{
			kiln_units units = kiln_units_of(&octree->cells, &broadphase->boxes[i]);
			assert_int_equal(octree->node_of[i], number);
			assert_true(contains(&of_node, &units));
		}
		assert_int_equal(count, node->count);
		assert_true(number == 0 || node->count > 0 || node->child_count > 0);
		boxes += count;
		for (unsigned k = 0; k < 8; k++)
			if (node->children[k] != CELL_OCTREE_NONE)
				stack[depth++] = node->children[k];
	}
	assert_int_equal(boxes, broadphase->live_count);
	return nodes;
}

static void nodes_come_with_boxes_and_go_with_them(void **state)
{
	(void)state;
	for (size_t m = 0; m < 2; m++)
	{
		broadphase_crowd crowd = crowd_make(octrees[m], 3000);
		crowd_put_cubes(&crowd, 2000, 0.1f, 0, 10);
		crowd_put_cubes(&crowd, 1000, 0.01f, 3, 4);
		crowd_update(&crowd);
		assert_true(check_nodes(&crowd) > 300);
		for (uint32_t round = 0; round < 3; round++)
		{
			for (uint32_t i = round; i < 3000; i += 3)
				crowd_move(&crowd, i, crowd_cube(10 * fixture_random_unit(&crowd.random), 5, 5, 0.1f));
			crowd_update(&crowd);
			check_nodes(&crowd);
		}
		for (uint32_t i = 0; i < 3000; i++)
			crowd_remove(&crowd, i);
		crowd_update(&crowd);
		assert_int_equal(check_nodes(&crowd), 1);
		crowd_free(&crowd);
	}
}

static void boxes_without_a_node_are_held_higher_up(void **state)
{
	(void)state;
	for (size_t m = 0; m < 2; m++)
	{
		broadphase_crowd crowd = crowd_make(octrees[m], 2000);
		kiln_cell_octree *octree = crowd.broadphase->state;
		octree->node_capacity = 12;
		crowd_put_cubes(&crowd, 1500, 0.1f, 0, 3);
		crowd_check(&crowd);
		assert_true(check_nodes(&crowd) <= 12);
		for (uint32_t i = 0; i < 1500; i += 2)
			crowd_move(&crowd, i, crowd_cube(3 * fixture_random_unit(&crowd.random), 1, 1, 0.1f));
		crowd_check(&crowd);
		check_nodes(&crowd);
		crowd_free(&crowd);
	}
}

// --- Preorder ---------------------------------------------------------------------------------------------------------

static void flat_trees_bound_what_is_below_and_hold_each_box_once(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_octree_loose, 4000);
	crowd_put_cubes(&crowd, 3000, 0.3f, 0, 10);
	crowd_put_cubes(&crowd, 1000, 5, 2, 2);
	crowd_pairs(&crowd, SIZE_MAX);
	const kiln_flat_tree *tree = &((const kiln_cell_octree *)crowd.broadphase->state)->flat;
	uint32_t items = 0;
	assert_int_equal(tree->nodes[0].end, tree->node_count);
	for (uint32_t i = 0; i < tree->node_count; i++)
	{
		const kiln_flat_node *node = &tree->nodes[i];
		assert_true(node->end > i && node->end <= tree->node_count && node->count <= KILN_FLAT_LEAF);
		for (uint32_t k = 0; k < node->count; k++, items++)
		{
			assert_int_equal(node->first + k, items);
			assert_memory_equal(&tree->boxes[items], &crowd.broadphase->boxes[tree->items[items]], sizeof *tree->boxes);
		}
		uint32_t children = 0;
		for (uint32_t child = i + 1; child < node->end; child = tree->nodes[child].end, children++)
		{
			kiln_aabb both = kiln_aabb_merge(&node->bounds, &tree->nodes[child].bounds);
			assert_memory_equal(&both, &node->bounds, sizeof both);
		}
		assert_true(node->count > 0 ? children == 0 : children > 1);
	}
	assert_int_equal(items, 4000);
	crowd_free(&crowd);
}

static void keys_are_sorted_and_equal_ones_keep_their_order(void **state)
{
	(void)state;
	static kiln_keyed keyed[3000], scratch[3000], merged[3000];
	uint64_t random = 9;
	for (uint32_t count = 0; count < 3000; count = 2 * count + 1)
		for (uint32_t bits = 0; bits <= 64; bits += 8)
		{
			for (uint32_t i = 0; i < count; i++)
				keyed[i] = (kiln_keyed){.key = bits ? fixture_random(&random) >> (64 - bits) : 0, .value = i};
			uint32_t half = count / 2;
			kilni_keys_sort(keyed, scratch, half);
			kilni_keys_sort(keyed + half, scratch, count - half);
			kilni_keys_merge(keyed, half, keyed + half, count - half, merged);
			for (uint32_t i = 1; i < count; i++)
				assert_true(merged[i - 1].key < merged[i].key ||
							(merged[i - 1].key == merged[i].key && merged[i - 1].value < merged[i].value));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(octrees_answer_as_an_array_of_boxes_does),
		cmocka_unit_test(crowds_have_all_their_pairs),
		cmocka_unit_test(pairs_of_few_changes_are_told),
		cmocka_unit_test(pairs_of_few_changes_are_those_of_brute_force),
		cmocka_unit_test(boxes_that_overlap_have_units_that_overlap),
		cmocka_unit_test(tight_octree_puts_a_box_at_the_lowest_cell_that_contains_it),
		cmocka_unit_test(loose_octree_puts_a_box_at_the_level_of_its_size),
		cmocka_unit_test(codes_of_morton_interleave_bits),
		cmocka_unit_test(the_root_cube_follows_most_boxes_and_not_the_few_far_away),
		cmocka_unit_test(nodes_come_with_boxes_and_go_with_them),
		cmocka_unit_test(boxes_without_a_node_are_held_higher_up),
		cmocka_unit_test(flat_trees_bound_what_is_below_and_hold_each_box_once),
		cmocka_unit_test(keys_are_sorted_and_equal_ones_keep_their_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
