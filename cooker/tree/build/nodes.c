// SPDX-License-Identifier: MIT
#include "nodes.h"

#include "platform/platform.h"

#include <assert.h>
#include <stdlib.h>

enum
{
	/// Ranges of fewer references are built by one thread.
	SHARED_LEAST = 4096,
	/// Subtrees for each thread, so that all threads end at about the same time.
	SUBTREES = 8,
	/// The most ranges waiting to be divided, and subtrees waiting to be built; further ranges are built without
	/// division.
	OPEN_MAX = 64,
	READY_MAX = 256,
};

/// A range whose node is reserved but not filled in.
typedef struct pending
{
	split_range range;
	uint32_t begin; ///< of the range among all references
	uint32_t node;
	uint32_t depth; ///< level of this node; the root has level 1
} pending;

/// A subtree under construction: its descendants get consecutive nodes.
typedef struct subtree
{
	builder *build;
	split_work work;	///< with the scratch of its own references
	uint32_t next_node; ///< next free node
	uint32_t depth;		///< level of the deepest node so far, counted from the tree's root
} subtree;

/// Divides a range; falls back to the object median where the rule finds no split or too few levels are left.
static split_verdict divide(const subtree *s, const pending *task, split_result *result)
{
	uint32_t left_levels = BUILD_MAX_DEPTH - task->depth;
	if (build_ceil_log2(task->range.count) < left_levels)
	{
		split_verdict verdict = s->build->rule(&s->work, &task->range, result);
		if (verdict != SPLIT_NONE)
			return verdict;
	}
	return split_object_median(&s->work, &task->range, result);
}

/// Fills in one node. False for a leaf; otherwise `children` are its left and right child.
static bool process(subtree *s, const pending *task, pending children[2])
{
	build_node *node = &s->build->tree.nodes[task->node];
	split_result result;
	if (task->depth > s->depth)
		s->depth = task->depth;
	if (task->range.count < 2 || divide(s, task, &result) == SPLIT_LEAF)
	{
		build_node_store(node, task->range.box, task->begin, task->range.count);
		return false;
	}
	uint32_t first = s->next_node, left = result.left;
	s->next_node += 2;
	build_node_store(node, task->range.box, first, 0);
	children[0] =
		(pending){{task->range.refs, left, result.box[0], result.centroids[0]}, task->begin, first, task->depth + 1};
	children[1] = (pending){{task->range.refs + left, task->range.count - left, result.box[1], result.centroids[1]},
		task->begin + left, first + 1, task->depth + 1};
	return true;
}

static subtree subtree_begin(builder *b, const pending *root, uint32_t next_node)
{
	subtree s = {.build = b, .work = b->work, .next_node = next_node};
	s.work.keys += root->begin;
	s.work.scratch += root->begin;
	return s;
}

/// Builds `root` and all nodes below it in depth-first order.
static void subtree_build(subtree *s, const pending *root)
{
	// One waiting sibling for each level, and the current pair.
	pending stack[BUILD_MAX_DEPTH + 1], children[2];
	uint32_t top = 0;
	stack[top++] = *root;
	while (top > 0)
	{
		pending task = stack[--top];
		if (!process(s, &task, children))
			continue;
		assert(top + 2 <= BUILD_MAX_DEPTH + 1);
		stack[top++] = children[1];
		stack[top++] = children[0];
	}
	uint32_t *order = s->build->tree.order + root->begin;
	for (uint32_t i = 0; i < root->range.count; ++i)
		order[i] = root->range.refs[i].index;
}

/// A range in a build by several threads. A node over n references has at most 2 n - 2 nodes below it. Every range owns
/// this number of nodes, from `area` on, so that threads need no common allocator.
typedef struct share
{
	pending task;
	uint32_t area;
	uint32_t depth;
} share;

/// A range during its division.
typedef struct division
{
	share range;
	bool divided;
	pending children[2];
} division;

typedef struct shared_build
{
	builder *build;
	division open[OPEN_MAX]; ///< to be divided
	share ready[READY_MAX];	 ///< to be built
	uint32_t open_count;
	uint32_t ready_count;
} shared_build;

static void divide_share(void *user, uint32_t i)
{
	shared_build *all = user;
	division *at = &all->open[i];
	subtree s = subtree_begin(all->build, &at->range.task, at->range.area);
	at->divided = process(&s, &at->range.task, at->children);
}

