// SPDX-License-Identifier: MIT
#include "pack_case.h"
#include "tree/wide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares the cut of a binary tree into wide nodes with other cuts.

/// A mesh's binary tree with the rules that its wide nodes must keep.
typedef struct trial
{
	kilncook_context context;
	fixture_mesh mesh;
	build_tree tree;
	wide_rules rules;
	wide_plan plan;
	float *areas;
} trial;

static void measure(const fixture_mesh *mesh, uint32_t triangle, build_box *box)
{
	*box = (build_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	for (int k = 0; k < 3; ++k)
		for (int axis = 0; axis < 3; ++axis)
		{
			float value = mesh->vertices[mesh->triangles[triangle][k]][axis];
			box->min[axis] = fminf(box->min[axis], value);
			box->max[axis] = fmaxf(box->max[axis], value);
		}
}

/// Starts a trial with a width, and with areas unrelated to the boxes if `random` is not NULL.
static void start_narrow(trial *t, fixture_mesh mesh, const build_options *options, float leaf_cost,
	float triangle_cost, uint32_t width, uint64_t *random)
{
	*t = (trial){.mesh = mesh};
	build_box *boxes = calloc(mesh.triangle_count, sizeof *boxes);
	assert_non_null(boxes);
	for (uint32_t i = 0; i < mesh.triangle_count; ++i)
		measure(&mesh, i, &boxes[i]);
	build_input input = {.boxes = boxes, .count = mesh.triangle_count};
	t->rules = (wide_rules){.leaf_max = KILN_LEAF_TRIANGLES_MAX,
		.triangles = (const uint32_t(*)[3])t->mesh.triangles,
		.leaf_cost = leaf_cost,
		.primitive_cost = triangle_cost,
		.width = width};
	assert_int_equal(build_tree_build(&t->context, &input, options, &t->tree), KILNCOOK_OK);
	if (random)
	{
		t->areas = calloc(t->tree.node_count, sizeof *t->areas);
		assert_non_null(t->areas);
		for (uint32_t i = 0; i < t->tree.node_count; ++i)
			t->areas[i] = fixture_random_unit(random);
		t->rules.areas = t->areas;
	}
	assert_int_equal(wide_plan_make(&t->context, &t->tree, &t->rules, &t->plan), KILNCOOK_OK);
	free(boxes);
}

static void start(trial *t, fixture_mesh mesh, const build_options *options, float leaf_cost, float triangle_cost)
{
	start_narrow(t, mesh, options, leaf_cost, triangle_cost, 0, NULL);
}

static void finish(trial *t)
{
	free(t->areas);
	wide_plan_free(&t->context, &t->plan);
	build_tree_free(&t->context, &t->tree);
	fixture_mesh_free(&t->mesh);
}

static double area(const trial *t, uint32_t number)
{
	const build_node *node = &t->tree.nodes[number];
	if (t->rules.areas)
		return (double)t->rules.areas[number];
	double side[3];
	for (int axis = 0; axis < 3; ++axis)
		side[axis] = (double)node->box.max[axis] - (double)node->box.min[axis];
	return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

static bool is_leaf(const trial *t, uint32_t node)
{
	return t->tree.nodes[node].count != 0;
}

static uint32_t primitives_below(const trial *t, uint32_t node)
{
	const build_node *n = &t->tree.nodes[node];
	return n->count ? n->count : primitives_below(t, n->first) + primitives_below(t, n->first + 1);
}

/// Whether a subtree may be one leaf, without sorting: compares every vertex with all earlier ones.
static bool may_be_leaf(const trial *t, uint32_t node)
{
	uint32_t primitives[KILN_LEAF_TRIANGLES_MAX], distinct = 0;
	uint32_t count = wide_collect(&t->tree, node, primitives, KILN_LEAF_TRIANGLES_MAX);
	if (count > KILN_LEAF_TRIANGLES_MAX)
		return false;
	for (uint32_t i = 0; i < 3 * count; ++i)
	{
		bool before = false;
		for (uint32_t k = 0; k < i; ++k)
			before =
				before || t->mesh.triangles[primitives[k / 3]][k % 3] == t->mesh.triangles[primitives[i / 3]][i % 3];
		distinct += !before;
	}
	return distinct <= KILN_LEAF_VERTICES_MAX;
}

static double leaf_price(const trial *t, uint32_t node)
{
	double price = (double)t->rules.leaf_cost + primitives_below(t, node) * (double)t->rules.primitive_cost;
	return area(t, node) * price;
}

/// Returns the plan's cost below a node, in the packer's order; checks that its cuts are valid.
static double planned_cost(const trial *t, uint32_t node)
{
	if (t->plan.choice[node][0] == WIDE_LEAF)
	{
		assert_true(may_be_leaf(t, node));
		return leaf_price(t, node);
	}
	assert_false(is_leaf(t, node));
	uint32_t children[KILN_TREE_WIDTH], below = 0;
	uint32_t count = wide_children(&t->plan, node, children);
	assert_in_range(count, 2, t->plan.width);
	double cost = area(t, node);
	for (uint32_t i = 0; i < count; ++i)
	{
		below += primitives_below(t, children[i]);
		cost += planned_cost(t, children[i]);
	}
	assert_int_equal(below, primitives_below(t, node));
	return cost;
}

static double cheapest(const trial *t, uint32_t node);

/// Returns the cheapest cut that keeps the first `fixed` of `count` roots and may open the others.
static double cheapest_cut(const trial *t, const uint32_t *roots, uint32_t count, uint32_t fixed)
{
	if (fixed == count)
	{
		double cost = 0;
		for (uint32_t i = 0; i < count; ++i)
			cost += cheapest(t, roots[i]);
		return cost;
	}
	double best = cheapest_cut(t, roots, count, fixed + 1);
	if (count < t->plan.width && !is_leaf(t, roots[fixed]))
	{
		uint32_t opened[KILN_TREE_WIDTH];
		memcpy(opened, roots, count * sizeof *opened);
		opened[count] = t->tree.nodes[roots[fixed]].first + 1;
		opened[fixed] = t->tree.nodes[roots[fixed]].first;
		best = fmin(best, cheapest_cut(t, opened, count + 1, fixed));
	}
	return best;
}

/// Tries every cut.
static double cheapest(const trial *t, uint32_t node)
{
	double leaf = may_be_leaf(t, node) ? leaf_price(t, node) : HUGE_VAL;
	if (is_leaf(t, node))
		return leaf;
	uint32_t first = t->tree.nodes[node].first;
	const uint32_t roots[2] = {first, first + 1};
	return fmin(leaf, area(t, node) + cheapest_cut(t, roots, 2, 0));
}

static void no_cut_of_a_small_tree_is_cheaper(void **state)
{
	(void)state;
	const float prices[][2] = {{1, 0.02f}, {1, 0}, {0.3f, 0.3f}, {2, 1}, {0.01f, 0.5f}};
	int inner = 0;
	for (uint32_t i = 0; i < 150; ++i)
	{
		uint32_t count = 1 + i % 13;
		build_options options = {.split = (build_split)(i % BUILD_SPLIT_SPATIAL), .leaf_size = 1 + i % 3};
		fixture_mesh mesh = i % 4 == 3 ? fixture_box(1, 2, 3) : fixture_soup(count, 0.5f, i);
		trial t;
		start(&t, mesh, &options, prices[i % 5][0], prices[i % 5][1]);
		double best = cheapest(&t, 0), planned = planned_cost(&t, 0);
		assert_true(fabs(planned - best) <= 1e-5 * best);
		inner += t.plan.choice[0][0] == WIDE_INNER;
		finish(&t);
	}
	assert_true(inner > 50);
}

static void narrow_cuts_by_any_areas_are_no_dearer_than_others(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (uint32_t i = 0; i < 210; ++i)
	{
		uint32_t width = 2 + i % 7;
		build_options options = {.split = (build_split)(i % BUILD_SPLIT_SPATIAL)};
		trial t;
		start_narrow(&t, fixture_soup(1 + i % 11, 0.5f, i), &options, 1, 0.1f, width, i % 3 ? &random : NULL);
		assert_int_equal(t.plan.width, width);
		double best = cheapest(&t, 0), planned = planned_cost(&t, 0);
		assert_true(fabs(planned - best) <= 1e-5 * best);
		finish(&t);
	}
}

/// Opens the child with the largest area up to the limit; a subtree that may be a leaf becomes one if this is cheaper.
static double greedy_cost(const trial *t, uint32_t node)
{
	if (is_leaf(t, node))
		return leaf_price(t, node);
	uint32_t children[KILN_TREE_WIDTH] = {t->tree.nodes[node].first, t->tree.nodes[node].first + 1};
	uint32_t count = 2;
	while (count < t->plan.width)
	{
		uint32_t widest = KILN_TREE_WIDTH;
		for (uint32_t i = 0; i < count; ++i)
			if (!is_leaf(t, children[i]) &&
				(widest == KILN_TREE_WIDTH || area(t, children[i]) > area(t, children[widest])))
				widest = i;
		if (widest == KILN_TREE_WIDTH)
			break;
		uint32_t first = t->tree.nodes[children[widest]].first;
		children[widest] = first;
		children[count++] = first + 1;
	}
	double cost = area(t, node);
	for (uint32_t i = 0; i < count; ++i)
		cost += greedy_cost(t, children[i]);
	return may_be_leaf(t, node) ? fmin(cost, leaf_price(t, node)) : cost;
}

static void the_cut_is_never_costlier_than_a_greedy_one(void **state)
{
	(void)state;
	const float prices[][2] = {{1, 0.02f}, {0.3f, 0.3f}, {2, 1}};
	int cheaper = 0;
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
		for (int i = 0; i < 3 * BUILD_SPLIT_SPATIAL; ++i)
		{
			build_options options = {.split = (build_split)(i / 3), .leaf_size = 1 + (uint32_t)i % 5, .block = 8};
			trial t;
			start(&t, pack_shape(shape), &options, prices[i % 3][0], prices[i % 3][1]);
			double planned = planned_cost(&t, 0), greedy = greedy_cost(&t, 0);
			// With areas of 0 in float32, all choices are equal.
			if ((float)area(&t, 0) > 1e-30f)
				assert_true(planned <= greedy * (1 + 1e-4));
			cheaper += planned < greedy * 0.99;
			finish(&t);
		}
	assert_true(cheaper > 20);
}

static void a_plan_without_memory_leaves_nothing_behind(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape_plain(), &(build_options){0}, 1, 0);
	counted_memory memory;
	size_t requests = 0;
	for (size_t i = 0; i <= requests; ++i)
	{
		kilncook_context context = counted_context(&memory);
		memory.fail_at = i;
		wide_plan plan = {0};
		assert_int_equal(wide_plan_make(&context, &t.tree, &t.rules, &plan), i ? KILNCOOK_INTERNAL : KILNCOOK_OK);
		requests = i ? requests : memory.calls;
		wide_plan_free(&context, &plan);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
	assert_true(requests >= 2);
	finish(&t);
}

static void distinct_vertices_come_by_first_use(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int round = 0; round < 2000; ++round)
	{
		uint32_t triangles[KILN_LEAF_TRIANGLES_MAX][3], order[KILN_LEAF_TRIANGLES_MAX], expected[24], got[24];
		uint32_t count = 1 + (uint32_t)(fixture_random(&random) % KILN_LEAF_TRIANGLES_MAX), distinct = 0;
		// Few numbers, numbers far apart, and numbers that share their low bits.
		uint32_t step = round % 3 == 0 ? 1 : round % 3 == 1 ? 64 : 0x01000001u;
		for (uint32_t i = 0; i < count; ++i)
			for (int k = 0; k < 3; ++k)
				triangles[i][k] = (uint32_t)(fixture_random(&random) % 20) * step;
		for (uint32_t i = 0; i < count; ++i)
			order[i] = count - 1 - i;
		for (uint32_t i = 0; i < 3 * count; ++i)
		{
			uint32_t vertex = triangles[order[i / 3]][i % 3], k = 0;
			while (k < distinct && expected[k] != vertex)
				++k;
			if (k == distinct)
				expected[distinct++] = vertex;
		}
		assert_int_equal(wide_distinct_vertices((const uint32_t(*)[3])triangles, order, count, got), distinct);
		assert_memory_equal(got, expected, distinct * sizeof *got);
		assert_int_equal(wide_distinct_vertices((const uint32_t(*)[3])triangles, order, count, NULL), distinct);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_cut_of_a_small_tree_is_cheaper),
		cmocka_unit_test(narrow_cuts_by_any_areas_are_no_dearer_than_others),
		cmocka_unit_test(the_cut_is_never_costlier_than_a_greedy_one),
		cmocka_unit_test(a_plan_without_memory_leaves_nothing_behind),
		cmocka_unit_test(distinct_vertices_come_by_first_use),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
