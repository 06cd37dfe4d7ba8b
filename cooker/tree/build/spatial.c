// SPDX-License-Identifier: MIT
#include "spatial.h"

#include "memory.h"
#include "split_spatial.h"

#include <assert.h>

/// The builder for spatial splits. References multiply during the descent, so they lie on a stack: the range that is
/// being divided is on top and may grow; a finished leaf moves its references into the tree's order.

/// A range whose node is reserved but not filled in.
typedef struct pending
{
	split_range range;
	uint32_t node;
	uint32_t depth;
	uint32_t extra; ///< references that may still be duplicated below
} pending;

typedef struct spatial_builder
{
	const build_input *input;
	split_work work;
	build_ref *refs;
	uint32_t capacity;	 ///< of refs
	uint32_t spare;		 ///< duplicates that finished leaves did not use
	float least_overlap; ///< half area of overlap above which planes are tried
	build_tree tree;
	pending stack[BUILD_MAX_DEPTH + 1];
	uint32_t top;
} spatial_builder;

/// Returns half the surface of the intersection of two boxes.
static float overlap_of(const split_result *split)
{
	float extent[4];
	vec4 low = vec4_max(split->box[0].min, split->box[1].min);
	vec4 high = vec4_min(split->box[0].max, split->box[1].max);
	vec4_store(extent, vec4_sub(high, low));
	if (extent[0] < 0.0f || extent[1] < 0.0f || extent[2] < 0.0f)
		return 0.0f;
	return vec4_half_area(vec4_load(extent));
}

/// Divides by a plane if this is cheaper than the object split in `result`. `total` gets the number of references on
/// both sides.
static void divide_space(
	const spatial_builder *b, const pending *task, float object, split_result *result, uint32_t *total)
{
	spatial_plane plane = spatial_find(b->input, &b->work, &task->range, task->extra);
	uint32_t count[2];
	if (plane.axis < 0 || plane.cost >= object)
		return;
	bool divided = spatial_partition(b->input, &task->range, &plane, task->extra, count);
	if (!divided)
	{
		// Unsplitting emptied one side, so no reference was duplicated, but the order of the object split is lost.
		assert(count[0] + count[1] == task->range.count);
		if (split_sah(&b->work, &task->range, result) != SPLIT_DONE)
			split_object_median(&b->work, &task->range, result);
		return;
	}
	*total = count[0] + count[1];
	result->left = count[0];
	build_refs_measure(task->range.refs, count[0], &result->box[0], &result->centroids[0]);
	build_refs_measure(task->range.refs + count[0], count[1], &result->box[1], &result->centroids[1]);
}

/// Chooses object split, spatial split or leaf; `total` is the number of references afterwards.
static split_verdict divide(const spatial_builder *b, const pending *task, split_result *result, uint32_t *total)
{
	*total = task->range.count;
	if (build_ceil_log2(task->range.count) >= BUILD_MAX_DEPTH - task->depth)
		return split_object_median(&b->work, &task->range, result);
	split_verdict verdict = split_sah(&b->work, &task->range, result);
	if (verdict == SPLIT_NONE)
		verdict = split_object_median(&b->work, &task->range, result);
	if (verdict == SPLIT_LEAF)
		return verdict;
	float object = box4_half_area(result->box[0]) * (float)result->left +
				   box4_half_area(result->box[1]) * (float)(task->range.count - result->left);
	if (task->extra > 0 && overlap_of(result) > b->least_overlap)
		divide_space(b, task, object, result, total);
	return SPLIT_DONE;
}

/// Moves the top range into the tree's order.
static void make_leaf(spatial_builder *b, const pending *task)
{
	build_tree *tree = &b->tree;
	build_node_store(&tree->nodes[task->node], task->range.box, tree->order_count, task->range.count);
	for (uint32_t i = 0; i < task->range.count; ++i)
		tree->order[tree->order_count++] = task->range.refs[i].index;
	b->spare += task->extra;
}

