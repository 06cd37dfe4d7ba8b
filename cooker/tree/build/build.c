// SPDX-License-Identifier: MIT
#include "build.h"

#include "cluster.h"
#include "memory.h"
#include "nodes.h"
#include "optimize.h"
#include "rotate.h"
#include "spatial.h"

enum
{
	MAX_BLOCK = 1 << 16,
	PLOC_RADIUS = 16,
	MAX_PLOC_RADIUS = 1024,
};

static split_rule rule_for(build_split split)
{
	switch (split)
	{
	case BUILD_SPLIT_MEAN:
		return split_mean;
	case BUILD_SPLIT_MEDIAN:
		return split_median;
	case BUILD_SPLIT_OBJECT_MEDIAN:
		return split_object_median;
	case BUILD_SPLIT_MIDPOINT:
		return split_midpoint;
	case BUILD_SPLIT_SAH:
	case BUILD_SPLIT_SPATIAL:
	case BUILD_SPLIT_COUNT:
		break;
	}
	return split_sah;
}

/// Returns the power of two that brings a box's coordinates into a range where areas neither overflow nor underflow.
static float safe_scale(box4 box)
{
	float lane[4];
	vec4_store(lane, vec4_max(box.max, vec4_sub(vec4_all(0.0f), box.min)));
	float size = lane[0] > lane[1] ? lane[0] : lane[1];
	size = size > lane[2] ? size : lane[2];
	float scale = 1.0f;
	if (size > 0.0f)
	{
		// Products of three coordinates and a count must neither overflow nor underflow.
		while (size * scale > 0x1p+24f)
			scale *= 0x1p-24f;
		while (size * scale < 0x1p-24f && scale < 0x1p+100f)
			scale *= 0x1p+24f;
	}
	return scale;
}

static bool needs_scale(const build_input *input)
{
	box4 all = box4_empty();
	for (uint32_t i = 0; i < input->count; ++i)
	{
		build_box box = build_input_box(input, i);
		all.min = vec4_min(all.min, vec4_set(box.min[0], box.min[1], box.min[2], 0.0f));
		all.max = vec4_max(all.max, vec4_set(box.max[0], box.max[1], box.max[2], 0.0f));
	}
	return safe_scale(all) != 1.0f;
}

void build_refs_fill(build_ref *refs, const build_input *input)
{
	for (uint32_t i = 0; i < input->count; ++i)
	{
		build_box box = build_input_box(input, i);
		refs[i] = (build_ref){{box.min[0], box.min[1], box.min[2]}, i, {box.max[0], box.max[1], box.max[2]}, 0};
	}
}

static void refs_scale(build_ref *refs, uint32_t count, float scale)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			refs[i].min[axis] *= scale;
			refs[i].max[axis] *= scale;
		}
}

void build_refs_measure(const build_ref *refs, uint32_t count, box4 *box, box4 *centroids)
{
	box4 bounds = box4_empty(), middles = box4_empty();
	for (uint32_t i = 0; i < count; ++i)
	{
		box4 one = build_ref_box(&refs[i]);
		vec4 middle = vec4_add(one.min, one.max);
		bounds = box4_union(bounds, one);
		middles.min = vec4_min(middles.min, middle);
		middles.max = vec4_max(middles.max, middle);
	}
	*box = bounds;
	*centroids = middles;
}

void build_node_store(build_node *node, box4 box, uint32_t first, uint32_t count)
{
	float low[4], high[4];
	vec4_store(low, box.min);
	vec4_store(high, box.max);
	for (int axis = 0; axis < 3; ++axis)
	{
		node->box.min[axis] = low[axis];
		node->box.max[axis] = high[axis];
	}
	node->first = first;
	node->count = count;
}

split_range build_prepare(builder *b)
{
	split_range range = {.refs = b->refs, .count = b->input->count};
	build_refs_fill(b->refs, b->input);
	build_refs_measure(b->refs, range.count, &range.box, &range.centroids);
	b->scale = safe_scale(range.box);
	if (b->scale != 1.0f)
	{
		refs_scale(b->refs, range.count, b->scale);
		build_refs_measure(b->refs, range.count, &range.box, &range.centroids);
	}
	return range;
}

void build_refit(build_tree *tree, const build_input *input)
{
	for (uint32_t i = tree->node_count; i-- > 0;)
	{
		build_node *node = &tree->nodes[i];
		uint32_t parts = node->count ? node->count : 2;
		for (uint32_t k = 0; k < parts; ++k)
		{
			build_box part =
				node->count ? build_input_box(input, tree->order[node->first + k]) : tree->nodes[node->first + k].box;
			for (int axis = 0; axis < 3; ++axis)
			{
				if (k == 0 || part.min[axis] < node->box.min[axis])
					node->box.min[axis] = part.min[axis];
				if (k == 0 || part.max[axis] > node->box.max[axis])
					node->box.max[axis] = part.max[axis];
			}
		}
	}
}

