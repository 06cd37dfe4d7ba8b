// SPDX-License-Identifier: MIT
#include "memory.h"
#include "pack_case.h"
#include "tree/layout.h"
#include "tree/quantize.h"
#include "tree/wide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t inner_count(const kiln_format_tree_node *node)
{
	return node->counts >> 4;
}

static uint32_t child_count(const kiln_format_tree_node *node)
{
	return node->counts & 15u;
}

/// Reads the leaf records from the first to the last, like the runtime, and compares them with the mesh.
static void check_leaves(const packed_tree *tree, const clean_mesh *mesh)
{
	uint8_t *seen = calloc(mesh->triangle_count, 1);
	uint32_t unit = 0, number = 0, leaves = 0;
	assert_non_null(seen);
	assert_int_equal(tree->order_count, mesh->triangle_count);
	assert_int_equal(tree->leaf_index_count, (mesh->triangle_count + KILN_LEAF_INDEX_STEP - 1) / KILN_LEAF_INDEX_STEP);
	for (; unit < tree->leaf_units; ++leaves)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree->leaves, unit, &room);
		assert_int_equal(leaf.triangle, number);
		assert_in_range(leaf.triangle_count, 1, KILN_LEAF_TRIANGLES_MAX);
		assert_in_range(leaf.vertex_count, 3, KILN_LEAF_VERTICES_MAX);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i, ++number)
		{
			uint32_t triangle = tree->order[number];
			assert_true(triangle < mesh->triangle_count);
			assert_int_equal(seen[triangle]++, 0);
			if (number % KILN_LEAF_INDEX_STEP == 0)
				assert_int_equal(tree->leaf_index[number / KILN_LEAF_INDEX_STEP], unit);
			kiln_vec3 corners[3];
			kiln_leaf_triangle(&leaf, i, corners);
			for (int k = 0; k < 3; ++k)
				assert_memory_equal(&corners[k], mesh->vertices[mesh->triangles[triangle][k]], sizeof corners[k]);
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree->leaves, unit));
	}
	assert_int_equal(unit, tree->leaf_units);
	assert_int_equal(number, mesh->triangle_count);
	assert_int_equal(leaves, tree->leaf_count);
	free(seen);
}

static void packing_holds_every_triangle_once_to_the_bit(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		fixture_mesh mesh = pack_shape(shape);
		clean_mesh clean = pack_clean(&mesh);
		for (int split = 0; split < BUILD_SPLIT_COUNT; ++split)
			for (int axis = 0; axis < BUILD_AXIS_COUNT; ++axis)
			{
				build_options options = {.split = (build_split)split, .axis = (build_axis)axis};
				packed_tree tree;
				assert_int_equal(pack_mesh(&context, &clean, &options, &tree), KILNCOOK_OK);
				assert_int_equal(pack_prove_mesh(&context, &clean, &tree), KILNCOOK_OK);
				assert_in_range(tree.depth, 1, KILN_TREE_DEPTH_MAX);
				assert_true(tree.sah_cost >= 1 && isfinite(tree.sah_cost));
				check_leaves(&tree, &clean);
				packed_tree_free(&context, &tree);
			}
		fixture_mesh_free(&mesh);
	}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
	assert_int_equal(memory.messages, 0);
}

/// A plane as the runtime may compute it: a product and a sum in float32.
static float float_plane(const kiln_format_tree_node *node, int axis, uint8_t step)
{
	return node->origin[axis] + (float)step * kiln_exponent_scale(node->exponent[axis]);
}