static void process(spatial_builder *b, pending *task)
{
	build_tree *tree = &b->tree;
	split_result result;
	uint32_t total;
	task->extra += b->spare;
	b->spare = 0;
	if (task->depth > tree->depth)
		tree->depth = task->depth;
	if (task->range.count < 2 || divide(b, task, &result, &total) == SPLIT_LEAF)
	{
		make_leaf(b, task);
		return;
	}
	uint32_t first = tree->node_count, front = result.left;
	tree->node_count += 2;
	build_node_store(&tree->nodes[task->node], task->range.box, first, 0);
	// Both sides share the remaining duplicates by their sizes.
	uint32_t extra = task->extra - (total - task->range.count);
	uint32_t front_extra = (uint32_t)((uint64_t)extra * front / total);
	assert(b->top + 2 <= BUILD_MAX_DEPTH + 1);
	b->stack[b->top++] = (pending){
		{task->range.refs, front, result.box[0], result.centroids[0]}, first + 1, task->depth + 1, front_extra};
	b->stack[b->top++] = (pending){{task->range.refs + front, total - front, result.box[1], result.centroids[1]}, first,
		task->depth + 1, extra - front_extra};
}

/// Shrinks inner nodes to the union of their children: after several cuts, boxes may be smaller than those of the first
/// cut.
static void tighten(build_tree *tree)
{
	for (uint32_t i = tree->node_count; i-- > 0;)
	{
		build_node *node = &tree->nodes[i];
		if (node->count)
			continue;
		const build_box *a = &tree->nodes[node->first].box, *b = &tree->nodes[node->first + 1].box;
		for (int axis = 0; axis < 3; ++axis)
		{
			node->box.min[axis] = a->min[axis] < b->min[axis] ? a->min[axis] : b->min[axis];
			node->box.max[axis] = a->max[axis] > b->max[axis] ? a->max[axis] : b->max[axis];
		}
	}
}

static void build_nodes(spatial_builder *b, const build_options *options)
{
	pending root = {{b->refs, b->input->count, box4_empty(), box4_empty()}, 0, 1, b->capacity - b->input->count};
	build_refs_fill(b->refs, b->input);
	build_refs_measure(b->refs, b->input->count, &root.range.box, &root.range.centroids);
	b->least_overlap = (float)options->spatial_overlap * box4_half_area(root.range.box);
	b->tree.node_count = 1;
	b->stack[b->top++] = root;
	while (b->top > 0)
	{
		pending task = b->stack[--b->top];
		process(b, &task);
	}
	tighten(&b->tree);
}

kilncook_status build_by_space(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree)
{
	kilncook_status status = KILNCOOK_INTERNAL;
	double most = options->spatial_budget * (double)input->count;
	uint32_t limit = (uint32_t)1 << 30;
	spatial_builder b = {.input = input, .capacity = input->count};
	if (most > (double)input->count)
		b.capacity = most < (double)limit ? (uint32_t)most : limit;
	b.work = (split_work){.axis = options->axis,
		.leaf_size = options->leaf_size,
		.bins = options->bins,
		.block_shift = build_ceil_log2(options->block)};
	b.tree.node_capacity = 2 * b.capacity - 1;
	b.tree.order_capacity = b.capacity;
	b.tree.nodes = cook_alloc(context, b.tree.node_capacity, sizeof *b.tree.nodes);
	b.tree.order = cook_alloc(context, b.tree.order_capacity, sizeof *b.tree.order);
	b.refs = cook_alloc(context, b.capacity, sizeof *b.refs);
	b.work.keys = cook_alloc(context, b.capacity, sizeof *b.work.keys);
	b.work.scratch = cook_alloc(context, b.capacity, sizeof *b.work.scratch);
	if (b.tree.nodes && b.tree.order && b.refs && b.work.keys && b.work.scratch)
	{
		build_nodes(&b, options);
		*tree = b.tree;
		status = KILNCOOK_OK;
	}
	else
		build_tree_free(context, &b.tree);
	cook_free(context, b.refs, b.capacity, sizeof *b.refs);
	cook_free(context, b.work.keys, b.capacity, sizeof *b.work.keys);
	cook_free(context, b.work.scratch, b.capacity, sizeof *b.work.scratch);
	return status;
}
