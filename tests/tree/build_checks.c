// SPDX-License-Identifier: MIT
#include "build_checks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_box_equals(const build_box *a, const build_box *b)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		assert_true(a->min[axis] == b->min[axis]);
		assert_true(a->max[axis] == b->max[axis]);
	}
}

static void extend(build_box *box, const build_box *by)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		box->min[axis] = by->min[axis] < box->min[axis] ? by->min[axis] : box->min[axis];
		box->max[axis] = by->max[axis] > box->max[axis] ? by->max[axis] : box->max[axis];
	}
}

static bool overlaps(const build_box *a, const build_box *b)
{
	for (int axis = 0; axis < 3; ++axis)
		if (a->min[axis] > b->max[axis] || a->max[axis] < b->min[axis])
			return false;
	return true;
}

void check_shape(const build_tree *tree)
{
	uint8_t *level = calloc(tree->node_count, 1);
	assert_non_null(level);
	uint32_t references = 0, depth = 0, reached = 1;
	level[0] = 1;
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const build_node *node = &tree->nodes[i];
		assert_int_not_equal(level[i], 0);
		depth = level[i] > depth ? level[i] : depth;
		if (node->count)
		{
			assert_true(node->first <= tree->order_count && node->count <= tree->order_count - node->first);
			references += node->count;
			continue;
		}
		assert_true(node->first > i && node->first < tree->node_count - 1);
		for (uint32_t child = node->first; child < node->first + 2; ++child)
		{
			assert_int_equal(level[child], 0);
			level[child] = (uint8_t)(level[i] + 1);
			++reached;
		}
	}
	free(level);
	assert_int_equal(reached, tree->node_count);
	assert_int_equal(references, tree->order_count);
	assert_int_equal(depth, tree->depth);
	assert_true(depth <= BUILD_MAX_DEPTH);
}

void check_references(const build_tree *tree, uint32_t count, bool repeats)
{
	uint32_t *seen = calloc(count, sizeof *seen);
	uint8_t *slots = calloc(tree->order_count, 1);
	assert_non_null(seen);
	assert_non_null(slots);
	for (uint32_t i = 0; i < tree->node_count; ++i)
		for (uint32_t k = 0; k < tree->nodes[i].count; ++k)
		{
			uint32_t slot = tree->nodes[i].first + k;
			assert_int_equal(slots[slot]++, 0);
			assert_true(tree->order[slot] < count);
			++seen[tree->order[slot]];
		}
	for (uint32_t i = 0; i < count; ++i)
		assert_true(repeats ? seen[i] >= 1 : seen[i] == 1);
	free(seen);
	free(slots);
}

void check_boxes(const build_tree *tree, const build_box *boxes, bool repeats)
{
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const build_node *node = &tree->nodes[i];
		build_box sum;
		if (node->count == 0)
		{
			sum = tree->nodes[node->first].box;
			extend(&sum, &tree->nodes[node->first + 1].box);
			assert_box_equals(&sum, &node->box);
			continue;
		}
		sum = boxes[tree->order[node->first]];
		for (uint32_t k = 0; k < node->count; ++k)
		{
			assert_true(overlaps(&node->box, &boxes[tree->order[node->first + k]]));
			extend(&sum, &boxes[tree->order[node->first + k]]);
		}
		if (!repeats)
			assert_box_equals(&sum, &node->box);
		build_box bigger = node->box;
		extend(&bigger, &sum);
		assert_box_equals(&bigger, &sum);
	}
}

build_tree check_build(const soup *s, const build_options *options, bool triangles)
{
	kilncook_context context = {0};
	build_input input = {
		.boxes = s->boxes, .count = s->count, .corners = triangles ? (const float(*)[3][3])s->corners : NULL};
	build_tree tree = {0};
	assert_int_equal(build_tree_build(&context, &input, options, &tree), KILNCOOK_OK);
	return tree;
}

void check_drop(build_tree *tree)
{
	kilncook_context context = {0};
	build_tree_free(&context, tree);
	assert_null(tree->nodes);
}

double check_cost(const soup *s, const build_options *options)
{
	build_tree tree = check_build(s, options, false);
	double cost = build_tree_sah_cost(&tree, 1.0, 1.0);
	check_drop(&tree);
	return cost;
}

void check_same_tree(const build_tree *a, const build_tree *b)
{
	assert_int_equal(a->node_count, b->node_count);
	assert_int_equal(a->order_count, b->order_count);
	assert_int_equal(a->depth, b->depth);
	assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof *a->nodes);
	assert_memory_equal(a->order, b->order, a->order_count * sizeof *a->order);
}

uint64_t check_hash(uint64_t hash, const void *bytes, size_t count)
{
	for (const uint8_t *byte = bytes; count > 0; --count)
		hash = (hash ^ *byte++) * 1099511628211u;
	return hash;
}

/// An allocator that fails at the k-th call and counts the bytes in use.
typedef struct failing
{
	uint32_t calls;
	uint32_t fail_at;
	size_t bytes;
} failing;

static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	failing *f = user;
	if (new_size == 0)
	{
		f->bytes -= old_size;
		free(block);
		return NULL;
	}
	if (f->calls++ == f->fail_at)
		return NULL;
	void *moved = realloc(block, new_size);
	if (moved)
		f->bytes = f->bytes - old_size + new_size;
	return moved;
}

uint32_t check_failures(const soup *s, const build_options *options)
{
	for (uint32_t fail_at = 0;; ++fail_at)
	{
		failing f = {.fail_at = fail_at};
		kilncook_context context = {.allocator = {failing_resize, &f}};
		build_input input = {.boxes = s->boxes, .count = s->count, .corners = (const float(*)[3][3])s->corners};
		build_node untouched;
		build_tree tree = {.nodes = &untouched};
		kilncook_status status = build_tree_build(&context, &input, options, &tree);
		if (status == KILNCOOK_OK)
		{
			// The build may only survive a failure to shrink.
			check_shape(&tree);
			build_tree_free(&context, &tree);
		}
		else
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_ptr_equal(tree.nodes, &untouched);
		}
		assert_int_equal(f.bytes, 0);
		if (f.calls <= fail_at)
			return fail_at;
	}
}
