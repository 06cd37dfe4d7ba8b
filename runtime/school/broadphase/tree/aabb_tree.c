// SPDX-License-Identifier: MIT
#include "aabb_tree.h"
#include "broadphase/room.h"

#include <string.h>

/// Dynamic tree of boxes: a binary tree with one leaf per proxy. Leaves are fattened, by a share of their size and in
/// the direction of their motion, so that most boxes that move a little keep their place (Presson's dbvt in Bullet;
/// Catto's tree in Box2D). A box that leaves its fat box is removed and inserted again, below the first of its old
/// ancestors that contains it, beside the node that makes the sum of areas grow least; branch and bound finds this node
/// (Bittner, Hapala and Havran 2013). On the way up, rotations keep the heights within a bound of each other (as
/// Adelson-Velsky and Landis 1962, with more slack), which bounds every stack. Children and grandchildren are exchanged
/// where this reduces areas (Kensler 2008).
///
/// If more than a small part of the boxes leave their fat boxes at once, all are reordered by halving, as in the packed
/// tree.
///
/// Costs: O(log n) for each box that left its fat box; pairs O(log n) for each box that moved; all pairs by a walk of
/// the tree against itself; queries O(log n + found). About 130 bytes a proxy. Weak if everything moves all the time.

/// A leaf is larger than its box by this share of its mean edge on each side,
#define MARGIN 0.1f
/// and by this many times the last move ahead.
#define AHEAD 2.0f
/// The most nodes that branch and bound visits.
#define LOOKS 64
/// If more than this part of all boxes need another place, reordering all is cheaper.
#define REORDER 16

static size_t lay_out(kiln_aabb_tree *tree, uint8_t *memory, const kiln_broadphase_options *options)
{
	kiln_room room = {memory, 0};
	kiln_room_take(&room, 1, sizeof *tree);
	tree->nodes = (kiln_aabb_node *)kiln_room_take(&room, (size_t)options->capacity * 2, sizeof *tree->nodes);
	tree->leaves = (uint32_t *)kiln_room_take(&room, options->capacity, sizeof *tree->leaves);
	tree->leavers = (uint32_t *)kiln_room_take(&room, options->capacity, sizeof *tree->leavers);
	tree->fats = (kiln_aabb *)kiln_room_take(&room, options->capacity, sizeof *tree->fats);
	tree->items = (kiln_packed_item *)kiln_room_take(&room, options->capacity, sizeof *tree->items);
	return room.used;
}

static size_t size(const kiln_broadphase_options *options)
{
	kiln_aabb_tree tree = {0};
	return lay_out(&tree, NULL, options);
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_aabb_tree *tree = broadphase->state;
	lay_out(tree, broadphase->state, options);
	tree->root = KILN_AABB_NONE;
	tree->freed = KILN_AABB_NONE;
}

static uint32_t new_node(kiln_aabb_tree *tree)
{
	uint32_t node = tree->freed;
	if (node == KILN_AABB_NONE)
		return tree->used++;
	tree->freed = tree->nodes[node].parent;
	return node;
}

static void free_node(kiln_aabb_tree *tree, uint32_t node)
{
	tree->nodes[node].parent = tree->freed;
	tree->freed = node;
}

// --- Where to put a leaf ----------------------------------------------------------------------------------------------

/// A node below which the leaf may go, and the growth of its ancestors in that case.
typedef struct place
{
	uint32_t node;
	double inherited;
} place;

