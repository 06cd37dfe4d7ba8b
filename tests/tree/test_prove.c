// SPDX-License-Identifier: MIT
#include "memory.h"
#include "pack_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A packed sphere, and a copy of it to be damaged.
typedef struct trial
{
	counted_memory memory;
	kilncook_context context;
	fixture_mesh mesh;
	clean_mesh clean;
	packed_tree good;
	packed_tree bad;
} trial;

static void *copy(const void *from, size_t size)
{
	void *block = malloc(size);
	assert_non_null(block);
	memcpy(block, from, size);
	return block;
}

static void mend(trial *t)
{
	free(t->bad.nodes);
	free(t->bad.leaves);
	free(t->bad.order);
	free(t->bad.leaf_index);
	free(t->bad.leaf_vertices);
	t->bad = t->good;
	// Exactly the necessary size, so that the sanitizer finds every access outside.
	t->bad.nodes = copy(t->good.nodes, t->good.node_count * sizeof *t->good.nodes);
	t->bad.leaves = copy(t->good.leaves, (size_t)t->good.leaf_units * KILN_LEAF_UNIT);
	t->bad.order = copy(t->good.order, t->good.order_count * sizeof *t->good.order);
	t->bad.leaf_vertices = copy(t->good.leaf_vertices, t->good.leaf_vertex_count * sizeof *t->good.leaf_vertices);
	t->bad.leaf_index = copy(t->good.leaf_index, t->good.leaf_index_count * sizeof *t->good.leaf_index);
}

static void start(trial *t)
{
	*t = (trial){0};
	t->context = counted_context(&t->memory);
	t->mesh = pack_shape_plain();
	t->clean = pack_clean(&t->mesh);
	assert_int_equal(pack_mesh(&t->context, &t->clean, &(build_options){0}, &t->good), KILNCOOK_OK);
	assert_true(t->good.depth > 1 && t->good.node_count > 5);
	mend(t);
	assert_int_equal(pack_prove_mesh(&t->context, &t->clean, &t->bad), KILNCOOK_OK);
	assert_int_equal(t->memory.messages, 0);
}

/// Checks that the damaged copy is refused with one message; repairs it.
static void refused(trial *t)
{
	size_t before = t->memory.messages;
	assert_int_equal(pack_prove_mesh(&t->context, &t->clean, &t->bad), KILNCOOK_INTERNAL);
	assert_int_equal(t->memory.messages, before + 1);
	assert_string_equal(t->memory.last_code, "tree-proof");
	mend(t);
}

static void finish(trial *t)
{
	free(t->bad.nodes);
	free(t->bad.leaves);
	free(t->bad.order);
	free(t->bad.leaf_index);
	free(t->bad.leaf_vertices);
	packed_tree_free(&t->context, &t->good);
	fixture_mesh_free(&t->mesh);
	assert_int_equal(t->memory.live, 0);
	assert_int_equal(t->memory.wrong_size, 0);
}

static uint32_t inner_count(const kiln_format_tree_node *node)
{
	return node->counts >> 4;
}

static uint32_t child_count(const kiln_format_tree_node *node)
{
	return node->counts & 15u;
}

static void the_proof_rejects_a_box_shrunk_by_one_step(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t n = 0; n < t.good.node_count; ++n)
		for (uint32_t i = 0; i < child_count(&t.good.nodes[n]); ++i)
			for (int axis = 0; axis < 3; ++axis)
			{
				++t.bad.nodes[n].lo[axis][i];
				refused(&t);
				--t.bad.nodes[n].hi[axis][i];
				refused(&t);
			}
	finish(&t);
}

static void the_proof_rejects_a_moved_or_finer_frame(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t n = 0; n < t.good.node_count; ++n)
		for (int axis = 0; axis < 3; ++axis)
		{
			float *origin = &t.bad.nodes[n].origin[axis];
			*origin = nextafterf(*origin, INFINITY);
			refused(&t);
			t.bad.nodes[n].origin[axis] = nextafterf(t.good.nodes[n].origin[axis], -INFINITY);
			refused(&t);
			t.bad.nodes[n].origin[axis] = NAN;
			refused(&t);
			t.bad.nodes[n].origin[axis] = -INFINITY;
			refused(&t);
			t.bad.nodes[n].origin[axis] = 16777215.0f;
			refused(&t);
			t.bad.nodes[n].exponent[axis] -= 1;
			refused(&t);
			t.bad.nodes[n].exponent[axis] = 0;
			refused(&t);
			t.bad.nodes[n].exponent[axis] = 255;
			refused(&t);
		}
	finish(&t);
}

