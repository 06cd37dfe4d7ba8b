// SPDX-License-Identifier: MIT
#include "deform_case.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ALL_TREES 0xffffffffu

/// A deformed case, in memory of exactly the required size.
typedef struct trial
{
	deform_case c;
	kiln_deformed deformed;
	float (*positions)[3];
} trial;

static void start(trial *t, fixture_mesh shape, deform_trees made, uint32_t trees)
{
	deform_case_make(&t->c, shape, made, 7);
	size_t size = kiln_deformed_size(&t->c.asset, 0, trees);
	assert_true(size > 0);
	void *memory = fixture_memory(size);
	memset(memory, 0xa5, size);
	assert_int_equal(kiln_deformed_init(&t->deformed, &t->c.asset, 0, trees, memory, size), KILN_OK);
	t->positions = calloc(t->c.mesh.source_vertex_count, sizeof *t->positions);
	assert_non_null(t->positions);
}

static void finish(trial *t)
{
	free(t->deformed.memory);
	free(t->positions);
	deform_case_free(&t->c);
}

static void move(trial *t, int way)
{
	deform_positions(&t->c, way, 99, t->positions);
	assert_int_equal(kiln_deformed_move(&t->deformed, t->positions[0], 0, t->c.mesh.source_vertex_count), KILN_OK);
}

static void every_point_lies_in_every_ancestors_volume(void **state)
{
	(void)state;
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		trial t;
		start(&t, pack_shape(shape), DEFORM_TURNED, ALL_TREES);
		for (int way = 0; way < DEFORM_WAYS; ++way)
		{
			move(&t, way);
			for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
				if (!deform_holds(&t.c, &t.deformed, kind, (const float(*)[3])t.positions))
					fail_msg("shape %d, deformation %d, kind %u", shape, way, kind);
		}
		finish(&t);
	}
}

static void the_cookers_proof_takes_deformed_trees(void **state)
{
	(void)state;
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		// The largest takes long.
		if (shape == 8)
			continue;
		trial t;
		start(&t, pack_shape(shape), shape % 2 ? DEFORM_TURNED : DEFORM_COOKED, ALL_TREES);
		for (int way = 0; way < DEFORM_WAYS; ++way)
		{
			move(&t, way);
			for (uint32_t kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
				if (!deform_proved(&t.c, &t.deformed, kind))
					fail_msg("shape %d, deformation %d, kind %u", shape, way, kind);
		}
		finish(&t);
	}
}

static const uint8_t *nodes_now(const trial *t, uint32_t kind)
{
	return (const uint8_t *)t->deformed.memory + kilni_deformed_head_of(&t->deformed)->tree[kind].nodes;
}

static const uint8_t *nodes_cooked(const trial *t, uint32_t kind)
{
	if (kind == KILN_TREE_AABB)
		return (const uint8_t *)(const void *)t->c.packed.nodes;
	return t->c.volume_nodes + t->c.trees[kind - KILN_TREE_OBB].nodes;
}

static size_t bytes_of(const trial *t, uint32_t kind)
{
	const kiln_deformed_tree *tree = &kilni_deformed_head_of(&t->deformed)->tree[kind];
	return (size_t)tree->node_count * tree->node_size;
}

static void a_new_one_is_the_cooked_mesh_to_the_bit(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		assert_memory_equal(nodes_now(&t, kind), nodes_cooked(&t, kind), bytes_of(&t, kind));
		assert_true(kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind) == 1);
	}
	const kiln_deformed_head *head = kilni_deformed_head_of(&t.deformed);
	const uint8_t *memory = t.deformed.memory;
	assert_memory_equal(memory + head->leaves, t.c.packed.leaves, (size_t)t.c.packed.leaf_units * KILN_LEAF_UNIT);
	finish(&t);
}

static void at_rest_boxes_and_leaves_are_the_cooked_ones_to_the_bit(void **state)
{
	(void)state;
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		trial t;
		start(&t, pack_shape(shape), DEFORM_TURNED, 0);
		move(&t, 4);
		move(&t, 0);
		const kiln_deformed_head *head = kilni_deformed_head_of(&t.deformed);
		const uint8_t *memory = t.deformed.memory;
		assert_memory_equal(nodes_now(&t, 0), nodes_cooked(&t, 0), bytes_of(&t, 0));
		assert_memory_equal(memory + head->leaves, t.c.packed.leaves, (size_t)t.c.packed.leaf_units * KILN_LEAF_UNIT);
		assert_true(kiln_deformed_cost(&t.deformed, KILN_TREE_AABB) == 1);
		finish(&t);
	}
}

