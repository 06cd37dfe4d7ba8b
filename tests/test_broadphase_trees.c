// SPDX-License-Identifier: MIT
#include "broadphase/aabb_tree.h"
#include "broadphase/packed_tree.h"
#include "broadphase_trial.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdlib.h>

static void packed_tree_answers_as_brute_force(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_PACKED_TREE};
	broadphase_trials(&options, 60000);
}

static void aabb_tree_answers_as_brute_force(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_AABB_TREE};
	broadphase_trials(&options, 60000);
}

/// More than the trials of every method have: trees of some levels.
static void many_boxes_are_answered_as_by_brute_force(kiln_broadphase_method method)
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
	many_boxes_are_answered_as_by_brute_force(KILN_BROADPHASE_PACKED_TREE);
}

static void aabb_tree_of_many_answers_as_brute_force(void **state)
{
	(void)state;
	many_boxes_are_answered_as_by_brute_force(KILN_BROADPHASE_AABB_TREE);
}

static void packed_tree_answers_alike_on_every_instruction_set(void **state)
{
	(void)state;
	for (int boxes = 0; boxes < TRIAL_BOXES_COUNT; ++boxes)
	{
		broadphase_trial trial = {.options = {.method = KILN_BROADPHASE_PACKED_TREE, .capacity = 300},
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

/// The greatest of the first half is no greater than the least of the second on the axis that was halved: on one of three.
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
			kiln_packed_order(items, 0, count, 1u << 27, 8);
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

/// Every proxy is in the slot that is its own, runs lie behind each other, and nodes contain what is below and nothing else.
static void check_packed_tree(const kiln_broadphase *broadphase)
{
	const kiln_packed_tree *tree = broadphase->state;
	uint32_t held = 0;
	assert_true(tree->end % 8 == 0 && tree->end <= tree->capacity && tree->run_count <= KILN_PACKED_RUNS);
	for (uint32_t run = 0; run < tree->run_count; ++run)
		assert_true(tree->starts[run] % 8 == 0 &&
					tree->starts[run] < (run + 1 < tree->run_count ? tree->starts[run + 1] : tree->end));
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

/// Boxes come by the hundred, stray, jump, and go until none is left; then they come again.
static void packed_tree_holds_together(void **state)
{
	(void)state;
	enum
	{
		COUNT = 3000
	};
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_PACKED_TREE, .capacity = COUNT};
	size_t size = kiln_broadphase_size(&options);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_broadphase *broadphase;
	kiln_proxy *proxies = calloc(COUNT, sizeof *proxies);
	uint32_t count = 0, most_runs = 0;
	uint64_t random = 9;
	assert_int_equal(kiln_broadphase_create(&options, memory, size, &broadphase), KILN_OK);
	for (uint32_t round = 0; round < 400; ++round)
	{
		bool grows = round % 200 < 100;
		trial_boxes kind = round % 200 == 0 ? TRIAL_MIXED : TRIAL_EQUAL;
		for (uint32_t i = trial_random(&random) % 60; grows && count < COUNT && i > 0; --i)
		{
			kiln_aabb box = trial_box(kind, &random);
			assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxies[count++]), KILN_OK);
		}
		for (uint32_t i = trial_random(&random) % 60; !grows && count > 0 && i > 0; --i)
		{
			uint32_t gone = trial_random(&random) % count;
			assert_int_equal(kiln_broadphase_remove(broadphase, proxies[gone]), KILN_OK);
			proxies[gone] = proxies[--count];
		}
		for (uint32_t i = 0; i < count; i += 1 + trial_random(&random) % (round % 3 ? 9 : 200))
		{
			kiln_aabb box;
			assert_int_equal(kiln_broadphase_box_of(broadphase, proxies[i], &box), KILN_OK);
			box.min.y -= 0.25f;
			box.max.y += 0.25f;
			if (round % 7 == 0)
				box = trial_box(TRIAL_EQUAL, &random);
			assert_int_equal(kiln_broadphase_move(broadphase, proxies[i], &box), KILN_OK);
		}
		assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
		check_packed_tree(broadphase);
		uint32_t runs = ((const kiln_packed_tree *)broadphase->state)->run_count;
		most_runs = runs > most_runs ? runs : most_runs;
	}
	assert_true(most_runs > 1);
	free(proxies);
	free(memory);
}

typedef struct count_of_pairs
{
	uint32_t count;
} count_of_pairs;

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	(void)pair;
	++((count_of_pairs *)user)->count;
	return true;
}

