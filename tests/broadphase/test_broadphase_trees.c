// SPDX-License-Identifier: MIT
#include "broadphase/packed_tree.h"
#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "school/broadphase/tree/aabb_tree.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdlib.h>

static void packed_tree_answers_as_brute_force(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = &kiln_broadphase_packed_tree};
	broadphase_trials(&options, 60000);
}

static void aabb_tree_answers_as_brute_force(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = &kiln_broadphase_aabb_tree};
	broadphase_trials(&options, 60000);
}

/// More boxes than in the trials of every method: trees with several levels.
static void many_boxes_are_answered_as_by_brute_force(const kiln_broadphase_method *method)
{
	for (int boxes = 0; boxes < TRIAL_BOXES_COUNT; ++boxes)
	{
		broadphase_trial trial = {.options = {.method = method, .capacity = 600, .pair_capacity = 180000},
			.boxes = (trial_boxes)boxes,
			.seed = 11,
			.operations = 700};
		broadphase_trial_run(&trial);
	}
}

static void packed_tree_of_many_answers_as_brute_force(void **state)
{
	(void)state;
	many_boxes_are_answered_as_by_brute_force(&kiln_broadphase_packed_tree);
}

static void aabb_tree_of_many_answers_as_brute_force(void **state)
{
	(void)state;
	many_boxes_are_answered_as_by_brute_force(&kiln_broadphase_aabb_tree);
}

static void packed_tree_answers_alike_on_every_instruction_set(void **state)
{
	(void)state;
	for (int boxes = 0; boxes < TRIAL_BOXES_COUNT; ++boxes)
	{
		broadphase_trial trial = {.options = {.method = &kiln_broadphase_packed_tree, .capacity = 300},
			.boxes = (trial_boxes)boxes,
			.seed = 7,
			.operations = 400};
		uint64_t digest = broadphase_trial_run(&trial);
		for (int isa = KILN_ISA_SCALAR; isa <= KILN_ISA_NEON; ++isa)
		{
			trial.options.isa = (kiln_isa)isa;
			assert_int_equal(broadphase_trial_run(&trial), digest);
		}
	}
}

// --- The order --------------------------------------------------------------------------------------------------------

static float scattered(uint64_t *random, int kind, uint32_t i)
{
	switch (kind)
	{
	case 0:
		return trial_unit(random);
	case 1:
		return (float)(trial_random(random) % 3);
	case 2:
		return (float)i;
	case 3:
		return trial_random(random) % 100 ? trial_unit(random) : 1e38f * (trial_unit(random) - 0.5f);
	default:
		return 5;
	}
}

/// Whether the greatest of the first half is at most the least of the second half on the axis that was halved, which is
/// one of three.
static bool halved(const kiln_packed_item *items, uint32_t count, uint32_t middle)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		float greatest = items[0].center[axis], least = items[middle].center[axis];
		for (uint32_t i = 0; i < count; ++i)
		{
			float x = items[i].center[axis];
			if (i < middle)
				greatest = x > greatest ? x : greatest;
			else
				least = x < least ? x : least;
		}
		if (greatest <= least)
			return true;
	}
	return false;
}

static void packed_order_halves_at_ends_of_nodes(void **state)
{
	(void)state;
	uint64_t random = 3;
	kiln_packed_item *items = calloc(5000, sizeof *items);
	bool *seen = calloc(5000, sizeof *seen);
	for (int kind = 0; kind < 5; ++kind)
		for (uint32_t count = 1; count < 5000; count = count * 2 + count / 3 + 1)
		{
			for (uint32_t i = 0; i < count; ++i)
			{
				seen[i] = false;
				items[i] = (kiln_packed_item){
					{scattered(&random, kind, i), scattered(&random, kind, i), scattered(&random, kind, i)}, i};
			}
			kilni_packed_order(items, 0, count, 1u << 27, 8);
			for (uint32_t i = 0; i < count; ++i)
			{
				assert_false(seen[items[i].proxy]);
				seen[items[i].proxy] = true;
			}
			for (uint32_t node = 8; node < count; node *= 8)
				for (uint32_t first = 0; first + node <= count; first += node)
					if (node >= 16)
						assert_true(halved(items + first, node, node / 2));
		}
	free(seen);
	free(items);
}

// --- The packed tree ---------------------------------------------------------------------------------------------------

static kiln_aabb lane_of(const kiln_packed_node *node, uint32_t i)
{
	return (kiln_aabb){
		{node->min[0][i], node->min[1][i], node->min[2][i]}, {node->max[0][i], node->max[1][i], node->max[2][i]}};
}