/// At rest, fitted volumes may be this much larger than cooked ones: spheres and RSSs are fitted by simpler methods,
/// and large subtrees use their children's volumes only.
static void at_rest_volumes_are_hardly_larger_than_cooked(void **state)
{
	(void)state;
	static const double most[KILN_TREE_KIND_END] = {1, 1.1, 1.001, 1.001, 1.001, 1.1, 1.1};
	const int shapes[] = {2, 3, 12, 13, 14};
	for (int i = 0; i < 5; ++i)
	{
		trial t;
		start(&t, shapes[i] == 14 ? fixture_sphere(60, 80, 1) : pack_shape(shapes[i]), DEFORM_COOKED, ALL_TREES);
		move(&t, 0);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			double now = deform_surfaces(&t.deformed, kind, nodes_now(&t, kind));
			double cooked = deform_surfaces(&t.deformed, kind, nodes_cooked(&t, kind));
			assert_true(now <= cooked * most[kind]);
			assert_true(kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind) == 1);
		}
		finish(&t);
	}
}

static void what_was_before_leaves_no_trace(void **state)
{
	(void)state;
	trial a, b;
	start(&a, pack_shape(3), DEFORM_COOKED, ALL_TREES);
	start(&b, pack_shape(3), DEFORM_COOKED, ALL_TREES);
	for (int way = 1; way < DEFORM_WAYS; ++way)
		move(&a, way);
	for (int way = 0; way < DEFORM_WAYS; ++way)
	{
		move(&a, way);
		move(&b, way);
		assert_memory_equal(a.deformed.memory, b.deformed.memory, a.deformed.size);
		kiln_deformed_init(&b.deformed, &b.c.asset, 0, ALL_TREES, b.deformed.memory, b.deformed.size);
	}
	finish(&a);
	finish(&b);
}

static void refused_positions_change_nothing(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	uint32_t count = t.c.mesh.source_vertex_count;
	move(&t, 2);
	uint8_t *before = malloc(t.deformed.size);
	assert_non_null(before);
	memcpy(before, t.deformed.memory, t.deformed.size);
	deform_positions(&t.c, 3, 1, t.positions);
	const float beyond = nextafterf(KILN_COORDINATE_MAX, INFINITY);
	const float bad[] = {NAN, -NAN, INFINITY, -INFINITY, beyond, -beyond, FLT_MAX};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			uint32_t at = i % 3 == 0 ? 0 : i % 3 == 1 ? count - 1 : count / 2;
			float kept = t.positions[at][axis];
			t.positions[at][axis] = bad[i];
			assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 0, count), KILN_E_ARGUMENT);
			t.positions[at][axis] = kept;
		}
	assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 0, count - 1), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 0, count + 1), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 0, 0), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 11, count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_move(&t.deformed, NULL, 0, count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_move(NULL, t.positions[0], 0, count), KILN_E_ARGUMENT);
	assert_memory_equal(before, t.deformed.memory, t.deformed.size);
	// The largest coordinate is still allowed.
	t.positions[0][0] = -KILN_COORDINATE_MAX;
	assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 12, count), KILN_OK);
	free(before);
	finish(&t);
}

static void wrong_memory_is_refused(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	size_t size = t.deformed.size;
	uint8_t *memory = fixture_memory(size + 64);
	kiln_deformed made = {0}, none = {0};
	assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 0, ALL_TREES, memory, size - 1), KILN_E_CAPACITY);
	assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 0, ALL_TREES, NULL, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_init(&made, NULL, 0, ALL_TREES, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_init(NULL, &t.c.asset, 0, ALL_TREES, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 1, ALL_TREES, memory, size), KILN_E_ARGUMENT);
	for (size_t off = 1; off < 16; ++off)
		assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 0, ALL_TREES, memory + off, size), KILN_E_ALIGNMENT);
	assert_memory_equal(&made, &none, sizeof made);
	assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 0, ALL_TREES, memory + 16, size + 16), KILN_OK);
	// A head that names another mesh, or a larger size, is invalid.
	++made.mesh;
	assert_null(kilni_deformed_head_of(&made));
	--made.mesh;
	++made.size;
	assert_null(kilni_deformed_head_of(&made));
	assert_true(kiln_deformed_cost(&made, KILN_TREE_AABB) == 0);
	--made.size;
	assert_non_null(kilni_deformed_head_of(&made));
	t.c.header.content_hash[0] ^= 1;
	assert_null(kilni_deformed_head_of(&made));
	assert_null(kilni_deformed_head_of(&none));
	assert_int_equal(kiln_deformed_size(&t.c.asset, 1, 0), 0);
	assert_int_equal(kiln_deformed_size(NULL, 0, 0), 0);
	t.c.mesh.vertex_first = KILN_NONE;
	assert_int_equal(kiln_deformed_size(&t.c.asset, 0, 0), 0);
	assert_int_equal(kiln_deformed_init(&made, &t.c.asset, 0, 0, memory, size), KILN_E_ARGUMENT);
	free(memory);
	finish(&t);
}

