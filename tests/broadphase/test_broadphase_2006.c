// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"
#include "school/broadphase/tree/cell_tree.h"
#include "school/broadphase/tree/pieces.h"
#include "school/broadphase/tree/range_tree.h"
#include "school/broadphase/tree/segment_trees.h"

/// Segment trees, range tree and spatial tree, and their parts.

#define OPERATIONS 12000

static const kiln_broadphase_method *const methods[] = {
	&kiln_broadphase_segment_trees, &kiln_broadphase_range_tree, &kiln_broadphase_spatial_tree};
#define METHODS (sizeof methods / sizeof *methods)

static void run_trials(const kiln_broadphase_method *method)
{
	static const uint32_t resolutions[] = {0, 1, 7, 1000};
	for (size_t i = 0; i < sizeof resolutions / sizeof *resolutions; ++i)
	{
		kiln_broadphase_options options = {.method = method, .resolution = resolutions[i]};
		broadphase_trials(&options, OPERATIONS);
	}
}

static void segment_trees_answer_as_brute_force(void **state)
{
	(void)state;
	run_trials(&kiln_broadphase_segment_trees);
}

static void range_tree_answers_as_brute_force(void **state)
{
	(void)state;
	run_trials(&kiln_broadphase_range_tree);
}

static void spatial_tree_answers_as_brute_force(void **state)
{
	(void)state;
	run_trials(&kiln_broadphase_spatial_tree);
}

// --- Many boxes ------------------------------------------------------------------------------------------------------

/// A method and brute force with the same input.
typedef struct couple
{
	kiln_broadphase *both[2];
	void *memory[2];
	kiln_proxy *proxies[2];
	uint32_t capacity;
} couple;

static couple couple_make(const kiln_broadphase_options *options)
{
	couple made = {.capacity = options->capacity};
	for (int i = 0; i < 2; ++i)
	{
		kiln_broadphase_options own = *options;
		own.method = i == 0 ? options->method : &kiln_broadphase_brute_force;
		size_t size = kiln_broadphase_size(&own);
		assert_true(size > 0);
		made.memory[i] = aligned_alloc(64, (size + 63) / 64 * 64);
		made.proxies[i] = calloc(own.capacity, sizeof *made.proxies[i]);
		assert_non_null(made.memory[i]);
		assert_non_null(made.proxies[i]);
		assert_int_equal(kiln_broadphase_create(&made.both[i], made.memory[i], size, &own), KILN_OK);
	}
	return made;
}

static void couple_free(couple *of)
{
	for (int i = 0; i < 2; ++i)
	{
		kiln_broadphase_destroy(of->both[i]);
		free(of->memory[i]);
		free(of->proxies[i]);
	}
}

static void couple_put(couple *of, uint32_t i, const kiln_aabb *box)
{
	for (int k = 0; k < 2; ++k)
	{
		if (kiln_broadphase_move(of->both[k], of->proxies[k][i], box) == KILN_OK)
			continue;
		assert_int_equal(kiln_broadphase_add(of->both[k], box, NULL, &of->proxies[k][i]), KILN_OK);
	}
	assert_int_equal(of->proxies[0][i].index, of->proxies[1][i].index);
}

static void couple_remove(couple *of, uint32_t i)
{
	for (int k = 0; k < 2; ++k)
		kiln_broadphase_remove(of->both[k], of->proxies[k][i]);
}

static void couple_update(couple *of)
{
	kiln_broadphase_pairs found[2];
	for (int k = 0; k < 2; ++k)
		assert_int_equal(kiln_broadphase_update(of->both[k], &found[k]), KILN_OK);
	assert_int_equal(found[0].count, found[1].count);
	assert_int_equal(found[0].added_count, found[1].added_count);
	assert_int_equal(found[0].removed_count, found[1].removed_count);
	if (found[0].count)
		assert_memory_equal(found[0].pairs, found[1].pairs, found[0].count * sizeof *found[0].pairs);
}

static void couple_ask(const couple *of, const kiln_aabb *box)
{
	uint32_t answered[2], found[2][64];
	kiln_proxy_hit hits[2][64];
	for (int k = 0; k < 2; ++k)
		answered[k] = kiln_broadphase_overlap_aabb(of->both[k], box, found[k], 64);
	assert_int_equal(answered[0], answered[1]);
	if (answered[0] > 0 && answered[0] <= 64)
		assert_memory_equal(found[0], found[1], answered[0] * sizeof *found[0]);
	kiln_ray ray = {.origin = box->min, .direction = {box->max.y, -box->max.z, box->max.x}};
	for (int k = 0; k < 2; ++k)
		answered[k] = kiln_broadphase_ray_all(of->both[k], &ray, hits[k], 64);
	assert_int_equal(answered[0], answered[1]);
	for (uint32_t i = 0; i < answered[0] && answered[0] <= 64; ++i)
		assert_true(hits[0][i].index == hits[1][i].index && hits[0][i].t == hits[1][i].t);
}