/// Checks all planes of a node: exact, around the box, and the next inner step is not around it.
static void check_planes(const kiln_format_tree_node *node, const build_box *boxes, uint32_t count)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		double scale = ldexp(1, node->exponent[axis] - 127);
		for (uint32_t i = 0; i < count; ++i)
		{
			uint8_t lo = node->lo[axis][i], hi = node->hi[axis][i];
			double low = (double)node->origin[axis] + lo * scale, high = (double)node->origin[axis] + hi * scale;
			assert_true(low == (double)float_plane(node, axis, lo));
			assert_true(high == (double)float_plane(node, axis, hi));
			build_box decoded = quantize_decode(node, i);
			assert_true(low == (double)decoded.min[axis] && high == (double)decoded.max[axis]);
			assert_true(low <= (double)boxes[i].min[axis] && high >= (double)boxes[i].max[axis]);
			assert_true(low + scale > (double)boxes[i].min[axis] && high - scale < (double)boxes[i].max[axis]);
		}
		for (uint32_t i = count; i < KILN_TREE_WIDTH; ++i)
			assert_true(node->lo[axis][i] == 255 && node->hi[axis][i] == 0);
	}
}

static void every_plane_is_exact_in_float32(void **state)
{
	(void)state;
	const float scales[] = {1, 0, 1e-44f, 1e-38f, 1e-30f, 1e-6f, 1e6f, 5e11f};
	const float offsets[] = {0, -0.0f, 1, -1000, 1e-38f, 1e6f, -5e11f};
	for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i)
		for (size_t k = 0; k < sizeof offsets / sizeof *offsets; ++k)
			for (uint32_t round = 0; round < 50; ++round)
			{
				uint32_t count = 1 + round % KILN_TREE_WIDTH;
				build_box *boxes = pack_boxes_random(count, scales[i], offsets[k], round);
				kiln_format_tree_node node = {.counts = (uint8_t)count};
				quantize_node(&node, boxes, count);
				check_planes(&node, boxes, count);
				free(boxes);
			}
}

/// A query loads the corners of eight triangles, and the coordinates of as many vertices, wherever a leaf ends.
static void packed_leaves_end_with_the_tail_that_wide_loads_need(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		fixture_mesh mesh = pack_shape(shape);
		clean_mesh clean = pack_clean(&mesh);
		packed_tree tree;
		assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &tree), KILNCOOK_OK);
		size_t held, end = (size_t)tree.leaf_units * KILN_LEAF_UNIT;
		memcpy(&held, tree.leaves - COUNTED_HEAD, sizeof held);
		assert_int_equal(held, end + KILN_LEAF_TAIL);
		for (size_t i = 0; i < KILN_LEAF_TAIL; ++i)
			assert_int_equal(tree.leaves[end + i], 0);
		packed_tree_free(&context, &tree);
		fixture_mesh_free(&mesh);
	}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void the_largest_coordinates_are_quantized(void **state)
{
	(void)state;
	const float most = KILN_COORDINATE_MAX;
	const build_box boxes[4] = {{{-most, -most, most}, {most, -most, most}}, {{-most, 0, most}, {-most, 1e-45f, most}},
		{{most, -1, most}, {most, 1, most}}, {{-1, most, nextafterf(most, 0)}, {1, most, most}}};
	for (uint32_t count = 1; count <= 4; ++count)
	{
		kiln_format_tree_node node = {.counts = (uint8_t)count};
		quantize_node(&node, boxes, count);
		check_planes(&node, boxes, count);
	}
}

/// Returns the levels of wide nodes of a plan.
static uint32_t plan_depth(const wide_plan *plan)
{
	uint32_t *level = calloc(plan->tree->node_count, sizeof *level);
	uint32_t deepest = 0;
	assert_non_null(level);
	level[0] = 1;
	for (uint32_t i = 0; i < plan->tree->node_count; ++i)
	{
		uint32_t children[KILN_TREE_WIDTH];
		if (level[i] == 0)
			continue;
		deepest = level[i] > deepest ? level[i] : deepest;
		uint32_t count = wide_children(plan, i, children);
		for (uint32_t k = 0; k < count; ++k)
			if (plan->choice[children[k]][0] == WIDE_INNER)
				level[children[k]] = level[i] + 1;
	}
	free(level);
	return deepest;
}