static void the_proof_rejects_a_wrong_way_down(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t n = 0; n < t.good.node_count; ++n)
	{
		const kiln_format_tree_node *good = &t.good.nodes[n];
		uint32_t inner = inner_count(good), count = child_count(good);
		const uint8_t counts[] = {0, (uint8_t)(inner << 4), (uint8_t)(9 | inner << 4), (uint8_t)(count | 9 << 4),
			(uint8_t)(count - 1 + (inner << 4)), 0xff};
		for (size_t i = 0; i < sizeof counts; ++i)
		{
			t.bad.nodes[n].counts = counts[i];
			refused(&t);
		}
		const uint32_t bases[] = {
			0, n, good->child_base - 1, good->child_base + 1, t.good.node_count, 0x7fffffffu, 0x80000000u, 0xffffffffu};
		for (size_t i = 0; inner && i < sizeof bases / sizeof *bases; ++i)
		{
			t.bad.nodes[n].child_base = bases[i];
			refused(&t);
		}
		for (uint32_t i = inner; i < count; ++i)
		{
			t.bad.nodes[n].leaf_offset[i] += 1;
			refused(&t);
			// Two leaves change places.
			if (i + 1 == count)
				continue;
			t.bad.nodes[n].leaf_offset[i] = good->leaf_offset[i + 1];
			t.bad.nodes[n].leaf_offset[i + 1] = good->leaf_offset[i];
			refused(&t);
		}
		const uint32_t leaves[] = {good->leaf_base + 1, good->leaf_base - 1, t.good.leaf_units, 0xffffffffu};
		for (size_t i = 0; inner < count && i < sizeof leaves / sizeof *leaves; ++i)
		{
			t.bad.nodes[n].leaf_base = leaves[i];
			refused(&t);
		}
	}
	finish(&t);
}

static void the_proof_rejects_nodes_in_another_order(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t n = 0; n < t.good.node_count; ++n)
		for (uint32_t i = 1; i < inner_count(&t.good.nodes[n]); ++i)
		{
			uint32_t child = t.good.nodes[n].child_base + i;
			t.bad.nodes[child] = t.good.nodes[child - 1];
			t.bad.nodes[child - 1] = t.good.nodes[child];
			refused(&t);
			t.bad.nodes[child] = t.good.nodes[child - 1];
			refused(&t);
		}
	finish(&t);
}

static void the_proof_rejects_every_other_bit_of_a_vertex_or_corner(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t unit = 0; unit < t.good.leaf_units;)
	{
		kiln_format_leaf head;
		memcpy(&head, t.good.leaves + (size_t)unit * KILN_LEAF_UNIT, sizeof head);
		uint8_t *record = NULL;
		uint32_t vertices = kiln_format_leaf_vertices_offset(head.triangle_count);
		for (uint32_t bit = 0; bit < 8u * sizeof(float) * 3 * head.vertex_count; bit += 1 + unit % 7)
		{
			record = t.bad.leaves + (size_t)unit * KILN_LEAF_UNIT;
			record[vertices + bit / 8] ^= (uint8_t)(1u << bit % 8);
			refused(&t);
		}
		for (uint32_t bit = 0; bit < 16u * head.triangle_count; ++bit)
		{
			record = t.bad.leaves + (size_t)unit * KILN_LEAF_UNIT;
			record[sizeof head + bit / 8] ^= (uint8_t)(1u << bit % 8);
			refused(&t);
		}
		unit += kiln_format_leaf_units(&head);
	}
	finish(&t);
}

static void the_proof_rejects_wrong_numbers_of_leaf_vertices(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t i = 0; i < t.good.leaf_vertex_count; ++i)
	{
		t.bad.leaf_vertices[i] += i % 2 ? 1 : 0xffffffffu;
		refused(&t);
	}
	--t.bad.leaf_vertex_count;
	refused(&t);
	t.bad.leaf_vertex_count = 0;
	refused(&t);
	++t.bad.leaf_vertex_count;
	refused(&t);
	finish(&t);
}