static kiln_aabb box_within(uint64_t *random, float side, float spread)
{
	kiln_aabb box;
	float *min = &box.min.x, *max = &box.max.x, edge = 1;
	for (float grow = spread; grow > 1 && trial_random(random) % 2; grow /= 4)
		edge *= 4;
	for (int axis = 0; axis < 3; ++axis)
	{
		min[axis] = (trial_unit(random) - 0.5f) * side;
		max[axis] = min[axis] + edge * (0.5f + trial_unit(random));
	}
	return box;
}

/// Some or all boxes change in turns, slightly and far; sometimes all boxes move elsewhere.
static void many_boxes_answer_as_brute_force(void **state)
{
	(void)state;
	enum
	{
		COUNT = 700
	};
	for (size_t m = 0; m < METHODS; ++m)
		for (uint32_t seed = 0; seed < 6; ++seed)
		{
			uint64_t random = seed + 1;
			kiln_broadphase_options options = {
				.method = methods[m], .capacity = COUNT, .pair_capacity = 200000, .resolution = seed % 3 ? 0 : 40};
			if (seed % 2)
				options.extent = (kiln_aabb){{-10, -10, -10}, {10, 10, 10}};
			couple both = couple_make(&options);
			for (int frame = 0; frame < 14; ++frame)
			{
				static const float sides[] = {25, 25, 25, 25, 3, 400, 25};
				static const uint32_t shares[] = {100, 1, 1, 30, 100, 100, 50};
				for (uint32_t i = 0; i < COUNT; ++i)
				{
					if (trial_random(&random) % 100 >= shares[frame % 7])
						continue;
					kiln_aabb box = box_within(&random, sides[frame % 7], seed < 3 ? 1.0f : 64.0f);
					if (frame % 7 == 6 && i % 3 == 0)
						couple_remove(&both, i);
					else
						couple_put(&both, i, &box);
				}
				couple_update(&both);
				for (int i = 0; i < 20; ++i)
				{
					kiln_aabb box = box_within(&random, 30, 16);
					couple_ask(&both, &box);
				}
			}
			couple_free(&both);
		}
}

/// The published segment trees lost such boxes.
static void what_leaves_the_range_is_found(void **state)
{
	(void)state;
	for (size_t m = 0; m < METHODS; ++m)
	{
		kiln_broadphase_options options = {.method = methods[m],
			.capacity = 40,
			.pair_capacity = 1000,
			.extent = {{-1, -1, -1}, {1, 1, 1}},
			.resolution = 100};
		couple both = couple_make(&options);
		for (uint32_t i = 0; i < 40; ++i)
		{
			float at = (float)(int)(i / 2) - 10.0f;
			kiln_aabb box = {{at * 1e8f, at, 0}, {at * 1e8f + 1, at + 0.5f, 1}};
			couple_put(&both, i, &box);
		}
		couple_update(&both);
		kiln_broadphase_pairs pairs;
		kiln_broadphase_last_pairs(both.both[0], &pairs);
		assert_int_equal(pairs.count, 20);
		couple_free(&both);
	}
}

// --- Segment trees ---------------------------------------------------------------------------------------------------

static kiln_span random_span(uint64_t *random, uint32_t leaves)
{
	uint32_t a = trial_random(random) % leaves, b = trial_random(random) % leaves;
	if (trial_random(random) % 2)
		b = a + trial_random(random) % 9 < leaves ? a + trial_random(random) % 3 % (leaves - a) : a;
	return a < b ? (kiln_span){a, b} : (kiln_span){b, a};
}

