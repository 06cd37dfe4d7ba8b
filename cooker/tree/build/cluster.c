// SPDX-License-Identifier: MIT
#include "cluster.h"

#include "memory.h"
#include "nodes.h"

#include <assert.h>

enum
{
	/// Levels beyond a balanced tree that a rebuilt subtree may use, so that it can be a good tree.
	SPARE_LEVELS = 16,
};

/// Summary of a cluster for the final pass.
typedef struct summary
{
	double cost;	 ///< half areas of the subtree's inner nodes, and of its leaves times their blocks
	uint32_t count;	 ///< primitives
	uint32_t height; ///< levels, 1 for a leaf
	bool leaf;
} summary;

typedef struct finisher
{
	builder b; ///< its references are used to rebuild subtrees
	cluster_tree joined;
	summary *about;
	uint32_t *list; ///< one entry a cluster
} finisher;

/// Primitives along an axis have no surface, nor do their unions. A small common thickness, which the final tree does
/// not keep, distinguishes them by length.
static void thicken(builder *b, split_range *all)
{
	float extent[4], length = 0.0f;
	vec4_store(extent, vec4_xyz(vec4_sub(all->box.max, all->box.min)));
	for (int axis = 0; axis < 3; ++axis)
		length = extent[axis] > length ? extent[axis] : length;
	if (length == 0.0f)
		return;
	b->thick = true;
	for (uint32_t i = 0; i < all->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			if (extent[axis] < length)
			{
				all->refs[i].min[axis] = 0.0f;
				all->refs[i].max[axis] = length * 0x1p-16f;
			}
	build_refs_measure(all->refs, all->count, &all->box, &all->centroids);
}

/// Makes clusters from the primitives' boxes.
static void begin(finisher *f)
{
	split_range all = build_prepare(&f->b);
	if (box4_half_area(all.box) == 0.0f)
		thicken(&f->b, &all);
	f->joined.count = all.count;
	f->joined.centroids = all.centroids;
	for (uint32_t i = 0; i < all.count; ++i)
		cluster_store(&f->joined.nodes[i], build_ref_box(&all.refs[i]), i, i);
}

/// Lists all clusters, parents before children; returns their number.
static uint32_t list_down(finisher *f)
{
	uint32_t listed = 0;
	f->list[listed++] = f->joined.root;
	for (uint32_t i = 0; i < listed; ++i)
	{
		uint32_t at = f->list[i];
		if (at < f->joined.count)
			continue;
		f->list[listed++] = f->joined.nodes[at].left;
		f->list[listed++] = f->joined.nodes[at].right;
	}
	return listed;
}

/// Decides from the leaves up which clusters become leaves, and computes the depth and the size of each.
static void summarize(finisher *f)
{
	for (uint32_t i = list_down(f); i-- > 0;)
	{
		uint32_t at = f->list[i];
		const cluster_node *node = &f->joined.nodes[at];
		double area = (double)box4_half_area(cluster_box(node));
		if (at < f->joined.count)
		{
			f->about[at] = (summary){area, 1, 1, true};
			continue;
		}
		const summary *left = &f->about[node->left], *right = &f->about[node->right];
		uint32_t count = left->count + right->count;
		uint32_t height = 1 + (left->height > right->height ? left->height : right->height);
		double split = area + left->cost + right->cost;
		double whole = area * (double)build_blocks(&f->b.work, count);
		bool leaf = count <= f->b.work.leaf_size && whole <= split;
		f->about[at] = (summary){leaf ? whole : split, count, leaf ? 1 : height, leaf};
	}
}

/// Puts the primitives below a cluster into the tree's order; the first of them gets `begin`.
static void gather(finisher *f, uint32_t root)
{
	uint32_t top = 0;
	f->list[top++] = root;
	while (top > 0)
	{
		uint32_t at = f->list[--top];
		if (at < f->joined.count)
		{
			f->b.tree.order[f->b.tree.order_count++] = at;
			continue;
		}
		f->list[top++] = f->joined.nodes[at].right;
		f->list[top++] = f->joined.nodes[at].left;
	}
}

/// A cluster whose node is reserved.
typedef struct placement
{
	uint32_t from;
	uint32_t node;
	uint32_t depth;
} placement;

/// Rebuilds a subtree top-down: the rule falls back to object medians where few levels remain.
static void rebuild(finisher *f, const placement *task)
{
	build_tree *tree = &f->b.tree;
	uint32_t first = tree->order_count;
	gather(f, task->from);
	split_range range = {.refs = f->b.refs + first, .count = tree->order_count - first};
	for (uint32_t i = 0; i < range.count; ++i)
	{
		uint32_t primitive = tree->order[first + i];
		const cluster_node *c = &f->joined.nodes[primitive];
		range.refs[i] = (build_ref){{c->min[0], c->min[1], c->min[2]}, primitive, {c->max[0], c->max[1], c->max[2]}, 0};
	}
	build_refs_measure(range.refs, range.count, &range.box, &range.centroids);
	build_nodes_below(&f->b, &range, first, task->node, task->depth);
}

/// Writes the nodes depth-first. At every node the remaining levels suffice for a balanced tree. The loop descends into
/// a subtree that would become too deep while SPARE_LEVELS more remain, and then rebuilds the subtree.
static void place_all(finisher *f)
{
	build_tree *tree = &f->b.tree;
	placement stack[BUILD_MAX_DEPTH + 1];
	uint32_t top = 0;
	stack[top++] = (placement){f->joined.root, 0, 1};
	tree->node_count = 1;
	while (top > 0)
	{
		placement task = stack[--top];
		const cluster_node *source = &f->joined.nodes[task.from];
		const summary *about = &f->about[task.from];
		uint32_t levels = BUILD_MAX_DEPTH - task.depth; // below this node
		if (about->height > levels + 1 && build_ceil_log2(about->count) + SPARE_LEVELS >= levels)
		{
			rebuild(f, &task);
			continue;
		}
		if (task.depth > tree->depth)
			tree->depth = task.depth;
		if (about->leaf)
		{
			build_node_store(&tree->nodes[task.node], cluster_box(source), tree->order_count, about->count);
			gather(f, task.from);
			continue;
		}
		uint32_t first = tree->node_count;
		tree->node_count += 2;
		build_node_store(&tree->nodes[task.node], cluster_box(source), first, 0);
		assert(top + 2 <= BUILD_MAX_DEPTH + 1);
		stack[top++] = (placement){source->right, first + 1, task.depth + 1};
		stack[top++] = (placement){source->left, first, task.depth + 1};
	}
}

static kilncook_status join(const kilncook_context *context, const build_options *options, cluster_tree *tree)
{
	const cluster_method methods[BUILD_METHOD_COUNT] = {[BUILD_METHOD_AGGLOMERATIVE] = cluster_agglomerate,
		[BUILD_METHOD_PLOC] = cluster_locally,
		[BUILD_METHOD_INSERTION] = cluster_insert};
	tree->root = 0;
	return tree->count < 2 ? KILNCOOK_OK : methods[options->method](context, options, tree);
}

kilncook_status build_by_clusters(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree)
{
	uint32_t count = input->count, most = 2 * count - 1;
	finisher f = {.b = {.input = input, .rule = split_sah}};
	builder *b = &f.b;
	kilncook_status status = KILNCOOK_INTERNAL;
	b->work = (split_work){
		.leaf_size = options->leaf_size, .bins = options->bins, .block_shift = build_ceil_log2(options->block)};
	b->tree.node_capacity = most;
	b->tree.order_capacity = count;
	b->tree.nodes = cook_alloc(context, most, sizeof *b->tree.nodes);
	b->tree.order = cook_alloc(context, count, sizeof *b->tree.order);
	b->refs = cook_alloc_whole(context, count, sizeof *b->refs);
	b->work.keys = cook_alloc(context, count, sizeof *b->work.keys);
	b->work.scratch = cook_alloc(context, count, sizeof *b->work.scratch);
	f.joined.nodes = cook_alloc_whole(context, most, sizeof *f.joined.nodes);
	f.about = cook_alloc(context, most, sizeof *f.about);
	f.list = cook_alloc(context, most, sizeof *f.list);
	if (b->tree.nodes && b->tree.order && b->refs && b->work.keys && b->work.scratch && f.joined.nodes && f.about &&
		f.list)
	{
		begin(&f);
		status = join(context, options, &f.joined);
	}
	if (status == KILNCOOK_OK)
	{
		summarize(&f);
		place_all(&f);
		if (b->scale != 1.0f || b->thick)
			build_refit(&b->tree, input);
		*tree = b->tree;
	}
	else
		build_tree_free(context, &b->tree);
	cook_free(context, b->refs, count, sizeof *b->refs);
	cook_free(context, b->work.keys, count, sizeof *b->work.keys);
	cook_free(context, b->work.scratch, count, sizeof *b->work.scratch);
	cook_free(context, f.joined.nodes, most, sizeof *f.joined.nodes);
	cook_free(context, f.about, most, sizeof *f.about);
	cook_free(context, f.list, most, sizeof *f.list);
	return status;
}
