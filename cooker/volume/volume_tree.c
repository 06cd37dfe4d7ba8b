// SPDX-License-Identifier: MIT
#include "volume_tree.h"

#include "memory.h"
#include "platform/platform.h"
#include "tree/wide.h"
#include "volume_fit.h"
#include "volume_node.h"

#include <math.h>
#include <string.h>

enum
{
	/// Binary nodes in a thread's unit of work.
	CHUNK = 64,
	/// The most pending nodes of a walk through a tree that may still be too deep.
	STACK = BUILD_MAX_DEPTH * (KILN_TREE_WIDTH - 1) + KILN_TREE_WIDTH,
};

/// The range of a binary node's points, in the order of the binary tree's leaves.
typedef struct point_range
{
	uint64_t begin;
	uint64_t end;
} point_range;

/// A tree under construction. `leaves` and `binary` give the sizes with which arrays are freed.
typedef struct volume_builder
{
	const kilncook_context *context;
	const volume_leaves *leaves;
	kiln_tree_kind kind;
	uint32_t threads;
	build_tree binary;
	point_range *ranges; ///< per binary node
	float *points;		 ///< all x, all y, all z
	volume_body *bodies; ///< per binary node; NULL for k-DOPs
	float *areas;		 ///< surface areas of the bodies, as shares of the surface of the box around all
	wide_plan plan;
	volume_tree tree;
	uint64_t point_count;
	double unit; ///< divisor of areas; 0 when all areas count alike
} volume_builder;

/// A wide node that has no number yet.
typedef struct pending
{
	uint32_t binary;
	uint32_t parent; ///< KILN_NONE: none
	uint32_t slot;
	uint32_t level;
} pending;

/// Assigns points to each binary node and copies them into this order.
static bool order_points(volume_builder *b)
{
	const volume_leaves *leaves = b->leaves;
	const build_tree *binary = &b->binary;
	b->point_count = leaves->point_first[leaves->count] - leaves->point_first[0];
	b->ranges = cook_alloc(b->context, binary->node_count, sizeof *b->ranges);
	if (b->kind == KILN_TREE_OBB || b->kind == KILN_TREE_RSS || b->kind == KILN_TREE_SPHERE)
		b->points = cook_alloc_whole(b->context, (size_t)b->point_count, 3 * sizeof *b->points);
	if (!b->ranges || !b->points)
		return false;
	uint32_t stack[BUILD_MAX_DEPTH + 1], depth = 0;
	uint64_t next = 0;
	stack[depth++] = 0;
	while (depth)
	{
		uint32_t at = stack[--depth];
		const build_node *node = &binary->nodes[at];
		if (node->count == 0)
		{
			stack[depth++] = node->first + 1;
			stack[depth++] = node->first;
			continue;
		}
		uint32_t leaf = binary->order[node->first];
		b->ranges[at].begin = next;
		for (uint64_t i = leaves->point_first[leaf]; i < leaves->point_first[leaf + 1]; ++i, ++next)
			for (uint64_t k = 0; k < 3; ++k)
				b->points[k * b->point_count + next] = leaves->points[i][k];
		b->ranges[at].end = next;
	}
	for (uint32_t i = binary->node_count; i-- > 0;)
		if (binary->nodes[i].count == 0)
		{
			uint32_t first = binary->nodes[i].first;
			b->ranges[i] = (point_range){b->ranges[first].begin, b->ranges[first + 1].end};
		}
	return true;
}

static void fit(volume_builder *b, uint32_t node)
{
	uint64_t begin = b->ranges[node].begin;
	const float *x = b->points + begin;
	volume_run run = {
		{x, x + b->point_count, x + 2 * b->point_count}, (size_t)(b->ranges[node].end - b->ranges[node].begin)};
	volume_body *body = &b->bodies[node];
	*body = b->kind == KILN_TREE_OBB   ? volume_fit_obb(&run)
			: b->kind == KILN_TREE_RSS ? volume_fit_rss(&run)
									   : volume_fit_sphere(&run);
	double area = volume_body_area(b->kind, body->size);
	double share = b->unit > 0 ? area / b->unit : 1;
	b->areas[node] = share < 0x1p+60 ? (float)share : 0x1p+60f;
}

static void fit_chunk(void *user, uint32_t chunk)
{
	volume_builder *b = user;
	uint32_t end = b->binary.node_count - chunk * CHUNK < CHUNK ? b->binary.node_count : (chunk + 1) * CHUNK;
	for (uint32_t i = chunk * CHUNK; i < end; ++i)
		fit(b, i);
}

/// Fits a body to each binary node.
static bool fit_all(volume_builder *b)
{
	uint32_t count = b->binary.node_count;
	b->bodies = cook_alloc_whole(b->context, count, sizeof *b->bodies);
	b->areas = cook_alloc(b->context, count, sizeof *b->areas);
	if (!b->bodies || !b->areas || !order_points(b))
		return false;
	b->unit = 2 * build_box_half_area(&b->binary.nodes[0].box);
	platform_parallel(b->threads, (count + CHUNK - 1) / CHUNK, fit_chunk, b);
	return true;
}