static void trim(const kilncook_context *context, build_tree *tree)
{
	// If shrinking fails, the larger block remains valid.
	build_node *nodes = cook_resize(context, tree->nodes, tree->node_capacity, tree->node_count, sizeof *nodes);
	if (nodes)
	{
		tree->nodes = nodes;
		tree->node_capacity = tree->node_count;
	}
	uint32_t *order = cook_resize(context, tree->order, tree->order_capacity, tree->order_count, sizeof *order);
	if (order)
	{
		tree->order = order;
		tree->order_capacity = tree->order_count;
	}
}

/// Builds by one of the rules that keep primitives whole.
static kilncook_status build_by_rule(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree)
{
	uint32_t count = input->count;
	builder b = {.input = input, .rule = rule_for(options->split)};
	kilncook_status status = KILNCOOK_INTERNAL;
	b.work = (split_work){.axis = options->axis,
		.leaf_size = options->leaf_size,
		.bins = options->bins,
		.block_shift = build_ceil_log2(options->block)};
	b.tree.node_capacity = 2 * count - 1;
	b.tree.order_capacity = count;
	b.tree.nodes = cook_alloc(context, b.tree.node_capacity, sizeof *b.tree.nodes);
	b.tree.order = cook_alloc(context, b.tree.order_capacity, sizeof *b.tree.order);
	b.refs = cook_alloc_whole(context, count, sizeof *b.refs);
	b.work.keys = cook_alloc(context, count, sizeof *b.work.keys);
	b.work.scratch = cook_alloc(context, count, sizeof *b.work.scratch);
	if (b.tree.nodes && b.tree.order && b.refs && b.work.keys && b.work.scratch)
	{
		split_range all = build_prepare(&b);
		build_nodes(&b, &all, options->threads);
		if (b.scale != 1.0f)
			build_refit(&b.tree, input);
		*tree = b.tree;
		status = KILNCOOK_OK;
	}
	else
		build_tree_free(context, &b.tree);
	cook_free(context, b.refs, count, sizeof *b.refs);
	cook_free(context, b.work.keys, count, sizeof *b.work.keys);
	cook_free(context, b.work.scratch, count, sizeof *b.work.scratch);
	return status;
}

static kilncook_status build_by_method(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree)
{
	if (options->method > BUILD_METHOD_TOP_DOWN && options->method < BUILD_METHOD_COUNT)
		return build_by_clusters(context, input, options, tree);
	bool spatial = options->split == BUILD_SPLIT_SPATIAL && !needs_scale(input);
	return spatial ? build_by_space(context, input, options, tree) : build_by_rule(context, input, options, tree);
}

kilncook_status build_tree_build(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree)
{
	build_options chosen = *options;
	if (chosen.leaf_size == 0)
		chosen.leaf_size = 1;
	if (chosen.block == 0)
		chosen.block = 1;
	if (chosen.block > MAX_BLOCK)
		chosen.block = MAX_BLOCK;
	if (chosen.bins == 0)
		chosen.bins = 64;
	if (chosen.ploc_radius == 0)
		chosen.ploc_radius = PLOC_RADIUS;
	if (chosen.ploc_radius > MAX_PLOC_RADIUS)
		chosen.ploc_radius = MAX_PLOC_RADIUS;
	if (!(chosen.spatial_overlap > 0.0))
		chosen.spatial_overlap = 1e-5;
	if (!(chosen.spatial_budget > 0.0))
		chosen.spatial_budget = 1.5;
	build_tree built = {0};
	kilncook_status status = build_by_method(context, input, &chosen, &built);
	if (status == KILNCOOK_OK)
		status = build_tree_rotate(context, &built, chosen.rotation_passes);
	if (status == KILNCOOK_OK)
		status = build_tree_optimize(context, &built, chosen.optimize_passes);
	if (status != KILNCOOK_OK)
	{
		build_tree_free(context, &built);
		return status;
	}
	trim(context, &built);
	*tree = built;
	return KILNCOOK_OK;
}

void build_tree_free(const kilncook_context *context, build_tree *tree)
{
	cook_free(context, tree->nodes, tree->node_capacity, sizeof *tree->nodes);
	cook_free(context, tree->order, tree->order_capacity, sizeof *tree->order);
	*tree = (build_tree){0};
}