/// Checks that each run is at least twice as long as the next.
static void check_runs(const kiln_packed_tree *tree)
{
	uint32_t end = tree->end, least = 8;
	for (uint32_t run = tree->run_count; run-- > 0; end = tree->starts[run])
	{
		assert_true(tree->starts[run] % 8 == 0 && tree->starts[run] + least <= end);
		least = 2 * (end - tree->starts[run]);
	}
	assert_int_equal(end, 0);
}

/// Checks that every proxy is in its slot, runs are consecutive, and nodes contain exactly the boxes below them.
static void check_packed_tree(const kiln_broadphase *broadphase)
{
	const kiln_packed_tree *tree = broadphase->state;
	uint32_t held = 0;
	assert_true(tree->end % 8 == 0 && tree->end <= tree->capacity && tree->run_count <= KILN_PACKED_RUNS);
	check_runs(tree);
	for (uint32_t slot = 0; slot < tree->end; ++slot)
	{
		uint32_t proxy = tree->proxies[slot];
		kiln_aabb box = lane_of(&tree->nodes[0][slot / 8], slot % 8);
		if (proxy == KILN_PACKED_NONE)
		{
			assert_false(box.min.x <= box.max.x);
			continue;
		}
		++held;
		assert_int_equal(tree->slots[proxy], slot);
		assert_true(broadphase->flags[proxy] & KILN_PROXY_LIVE);
		assert_memory_equal(&box, &broadphase->boxes[proxy], sizeof box);
	}
	assert_int_equal(held, tree->held);
	assert_int_equal(held, broadphase->live_count);
	uint32_t count = tree->end / 8;
	for (uint32_t level = 1; level < tree->level_count; ++level, count = (count + 7) / 8)
		for (uint32_t i = 0; i < (count + 7) / 8 * 8; ++i)
		{
			kiln_aabb bound = lane_of(&tree->nodes[level][i / 8], i % 8);
			for (uint32_t lane = 0; lane < 8 && i < count; ++lane)
			{
				kiln_aabb box = lane_of(&tree->nodes[level - 1][i], lane);
				assert_true(!(box.min.x <= box.max.x) || kiln_aabb_within(&box, &bound));
			}
			assert_true(i < count || !(bound.min.x <= bound.max.x));
		}
	assert_true(tree->level_count == 0 || count == 1);
}

/// Boxes are added by the hundred, move slightly or far, and are removed until none is left; then this repeats.
static void packed_tree_holds_together(void **state)
{
	(void)state;
	enum
	{
		COUNT = 3000
	};
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_packed_tree, COUNT);
	kiln_broadphase *broadphase = crowd.broadphase;
	uint32_t most_runs = 0;
	uint64_t random = 9;
	for (uint32_t round = 0; round < 400; ++round)
	{
		bool grows = round % 200 < 100;
		trial_boxes kind = round % 200 == 0 ? TRIAL_MIXED : TRIAL_EQUAL;
		for (uint32_t i = trial_random(&random) % 60; grows && crowd.count < COUNT && i > 0; --i)
			crowd_put(&crowd, trial_box(kind, &random));
		for (uint32_t i = trial_random(&random) % 60; !grows && crowd.count > 0 && i > 0; --i)
		{
			uint32_t gone = trial_random(&random) % crowd.count;
			crowd_remove(&crowd, gone);
			crowd.proxies[gone] = crowd.proxies[--crowd.count];
		}
		for (uint32_t i = 0; i < crowd.count; i += 1 + trial_random(&random) % (round % 3 ? 9 : 200))
		{
			kiln_aabb box;
			assert_int_equal(kiln_broadphase_bounds(broadphase, crowd.proxies[i], &box), KILN_OK);
			box.min.y -= 0.25f;
			box.max.y += 0.25f;
			if (round % 7 == 0)
				box = trial_box(TRIAL_EQUAL, &random);
			crowd_move(&crowd, i, box);
		}
		crowd_update(&crowd);
		check_packed_tree(broadphase);
		uint32_t runs = ((const kiln_packed_tree *)broadphase->state)->run_count;
		most_runs = runs > most_runs ? runs : most_runs;
	}
	assert_true(most_runs > 1);
	crowd_free(&crowd);
}

