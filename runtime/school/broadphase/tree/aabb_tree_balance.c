// SPDX-License-Identifier: MIT
#include "aabb_tree.h"

#include <string.h>

/// Keeps the dynamic tree low and its boxes small. Children have no order, so that one kind of rotation balances
/// heights.

void kilni_aabb_refit(kiln_aabb_tree *tree, uint32_t node)
{
	kiln_aabb_node *at = &tree->nodes[node];
	const kiln_aabb_node *a = &tree->nodes[at->child[0]], *b = &tree->nodes[at->child[1]];
	at->box = kiln_aabb_union(&a->box, &b->box);
	at->height = 1 + (a->height > b->height ? a->height : b->height);
}

/// Items that will form a node below that parent.
typedef struct span
{
	uint32_t first, end, parent;
} span;

void kilni_aabb_build(kiln_aabb_tree *tree, uint32_t count)
{
	span stack[32];
	uint32_t depth = 0;
	kilni_packed_order(tree->items, 0, count, 1, 1);
	tree->used = 0;
	tree->freed = KILN_AABB_NONE;
	tree->root = count ? 0 : KILN_AABB_NONE;
	if (count)
		stack[depth++] = (span){0, count, KILN_AABB_NONE};
	while (depth)
	{
		span at = stack[--depth];
		uint32_t node = tree->used++, proxy = tree->items[at.first].proxy;
		// Parents come before their children, with the left child right behind its parent.
		if (at.parent != KILN_AABB_NONE)
			tree->nodes[at.parent].child[node != at.parent + 1] = node;
		tree->nodes[node] = (kiln_aabb_node){.parent = at.parent, .child = {proxy, KILN_AABB_NONE}};
		if (at.end - at.first == 1)
		{
			tree->nodes[node].box = tree->fats[proxy];
			tree->leaves[proxy] = node;
			continue;
		}
		uint32_t middle = (at.first + at.end + 1) / 2;
		stack[depth++] = (span){middle, at.end, node};
		stack[depth++] = (span){at.first, middle, node};
	}
	for (uint32_t node = tree->used; node-- > 0;)
		if (tree->nodes[node].child[1] != KILN_AABB_NONE)
			kilni_aabb_refit(tree, node);
}

static double union_area(const kiln_aabb_tree *tree, uint32_t a, uint32_t b)
{
	kiln_aabb both = kiln_aabb_union(&tree->nodes[a].box, &tree->nodes[b].box);
	return kiln_aabb_area(&both);
}

static bool balanced(uint32_t a, uint32_t b)
{
	return a <= b + KILN_AABB_LEAN && b <= a + KILN_AABB_LEAN;
}

static uint32_t above(uint32_t a, uint32_t b)
{
	return 1 + (a > b ? a : b);
}

/// The child of `up` that moves down, so that heights are balanced and the area below becomes small.
static int choose_down(const kiln_aabb_tree *tree, uint32_t up, uint32_t other)
{
	const kiln_aabb_node *nodes = tree->nodes;
	uint32_t a = nodes[up].child[0], b = nodes[up].child[1];
	uint32_t high_a = nodes[a].height, high_b = nodes[b].height, high = nodes[other].height;
	int lower = high_b < high_a;
	uint32_t higher = lower ? high_a : high_b, low = lower ? high_b : high_a;
	// The higher child may only move down if the other is not too low relative to it.
	if (!balanced(high, higher) || !balanced(above(high, higher), low))
		return lower;
	return union_area(tree, other, b) < union_area(tree, other, a);
}

/// Child `high` of the node is too high relative to the other, by 1: it takes the node's place, and the node takes one
/// of its children. Returns the child.
static uint32_t raise(kiln_aabb_tree *tree, uint32_t node, int high)
{
	kiln_aabb_node *nodes = tree->nodes, *at = &nodes[node];
	uint32_t up = at->child[high], parent = at->parent;
	int down = choose_down(tree, up, at->child[1 - high]);
	uint32_t taken = nodes[up].child[down];
	nodes[up].parent = parent;
	if (parent == KILN_AABB_NONE)
		tree->root = up;
	else
		nodes[parent].child[nodes[parent].child[1] == node] = up;
	nodes[up].child[down] = node;
	at->parent = up;
	at->child[high] = taken;
	nodes[taken].parent = node;
	kilni_aabb_refit(tree, node);
	kilni_aabb_refit(tree, up);
	return up;
}