/// Walks the wide nodes in preorder: numbers them, and writes them if memory is allocated.
static void walk(volume_builder *b)
{
	const build_tree *binary = &b->binary;
	pending stack[STACK];
	uint32_t open = 0, next = 0, deepest = 0;
	uint32_t size = kiln_format_volume_node_size(b->kind);
	stack[open++] = (pending){0, KILN_NONE, 0, 1};
	while (open)
	{
		pending at = stack[--open];
		uint32_t number = next++, children[KILN_TREE_WIDTH];
		uint32_t count = wide_children(&b->plan, at.binary, children);
		deepest = at.level > deepest ? at.level : deepest;
		kiln_format_volume_head head = {.count = count};
		for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
			head.child[i] = KILN_NONE;
		for (uint32_t i = count; i-- > 0;)
		{
			const build_node *node = &binary->nodes[children[i]];
			if (node->count)
				head.child[i] = KILN_VOLUME_LEAF | b->leaves->items[binary->order[node->first]];
			else
				stack[open++] = (pending){children[i], number, i, at.level + 1};
		}
		if (!b->tree.nodes)
			continue;
		uint8_t *bytes = b->tree.nodes + (size_t)number * size;
		memcpy(bytes, &head, sizeof head);
		for (uint32_t i = 0; i < count && b->bodies; ++i)
			volume_node_store(b->kind, bytes, i, &b->bodies[children[i]]);
		if (at.parent != KILN_NONE)
			volume_node_head(b->tree.nodes + (size_t)at.parent * size)->child[at.slot] = number;
	}
	b->tree.node_count = next;
	b->tree.depth = deepest;
}

static bool write_nodes(volume_builder *b)
{
	uint32_t size = kiln_format_volume_node_size(b->kind);
	b->tree.nodes = cook_alloc_zero(b->context, b->tree.node_count, size);
	if (!b->tree.nodes)
		return false;
	walk(b);
	return b->bodies || volume_node_fill_slabs(b->context, b->leaves, &b->tree);
}

/// Makes all steps from the binary tree to the nodes; the caller frees the result.
static kilncook_status build_once(volume_builder *b, const build_options *options, uint32_t width)
{
	build_input input = {.boxes = b->leaves->boxes, .count = b->leaves->count};
	kilncook_status status = build_tree_build(b->context, &input, options, &b->binary);
	if (status != KILNCOOK_OK)
		return status;
	bool bodies = kiln_format_kdop_slabs(b->kind) == 0;
	if (bodies && !fit_all(b))
		return KILNCOOK_INTERNAL;
	wide_rules rules = {.leaf_max = 1, .leaf_cost = 1, .width = width, .areas = b->areas};
	status = wide_plan_make(b->context, &b->binary, &rules, &b->plan);
	if (status != KILNCOOK_OK)
		return status;
	walk(b);
	if (b->tree.depth > KILN_TREE_DEPTH_MAX)
		return KILNCOOK_OK;
	return write_nodes(b) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

static void release(volume_builder *b)
{
	size_t nodes = b->binary.node_count;
	cook_free(b->context, b->ranges, nodes, sizeof *b->ranges);
	cook_free(b->context, b->points, (size_t)b->point_count, 3 * sizeof *b->points);
	cook_free(b->context, b->bodies, nodes, sizeof *b->bodies);
	cook_free(b->context, b->areas, nodes, sizeof *b->areas);
	wide_plan_free(b->context, &b->plan);
	build_tree_free(b->context, &b->binary);
}

static kilncook_status build(const kilncook_context *context, kiln_tree_kind kind, const volume_leaves *leaves,
	const build_options *options, uint32_t width, volume_tree *out)
{
	volume_builder b = {.context = context,
		.leaves = leaves,
		.kind = kind,
		.threads = options->threads ? options->threads : 1,
		.tree = {.kind = kind, .width = width}};
	kilncook_status status = build_once(&b, options, width);
	release(&b);
	if (status == KILNCOOK_OK)
		*out = b.tree;
	else
		volume_tree_free(context, &b.tree);
	return status;
}

kilncook_status volume_tree_build_unmeasured(const kilncook_context *context, kiln_tree_kind kind,
	const volume_leaves *leaves, const build_options *options, uint32_t width, volume_tree *out)
{
	build_options chosen = *options;
	volume_tree made = {0};
	chosen.leaf_size = chosen.block = 1;
	chosen.split = chosen.split == BUILD_SPLIT_SPATIAL ? BUILD_SPLIT_SAH : chosen.split;
	width = width ? width : KILN_TREE_WIDTH;
	kilncook_status status = build(context, kind, leaves, &chosen, width, &made);
	if (status == KILNCOOK_OK && !made.nodes)
	{
		build_options balanced = {.split = BUILD_SPLIT_OBJECT_MEDIAN, .threads = chosen.threads};
		status = build(context, kind, leaves, &balanced, width, &made);
	}
	if (status == KILNCOOK_OK)
		*out = made;
	return status;
}

kilncook_status volume_tree_build(const kilncook_context *context, kiln_tree_kind kind, const volume_leaves *leaves,
	const build_options *options, uint32_t width, volume_tree *out)
{
	volume_tree made;
	kilncook_status status = volume_tree_build_unmeasured(context, kind, leaves, options, width, &made);
	if (status != KILNCOOK_OK)
		return status;
	status = volume_figures_of(context, leaves, &made, &made.figures);
	if (status == KILNCOOK_OK)
		*out = made;
	else
		volume_tree_free(context, &made);
	return status;
}

void volume_tree_free(const kilncook_context *context, volume_tree *tree)
{
	cook_free(context, tree->nodes, tree->node_count, kiln_format_volume_node_size(tree->kind));
	*tree = (volume_tree){0};
}