static void covers_make_up_their_span(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint32_t trial = 0; trial < 20000; ++trial)
	{
		uint32_t leaves = 1u << trial % 12, nodes[KILN_SEGMENT_COVER];
		kiln_span asked = random_span(&random, leaves), span = asked;
		uint32_t count = kilni_segment_cover(leaves, &span, nodes), units = 0;
		uint32_t first = nodes[0], last = nodes[0];
		assert_in_range(count, 1, KILN_SEGMENT_COVER);
		assert_true(span.first <= asked.first && asked.last <= span.last && span.last < leaves);
		assert_true(8 * (span.last - span.first - (asked.last - asked.first)) <= asked.last - asked.first + 1);
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_span own = kiln_span_of(leaves, nodes[i]);
			assert_true(own.first >= span.first && own.last <= span.last);
			assert_true(kiln_segment_keeps(leaves, span, nodes[i]));
			units += own.last - own.first + 1;
			first = own.first < kiln_span_of(leaves, first).first ? nodes[i] : first;
			last = own.first > kiln_span_of(leaves, last).first ? nodes[i] : last;
		}
		assert_int_equal(units, span.last - span.first + 1);
		assert_int_equal(kiln_segment_first(leaves, span), first);
		assert_int_equal(kiln_segment_last(leaves, span), last);
		uint32_t kept = 0;
		for (uint32_t node = 1; node < 2 * leaves && trial < 1000; ++node)
			kept += kiln_segment_keeps(leaves, span, node);
		assert_true(trial >= 1000 || kept == count);
	}
}

/// Includes passed nodes and the root: the published walk left these out.
static void walks_name_every_node_that_overlaps_once(void **state)
{
	(void)state;
	enum
	{
		LEAVES = 64
	};
	uint64_t random = 2;
	for (uint32_t trial = 0; trial < 3000; ++trial)
	{
		uint32_t own[2 * LEAVES] = {0}, below[2 * LEAVES] = {0}, seen[2 * LEAVES] = {0};
		for (uint32_t i = 0; i < trial % 200; ++i)
			kiln_segment_count(own, below, 1 + trial_random(&random) % (2 * LEAVES - 1), 1);
		kiln_span span = random_span(&random, LEAVES);
		kiln_segment_parts parts;
		kilni_segment_walk(own, below, kiln_segment_first(LEAVES, span), kiln_segment_last(LEAVES, span), &parts);
		for (uint32_t i = 0; i < parts.passed_count; ++i)
			++seen[parts.passed[i]];
		for (uint32_t i = 0; i < parts.whole_count; ++i)
			for (uint32_t node = parts.whole[i]; node; node = kiln_segment_next(below, LEAVES, parts.whole[i], node))
				++seen[node];
		uint64_t total = 0;
		for (uint32_t node = 1; node < 2 * LEAVES; ++node)
		{
			kiln_span at = kiln_span_of(LEAVES, node);
			bool overlaps = at.first <= span.last && span.first <= at.last;
			assert_true(seen[node] <= overlaps);
			assert_true(!overlaps || !own[node] || seen[node]);
			total += overlaps ? own[node] : 0;
		}
		assert_int_equal(parts.total, total);
	}
}

static void units_never_fall_and_the_outermost_have_no_end(void **state)
{
	(void)state;
	const kiln_units units = {-3, 100.0 / 7, 100};
	uint32_t before = 0;
	for (double x = -5; x < 6; x += 0x1p-10)
	{
		uint32_t unit = kiln_unit_of(&units, x);
		assert_true(unit >= before && unit <= before + 1);
		before = unit;
	}
	assert_int_equal(kiln_unit_of(&units, -(double)INFINITY), 0);
	assert_int_equal(kiln_unit_of(&units, -3e38), 0);
	assert_int_equal(kiln_unit_of(&units, 3e38), 99);
	assert_int_equal(kiln_unit_of(&units, (double)INFINITY), 99);
}

/// Stamps may run out between boxes, or between the axes of one box.
static void segment_trees_find_pairs_when_stamps_run_out(void **state)
{
	(void)state;
	for (uint32_t left = 0; left < 12; ++left)
	{
		uint64_t random = 7;
		kiln_broadphase_options options = {
			.method = &kiln_broadphase_segment_trees, .capacity = 300, .pair_capacity = 10000};
		couple both = couple_make(&options);
		for (uint32_t frame = 0; frame < 3; ++frame)
		{
			for (uint32_t i = 0; i < 300; ++i)
			{
				kiln_aabb box = box_within(&random, 10, 1);
				couple_put(&both, i, &box);
			}
			kiln_segment_trees *trees = both.both[0]->state;
			trees->stamps.now = UINT32_MAX - left - frame * 100;
			couple_update(&both);
			assert_true(trees->stamps.now < 1000);
		}
		couple_free(&both);
	}
}

// --- Range tree ------------------------------------------------------------------------------------------------------

