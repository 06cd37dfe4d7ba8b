// SPDX-License-Identifier: MIT
#include "build_checks.h"
#include "memory.h"
#include "tree/build/cluster.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares the builders that join clusters with simple, slow algorithms for the same result.

static const build_method METHODS[] = {BUILD_METHOD_AGGLOMERATIVE, BUILD_METHOD_PLOC, BUILD_METHOD_INSERTION};

enum
{
	METHOD_COUNT = sizeof METHODS / sizeof *METHODS,
};

static void assert_valid(const soup *s, const build_options *options)
{
	build_tree tree = check_build(s, options, false);
	check_shape(&tree);
	check_references(&tree, s->count, false);
	check_boxes(&tree, s->boxes, false);
	for (uint32_t i = 0; i < tree.node_count; ++i)
		assert_true(tree.nodes[i].count <= (options->leaf_size ? options->leaf_size : 1));
	check_drop(&tree);
}

static void every_method_builds_a_valid_tree_from_any_input(void **state)
{
	(void)state;
	for (int number = 0; number < SOUPS; ++number)
	{
		soup s = soup_number(number);
		for (int method = 0; method < METHOD_COUNT; ++method)
			for (uint32_t leaf = 0; leaf <= 8; leaf += 4)
				for (uint32_t passes = 0; passes < 3; ++passes)
				{
					build_options options = {.method = METHODS[method],
						.leaf_size = leaf,
						.block = leaf / 2,
						.rotation_passes = passes,
						.optimize_passes = passes / 2};
					assert_valid(&s, &options);
				}
		soup_free(&s);
	}
}

/// Makes concentric boxes, each inside the next.
static void nest(soup *s)
{
	for (uint32_t i = 0; i < s->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			s->boxes[i].min[axis] = -(float)(i + 1);
			s->boxes[i].max[axis] = (float)(i + 1);
		}
}

