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
	/// Wide nodes in a thread's unit of work: they have more points.
	INNER_CHUNK = 4,
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
	point_range *ranges;				///< per binary node
	float *points;						///< all x, all y, all z
	volume_body *bodies;				///< per binary node, valid for leaves and `inner`; NULL for k-DOPs
	float *areas;						///< surface areas of the bodies, as shares of the surface of the box around all
	uint32_t (*extremes)[VOLUME_WHOLE]; ///< per binary node: extreme points, of inner nodes with more points
	uint32_t *inner;					///< the binary nodes that become wide nodes below the root
	uint32_t inner_count;
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

static volume_run run_of(const volume_builder *b, uint32_t node)
{
	const float *x = b->points + b->ranges[node].begin;
	return (volume_run){
		{x, x + b->point_count, x + 2 * b->point_count}, (size_t)(b->ranges[node].end - b->ranges[node].begin)};
}

static volume_body fit(kiln_tree_kind kind, const volume_run *run)
{
	return kind == KILN_TREE_OBB   ? volume_fit_obb(run)
		   : kind == KILN_TREE_RSS ? volume_fit_rss(run)
								   : volume_fit_sphere(run);
}

/// The middle of the box of a node's points, which the binary tree knows.
static volume_middle middle_of(const volume_builder *b, uint32_t node)
{
	const build_box *box = &b->binary.nodes[node].box;
	volume_middle m;
	for (int k = 0; k < 3; ++k)
	{
		m.half[k] = 0.5 * ((double)box->max[k] - (double)box->min[k]);
		m.at[k] = (double)box->min[k] + m.half[k];
	}
	return m;
}

/// Lists the points that represent a node of at most VOLUME_WHOLE points, or a node with extremes.
static uint32_t list_points(const volume_builder *b, uint32_t node, uint32_t *points)
{
	uint64_t count = b->ranges[node].end - b->ranges[node].begin;
	if (count > VOLUME_WHOLE)
	{
		memcpy(points, b->extremes[node], sizeof *b->extremes);
		return VOLUME_WHOLE;
	}
	for (uint32_t i = 0; i < count; ++i)
		points[i] = (uint32_t)b->ranges[node].begin + i;
	return (uint32_t)count;
}

/// Finds the extreme points of each node: for an inner node, among those of its children.
static void find_extremes(volume_builder *b)
{
	const volume_run all = run_of(b, 0);
	for (uint32_t i = b->binary.node_count; i-- > 0;)
	{
		const build_node *node = &b->binary.nodes[i];
		volume_middle middle = middle_of(b, i);
		uint32_t points[2 * VOLUME_WHOLE], count;
		volume_run run = run_of(b, i);
		if (run.count <= VOLUME_WHOLE)
			continue;
		if (node->count)
		{
			volume_extremes_find(&run, &middle, NULL, run.count, b->extremes[i]);
			for (uint32_t k = 0; k < VOLUME_WHOLE; ++k)
				b->extremes[i][k] += (uint32_t)b->ranges[i].begin;
			continue;
		}
		count = list_points(b, node->first, points);
		count += list_points(b, node->first + 1, points + count);
		volume_extremes_find(&all, &middle, points, count, b->extremes[i]);
	}
}

/// Fits a body to a leaf. Of other nodes, few become wide nodes: the plan takes their areas from bodies around their
/// extreme points.
static void estimate(volume_builder *b, uint32_t node)
{
	volume_run run = run_of(b, node);
	double area;
	if (b->binary.nodes[node].count)
	{
		b->bodies[node] = fit(b->kind, &run);
		area = volume_body_area(b->kind, b->bodies[node].size);
	}
	else
	{
		const volume_run all = run_of(b, 0);
		volume_middle middle = middle_of(b, node);
		volume_sample sample;
		uint32_t points[VOLUME_WHOLE], count = list_points(b, node, points);
		volume_sample_take(&all, &middle, points, count, &sample);
		sample.whole = true;
		run = volume_sample_run(&sample);
		area = b->kind == KILN_TREE_OBB ? volume_frame_area(&sample, &middle)
										: volume_body_area(b->kind, fit(b->kind, &run).size);
	}
	double share = b->unit > 0 ? area / b->unit : 1;
	b->areas[node] = share < 0x1p+60 ? (float)share : 0x1p+60f;
}

static void estimate_chunk(void *user, uint32_t chunk)
{
	volume_builder *b = user;
	uint32_t end = b->binary.node_count - chunk * CHUNK < CHUNK ? b->binary.node_count : (chunk + 1) * CHUNK;
	for (uint32_t i = chunk * CHUNK; i < end; ++i)
		estimate(b, i);
}

/// Fits a body to each leaf and estimates the areas of the other nodes.
static bool estimate_all(volume_builder *b)
{
	uint32_t count = b->binary.node_count;
	b->bodies = cook_alloc_whole(b->context, count, sizeof *b->bodies);
	b->areas = cook_alloc(b->context, count, sizeof *b->areas);
	b->inner = cook_alloc(b->context, count, sizeof *b->inner);
	b->extremes = cook_alloc(b->context, count, sizeof *b->extremes);
	if (!b->bodies || !b->areas || !b->inner || !b->extremes || !order_points(b))
		return false;
	b->unit = 2 * build_box_half_area(&b->binary.nodes[0].box);
	find_extremes(b);
	platform_parallel(b->threads, (count + CHUNK - 1) / CHUNK, estimate_chunk, b);
	return true;
}

static void fit_chunk(void *user, uint32_t chunk)
{
	volume_builder *b = user;
	uint32_t end = b->inner_count - chunk * INNER_CHUNK < INNER_CHUNK ? b->inner_count : (chunk + 1) * INNER_CHUNK;
	for (uint32_t i = chunk * INNER_CHUNK; i < end; ++i)
	{
		volume_run run = run_of(b, b->inner[i]);
		b->bodies[b->inner[i]] = fit(b->kind, &run);
	}
}

/// Walks the wide nodes in preorder: numbers them and lists those that need a body, or writes them if memory is
/// allocated.
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
			{
				stack[open++] = (pending){children[i], number, i, at.level + 1};
				if (b->bodies && !b->tree.nodes)
					b->inner[b->inner_count++] = children[i];
			}
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
	platform_parallel(b->threads, (b->inner_count + INNER_CHUNK - 1) / INNER_CHUNK, fit_chunk, b);
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
	if (bodies && !estimate_all(b))
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
	cook_free(b->context, b->inner, nodes, sizeof *b->inner);
	cook_free(b->context, b->extremes, nodes, sizeof *b->extremes);
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