/// Two nodes to exchange, and the reduction of the areas.
typedef struct exchange
{
	uint32_t a, b;
	double gain;
} exchange;

/// Considers exchanging a child for a child of the other one; only if heights stay balanced and the node's height
/// unchanged.
static void consider_child(const kiln_aabb_tree *tree, uint32_t node, int side, int i, exchange *best)
{
	const kiln_aabb_node *nodes = tree->nodes;
	uint32_t whole = nodes[node].child[side], split = nodes[node].child[1 - side];
	uint32_t leaving = nodes[split].child[i], staying = nodes[split].child[1 - i];
	uint32_t below = above(nodes[whole].height, nodes[staying].height);
	if (!balanced(nodes[whole].height, nodes[staying].height) || !balanced(nodes[leaving].height, below) ||
		above(nodes[leaving].height, below) != nodes[node].height)
		return;
	double gain = kiln_aabb_area(&nodes[split].box) - union_area(tree, whole, staying);
	if (gain > best->gain)
		*best = (exchange){whole, leaving, gain};
}

/// Considers exchanging the first grandchild on one side for grandchild `i` of the other.
static void consider_grandchild(const kiln_aabb_tree *tree, uint32_t node, int i, exchange *best)
{
	const kiln_aabb_node *nodes = tree->nodes, *left = &nodes[nodes[node].child[0]],
						 *right = &nodes[nodes[node].child[1]];
	uint32_t a = left->child[0], stay_a = left->child[1], b = right->child[i], stay_b = right->child[1 - i];
	uint32_t high_a = above(nodes[b].height, nodes[stay_a].height),
			 high_b = above(nodes[a].height, nodes[stay_b].height);
	if (!balanced(nodes[b].height, nodes[stay_a].height) || !balanced(nodes[a].height, nodes[stay_b].height) ||
		!balanced(high_a, high_b) || above(high_a, high_b) != nodes[node].height)
		return;
	double gain = kiln_aabb_area(&left->box) + kiln_aabb_area(&right->box) - union_area(tree, b, stay_a) -
				  union_area(tree, a, stay_b);
	if (gain > best->gain)
		*best = (exchange){a, b, gain};
}

/// Makes the exchange below the node that reduces the areas most, if any does.
static void improve(kiln_aabb_tree *tree, uint32_t node)
{
	kiln_aabb_node *nodes = tree->nodes;
	const uint32_t *child = nodes[node].child;
	exchange best = {KILN_AABB_NONE, KILN_AABB_NONE, 0};
	for (int side = 0; side < 2; ++side)
		for (int i = 0; i < 2 && nodes[child[1 - side]].height > 0; ++i)
			consider_child(tree, node, side, i, &best);
	for (int i = 0; i < 2 && nodes[child[0]].height > 0 && nodes[child[1]].height > 0; ++i)
		consider_grandchild(tree, node, i, &best);
	if (best.a == KILN_AABB_NONE)
		return;
	uint32_t above_a = nodes[best.a].parent, above_b = nodes[best.b].parent;
	nodes[above_a].child[nodes[above_a].child[1] == best.a] = best.b;
	nodes[above_b].child[nodes[above_b].child[1] == best.b] = best.a;
	nodes[best.a].parent = above_b;
	nodes[best.b].parent = above_a;
	if (above_a != node)
		kilni_aabb_refit(tree, above_a);
	if (above_b != node)
		kilni_aabb_refit(tree, above_b);
	kilni_aabb_refit(tree, node);
}

void kilni_aabb_climb(kiln_aabb_tree *tree, uint32_t node)
{
	while (node != KILN_AABB_NONE)
	{
		kiln_aabb_node *at = &tree->nodes[node];
		kiln_aabb box = at->box;
		uint32_t height = at->height;
		kilni_aabb_refit(tree, node);
		uint32_t a = tree->nodes[at->child[0]].height, b = tree->nodes[at->child[1]].height;
		if (!balanced(a, b))
			node = raise(tree, node, b > a);
		else
			improve(tree, node);
		at = &tree->nodes[node];
		if (at->height == height && memcmp(&at->box, &box, sizeof box) == 0)
			return;
		node = at->parent;
	}
}