/// Checks that every node's lists are sorted and hold exactly the boxes whose covers contain the node.
static void check_lists(const kiln_broadphase *broadphase)
{
	const kiln_range_tree *tree = broadphase->state;
	uint32_t entries = 0, kept = 0;
	for (uint32_t node = 1; node < 2 * tree->leaves; ++node)
		for (int l = 0; l < KILN_RANGE_LISTS; ++l)
		{
			const kiln_range_entry *list = tree->lists[l].entries + tree->starts[node];
			assert_true(tree->own[node] <= tree->rooms[node]);
			for (uint32_t i = 0; i < tree->own[node]; ++i, ++entries)
			{
				const kiln_aabb *box = &broadphase->boxes[list[i].proxy];
				assert_true(broadphase->flags[list[i].proxy] & KILN_PROXY_LIVE);
				assert_true(kiln_segment_keeps(tree->leaves, tree->spans[list[i].proxy], node));
				assert_true(list[i].min == kiln_range_min(box, l));
				double length = (double)kiln_range_max(box, l) - (double)list[i].min;
				assert_true(length <= tree->lists[l].reach[node]);
				assert_true(i == 0 || list[i - 1].min < list[i].min ||
							(list[i - 1].min == list[i].min && list[i - 1].proxy < list[i].proxy));
			}
		}
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		kiln_span span = kiln_range_span(tree, &broadphase->boxes[broadphase->live[i]]);
		uint32_t nodes[KILN_SEGMENT_COVER];
		kept += kilni_segment_cover(tree->leaves, &span, nodes);
	}
	assert_int_equal(entries, KILN_RANGE_LISTS * kept);
}

static void range_tree_keeps_its_lists_in_order(void **state)
{
	(void)state;
	uint64_t random = 3;
	kiln_broadphase_options options = {
		.method = &kiln_broadphase_range_tree, .capacity = 400, .pair_capacity = 100000, .resolution = 20};
	couple both = couple_make(&options);
	for (uint32_t frame = 0; frame < 60; ++frame)
	{
		uint32_t changes = frame % 4 == 0 ? 400 : frame % 4 == 1 ? 3 : 40;
		for (uint32_t i = 0; i < changes; ++i)
		{
			uint32_t which = trial_random(&random) % 400;
			kiln_aabb box = box_within(&random, 20, 16);
			if (trial_random(&random) % 5 == 0)
				couple_remove(&both, which);
			else
				couple_put(&both, which, &box);
		}
		couple_update(&both);
		check_lists(both.both[0]);
	}
	couple_free(&both);
}

// --- Spatial tree ----------------------------------------------------------------------------------------------------

/// Returns the height; counts the nodes.
static uint32_t check_cells(const kiln_cell_tree *tree)
{
	uint32_t count = 0, tallest = 0;
	uint64_t least = 0;
	for (uint32_t node; (node = kilni_cell_tree_from(tree, least)) != 0; ++count)
	{
		const kiln_cell_node *n = &tree->nodes[node];
		uint32_t heights[2];
		for (int side = 0; side < 2; ++side)
			heights[side] = n->child[side] ? tree->nodes[n->child[side]].height : 0;
		assert_true(heights[0] <= heights[1] + 1 && heights[1] <= heights[0] + 1);
		assert_int_equal(n->height, 1 + (heights[0] > heights[1] ? heights[0] : heights[1]));
		tallest = n->height > tallest ? n->height : tallest;
		least = n->key + 1;
	}
	assert_int_equal(count, tree->count);
	return tallest;
}

#define SIDE 7

static void tree_of_cells_stays_balanced(void **state)
{
	(void)state;
	kiln_cell_node nodes[201];
	kiln_cell_tree tree = {.nodes = nodes, .capacity = 200};
	bool there[SIDE][SIDE][SIDE] = {{{false}}};
	uint64_t random = 4;
	kilni_cell_tree_clear(&tree);
	for (uint32_t trial = 0; trial < 6000; ++trial)
	{
		uint32_t at[3], low[3], high[3];
		for (int axis = 0; axis < 3; ++axis)
		{
			at[axis] = trial_random(&random) % SIDE;
			low[axis] = trial_random(&random) % SIDE;
			high[axis] = low[axis] + trial_random(&random) % SIDE;
		}
		bool *one = &there[at[0]][at[1]][at[2]];
		kiln_cell_key key = kiln_cell_key_of(at[0], at[1], at[2]);
		if (*one)
			kilni_cell_tree_remove(&tree, key);
		uint32_t made = *one ? 0 : kilni_cell_tree_make(&tree, key);
		assert_true(*one || (made != 0) == (tree.count < 200 || made != 0));
		*one = made != 0;
		assert_true(check_cells(&tree) <= 11);
		uint32_t expected = 0, found = 0;
		for (uint32_t i = 0; i < SIDE * SIDE * SIDE; ++i)
		{
			uint32_t x = i / SIDE / SIDE, y = i / SIDE % SIDE, z = i % SIDE;
			expected += there[x][y][z] && x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1] && z >= low[2] &&
						z <= high[2];
		}
		kiln_cell_key next = 0;
		for (uint32_t node; (node = kilni_cell_tree_within(&tree, next, low, high)) != 0; ++found)
			next = tree.nodes[node].key + 1;
		assert_int_equal(found, expected);
	}
}