static void boxes_added_one_by_one_keep_the_runs_few(void **state)
{
	(void)state;
	enum
	{
		COUNT = 4000,
		MORE = 800
	};
	broadphase_crowd crowd = crowd_make_as(&(kiln_broadphase_options){
		.method = &kiln_broadphase_packed_tree, .capacity = COUNT + MORE, .pair_capacity = 20000});
	const kiln_broadphase *broadphase = crowd.broadphase;
	const kiln_packed_tree *tree = broadphase->state;
	uint32_t most_runs = 0;
	crowd_put_cubes(&crowd, COUNT, 3, 0, 100);
	crowd_update(&crowd);
	for (uint32_t i = 0; i < MORE; ++i)
	{
		kiln_broadphase_pairs pairs;
		crowd_put_cubes(&crowd, 1, 3, 0, 100);
		assert_int_equal(kiln_broadphase_update(crowd.broadphase, &pairs), KILN_OK);
		const uint32_t newcomer = crowd.proxies[crowd.count - 1].index;
		size_t touched = 0;
		for (uint32_t j = 0; j < crowd.count - 1; ++j)
			touched += kiln_boxes_overlap(&broadphase->boxes[crowd.proxies[j].index], &broadphase->boxes[newcomer]);
		assert_int_equal(pairs.added_count, touched);
		check_runs(tree);
		if (i % 50 == 0)
			check_packed_tree(broadphase);
		most_runs = tree->run_count > most_runs ? tree->run_count : most_runs;
	}
	// 4000, then 400 at most, 200, ... 8.
	assert_true(most_runs > 3 && most_runs <= 9);
	crowd_check(&crowd);
	crowd_free(&crowd);
}

/// Computes the edges of all blocks.
static double blocks_size(const kiln_packed_tree *tree)
{
	double sum = 0;
	for (uint32_t block = 0; block < tree->end / 8; ++block)
		for (int axis = 0; axis < 3; ++axis)
		{
			float low = INFINITY, high = -INFINITY;
			for (int lane = 0; lane < 8; ++lane)
			{
				const float min = tree->nodes[0][block].min[axis][lane], max = tree->nodes[0][block].max[axis][lane];
				low = min < low ? min : low;
				high = max > high ? max : high;
			}
			sum += low <= high ? (double)(high - low) : 0;
		}
	return sum;
}

static void packed_tree_that_is_only_queried_is_reordered_too(void **state)
{
	(void)state;
	enum
	{
		COUNT = 4000,
		STEPS = 100
	};
	broadphase_crowd crowd =
		crowd_make_as(&(kiln_broadphase_options){.method = &kiln_broadphase_packed_tree, .capacity = COUNT});
	const kiln_packed_tree *tree = crowd.broadphase->state;
	crowd_put_cubes(&crowd, COUNT, 1, 0, 25);
	crowd_update(&crowd);
	float *ways = calloc(COUNT, sizeof *ways);
	uint64_t random = 6;
	for (uint32_t i = 0; i < COUNT; ++i)
		ways[i] = trial_unit(&random) - 0.5f;
	const double fresh = blocks_size(tree);
	double sum = 0;
	for (uint32_t step = 0; step < STEPS; ++step)
	{
		for (uint32_t i = 0; i < COUNT; ++i)
		{
			kiln_aabb box;
			assert_int_equal(kiln_broadphase_bounds(crowd.broadphase, crowd.proxies[i], &box), KILN_OK);
			// Back and forth along one of the axes.
			const float way = step % 50 < 25 ? ways[i] : -ways[i];
			(&box.min.x)[i % 3] += way;
			(&box.max.x)[i % 3] += way;
			crowd_move(&crowd, i, box);
		}
		crowd_update(&crowd);
		sum += blocks_size(tree);
	}
	assert_true(sum < 2 * STEPS * fresh);
	check_packed_tree(crowd.broadphase);
	free(ways);
	crowd_free(&crowd);
}

/// Boxes in a row that exchange their places, slowly enough to stay in their blocks while all do.
static void packed_tree_is_reordered_when_the_order_costs_more(void **state)
{
	(void)state;
	enum
	{
		COUNT = 4000
	};
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_packed_tree, COUNT);
	float *from = calloc(COUNT, sizeof *from), *to = calloc(COUNT, sizeof *to);
	uint64_t random = 4;
	bool again = false;
	const kiln_packed_tree *tree = crowd.broadphase->state;
	for (uint32_t i = 0; i < COUNT; ++i)
	{
		from[i] = COUNT * trial_unit(&random);
		to[i] = from[i] + 20 * (trial_unit(&random) - 0.5f);
	}
	for (uint32_t step = 0; step < 200; ++step)
	{
		double waste = tree->waste;
		for (uint32_t i = 0; i < COUNT; ++i)
		{
			float x = from[i] + (to[i] - from[i]) * (float)(step < 50 ? step : 50) / 50;
			kiln_aabb box = {{x, 0, 0}, {x + 0.5f, 1, 1}};
			if (step == 0)
				crowd_put(&crowd, box);
			else
				crowd_move(&crowd, i, box);
		}
		assert_true(crowd_pairs(&crowd, SIZE_MAX) > 0);
		// One frame adds less than ordering costs; otherwise waiting would have been wrong.
		assert_true(tree->waste < 8.0 * COUNT);
		again |= tree->waste < waste;
	}
	assert_true(again);
	free(to);
	free(from);
	crowd_free(&crowd);
}