static void build_share(void *user, uint32_t i)
{
	shared_build *all = user;
	share *range = &all->ready[i];
	subtree s = subtree_begin(all->build, &range->task, range->area);
	subtree_build(&s, &range->task);
	range->depth = s.depth;
}

/// Puts a range into one of the lists; keeps room for `others` more ready ranges.
static void sort_out(shared_build *all, const share *range, uint32_t limit, uint32_t others)
{
	// An open range may become two ready ranges.
	bool fits = all->open_count < OPEN_MAX && all->ready_count + 2 * all->open_count + 2 + others <= READY_MAX;
	if (range->task.range.count > limit && fits)
		all->open[all->open_count++].range = *range;
	else
		all->ready[all->ready_count++] = *range;
}

/// Divides all open ranges in parallel, and sorts the resulting ranges into the lists.
static void divide_level(shared_build *all, uint32_t threads, uint32_t limit)
{
	division done[OPEN_MAX];
	uint32_t count = all->open_count;
	platform_parallel(threads, count, divide_share, all);
	memcpy(done, all->open, count * sizeof *done);
	all->open_count = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const division *at = &done[i];
		uint32_t others = 2 * (count - 1 - i);
		// The range of a leaf is ready: building it writes its order.
		if (!at->divided)
		{
			all->ready[all->ready_count++] = at->range;
			continue;
		}
		uint32_t area = at->range.area + 2, left = at->children[0].range.count;
		sort_out(all, &(share){.task = at->children[0], .area = area}, limit, others + 1);
		sort_out(all, &(share){.task = at->children[1], .area = area + 2 * left - 2}, limit, others);
	}
}

static int compare_shares(const void *left, const void *right)
{
	const share *a = left, *b = right;
	if (a->task.range.count != b->task.range.count)
		return a->task.range.count > b->task.range.count ? -1 : 1;
	return a->task.begin < b->task.begin ? -1 : a->task.begin > b->task.begin;
}

/// Closes the gaps between the nodes. Their order is already that of a build by one thread, so that they get the same
/// places.
static void close_gaps(build_tree *tree)
{
	uint32_t stack[BUILD_MAX_DEPTH + 1];
	uint32_t top = 0, next = 1;
	stack[top++] = 0;
	while (top > 0)
	{
		build_node *node = &tree->nodes[stack[--top]];
		if (node->count)
			continue;
		memmove(&tree->nodes[next], &tree->nodes[node->first], 2 * sizeof *node);
		node->first = next;
		stack[top++] = next + 1;
		stack[top++] = next;
		next += 2;
	}
	tree->node_count = next;
}

/// Divides the largest ranges level by level, all ranges of a level in parallel, and then builds the remaining
/// subtrees.
static void build_shared(builder *b, const pending *root, uint32_t threads)
{
	shared_build all;
	uint32_t limit = root->range.count / (threads * SUBTREES);
	if (limit < SHARED_LEAST)
		limit = SHARED_LEAST;
	all.build = b;
	all.open[0].range = (share){.task = *root, .area = 1};
	all.open_count = 1;
	all.ready_count = 0;
	while (all.open_count > 0)
		divide_level(&all, threads, limit);
	// The largest subtree starts first, because otherwise all threads might wait for it.
	qsort(all.ready, all.ready_count, sizeof *all.ready, compare_shares);
	platform_parallel(threads, all.ready_count, build_share, &all);
	for (uint32_t i = 0; i < all.ready_count; ++i)
		if (all.ready[i].depth > b->tree.depth)
			b->tree.depth = all.ready[i].depth;
	close_gaps(&b->tree);
}

void build_nodes(builder *b, const split_range *all, uint32_t threads)
{
	pending root = {*all, 0, 0, 1};
	if (threads > 1 && all->count > 2 * SHARED_LEAST)
		build_shared(b, &root, threads);
	else
	{
		subtree s = subtree_begin(b, &root, 1);
		subtree_build(&s, &root);
		b->tree.node_count = s.next_node;
		b->tree.depth = s.depth;
	}
	b->tree.order_count = all->count;
}

void build_nodes_below(builder *b, const split_range *range, uint32_t begin, uint32_t node, uint32_t depth)
{
	pending root = {*range, begin, node, depth};
	subtree s = subtree_begin(b, &root, b->tree.node_count);
	subtree_build(&s, &root);
	b->tree.node_count = s.next_node;
	if (s.depth > b->tree.depth)
		b->tree.depth = s.depth;
}