static void deep_trees_are_packed_again_by_object_medians(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	// Where all areas are 0, wider nodes gain nothing, and midpoints separate one box at a time.
	build_box boxes[130];
	float at = 1e-44f;
	for (int i = 0; i < 130; ++i, at *= 1.5f)
		for (int axis = 0; axis < 3; ++axis)
			boxes[i].min[axis] = boxes[i].max[axis] = at;
	build_options options = {.split = BUILD_SPLIT_MIDPOINT, .leaf_size = 1};
	build_input input = {.boxes = boxes, .count = 130};
	wide_rules rules = {.leaf_max = 1, .leaf_cost = 1};
	build_tree binary;
	wide_plan plan;
	assert_int_equal(build_tree_build(&context, &input, &options, &binary), KILNCOOK_OK);
	assert_int_equal(wide_plan_make(&context, &binary, &rules, &plan), KILNCOOK_OK);
	assert_true(plan_depth(&plan) > KILN_TREE_DEPTH_MAX);
	wide_plan_free(&context, &plan);
	build_tree_free(&context, &binary);
	packed_tree tree;
	assert_int_equal(pack_boxes(&context, boxes, 130, &options, &tree), KILNCOOK_OK);
	assert_in_range(tree.depth, 1, KILN_TREE_DEPTH_MAX);
	assert_int_equal(pack_prove_boxes(&context, boxes, 130, &tree), KILNCOOK_OK);
	packed_tree_free(&context, &tree);
	fixture_mesh mesh = pack_shape_peeled();
	clean_mesh clean = pack_clean(&mesh);
	assert_int_equal(pack_mesh(&context, &clean, &options, &tree), KILNCOOK_OK);
	assert_in_range(tree.depth, 1, KILN_TREE_DEPTH_MAX);
	assert_int_equal(pack_prove_mesh(&context, &clean, &tree), KILNCOOK_OK);
	packed_tree_free(&context, &tree);
	fixture_mesh_free(&mesh);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void the_same_mesh_packs_to_the_same_bytes(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		fixture_mesh mesh = pack_shape(shape);
		clean_mesh clean = pack_clean(&mesh);
		packed_tree trees[2];
		for (int i = 0; i < 2; ++i)
			assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &trees[i]), KILNCOOK_OK);
		assert_int_equal(trees[0].node_count, trees[1].node_count);
		assert_int_equal(trees[0].leaf_units, trees[1].leaf_units);
		assert_memory_equal(trees[0].nodes, trees[1].nodes, trees[0].node_count * sizeof *trees[0].nodes);
		assert_memory_equal(trees[0].leaves, trees[1].leaves, (size_t)trees[0].leaf_units * KILN_LEAF_UNIT);
		assert_memory_equal(trees[0].order, trees[1].order, trees[0].order_count * sizeof *trees[0].order);
		assert_true(trees[0].sah_cost == trees[1].sah_cost && trees[0].depth == trees[1].depth);
		packed_tree_free(&context, &trees[0]);
		packed_tree_free(&context, &trees[1]);
		fixture_mesh_free(&mesh);
	}
}