// --- The dynamic tree ---------------------------------------------------------------------------------------------

/// Checks links, boxes and heights below a node. Returns the number of leaves.
static uint32_t check_aabb_tree(const kiln_aabb_tree *tree)
{
	uint32_t stack[KILN_AABB_HEIGHT + 2], depth = 0, leaves = 0;
	if (tree->root == KILN_AABB_NONE)
		return 0;
	assert_int_equal(tree->nodes[tree->root].parent, KILN_AABB_NONE);
	assert_true(tree->nodes[tree->root].height <= KILN_AABB_HEIGHT);
	stack[depth++] = tree->root;
	while (depth)
	{
		uint32_t at = stack[--depth];
		const kiln_aabb_node *node = &tree->nodes[at];
		if (node->height == 0)
		{
			assert_int_equal(tree->leaves[node->child[0]], at);
			++leaves;
			continue;
		}
		uint32_t a = tree->nodes[node->child[0]].height, b = tree->nodes[node->child[1]].height;
		assert_int_equal(node->height, 1 + (a > b ? a : b));
		assert_true(a <= b + KILN_AABB_LEAN && b <= a + KILN_AABB_LEAN);
		for (int i = 0; i < 2; ++i)
		{
			assert_int_equal(tree->nodes[node->child[i]].parent, at);
			assert_true(kiln_aabb_within(&tree->nodes[node->child[i]].box, &node->box));
			stack[depth++] = node->child[i];
		}
	}
	return leaves;
}

/// A row in which each box is twice as far as the previous one, which makes trees that only compare areas degenerate;
/// then all boxes are moved and removed at random.
static void aabb_tree_stays_balanced(void **state)
{
	(void)state;
	enum
	{
		COUNT = 500
	};
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_aabb_tree, COUNT);
	uint64_t random = 5;
	float far = 1;
	for (uint32_t i = 0; i < COUNT; ++i, far *= 1.15f)
	{
		kiln_aabb box = {{far, 0, 0}, {far * 1.01f, 1, 1}};
		crowd_put(&crowd, box);
		crowd_update(&crowd);
		assert_int_equal(check_aabb_tree(crowd.broadphase->state), i + 1);
	}
	for (uint32_t round = 0, left = COUNT; left > 0; ++round)
	{
		for (uint32_t i = 0; i < left; i += 3)
			crowd_move(&crowd, i, trial_box(TRIAL_MIXED, &random));
		for (uint32_t i = 0; i < 5 && left > 0; ++i)
		{
			uint32_t gone = trial_random(&random) % left;
			crowd_remove(&crowd, gone);
			crowd.proxies[gone] = crowd.proxies[--left];
		}
		crowd_update(&crowd);
		assert_int_equal(check_aabb_tree(crowd.broadphase->state), left);
	}
	crowd_free(&crowd);
}

static void aabb_tree_of_a_height_has_more_leaves_than_there_may_be(void **state)
{
	(void)state;
	uint64_t least[KILN_AABB_HEIGHT + 1] = {1};
	for (uint32_t h = 1; h <= KILN_AABB_HEIGHT; ++h)
		least[h] = least[h - 1] + (h > KILN_AABB_LEAN ? least[h - 1 - KILN_AABB_LEAN] : 1);
	assert_true(least[KILN_AABB_HEIGHT] > KILN_BROADPHASE_PROXIES_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packed_tree_answers_as_brute_force),
		cmocka_unit_test(aabb_tree_answers_as_brute_force),
		cmocka_unit_test(packed_tree_of_many_answers_as_brute_force),
		cmocka_unit_test(aabb_tree_of_many_answers_as_brute_force),
		cmocka_unit_test(packed_tree_answers_alike_on_every_instruction_set),
		cmocka_unit_test(packed_order_halves_at_ends_of_nodes),
		cmocka_unit_test(packed_tree_holds_together),
		cmocka_unit_test(boxes_added_one_by_one_keep_the_runs_few),
		cmocka_unit_test(packed_tree_that_is_only_queried_is_reordered_too),
		cmocka_unit_test(packed_tree_is_reordered_when_the_order_costs_more),
		cmocka_unit_test(aabb_tree_stays_balanced),
		cmocka_unit_test(aabb_tree_of_a_height_has_more_leaves_than_there_may_be),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