/// The node beside which the leaf makes the tree's area grow least: `start` or below. The ancestors of `start` contain
/// the leaf.
static uint32_t best_sibling(const kiln_aabb_tree *tree, uint32_t start, const kiln_aabb *box)
{
	place stack[KILN_AABB_HEIGHT + 2];
	uint32_t depth = 0, best = KILN_AABB_NONE;
	double own = kiln_aabb_area(box), least = -1;
	stack[depth++] = (place){start, 0};
	for (uint32_t looks = 0; depth && (looks < LOOKS || least < 0); ++looks)
	{
		place at = stack[--depth];
		if (least >= 0 && own + at.inherited >= least)
			continue;
		const kiln_aabb_node *node = &tree->nodes[at.node];
		kiln_aabb both = kiln_aabb_union(&node->box, box);
		double direct = kiln_aabb_area(&both), total = direct + at.inherited;
		if (node->height <= KILN_AABB_LEAN && (least < 0 || total < least))
		{
			least = total;
			best = at.node;
		}
		double inherited = total - kiln_aabb_area(&node->box);
		if (node->height == 0 || (least >= 0 && own + inherited >= least))
			continue;
		// The child that grows less is on top.
		double growth[2];
		for (int i = 0; i < 2; ++i)
		{
			const kiln_aabb *child = &tree->nodes[node->child[i]].box;
			kiln_aabb grown = kiln_aabb_union(child, box);
			growth[i] = kiln_aabb_area(&grown) - kiln_aabb_area(child);
		}
		int first = growth[1] < growth[0];
		stack[depth++] = (place){node->child[1 - first], inherited};
		stack[depth++] = (place){node->child[first], inherited};
	}
	return best;
}

static void replace_child(kiln_aabb_tree *tree, uint32_t parent, uint32_t old, uint32_t new)
{
	tree->nodes[new].parent = parent;
	if (parent == KILN_AABB_NONE)
		tree->root = new;
	else
		tree->nodes[parent].child[tree->nodes[parent].child[1] == old] = new;
}

static void put_in(kiln_aabb_tree *tree, uint32_t leaf, uint32_t start)
{
	if (tree->root == KILN_AABB_NONE)
	{
		tree->root = leaf;
		tree->nodes[leaf].parent = KILN_AABB_NONE;
		return;
	}
	uint32_t sibling = best_sibling(tree, start, &tree->nodes[leaf].box), parent = new_node(tree);
	replace_child(tree, tree->nodes[sibling].parent, sibling, parent);
	tree->nodes[parent].child[0] = sibling;
	tree->nodes[parent].child[1] = leaf;
	tree->nodes[sibling].parent = tree->nodes[leaf].parent = parent;
	kilni_aabb_refit(tree, parent);
	kilni_aabb_climb(tree, tree->nodes[parent].parent);
}

/// Removes a leaf; returns the lowest of its ancestors that still exists, or none.
static uint32_t take_out(kiln_aabb_tree *tree, uint32_t leaf)
{
	uint32_t parent = tree->nodes[leaf].parent;
	if (parent == KILN_AABB_NONE)
	{
		tree->root = KILN_AABB_NONE;
		return KILN_AABB_NONE;
	}
	const kiln_aabb_node *node = &tree->nodes[parent];
	uint32_t sibling = node->child[node->child[0] == leaf], above = node->parent;
	replace_child(tree, above, parent, sibling);
	free_node(tree, parent);
	kilni_aabb_climb(tree, above);
	return above;
}

// --- Changes ----------------------------------------------------------------------------------------------------------

static void fatten(float *min, float *max, float margin, float way)
{
	way = way * AHEAD;
	float before = margin + (way < 0 ? -way : 0), behind = margin + (way > 0 ? way : 0);
	// Infinity minus infinity is NaN: then the box stays unchanged.
	float low = *min - before, high = *max + behind;
	*min = low <= *min ? low : *min;
	*max = high >= *max ? high : *max;
}

static kiln_aabb fat_box(const kiln_aabb *box, const kiln_aabb *before)
{
	const float edges[3] = {box->max.x - box->min.x, box->max.y - box->min.y, box->max.z - box->min.z};
	float margin = 0;
	// An infinite side does not make the other sides infinite.
	for (int i = 0; i < 3; ++i)
		margin += edges[i] <= KILN_COORDINATE_MAX ? edges[i] * (MARGIN / 3) : 0;
	kiln_aabb fat = *box;
	fatten(&fat.min.x, &fat.max.x, margin, box->min.x - before->min.x);
	fatten(&fat.min.y, &fat.max.y, margin, box->min.y - before->min.y);
	fatten(&fat.min.z, &fat.max.z, margin, box->min.z - before->min.z);
	return fat;
}

/// Whether a leaf is so much larger than its box needs that it should be replaced: the box became small, or jumped and
/// stopped.
static bool too_fat(const kiln_aabb *leaf, const kiln_aabb *wanted)
{
	return kiln_aabb_area(leaf) > 4 * kiln_aabb_area(wanted);
}