static void only_the_trees_asked_for_are_there(void **state)
{
	(void)state;
	for (uint32_t trees = 0; trees < 1u << KILN_TREE_KIND_END; trees += 5)
	{
		trial t;
		start(&t, pack_shape(1), DEFORM_TURNED, trees);
		assert_int_equal(t.deformed.trees, trees | 1u << KILN_TREE_AABB);
		move(&t, 1);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			bool there = t.deformed.trees >> kind & 1u;
			kiln_pair_tree tree = {.node_size = 77};
			assert_int_equal(kilni_deformed_pair_tree(&t.deformed, (kiln_tree_kind)kind, &tree), there);
			assert_int_equal(kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind) > 0, there);
			assert_true(there || tree.node_size == 77);
		}
		kiln_pair_tree tree;
		assert_false(kilni_deformed_pair_tree(&t.deformed, KILN_TREE_KIND_END, &tree));
		assert_true(kiln_deformed_cost(&t.deformed, KILN_TREE_KIND_END) == 0);
		finish(&t);
	}
}

static void pair_trees_hold_all_vertices(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	for (int way = 0; way < DEFORM_WAYS; ++way)
	{
		move(&t, way);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			kiln_pair_tree tree;
			assert_true(kilni_deformed_pair_tree(&t.deformed, (kiln_tree_kind)kind, &tree));
			assert_int_equal(tree.kind, kind);
			assert_ptr_equal(tree.nodes, nodes_now(&t, kind));
			for (uint32_t v = 0; v < t.c.clean.vertex_count; ++v)
				for (int axis = 0; axis < 3; ++axis)
				{
					double away = (double)t.positions[t.c.place[v]][axis] - (double)tree.middle[axis];
					assert_true(fabs(away) <= (double)tree.half[axis]);
				}
		}
	}
	finish(&t);
}

static void strides_skip_what_lies_between(void **state)
{
	(void)state;
	trial a, b;
	start(&a, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	start(&b, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	move(&a, 2);
	const size_t strides[] = {12, 13, 16, 32};
	uint32_t count = a.c.mesh.source_vertex_count;
	for (int i = 0; i < 4; ++i)
	{
		// The memory ends after the last position.
		size_t size = strides[i] * (count - 1) + 12;
		uint8_t *spread = malloc(size);
		assert_non_null(spread);
		memset(spread, 0xff, size);
		for (uint32_t v = 0; v < count; ++v)
			memcpy(spread + v * strides[i], a.positions[v], 12);
		assert_int_equal(
			kiln_deformed_move(&b.deformed, (const float *)(const void *)spread, strides[i], count), KILN_OK);
		assert_memory_equal(a.deformed.memory, b.deformed.memory, a.deformed.size);
		free(spread);
	}
	finish(&a);
	finish(&b);
}

/// Returns the surface of the box of all vertices.
static double box_surface(const trial *t)
{
	const kiln_refit_box *box = &kilni_deformed_head_of(&t->deformed)->bounds;
	double size[3];
	for (int axis = 0; axis < 3; ++axis)
		size[axis] = (double)box->max[axis] - (double)box->min[axis];
	return 2 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
}

static void scaling_and_moving_a_mesh_costs_nothing(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	const float scales[] = {2, 0.375f, -3, 1e-10f, 1e6f};
	for (int i = 0; i < 5; ++i)
	{
		for (uint32_t v = 0; v < t.c.mesh.source_vertex_count; ++v)
			for (int axis = 0; axis < 3; ++axis)
				t.positions[v][axis] = scales[i] * (t.c.positions[v][axis] + (float)axis);
		assert_int_equal(kiln_deformed_move(&t.deformed, t.positions[0], 0, t.c.mesh.source_vertex_count), KILN_OK);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			double cost = (double)kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind);
			if (!(fabs(cost - 1) < 0.02))
				fail_msg("scale %g, kind %u: %g", (double)scales[i], kind, cost);
		}
	}
	finish(&t);
}