/// Returns the sum of the nodes' areas divided by the root's, without the packer's sums: inner and leaf children both
/// count once.
static double cost_of(const packed_tree *tree, const clean_mesh *mesh)
{
	double cost = 0, whole = 0;
	build_box *boxes = calloc(tree->node_count, sizeof *boxes);
	assert_non_null(boxes);
	// Children follow their parent: from the last node on, everything below a node is known.
	for (uint32_t n = tree->node_count; n-- > 0;)
	{
		const kiln_format_tree_node *node = &tree->nodes[n];
		boxes[n] = (build_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
		for (uint32_t i = 0; i < child_count(node); ++i)
		{
			build_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
			if (i < inner_count(node))
				box = boxes[node->child_base + i];
			kiln_leaf leaf = {0};
			kiln_leaf_room room;
			if (i >= inner_count(node))
				leaf = kiln_leaf_at(tree->leaves, node->leaf_base + node->leaf_offset[i], &room);
			for (uint32_t k = 0; k < 3 * leaf.triangle_count; ++k)
				for (int axis = 0; axis < 3; ++axis)
				{
					uint32_t triangle = tree->order[leaf.triangle + k / 3];
					float value = mesh->vertices[mesh->triangles[triangle][k % 3]][axis];
					box.min[axis] = fminf(box.min[axis], value);
					box.max[axis] = fmaxf(box.max[axis], value);
				}
			double side[3];
			for (int axis = 0; axis < 3; ++axis)
			{
				boxes[n].min[axis] = fminf(boxes[n].min[axis], box.min[axis]);
				boxes[n].max[axis] = fmaxf(boxes[n].max[axis], box.max[axis]);
				side[axis] = (double)box.max[axis] - (double)box.min[axis];
			}
			cost += side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
		}
	}
	double side[3];
	for (int axis = 0; axis < 3; ++axis)
		side[axis] = (double)boxes[0].max[axis] - (double)boxes[0].min[axis];
	whole = side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
	free(boxes);
	return 1 + cost / whole;
}

static void the_stored_cost_is_that_of_the_areas(void **state)
{
	(void)state;
	kilncook_context context = {0};
	const int shapes[] = {1, 2, 3, 5, 6, 12, 13};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
	{
		fixture_mesh mesh = pack_shape(shapes[i]);
		clean_mesh clean = pack_clean(&mesh);
		packed_tree tree;
		assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &tree), KILNCOOK_OK);
		double cost = cost_of(&tree, &clean);
		assert_true(fabs(cost - (double)tree.sah_cost) < 1e-6 * cost);
		packed_tree_free(&context, &tree);
		fixture_mesh_free(&mesh);
	}
}