static void the_proof_rejects_wrong_heads_of_leaves(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t unit = 0; unit < t.good.leaf_units;)
	{
		kiln_format_leaf head;
		memcpy(&head, t.good.leaves + (size_t)unit * KILN_LEAF_UNIT, sizeof head);
		for (int field = 0; field < 9; ++field)
		{
			kiln_format_leaf bad = head;
			bad.triangle += field == 0 ? 1u : field == 1 ? 0xffffffffu : 0;
			bad.triangle_count = field == 2	  ? 0
								 : field == 3 ? KILN_LEAF_TRIANGLES_MAX + 1
								 : field == 4 ? (uint8_t)(head.triangle_count + 1)
											  : head.triangle_count;
			bad.vertex_count = field == 5	? 0
							   : field == 6 ? KILN_LEAF_VERTICES_MAX + 1
							   : field == 7 ? (uint8_t)(head.vertex_count - 1)
							   : field == 8 ? (uint8_t)(head.vertex_count + 1)
											: head.vertex_count;
			memcpy(t.bad.leaves + (size_t)unit * KILN_LEAF_UNIT, &bad, sizeof bad);
			refused(&t);
		}
		unit += kiln_format_leaf_units(&head);
	}
	finish(&t);
}

static void the_proof_rejects_triangles_that_stand_twice_or_nowhere(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t i = 1; i < t.good.order_count; ++i)
	{
		t.bad.order[i] = t.good.order[i - 1];
		refused(&t);
		t.bad.order[i - 1] = t.good.order[i];
		t.bad.order[i] = t.good.order[i - 1];
		refused(&t);
	}
	t.bad.order[0] = t.clean.triangle_count;
	refused(&t);
	t.bad.order[0] = 0xffffffffu;
	refused(&t);
	// The same triangle to the bit, twice: only counting detects this.
	memcpy(t.mesh.triangles[t.good.order[0]], t.mesh.triangles[t.good.order[1]], sizeof t.mesh.triangles[0]);
	packed_tree_free(&t.context, &t.good);
	assert_int_equal(pack_mesh(&t.context, &t.clean, &(build_options){0}, &t.good), KILNCOOK_OK);
	mend(&t);
	for (uint32_t i = 1; i < t.good.order_count; ++i)
		if (memcmp(t.mesh.triangles[t.good.order[i]], t.mesh.triangles[t.good.order[i - 1]], 12) == 0)
		{
			t.bad.order[i] = t.good.order[i - 1];
			refused(&t);
		}
	// A mesh with one triangle more or less than the tree.
	++t.clean.triangle_count;
	refused(&t);
	t.clean.triangle_count -= 2;
	refused(&t);
	finish(&t);
}

static void the_proof_rejects_wrong_totals(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t i = 0; i < t.good.leaf_index_count; ++i)
	{
		++t.bad.leaf_index[i];
		refused(&t);
		--t.bad.leaf_index[i];
		refused(&t);
	}
	const uint32_t depths[] = {0, 1, t.good.depth - 1, t.good.depth + 1, KILN_TREE_DEPTH_MAX + 1, 0xffffffffu};
	for (size_t i = 0; i < sizeof depths / sizeof *depths; ++i)
	{
		t.bad.depth = depths[i];
		refused(&t);
	}
	t.bad.node_count = 0;
	refused(&t);
	--t.bad.node_count;
	refused(&t);
	--t.bad.order_count;
	refused(&t);
	++t.bad.leaf_count;
	refused(&t);
	--t.bad.leaf_count;
	refused(&t);
	++t.bad.leaf_index_count;
	refused(&t);
	--t.bad.leaf_index_count;
	refused(&t);
	--t.bad.leaf_units;
	refused(&t);
	t.bad.leaf_units = 0;
	refused(&t);
	// More than allowed, with memory for it.
	t.bad.nodes = realloc(t.bad.nodes, (t.good.node_count + 1) * sizeof *t.bad.nodes);
	assert_non_null(t.bad.nodes);
	t.bad.nodes[t.bad.node_count++] = t.good.nodes[t.good.node_count - 1];
	refused(&t);
	t.bad.leaves = realloc(t.bad.leaves, (size_t)(t.good.leaf_units + 1) * KILN_LEAF_UNIT);
	assert_non_null(t.bad.leaves);
	memset(t.bad.leaves + (size_t)t.bad.leaf_units++ * KILN_LEAF_UNIT, 0, KILN_LEAF_UNIT);
	refused(&t);
	finish(&t);
}