// --- What they share -------------------------------------------------------------------------------------------------

static void pieces_of_a_sweep_hold_every_time_once(void **state)
{
	(void)state;
	uint64_t random = 5;
	const kiln_spread spread = {{-10, -10, -10}, {10, 10, 10}, 1};
	const double scale[3] = {1, 1, 1};
	for (uint32_t trial = 0; trial < 2000; ++trial)
	{
		kiln_box_sweep sweep = {.t_max = trial % 5 ? 3 * (double)trial_unit(&random) : (double)INFINITY};
		for (int axis = 0; axis < 3; ++axis)
		{
			sweep.from[axis] = 60 * (double)trial_unit(&random) - 30;
			sweep.way[axis] = trial_random(&random) % 4 ? 60 * (double)trial_unit(&random) - 30 : 0;
			sweep.inverse[axis] = 1 / sweep.way[axis];
			sweep.half[axis] = (double)trial_unit(&random);
		}
		kiln_sweep_pieces pieces = kilni_sweep_cut(&sweep, &spread, scale, 1, 50);
		double before = 0;
		assert_true(pieces.count >= 1 && pieces.count <= 52);
		for (uint32_t i = 0; i < pieces.count; ++i)
		{
			kiln_sweep_piece piece = kilni_sweep_piece_of(&pieces, &sweep, i);
			assert_true(piece.start == before && piece.end >= piece.start);
			assert_true(piece.last == (i + 1 == pieces.count));
			before = piece.end;
			double t = piece.start +
					   (piece.end < (double)INFINITY ? (piece.end - piece.start) * (double)trial_unit(&random) : 1);
			for (int axis = 0; axis < 3; ++axis)
			{
				double at = sweep.from[axis] + t * sweep.way[axis];
				assert_true(piece.low[axis] <= at - sweep.half[axis] && at + sweep.half[axis] <= piece.high[axis]);
			}
		}
		assert_true(before == sweep.t_max);
	}
}

static void a_few_boxes_far_away_do_not_widen_the_spread(void **state)
{
	(void)state;
	enum
	{
		COUNT = 500
	};
	static kiln_aabb boxes[COUNT];
	static uint32_t added[COUNT];
	uint64_t random = 6;
	for (uint32_t i = 0; i < COUNT; ++i)
	{
		added[i] = i;
		boxes[i] = box_within(&random, 20, 1);
		if (i % 10 == 0)
			boxes[i].min.x = boxes[i].max.x = boxes[i].max.y = i % 20 ? 1e9f : INFINITY;
	}
	kiln_broadphase broadphase = {.boxes = boxes};
	kiln_broadphase_changes changes = {.added = added, .added_count = COUNT, .next = boxes};
	kiln_spread spread, again;
	assert_true(kilni_spread_look(&broadphase, &changes, &spread));
	for (int axis = 0; axis < 3; ++axis)
		assert_true(spread.low[axis] > -40 && spread.low[axis] < -9 && spread.high[axis] > 9 && spread.high[axis] < 40);
	assert_true(spread.edge > 1 && spread.edge < 1.6);
	again = spread;
	again.high[0] += 5;
	assert_false(kilni_spread_strays(&spread, &again));
	again.high[0] += 50;
	assert_true(kilni_spread_strays(&spread, &again));
	assert_true(kilni_spread_strays(&again, &spread));
	changes.added_count = 0;
	assert_false(kilni_spread_look(&broadphase, &changes, &spread));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segment_trees_answer_as_brute_force),
		cmocka_unit_test(range_tree_answers_as_brute_force),
		cmocka_unit_test(spatial_tree_answers_as_brute_force),
		cmocka_unit_test(many_boxes_answer_as_brute_force),
		cmocka_unit_test(what_leaves_the_range_is_found),
		cmocka_unit_test(covers_make_up_their_span),
		cmocka_unit_test(walks_name_every_node_that_overlaps_once),
		cmocka_unit_test(units_never_fall_and_the_outermost_have_no_end),
		cmocka_unit_test(segment_trees_find_pairs_when_stamps_run_out),
		cmocka_unit_test(range_tree_keeps_its_lists_in_order),
		cmocka_unit_test(tree_of_cells_stays_balanced),
		cmocka_unit_test(pieces_of_a_sweep_hold_every_time_once),
		cmocka_unit_test(a_few_boxes_far_away_do_not_widen_the_spread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