static void a_tree_over_boxes_holds_each_once(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	const uint32_t counts[] = {1, 2, 8, 9, 64, 1000};
	const float scales[] = {1, 0, 1e-44f, 1e-30f, 5e11f};
	const float offsets[] = {0, 1e6f, -5e11f};
	for (int i = 0; i < 6 * 5 * 3 * BUILD_SPLIT_COUNT; ++i)
	{
		uint32_t count = counts[i % 6];
		build_box *boxes = pack_boxes_random(count, scales[i / 6 % 5], offsets[i / 30 % 3], 9);
		build_options options = {.split = (build_split)(i / 90)};
		packed_tree tree;
		assert_int_equal(pack_boxes(&context, boxes, count, &options, &tree), KILNCOOK_OK);
		assert_int_equal(pack_prove_boxes(&context, boxes, count, &tree), KILNCOOK_OK);
		assert_int_equal(tree.order_count, count);
		assert_int_equal(tree.leaf_count, count);
		assert_in_range(tree.depth, 1, KILN_TREE_DEPTH_MAX);
		assert_null(tree.leaves);
		assert_null(tree.leaf_index);
		uint32_t leaves = 0;
		for (uint32_t n = 0; n < tree.node_count; ++n)
			leaves += child_count(&tree.nodes[n]) - inner_count(&tree.nodes[n]);
		assert_int_equal(leaves, count);
		packed_tree_free(&context, &tree);
		free(boxes);
	}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

/// Needles across the whole shape: the case for spatial splits.
static void packing_spatial_splits_keeps_every_triangle_once(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	fixture_mesh mesh = fixture_soup(2000, 0.9f, 21);
	clean_mesh clean = pack_clean(&mesh);
	for (uint32_t passes = 0; passes < 3; passes += 2)
	{
		packed_tree tree;
		build_options options = {.split = BUILD_SPLIT_SPATIAL, .optimize_passes = passes, .spatial_budget = 3};
		assert_int_equal(pack_mesh(&context, &clean, &options, &tree), KILNCOOK_OK);
		assert_int_equal(tree.order_count, clean.triangle_count);
		assert_int_equal(pack_prove_mesh(&context, &clean, &tree), KILNCOOK_OK);
		packed_tree_free(&context, &tree);
	}
	build_box *boxes = pack_boxes_random(300, 1, 0, 3);
	packed_tree tree;
	build_options options = {.split = BUILD_SPLIT_SPATIAL};
	assert_int_equal(pack_boxes(&context, boxes, 300, &options, &tree), KILNCOOK_OK);
	assert_int_equal(pack_prove_boxes(&context, boxes, 300, &tree), KILNCOOK_OK);
	packed_tree_free(&context, &tree);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
	free(boxes);
	fixture_mesh_free(&mesh);
}

/// An allocator where one request fails and the later ones don't.
typedef struct one_failure
{
	counted_memory memory;
	size_t fail_once;
} one_failure;

static void *resize_once(void *user, void *block, size_t old_size, size_t new_size)
{
	one_failure *failure = user;
	failure->memory.fail_at = failure->memory.calls + 1 == failure->fail_once ? failure->fail_once : 0;
	return counted_resize(&failure->memory, block, old_size, new_size);
}

/// Packs and proves with failing memory. Trimming may fail without harm; nothing may leak in any case.
static bool pack_with(
	const kilncook_context *context, counted_memory *memory, const clean_mesh *mesh, const build_box *boxes)
{
	packed_tree tree = {0};
	build_options options = {0};
	kilncook_status status =
		mesh ? pack_mesh(context, mesh, &options, &tree) : pack_boxes(context, boxes, 200, &options, &tree);
	assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
	if (status == KILNCOOK_OK)
	{
		kilncook_status proof =
			mesh ? pack_prove_mesh(context, mesh, &tree) : pack_prove_boxes(context, boxes, 200, &tree);
		assert_true(proof == KILNCOOK_OK || memory->fail_at);
		packed_tree_free(context, &tree);
	}
	assert_int_equal(memory->live, 0);
	assert_int_equal(memory->wrong_size, 0);
	return status == KILNCOOK_OK;
}

static void without_memory_nothing_is_packed_and_nothing_leaks(void **state)
{
	(void)state;
	fixture_mesh mesh = pack_shape_plain();
	clean_mesh clean = pack_clean(&mesh);
	build_box *boxes = pack_boxes_random(200, 1, 0, 3);
	for (int kind = 0; kind < 4; ++kind)
	{
		const clean_mesh *packed = kind % 2 ? NULL : &clean;
		one_failure failure;
		size_t requests = 1, succeeded = 0;
		for (size_t i = 0; i <= requests; ++i)
		{
			// Fails from request i on, or only this one; the first round counts the requests.
			kilncook_context context = counted_context(&failure.memory);
			failure.memory.fail_at = i;
			failure.fail_once = i;
			if (kind >= 2)
				context.allocator = (kilncook_allocator){resize_once, &failure};
			succeeded += pack_with(&context, &failure.memory, packed, boxes);
			requests = i ? requests : failure.memory.calls;
		}
		// The first round, one round with a failed proof, and the few rounds that only trim.
		assert_in_range(succeeded, 2, requests / 2);
	}
	free(boxes);
	fixture_mesh_free(&mesh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packing_holds_every_triangle_once_to_the_bit),
		cmocka_unit_test(every_plane_is_exact_in_float32),
		cmocka_unit_test(packed_leaves_end_with_the_tail_that_wide_loads_need),
		cmocka_unit_test(the_largest_coordinates_are_quantized),
		cmocka_unit_test(deep_trees_are_packed_again_by_object_medians),
		cmocka_unit_test(the_same_mesh_packs_to_the_same_bytes),
		cmocka_unit_test(the_stored_cost_is_that_of_the_areas),
		cmocka_unit_test(a_tree_over_boxes_holds_each_once),
		cmocka_unit_test(packing_spatial_splits_keeps_every_triangle_once),
		cmocka_unit_test(without_memory_nothing_is_packed_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