/// Boxes in a row that exchange their places, slowly enough to stay in their blocks as long as all do.
static void packed_tree_is_ordered_anew_when_the_order_costs_more(void **state)
{
	(void)state;
	enum
	{
		COUNT = 4000
	};
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_PACKED_TREE, .capacity = COUNT};
	size_t size = kiln_broadphase_size(&options);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_broadphase *broadphase;
	kiln_proxy *proxies = calloc(COUNT, sizeof *proxies);
	float *from = calloc(COUNT, sizeof *from), *to = calloc(COUNT, sizeof *to);
	uint64_t random = 4;
	bool anew = false;
	assert_int_equal(kiln_broadphase_create(&options, memory, size, &broadphase), KILN_OK);
	const kiln_packed_tree *tree = broadphase->state;
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
			kiln_status status = step ? kiln_broadphase_move(broadphase, proxies[i], &box)
									  : kiln_broadphase_add(broadphase, &box, NULL, &proxies[i]);
			assert_int_equal(status, KILN_OK);
		}
		count_of_pairs counted = {0};
		kiln_broadphase_visit_pairs(broadphase, count_pair, &counted);
		assert_true(counted.count > 0);
		// One frame adds less than ordering costs, or it would not have been worth waiting.
		assert_true(tree->waste < 8.0 * COUNT);
		anew |= tree->waste < waste;
	}
	assert_true(anew);
	free(to);
	free(from);
	free(proxies);
	free(memory);
}

// --- The dynamic tree ---------------------------------------------------------------------------------------------

/// Links, boxes and heights below a node, each with what is above it. Answers how many leaves there are.
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

/// A row in which each is twice as far as the one before, which leads trees that only look at areas down to one side; then
/// everything is moved and taken away at random.
static void aabb_tree_stays_balanced(void **state)
{
	(void)state;
	enum
	{
		COUNT = 500
	};
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_AABB_TREE, .capacity = COUNT};
	size_t size = kiln_broadphase_size(&options);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_broadphase *broadphase;
	kiln_proxy proxies[COUNT];
	uint64_t random = 5;
	assert_int_equal(kiln_broadphase_create(&options, memory, size, &broadphase), KILN_OK);
	float far = 1;
	for (uint32_t i = 0; i < COUNT; ++i, far *= 1.15f)
	{
		kiln_aabb box = {{far, 0, 0}, {far * 1.01f, 1, 1}};
		assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxies[i]), KILN_OK);
		assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
		assert_int_equal(check_aabb_tree(broadphase->state), i + 1);
	}
	for (uint32_t round = 0, left = COUNT; left > 0; ++round)
	{
		for (uint32_t i = 0; i < left; i += 3)
		{
			kiln_aabb box = trial_box(TRIAL_MIXED, &random);
			assert_int_equal(kiln_broadphase_move(broadphase, proxies[i], &box), KILN_OK);
		}
		for (uint32_t i = 0; i < 5 && left > 0; ++i)
		{
			uint32_t gone = trial_random(&random) % left;
			assert_int_equal(kiln_broadphase_remove(broadphase, proxies[gone]), KILN_OK);
			proxies[gone] = proxies[--left];
		}
		assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
		assert_int_equal(check_aabb_tree(broadphase->state), left);
	}
	free(memory);
}

static void aabb_tree_of_a_height_has_more_leaves_than_there_may_be(void **state)
{
	(void)state;
	uint64_t least[KILN_AABB_HEIGHT + 1] = {1};
	for (uint32_t h = 1; h <= KILN_AABB_HEIGHT; ++h)
		least[h] = least[h - 1] + (h > KILN_AABB_LEAN ? least[h - 1 - KILN_AABB_LEAN] : 1);
	assert_true(least[KILN_AABB_HEIGHT] > KILN_BROADPHASE_MAX);
}