/// Finds the boxes that left their fat boxes, and their new fat boxes.
static void find_leavers(kiln_aabb_tree *tree, const kiln_aabb *boxes, const kiln_broadphase_changes *changes)
{
	tree->leaver_count = 0;
	for (uint32_t i = 0; i < changes->moved_count; ++i)
	{
		uint32_t proxy = changes->moved[i];
		const kiln_aabb *next = &changes->next[proxy], *old = &tree->nodes[tree->leaves[proxy]].box;
		// A jump is not a motion that continues.
		kiln_aabb fat = fat_box(next, kiln_boxes_overlap(&boxes[proxy], next) ? &boxes[proxy] : next);
		if (kiln_aabb_within(next, old) && !too_fat(old, &fat))
			continue;
		tree->fats[proxy] = fat;
		tree->leavers[tree->leaver_count++] = proxy;
	}
	for (uint32_t i = 0; i < changes->added_count; ++i)
	{
		uint32_t proxy = changes->added[i];
		tree->fats[proxy] = fat_box(&changes->next[proxy], &changes->next[proxy]);
	}
}

static void update_some(kiln_aabb_tree *tree, const kiln_broadphase_changes *changes)
{
	for (uint32_t i = 0; i < changes->removed_count; ++i)
	{
		uint32_t leaf = tree->leaves[changes->removed[i]];
		take_out(tree, leaf);
		free_node(tree, leaf);
		tree->leaves[changes->removed[i]] = KILN_AABB_NONE;
	}
	for (uint32_t i = 0; i < tree->leaver_count; ++i)
	{
		uint32_t proxy = tree->leavers[i], leaf = tree->leaves[proxy], start = take_out(tree, leaf);
		const kiln_aabb *fat = &tree->fats[proxy];
		while (start != KILN_AABB_NONE && !kiln_aabb_within(fat, &tree->nodes[start].box))
			start = tree->nodes[start].parent;
		tree->nodes[leaf].box = *fat;
		put_in(tree, leaf, start == KILN_AABB_NONE ? tree->root : start);
	}
	for (uint32_t i = 0; i < changes->added_count; ++i)
	{
		uint32_t proxy = changes->added[i], leaf = new_node(tree);
		tree->leaves[proxy] = leaf;
		tree->nodes[leaf] = (kiln_aabb_node){.box = tree->fats[proxy], .child = {proxy, KILN_AABB_NONE}};
		put_in(tree, leaf, tree->root);
	}
}

static void update_all(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_aabb_tree *tree = broadphase->state;
	uint32_t count = 0;
	for (uint32_t i = 0; i < changes->removed_count; ++i)
		tree->leaves[changes->removed[i]] = KILN_AABB_NONE;
	for (uint32_t i = 0; i < tree->leaver_count; ++i)
		tree->nodes[tree->leaves[tree->leavers[i]]].box = tree->fats[tree->leavers[i]];
	// In the order of nodes, in which neighbours are near each other.
	for (uint32_t i = 0; i < tree->used; ++i)
	{
		const kiln_aabb_node *node = &tree->nodes[i];
		uint32_t proxy = node->child[0];
		if (node->height > 0 || tree->leaves[proxy] != i)
			continue;
		tree->fats[proxy] = node->box;
		tree->items[count++] = kiln_packed_item_of(&node->box, proxy);
	}
	for (uint32_t i = 0; i < changes->added_count; ++i)
		tree->items[count++] = kiln_packed_item_of(&tree->fats[changes->added[i]], changes->added[i]);
	kilni_aabb_build(tree, count);
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_aabb_tree *tree = broadphase->state;
	find_leavers(tree, broadphase->boxes, changes);
	tree->changed = changes->added_count + changes->moved_count;
	if (tree->leaver_count + changes->added_count + changes->removed_count > broadphase->live_count / REORDER + 8)
		update_all(broadphase, changes);
	else
		update_some(tree, changes);
}

const kiln_broadphase_method kiln_broadphase_aabb_tree = {
	.name = "aabb-tree",
	.size = size,
	.begin = begin,
	.apply = apply,
	.fresh = kilni_aabb_fresh,
	.all = kilni_aabb_all,
	.box = kilni_aabb_box,
	.sweep = kilni_aabb_sweep,
	.fresh_is_complete = true,
};