static void the_proof_rejects_what_the_format_wants_clear(void **state)
{
	(void)state;
	trial t;
	start(&t);
	for (uint32_t n = 0; n < t.good.node_count; ++n)
	{
		const kiln_format_tree_node *good = &t.good.nodes[n];
		uint32_t inner = inner_count(good), count = child_count(good);
		for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
		{
			if (i >= inner && i < count)
				continue;
			t.bad.nodes[n].leaf_offset[i] = 1;
			refused(&t);
			if (i < inner)
				continue;
			t.bad.nodes[n].lo[i % 3][i] = 254;
			refused(&t);
			t.bad.nodes[n].hi[i % 3][i] = 1;
			refused(&t);
		}
		t.bad.nodes[n].child_base = n + 1;
		if (!inner)
			refused(&t);
		mend(&t);
		t.bad.nodes[n].leaf_base = 1;
		if (inner == count)
			refused(&t);
		mend(&t);
	}
	for (uint32_t unit = 0; unit < t.good.leaf_units;)
	{
		kiln_format_leaf head;
		size_t record = (size_t)unit * KILN_LEAF_UNIT;
		memcpy(&head, t.good.leaves + record, sizeof head);
		uint32_t vertices = kiln_format_leaf_vertices_offset(head.triangle_count);
		uint32_t size = kiln_format_leaf_units(&head) * KILN_LEAF_UNIT;
		for (uint32_t at = offsetof(kiln_format_leaf, planes); at < size; ++at)
		{
			bool corners = at >= sizeof head && at < sizeof head + 2u * head.triangle_count;
			if (corners || (at >= vertices && at < vertices + 12u * head.vertex_count))
				continue;
			t.bad.leaves[record + at] = 1;
			refused(&t);
		}
		unit += size / KILN_LEAF_UNIT;
	}
	finish(&t);
}

enum
{
	BOXES = 200,
};

static void refused_boxes(counted_memory *memory, const kilncook_context *context, const build_box *boxes,
	uint32_t count, const packed_tree *tree)
{
	size_t before = memory->messages;
	assert_int_equal(pack_prove_boxes(context, boxes, count, tree), KILNCOOK_INTERNAL);
	assert_int_equal(memory->messages, before + 1);
	assert_string_equal(memory->last_code, "tree-proof");
}

static void the_proof_rejects_a_wrong_tree_over_boxes(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	build_box *boxes = pack_boxes_random(BOXES, 1, 0, 7);
	packed_tree tree;
	assert_int_equal(pack_boxes(&context, boxes, BOXES, &(build_options){0}, &tree), KILNCOOK_OK);
	for (uint32_t n = 0; n < tree.node_count; ++n)
	{
		kiln_format_tree_node *node = &tree.nodes[n], good = *node;
		for (uint32_t i = 0; i < child_count(&good); ++i)
			for (int axis = 0; axis < 3; ++axis)
			{
				++node->lo[axis][i];
				refused_boxes(&memory, &context, boxes, BOXES, &tree);
				*node = good;
				--node->hi[axis][i];
				refused_boxes(&memory, &context, boxes, BOXES, &tree);
				*node = good;
			}
		if (inner_count(&good) == child_count(&good))
			continue;
		++node->leaf_base;
		refused_boxes(&memory, &context, boxes, BOXES, &tree);
		*node = good;
		++node->leaf_offset[inner_count(&good)];
		refused_boxes(&memory, &context, boxes, BOXES, &tree);
		*node = good;
	}
	uint32_t first = tree.order[0];
	const uint32_t wrong[] = {tree.order[1], BOXES, 0xffffffffu};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
	{
		tree.order[0] = wrong[i];
		refused_boxes(&memory, &context, boxes, BOXES, &tree);
	}
	tree.order[0] = first;
	refused_boxes(&memory, &context, boxes, BOXES - 1, &tree);
	for (uint32_t i = 0; i < BOXES; ++i)
	{
		build_box good = boxes[i];
		boxes[i].max[i % 3] += 3;
		refused_boxes(&memory, &context, boxes, BOXES, &tree);
		boxes[i] = good;
	}
	assert_int_equal(pack_prove_boxes(&context, boxes, BOXES, &tree), KILNCOOK_OK);
	packed_tree_free(&context, &tree);
	free(boxes);
	assert_int_equal(memory.live, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_proof_rejects_a_box_shrunk_by_one_step),
		cmocka_unit_test(the_proof_rejects_a_moved_or_finer_frame),
		cmocka_unit_test(the_proof_rejects_a_wrong_way_down),
		cmocka_unit_test(the_proof_rejects_nodes_in_another_order),
		cmocka_unit_test(the_proof_rejects_every_other_bit_of_a_vertex_or_corner),
		cmocka_unit_test(the_proof_rejects_wrong_numbers_of_leaf_vertices),
		cmocka_unit_test(the_proof_rejects_wrong_heads_of_leaves),
		cmocka_unit_test(the_proof_rejects_triangles_that_stand_twice_or_nowhere),
		cmocka_unit_test(the_proof_rejects_wrong_totals),
		cmocka_unit_test(the_proof_rejects_what_the_format_wants_clear),
		cmocka_unit_test(the_proof_rejects_a_wrong_tree_over_boxes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