// --- What does not become slow ----------------------------------------------------------------------------------------

typedef struct crowd
{
	kiln_broadphase *broadphase;
	void *memory;
	kiln_proxy *proxies;
	uint32_t count;
} crowd;

static crowd crowd_of(kiln_broadphase_method method, uint32_t count)
{
	kiln_broadphase_options options = {.method = method, .capacity = count};
	crowd it = {.count = count};
	size_t size = kiln_broadphase_size(&options);
	it.memory = aligned_alloc(64, (size + 63) / 64 * 64);
	it.proxies = calloc(count, sizeof *it.proxies);
	assert_int_equal(kiln_broadphase_create(&options, it.memory, size, &it.broadphase), KILN_OK);
	const kiln_aabb box = {{1, 2, 3}, {2, 3, 4}};
	for (uint32_t i = 0; i < count; ++i)
		assert_int_equal(kiln_broadphase_add(it.broadphase, &box, NULL, &it.proxies[i]), KILN_OK);
	assert_int_equal(kiln_broadphase_update(it.broadphase, NULL), KILN_OK);
	return it;
}

static void crowd_free(crowd *it)
{
	free(it->memory);
	free(it->proxies);
}

static bool stop_after(void *user, kiln_proxy_pair pair)
{
	(void)pair;
	return --*(int *)user > 0;
}

/// Minutes, were one of these quadratic.
static void identical_boxes_are_moved_asked_and_removed_at_once(kiln_broadphase_method method)
{
	crowd it = crowd_of(method, 100000);
	const kiln_aabb other = {{1, 2, 3.5f}, {2, 3, 4.5f}}, away = {{5, 5, 5}, {6, 6, 6}};
	for (uint32_t i = 0; i < it.count; ++i)
		assert_int_equal(kiln_broadphase_move(it.broadphase, it.proxies[i], &other), KILN_OK);
	assert_int_equal(kiln_broadphase_update(it.broadphase, NULL), KILN_OK);
	assert_int_equal(kiln_broadphase_box(it.broadphase, &other, NULL, 0), it.count);
	assert_int_equal(kiln_broadphase_box(it.broadphase, &away, NULL, 0), 0);
	int left = 1000;
	kiln_broadphase_visit_pairs(it.broadphase, stop_after, &left);
	assert_int_equal(left, 0);
	for (uint32_t i = 0; i < it.count; i += 2)
		assert_int_equal(kiln_broadphase_remove(it.broadphase, it.proxies[i]), KILN_OK);
	assert_int_equal(kiln_broadphase_update(it.broadphase, NULL), KILN_OK);
	for (uint32_t i = 1; i < it.count; i += 2)
		assert_int_equal(kiln_broadphase_move(it.broadphase, it.proxies[i], &away), KILN_OK);
	assert_int_equal(kiln_broadphase_update(it.broadphase, NULL), KILN_OK);
	assert_int_equal(kiln_broadphase_box(it.broadphase, &away, NULL, 0), it.count / 2);
	crowd_free(&it);
}

static void identical_boxes_are_no_work_for_the_packed_tree(void **state)
{
	(void)state;
	identical_boxes_are_moved_asked_and_removed_at_once(KILN_BROADPHASE_PACKED_TREE);
}

static void identical_boxes_are_no_work_for_the_aabb_tree(void **state)
{
	(void)state;
	identical_boxes_are_moved_asked_and_removed_at_once(KILN_BROADPHASE_AABB_TREE);
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
		cmocka_unit_test(packed_tree_is_ordered_anew_when_the_order_costs_more),
		cmocka_unit_test(aabb_tree_stays_balanced),
		cmocka_unit_test(aabb_tree_of_a_height_has_more_leaves_than_there_may_be),
		cmocka_unit_test(identical_boxes_are_no_work_for_the_packed_tree),
		cmocka_unit_test(identical_boxes_are_no_work_for_the_aabb_tree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