/// Points on an axis, in no order.
static void line_up(soup *s)
{
	for (uint32_t i = 0; i < s->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			s->boxes[i].min[axis] = s->boxes[i].max[axis] = axis == 1 ? (float)(i * 7919u % s->count) : 7.0f;
}

/// All in one plane.
static void flatten(soup *s)
{
	for (uint32_t i = 0; i < s->count; ++i)
		s->boxes[i].min[2] = s->boxes[i].max[2] = 5.0f;
}

static void ten_thousand_that_are_hard_to_tell_apart_end_soon_and_stay_shallow(void **state)
{
	(void)state;
	soup soups[] = {
		soup_identical(10000), soup_random(10000, 0.01f, 1.0f, 0.0f), soup_random(10000, 0.01f, 1.0f, 0.0f)};
	line_up(&soups[1]);
	flatten(&soups[2]);
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
	{
		for (int method = 0; method < METHOD_COUNT; ++method)
		{
			build_options options = {.method = METHODS[method]};
			assert_valid(&soups[i], &options);
			build_tree tree = check_build(&soups[i], &options, false);
			// A balanced tree has 15 levels.
			assert_true(tree.depth <= (i == 0 ? 16 : 30));
			check_drop(&tree);
		}
		soup_free(&soups[i]);
	}
}

/// The lengths of all nodes along one axis.
static double length_of(const soup *s, const build_options *options)
{
	double sum = 0.0;
	build_tree tree = check_build(s, options, false);
	for (uint32_t i = 0; i < tree.node_count; ++i)
		sum += (double)tree.nodes[i].box.max[1] - (double)tree.nodes[i].box.min[1];
	check_drop(&tree);
	return sum;
}

static void what_lies_on_a_line_is_joined_by_length(void **state)
{
	(void)state;
	soup s = soup_random(2000, 0.0f, 1.0f, 0.0f);
	build_options median = {.split = BUILD_SPLIT_OBJECT_MEDIAN};
	line_up(&s);
	double least = length_of(&s, &median);
	for (int method = 0; method < METHOD_COUNT; ++method)
	{
		build_options options = {.method = METHODS[method]};
		assert_true(length_of(&s, &options) <= 1.5 * least);
	}
	soup_free(&s);
}

static void trees_that_would_be_chains_keep_the_depth_bound(void **state)
{
	(void)state;
	soup soups[] = {soup_random(10000, 0.0f, 1.0f, 0.0f), soup_exponential(5000, 1e-3f, 1.01f),
		soup_exponential(184, 1e-36f, 2.5f)};
	nest(&soups[0]);
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
	{
		for (int method = 0; method < METHOD_COUNT; ++method)
			for (uint32_t passes = 0; passes < 4; passes += 3)
			{
				build_options options = {.method = METHODS[method], .rotation_passes = passes};
				assert_valid(&soups[i], &options);
			}
		soup_free(&soups[i]);
	}
}

static int compare_hashes(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

/// Returns a random number for a primitive; sums of these numbers identify sets.
static uint64_t mark_of(uint32_t primitive)
{
	uint64_t mark = (primitive + 1) * 0x9e3779b97f4a7c15u;
	mark = (mark ^ mark >> 30) * 0xbf58476d1ce4e5b9u;
	mark = (mark ^ mark >> 27) * 0x94d049bb133111ebu;
	return mark ^ mark >> 31;
}

/// Lists the sets of primitives below the inner nodes, sorted; `sets` has room for one less than the leaves.
static void list_sets(const build_tree *tree, uint64_t *sets)
{
	uint64_t *mark = calloc(tree->node_count, sizeof *mark);
	uint32_t found = 0;
	assert_non_null(mark);
	for (uint32_t i = tree->node_count; i-- > 0;)
	{
		const build_node *node = &tree->nodes[i];
		for (uint32_t k = 0; k < node->count; ++k)
			mark[i] += mark_of(tree->order[node->first + k]);
		if (node->count == 0)
			sets[found++] = mark[i] = mark[node->first] + mark[node->first + 1];
	}
	free(mark);
	qsort(sets, found, sizeof *sets, compare_hashes);
}

/// A cluster of the simple algorithm.
typedef struct plain
{
	build_box box;
	uint64_t mark;
	uint32_t count;
	bool alive;
} plain;

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

static float area_of(const build_box *box)
{
	float x = box->max[0] - box->min[0], y = box->max[1] - box->min[1], z = box->max[2] - box->min[2];
	return x * y + y * z + z * x;
}

/// The criteria between pairs, most important first.
typedef struct plain_key
{
	float area;
	uint32_t count;
	float least;
	uint32_t apart;
	uint32_t odd;
	uint32_t low;
} plain_key;

static bool key_before(const plain_key *a, const plain_key *b)
{
	if (a->area != b->area)
		return a->area < b->area;
	if (a->count != b->count)
		return a->count < b->count;
	if (a->least != b->least)
		return a->least < b->least;
	if (a->apart != b->apart)
		return a->apart < b->apart;
	return a->odd != b->odd ? a->odd < b->odd : a->low < b->low;
}

static plain_key key_of(const plain *all, uint32_t low, uint32_t high)
{
	build_box both = union_of(&all[low].box, &all[high].box);
	float a = area_of(&all[low].box), b = area_of(&all[high].box);
	return (plain_key){area_of(&both), all[low].count + all[high].count, a < b ? a : b, high - low, low & 1, low};
}

/// Tests all pairs for every union.
static void agglomerate_plainly(const soup *s, uint64_t *sets)
{
	plain *all = calloc(2 * s->count, sizeof *all);
	assert_non_null(all);
	for (uint32_t i = 0; i < s->count; ++i)
		all[i] = (plain){s->boxes[i], mark_of(i), 1, true};
	for (uint32_t made = s->count; made < 2 * s->count - 1; ++made)
	{
		plain_key best = {3.0e38f, UINT32_MAX, 0.0f, 0, 0, 0};
		for (uint32_t low = 0; low < made; ++low)
			for (uint32_t high = low + 1; all[low].alive && high < made; ++high)
			{
				plain_key key = key_of(all, low, high);
				if (all[high].alive && key_before(&key, &best))
					best = key;
			}
		plain *a = &all[best.low], *b = &all[best.low + best.apart];
		all[made] = (plain){union_of(&a->box, &b->box), a->mark + b->mark, a->count + b->count, true};
		a->alive = b->alive = false;
		sets[made - s->count] = all[made].mark;
	}
	free(all);
	qsort(sets, s->count - 1, sizeof *sets, compare_hashes);
}

/// Boxes of one size on a grid, where nearly all unions have one of two areas.
static void align(soup *s, uint32_t side)
{
	for (uint32_t i = 0; i < s->count; ++i)
	{
		const float at[3] = {(float)(i % side), (float)(i / side % side), (float)(i / side / side)};
		for (int axis = 0; axis < 3; ++axis)
		{
			s->boxes[i].min[axis] = at[axis];
			s->boxes[i].max[axis] = at[axis] + 1.0f;
		}
	}
}

/// Makes small boxes of whole numbers: many contain each other, and unions tie in all ways.
static void round_off(soup *s, uint32_t state)
{
	for (uint32_t i = 0; i < s->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			uint32_t a = (uint32_t)(soup_uniform(&state) * 4.0f), b = (uint32_t)(soup_uniform(&state) * 4.0f);
			s->boxes[i].min[axis] = (float)(a < b ? a : b);
			s->boxes[i].max[axis] = (float)(a < b ? b : a);
		}
}

static void assert_agglomerated(const soup *s)
{
	uint64_t *expected = calloc(s->count, sizeof *expected), *found = calloc(s->count, sizeof *found);
	assert_non_null(expected);
	assert_non_null(found);
	build_options options = {.method = BUILD_METHOD_AGGLOMERATIVE};
	build_tree tree = check_build(s, &options, false);
	agglomerate_plainly(s, expected);
	list_sets(&tree, found);
	assert_memory_equal(expected, found, (s->count - 1) * sizeof *found);
	check_drop(&tree);
	free(expected);
	free(found);
}

static void agglomeration_makes_what_looking_at_all_pairs_makes(void **state)
{
	(void)state;
	// The kinds that are neither scaled nor given a thickness first, nor too deep.
	const int numbers[] = {0, 2, 5, 6, 7, 12};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
	{
		soup s = soup_number(numbers[i]);
		s.count = s.count < 130 ? s.count : 130;
		assert_agglomerated(&s);
		soup_free(&s);
	}
	for (uint32_t side = 3; side < 6; ++side)
	{
		soup s = soup_random(130, 0.1f, 1.0f, 0.0f);
		align(&s, side);
		assert_agglomerated(&s);
		flatten(&s);
		assert_agglomerated(&s);
		soup_free(&s);
	}
	for (uint32_t seed = 0; seed < 30; ++seed)
	{
		soup s = soup_random(60, 0.1f, 1.0f, 0.0f);
		round_off(&s, seed);
		assert_agglomerated(&s);
		soup_free(&s);
	}
	soup nested = soup_random(80, 0.1f, 1.0f, 0.0f);
	nest(&nested);
	assert_agglomerated(&nested);
	soup_free(&nested);
}

static void clustering_locally_in_all_the_world_is_agglomeration(void **state)
{
	(void)state;
	// Pairs that are each other's nearest are never separated by a union elsewhere: without ties, the order of the
	// unions does not matter.
	uint64_t global[300], local[300];
	for (int i = 0; i < 4; ++i)
	{
		soup s = i < 3 ? soup_random(300, i == 0 ? 0.01f : 0.2f, 1.0f, i < 2 ? 0.0f : 7.0f) : soup_needles(300);
		build_options options = {.method = BUILD_METHOD_AGGLOMERATIVE, .ploc_radius = 300};
		build_tree a = check_build(&s, &options, false);
		options.method = BUILD_METHOD_PLOC;
		build_tree b = check_build(&s, &options, false);
		list_sets(&a, global);
		list_sets(&b, local);
		assert_memory_equal(global, local, (s.count - 1) * sizeof *local);
		check_drop(&a);
		check_drop(&b);
		soup_free(&s);
	}
}

/// A tree that repeats the insertions of another tree, and visits every node for each.
typedef struct replay
{
	const cluster_tree *tree;
	uint32_t *parent; ///< parent of each inserted node; of the root: itself
	build_box *box;
	uint32_t root;
} replay;

/// Returns the node that was in a child's place before `made` existed: later unions took its place and kept it as their
/// left child.
static uint32_t once(const cluster_tree *tree, uint32_t child, uint32_t made)
{
	while (child > made)
		child = tree->nodes[child].left;
	return child;
}

/// Returns the growth of all surfaces if a primitive becomes the sibling of a node.
static double growth(const replay *r, uint32_t node, const build_box *box)
{
	build_box both = union_of(&r->box[node], box);
	double sum = (double)area_of(&both);
	for (uint32_t at = node; at != r->root; at = r->parent[at])
	{
		both = union_of(&r->box[r->parent[at]], box);
		sum += (double)area_of(&both) - (double)area_of(&r->box[r->parent[at]]);
	}
	return sum;
}

/// Repeats the union `made`: no other place may be cheaper.
static void repeat_insertion(replay *r, uint32_t made)
{
	const cluster_tree *tree = r->tree;
	uint32_t sibling = once(tree, tree->nodes[made].left, made), primitive = once(tree, tree->nodes[made].right, made);
	assert_true(primitive < tree->count);
	assert_int_equal(r->parent[primitive], UINT32_MAX);
	const build_box *box = &r->box[primitive];
	double chosen = growth(r, sibling, box);
	for (uint32_t i = 0; i < made; ++i)
		if (r->parent[i] != UINT32_MAX)
			assert_true(chosen <= growth(r, i, box) * (1.0 + 1e-5));
	uint32_t above = r->parent[sibling];
	r->box[made] = union_of(&r->box[sibling], box);
	r->parent[made] = sibling == r->root ? made : above;
	if (sibling == r->root)
		r->root = made;
	r->parent[sibling] = r->parent[primitive] = made;
	for (uint32_t at = made; at != r->root; at = r->parent[at])
		r->box[r->parent[at]] = union_of(&r->box[r->parent[at]], box);
}

static void every_insertion_is_where_it_adds_least(void **state)
{
	(void)state;
	const build_options options = {.method = BUILD_METHOD_INSERTION};
	kilncook_context context = {0};
	for (int k = 0; k < 3; ++k)
	{
		soup s = k == 2 ? soup_needles(90) : soup_random(90, k == 0 ? 0.02f : 0.3f, 1.0f, 0.0f);
		cluster_node nodes[180];
		build_box boxes[180];
		uint32_t parents[180];
		cluster_tree tree = {.nodes = nodes, .count = s.count};
		memcpy(boxes, s.boxes, s.count * sizeof *boxes);
		memset(parents, 0xff, sizeof parents);
		for (uint32_t i = 0; i < s.count; ++i)
			nodes[i] = (cluster_node){{boxes[i].min[0], boxes[i].min[1], boxes[i].min[2]}, i,
				{boxes[i].max[0], boxes[i].max[1], boxes[i].max[2]}, i};
		assert_int_equal(cluster_insert(&context, &options, &tree), KILNCOOK_OK);
		replay r = {.tree = &tree, .parent = parents, .box = boxes};
		r.root = once(&tree, nodes[s.count].left, s.count);
		parents[r.root] = r.root;
		for (uint32_t made = s.count; made < 2 * s.count - 1; ++made)
			repeat_insertion(&r, made);
		assert_int_equal(r.root, tree.root);
		soup_free(&s);
	}
}

static void every_compiler_and_processor_joins_the_same_bytes(void **state)
{
	(void)state;
	// As in test_build: the value is the same for all builds; a change of a method must update it.
	const uint64_t expected = 0x6ee5bf10f22a8926u;
	uint64_t hash = 14695981039346656037u;
	soup soups[] = {soup_random(2000, 0.1f, 1.0f, 0.0f), soup_identical(300), soup_exponential(2000, 1e-3f, 1.01f)};
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
	{
		for (int method = 0; method < METHOD_COUNT; ++method)
		{
			build_options options = {.method = METHODS[method], .leaf_size = 2, .rotation_passes = 2};
			build_tree tree = check_build(&soups[i], &options, false);
			hash = check_hash(hash, tree.nodes, tree.node_count * sizeof *tree.nodes);
			hash = check_hash(hash, tree.order, tree.order_count * sizeof *tree.order);
			check_drop(&tree);
		}
		soup_free(&soups[i]);
	}
	if (hash != expected)
		print_message("hash %016llx\n", (unsigned long long)hash);
	assert_true(hash == expected);
}

static void any_number_of_threads_joins_the_same_bytes(void **state)
{
	(void)state;
	const uint32_t threads[] = {2, 3, 16};
	soup soups[] = {soup_random(8000, 0.02f, 1.0f, 0.0f), soup_identical(5000), soup_needles(6000)};
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
	{
		for (int method = 0; method < METHOD_COUNT; ++method)
		{
			build_options options = {.method = METHODS[method], .leaf_size = 5, .block = 8, .rotation_passes = 1};
			build_tree alone = check_build(&soups[i], &options, false);
			for (size_t k = 0; k < sizeof threads / sizeof *threads; ++k)
			{
				options.threads = threads[k];
				build_tree shared = check_build(&soups[i], &options, false);
				check_same_tree(&alone, &shared);
				check_drop(&shared);
			}
			check_drop(&alone);
		}
		soup_free(&soups[i]);
	}
}

/// Hills over a square: boxes of a triangle mesh.
static void raise_hills(soup *s, uint32_t side)
{
	for (uint32_t i = 0; i < s->count; ++i)
	{
		build_box box = {{3e38f, 3e38f, 3e38f}, {-3e38f, -3e38f, -3e38f}};
		for (uint32_t corner = 0; corner < 3; ++corner)
		{
			uint32_t far = i & 1;
			float x = (float)(i / 2 % side + (corner == 1 || (corner == 2 && far))) / (float)side;
			float y = (float)(i / 2 / side + (corner == 2 || (corner == 1 && far))) / (float)side;
			const float at[3] = {x, y, 2.0f * x * (1.0f - x) * y * (1.0f - y) * (1.0f + 3.0f * x - 2.0f * y * y)};
			for (int axis = 0; axis < 3; ++axis)
			{
				box.min[axis] = at[axis] < box.min[axis] ? at[axis] : box.min[axis];
				box.max[axis] = at[axis] > box.max[axis] ? at[axis] : box.max[axis];
			}
		}
		s->boxes[i] = box;
	}
}

static void costs_are_near_those_of_the_surface_area_heuristic(void **state)
{
	(void)state;
	const double limits[][METHOD_COUNT] = {{1.25, 1.25, 1.25}, {1.4, 1.25, 1.3}, {0.8, 0.8, 0.85}};
	soup soups[] = {soup_random(5000, 0.0f, 1.0f, 0.0f), soup_random(5000, 0.02f, 1.0f, 0.0f), soup_needles(5000)};
	raise_hills(&soups[0], 50);
	for (size_t i = 0; i < sizeof soups / sizeof *soups; ++i)
	{
		build_options top_down = {0};
		double heuristic = check_cost(&soups[i], &top_down);
		for (int method = 0; method < METHOD_COUNT; ++method)
		{
			build_options options = {.method = METHODS[method]};
			double cost = check_cost(&soups[i], &options);
			assert_true(cost <= limits[i][method] * heuristic);
		}
		soup_free(&soups[i]);
	}
}

static void full_leaves_are_made_where_they_cost_less(void **state)
{
	(void)state;
	soup s = soup_random(3000, 0.03f, 1.0f, 0.0f);
	for (int method = 0; method < METHOD_COUNT; ++method)
	{
		build_options single = {.method = METHODS[method]}, full = single;
		full.leaf_size = full.block = 8;
		build_tree a = check_build(&s, &single, false), b = check_build(&s, &full, false);
		assert_int_equal(a.node_count, 2 * s.count - 1);
		assert_true((b.node_count + 1) / 2 * 3 <= s.count);
		// Where a leaf tests eight primitives at the cost of one, cutting the tree off reduces the cost.
		assert_true(build_tree_sah_cost(&b, 1.0, 0.125) < build_tree_sah_cost(&a, 1.0, 1.0));
		check_drop(&a);
		check_drop(&b);
	}
	soup_free(&s);
}

static void running_out_of_memory_is_reported_and_leaks_nothing(void **state)
{
	(void)state;
	soup s = soup_needles(200);
	for (int method = 0; method < METHOD_COUNT; ++method)
		for (uint32_t passes = 0; passes < 3; ++passes)
		{
			build_options options = {.method = METHODS[method], .rotation_passes = passes};
			assert_true(check_failures(&s, &options) >= 10 + passes);
		}
	soup_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_builds_a_valid_tree_from_any_input),
		cmocka_unit_test(ten_thousand_that_are_hard_to_tell_apart_end_soon_and_stay_shallow),
		cmocka_unit_test(what_lies_on_a_line_is_joined_by_length),
		cmocka_unit_test(trees_that_would_be_chains_keep_the_depth_bound),
		cmocka_unit_test(agglomeration_makes_what_looking_at_all_pairs_makes),
		cmocka_unit_test(clustering_locally_in_all_the_world_is_agglomeration),
		cmocka_unit_test(every_insertion_is_where_it_adds_least),
		cmocka_unit_test(every_compiler_and_processor_joins_the_same_bytes),
		cmocka_unit_test(any_number_of_threads_joins_the_same_bytes),
		cmocka_unit_test(costs_are_near_those_of_the_surface_area_heuristic),
		cmocka_unit_test(full_leaves_are_made_where_they_cost_less),
		cmocka_unit_test(running_out_of_memory_is_reported_and_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