/// Compares the cost with the stored volumes. Volumes of AABBs and k-DOPs are rounded to whole steps of their nodes.
static void the_cost_is_that_of_the_stored_volumes(void **state)
{
	(void)state;
	static const double tolerance[KILN_TREE_KIND_END] = {0.15, 1e-3, 0.15, 0.15, 0.15, 1e-3, 1e-3};
	static const int ways[] = {1, 2, 3, 4, 6, 11};
	const int shapes[] = {2, 3, 12};
	for (int shape = 0; shape < 3; ++shape)
	{
		trial t;
		double rest[KILN_TREE_KIND_END];
		start(&t, pack_shape(shapes[shape]), DEFORM_COOKED, ALL_TREES);
		move(&t, 0);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
			rest[kind] = deform_surfaces(&t.deformed, kind, nodes_now(&t, kind)) / box_surface(&t);
		for (size_t way = 0; way < sizeof ways / sizeof *ways; ++way)
		{
			move(&t, ways[way]);
			for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
			{
				double now = deform_surfaces(&t.deformed, kind, nodes_now(&t, kind)) / box_surface(&t);
				double cost = (double)kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind);
				if (!(fabs(cost * rest[kind] - now) <= tolerance[kind] * now))
					fail_msg("shape %d, deformation %d, kind %u: %g, stored %g", shapes[shape], ways[way], kind, cost,
						now / rest[kind]);
			}
		}
		finish(&t);
	}
}

static void without_a_surface_every_volume_costs_as_much_as_the_box(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	for (int way = 5; way <= 7; way += 2)
	{
		move(&t, way); // to a point; to a line
		assert_true(box_surface(&t) == 0);
		const kiln_deformed_head *head = kilni_deformed_head_of(&t.deformed);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			double volumes = 0;
			for (uint32_t n = 0; n < head->tree[kind].node_count; ++n)
			{
				const void *node = nodes_now(&t, kind) + (size_t)n * head->tree[kind].node_size;
				volumes += kind == KILN_TREE_AABB ? ((const kiln_format_tree_node *)node)->counts & 15u
												  : ((const kiln_format_volume_head *)node)->count;
			}
			double cost = (double)kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind);
			assert_true(fabs(cost * head->tree[kind].rest / volumes - 1) < 1e-6);
		}
	}
	finish(&t);
}

static void shuffling_the_vertices_ruins_every_tree(void **state)
{
	(void)state;
	trial t;
	start(&t, pack_shape(2), DEFORM_COOKED, ALL_TREES);
	move(&t, 11);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		assert_true(kiln_deformed_cost(&t.deformed, (kiln_tree_kind)kind) > 3);
	finish(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_point_lies_in_every_ancestors_volume),
		cmocka_unit_test(the_cookers_proof_takes_deformed_trees),
		cmocka_unit_test(a_new_one_is_the_cooked_mesh_to_the_bit),
		cmocka_unit_test(at_rest_boxes_and_leaves_are_the_cooked_ones_to_the_bit),
		cmocka_unit_test(at_rest_volumes_are_hardly_larger_than_cooked),
		cmocka_unit_test(what_was_before_leaves_no_trace),
		cmocka_unit_test(refused_positions_change_nothing),
		cmocka_unit_test(wrong_memory_is_refused),
		cmocka_unit_test(only_the_trees_asked_for_are_there),
		cmocka_unit_test(pair_trees_hold_all_vertices),
		cmocka_unit_test(strides_skip_what_lies_between),
		cmocka_unit_test(scaling_and_moving_a_mesh_costs_nothing),
		cmocka_unit_test(the_cost_is_that_of_the_stored_volumes),
		cmocka_unit_test(without_a_surface_every_volume_costs_as_much_as_the_box),
		cmocka_unit_test(shuffling_the_vertices_ruins_every_tree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
