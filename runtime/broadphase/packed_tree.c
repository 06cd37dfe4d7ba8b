// SPDX-License-Identifier: MIT
#include "packed_tree.h"
#include "room.h"
#include "simd/isa.h"

#include <string.h>

/// Packed tree. Boxes are in blocks of eight, which are compared eight at a time. Neighbours in space are neighbours in
/// memory. Over the blocks is a tree of eight-wide nodes without pointers: node i of a level has the nodes 8 i to 8 i +
/// 7 of the level below. The order comes from halving by rank (Roussopoulos and Leifker 1985, packed R-trees; the
/// halves of a k-d tree). Boxes that move keep their place in the order, and bounds are refitted. A box that leaves the
/// neighbourhood of its block joins the newcomers. Newcomers form trees of their own behind the first one, each at
/// least twice as large as the next; smaller ones are merged (Bentley and Saxe 1980). All of them together are one
/// tree. The tree is reordered when the bad order has cost as many comparisons of blocks as ordering costs, or, if
/// pairs are never queried, after a number of moves.
///
/// Pairs come from a walk of the tree against itself, a pair of nodes at a time, only down to the changed lanes. If the
/// changed lanes are a small part, pairs come from a query for each changed box. Pairs of changed boxes that overlapped
/// before are not reported.
///
/// Costs: update O(changed) plus n / 8 tests of blocks' marks, n log n when reordered; pairs O(changed + found) if
/// boxes are not much larger than their distances; queries O(log n + found). About 100 bytes a proxy. Weak if most
/// boxes jump anywhere in each update: then the whole tree is reordered each time.

/// A box leaves its block when it is outside the block's first bounds by more than this share of their largest edge.
#define LEAVE 0.5f
/// LEAVE when a large part of the boxes moves.
#define LEAVE_MANY 2.0f
/// Reordering a box costs as much as comparing this many pairs of blocks.
#define ORDER_COST 4.0
/// If pairs are not queried, the order lasts for this many moves of each box.
#define UNJUDGED 16.0
/// If less than this part changed, each changed box is queried.
#define FEW 4
/// The number of blocks that are prefetched ahead.
#define FETCHED_AHEAD 3
/// The number of slots of the largest possible node.
#define TOP_UNIT (UINT32_C(1) << 27)
/// The newcomers' trees may hold this part of all slots.
#define TAIL 4

static uint32_t round_up(uint32_t count)
{
	return (count + 7) & ~7u;
}

/// The number of nodes of a level over that many slots.
static uint32_t nodes_of(uint32_t slots, uint32_t level)
{
	uint32_t shift = 3 * (level + 1);
	return (uint32_t)(((uint64_t)slots + (UINT64_C(1) << shift) - 1) >> shift);
}

static uint32_t levels_of(uint32_t slots)
{
	uint32_t count = slots > 0;
	while (count && nodes_of(slots, count - 1) > 1)
		++count;
	return count;
}

static size_t lay_out(kiln_packed_tree *tree, uint8_t *memory, const kiln_broadphase_options *options)
{
	kiln_room room = {memory, 0};
	uint32_t proxies = options->capacity;
	kiln_room_take(&room, 1, sizeof *tree);
	tree->capacity = round_up(proxies + proxies / TAIL + 8 * KILN_PACKED_RUNS);
	uint32_t level_count = levels_of(tree->capacity);
	for (uint32_t level = 0; level < level_count; ++level)
	{
		uint32_t count = nodes_of(tree->capacity, level);
		tree->nodes[level] = (kiln_packed_node *)kiln_room_take(&room, count, sizeof *tree->nodes[level]);
		tree->changed[level] = (uint8_t *)kiln_room_take(&room, count, 1);
	}
	tree->before = (kiln_packed_node *)kiln_room_take(&room, tree->capacity / 8, sizeof *tree->before);
	tree->homes = (kiln_aabb *)kiln_room_take(&room, tree->capacity / 8, sizeof *tree->homes);
	tree->proxies = (uint32_t *)kiln_room_take(&room, tree->capacity, sizeof *tree->proxies);
	tree->slots = (uint32_t *)kiln_room_take(&room, proxies, sizeof *tree->slots);
	tree->items = (kiln_packed_item *)kiln_room_take(&room, proxies, sizeof *tree->items);
	tree->newcomers = (uint32_t *)kiln_room_take(&room, proxies, sizeof *tree->newcomers);
	return room.used;
}

static size_t size(const kiln_broadphase_options *options)
{
	kiln_packed_tree tree = {0};
	return lay_out(&tree, NULL, options);
}

static void clear_lane(kiln_packed_node *node, uint32_t lane)
{
	for (int axis = 0; axis < 3; ++axis)
		node->min[axis][lane] = node->max[axis][lane] = NAN;
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_packed_tree *tree = broadphase->state;
	lay_out(tree, broadphase->state, options);
	tree->kernels = kilni_broadphase_kernels_choose(kilni_isa_resolve(options->isa));
	for (uint32_t level = 0; level < levels_of(tree->capacity); ++level)
		for (uint32_t i = 0; i < nodes_of(tree->capacity, level); ++i)
			for (uint32_t lane = 0; lane < 8; ++lane)
				clear_lane(&tree->nodes[level][i], lane);
	memset(tree->proxies, 0xff, tree->capacity * sizeof *tree->proxies);
}

static void set_lane(kiln_packed_node *node, uint32_t lane, const kiln_aabb *box)
{
	node->min[0][lane] = box->min.x;
	node->min[1][lane] = box->min.y;
	node->min[2][lane] = box->min.z;
	node->max[0][lane] = box->max.x;
	node->max[1][lane] = box->max.y;
	node->max[2][lane] = box->max.z;
}

static void mark(kiln_packed_tree *tree, uint32_t slot)
{
	tree->changed[0][slot / 8] |= (uint8_t)(1u << slot % 8);
}

static void empty_slot(kiln_packed_tree *tree, uint32_t slot)
{
	clear_lane(&tree->nodes[0][slot / 8], slot % 8);
	tree->proxies[slot] = KILN_PACKED_NONE;
}

static bool leaves(const kiln_aabb *home, const kiln_aabb *box, float share)
{
	float x = home->max.x - home->min.x, y = home->max.y - home->min.y, z = home->max.z - home->min.z;
	float edge = x > y ? x : y;
	edge = share * (z > edge ? z : edge);
	// Infinity minus infinity is NaN, which compares as false.
	return box->min.x < home->min.x - edge || box->max.x > home->max.x + edge || box->min.y < home->min.y - edge ||
		   box->max.y > home->max.y + edge || box->min.z < home->min.z - edge || box->max.z > home->max.z + edge;
}

/// Prefetches boxes that are needed some blocks later: they are anywhere in memory.
static void fetch_ahead(const kiln_packed_tree *tree, const kiln_aabb *next, uint32_t block)
{
#if defined(__GNUC__)
	if (block >= tree->end / 8)
		return;
	uint32_t changed = tree->changed[0][block];
	for (uint32_t lane = 0; changed >> lane; ++lane)
	{
		uint32_t proxy = tree->proxies[block * 8 + lane];
		if ((changed >> lane & 1) && proxy != KILN_PACKED_NONE)
			__builtin_prefetch(&next[proxy]);
	}
#else
	(void)tree;
	(void)next;
	(void)block;
#endif
}

/// Updates the lanes of boxes that moved; boxes that left their block become newcomers.
static void refresh(kiln_packed_tree *tree, const kiln_aabb *next, float share)
{
	uint32_t blocks = tree->end / 8;
	for (uint32_t block = 0; block < blocks; ++block)
	{
		uint64_t eight;
		if (block % 8 == 0 && block + 8 <= blocks)
		{
			memcpy(&eight, tree->changed[0] + block, sizeof eight);
			if (!eight)
			{
				block += 7;
				continue;
			}
		}
		uint32_t changed = tree->changed[0][block];
		fetch_ahead(tree, next, block + FETCHED_AHEAD);
		for (uint32_t lane = 0; changed >> lane; ++lane)
		{
			uint32_t slot = block * 8 + lane, proxy = tree->proxies[slot];
			if (!(changed >> lane & 1) || proxy == KILN_PACKED_NONE)
				continue;
			if (leaves(&tree->homes[block], &next[proxy], share))
			{
				empty_slot(tree, slot);
				tree->newcomers[tree->newcomer_count++] = proxy;
			}
			else
				set_lane(&tree->nodes[0][block], lane, &next[proxy]);
		}
	}
}

static uint32_t run_end(const kiln_packed_tree *tree, uint32_t run)
{
	return run + 1 < tree->run_count ? tree->starts[run + 1] : tree->end;
}

/// Appends the items of the last run behind the existing items, and removes the run.
static uint32_t dissolve_last(kiln_packed_tree *tree, uint32_t count)
{
	uint32_t run = tree->run_count - 1;
	for (uint32_t slot = tree->starts[run]; slot < tree->end; ++slot)
	{
		uint32_t proxy = tree->proxies[slot];
		const kiln_packed_node *node = &tree->nodes[0][slot / 8];
		uint32_t lane = slot % 8;
		if (proxy == KILN_PACKED_NONE)
			continue;
		kiln_packed_item *item = &tree->items[count++];
		for (int axis = 0; axis < 3; ++axis)
			item->center[axis] = kiln_packed_middle(node->min[axis][lane], node->max[axis][lane]);
		item->proxy = proxy | (tree->changed[0][slot / 8] >> lane & 1 ? KILN_PACKED_MOVED : 0);
		empty_slot(tree, slot);
	}
	memset(tree->changed[0] + tree->starts[run] / 8, 0, (tree->end - tree->starts[run]) / 8);
	tree->end = tree->starts[run];
	tree->run_count = run;
	return count;
}

/// Makes the items a run behind all others.
static void append_run(kiln_packed_tree *tree, uint32_t count, const kiln_aabb *boxes, const kiln_aabb *next)
{
	uint32_t first = tree->end;
	if (count == 0)
		return;
	kilni_packed_order(tree->items, first, first + count, TOP_UNIT, 8);
	tree->starts[tree->run_count++] = first;
	tree->end = first + round_up(count);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t slot = first + i, flags = tree->items[i].proxy, proxy = flags & KILN_PACKED_PROXY;
		bool moved = flags & KILN_PACKED_MOVED;
		const kiln_aabb *box = moved ? &next[proxy] : &boxes[proxy];
		tree->proxies[slot] = proxy;
		tree->slots[proxy] = slot;
		set_lane(&tree->nodes[0][slot / 8], slot % 8, box);
		if (flags & KILN_PACKED_ADDED)
			clear_lane(&tree->before[slot / 8], slot % 8);
		else
			set_lane(&tree->before[slot / 8], slot % 8, &boxes[proxy]);
		if (slot % 8 == 0)
			tree->homes[slot / 8] = *box;
		else
			kiln_boxes_grow(&tree->homes[slot / 8], box);
		if (moved)
			mark(tree, slot);
	}
}

/// Gives slots to the newcomers, and new slots to all when a reordering is due. Returns the first slot whose nodes are
/// to be refitted.
static uint32_t settle(kiln_packed_tree *tree, const kiln_aabb *boxes, const kiln_broadphase_changes *changes)
{
	const kiln_aabb *next = changes->next;
	uint32_t count = 0, first = tree->end;
	bool all = tree->waste > ORDER_COST * (double)tree->held || tree->unjudged > UNJUDGED * (double)tree->held ||
			   tree->end / 2 > tree->held + 32;
	for (uint32_t i = 0; i < tree->newcomer_count; ++i)
		tree->items[count++] = kiln_packed_item_of(&next[tree->newcomers[i]], tree->newcomers[i] | KILN_PACKED_MOVED);
	for (uint32_t i = 0; i < changes->added_count; ++i)
		tree->items[count++] =
			kiln_packed_item_of(&next[changes->added[i]], changes->added[i] | KILN_PACKED_MOVED | KILN_PACKED_ADDED);
	uint32_t tail = tree->run_count ? tree->end - run_end(tree, 0) + count : 0;
	all |= tail > tree->held / TAIL;
	while (tree->run_count &&
		   (all || (count > 0 &&
					   (run_end(tree, tree->run_count - 1) - tree->starts[tree->run_count - 1] < 2 * round_up(count) ||
						   tree->end + round_up(count) > tree->capacity))))
		count = dissolve_last(tree, count);
	if (tree->run_count == 0)
		tree->waste = tree->unjudged = tree->least[0] = tree->least[1] = 0;
	first = tree->end < first ? tree->end : first;
	append_run(tree, count, boxes, next);
	return first;
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_packed_tree *tree = broadphase->state;
	uint32_t old_end = tree->end, old_levels = tree->level_count;
	for (uint32_t block = 0; block < tree->end / 8; ++block)
		if (tree->changed[0][block])
			tree->before[block] = tree->nodes[0][block];
	for (uint32_t level = 0; level < levels_of(tree->reach); ++level)
		memset(tree->changed[level], 0, nodes_of(tree->reach, level));
	for (uint32_t i = 0; i < changes->removed_count; ++i)
	{
		uint32_t slot = tree->slots[changes->removed[i]];
		empty_slot(tree, slot);
		mark(tree, slot);
	}
	for (uint32_t i = 0; i < changes->moved_count; ++i)
		mark(tree, tree->slots[changes->moved[i]]);
	tree->held += changes->added_count - changes->removed_count;
	tree->changed_count = changes->added_count + changes->moved_count;
	tree->unjudged += changes->moved_count;
	tree->newcomer_count = 0;
	refresh(tree, changes->next, changes->moved_count > tree->held / 4 ? LEAVE_MANY : LEAVE);
	uint32_t first = settle(tree, broadphase->boxes, changes);
	// Refits unused slots, too, so that the nodes above become empty.
	uint32_t end = tree->end, reach = end > old_end ? end : old_end;
	tree->level_count = levels_of(reach);
	tree->end = tree->reach = reach;
	tree->kernels->packed_refit(tree, tree->level_count > old_levels ? 0 : first, reach);
	tree->end = end;
	tree->level_count = levels_of(end);
}

/// Judges the order by the number of blocks that were examined, relative to the number of blocks.
static void judge(kiln_packed_tree *tree, int how, uint64_t steps, double share)
{
	if (share <= 0)
		return;
	double *least = &tree->least[how], all = (double)steps / share;
	if (*least == 0 || all < *least)
		*least = all;
	tree->waste += (double)steps - *least * share;
	tree->unjudged = 0;
}

/// The share of the pairs of blocks that have a changed block.
static double changed_share(const kiln_packed_tree *tree)
{
	uint32_t blocks = tree->end / 8, changed = 0;
	for (uint32_t i = 0; i < blocks; ++i)
		changed += tree->changed[0][i] != 0;
	double same = 1 - (double)changed / (blocks ? blocks : 1);
	return 1 - same * same;
}

static void fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_packed_tree *tree = broadphase->state;
	bool few = tree->changed_count < tree->held / FEW;
	uint64_t steps = few ? tree->kernels->packed_query(tree, sink) : tree->kernels->packed_join(tree, true, sink);
	if (!sink->ended)
		judge(tree, few, steps, few ? tree->changed_count : changed_share(tree));
}

static void all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_packed_tree *tree = broadphase->state;
	uint64_t steps = tree->kernels->packed_join(tree, false, sink);
	if (!sink->ended)
		judge(tree, 0, steps, 1);
}

static void box(const kiln_broadphase *broadphase, const kiln_aabb *query, kiln_found_proxy *found, void *user)
{
	const kiln_packed_tree *tree = broadphase->state;
	tree->kernels->packed_box(tree, query, found, user);
}

static void sweep(const kiln_broadphase *broadphase, kiln_box_sweep *query, kiln_found_hit *found, void *user)
{
	const kiln_packed_tree *tree = broadphase->state;
	tree->kernels->packed_sweep(tree, query, found, user);
}

const kiln_broadphase_method kiln_broadphase_packed_tree = {
	.name = "packed-tree",
	.size = size,
	.begin = begin,
	.apply = apply,
	.fresh = fresh,
	.all = all,
	.box = box,
	.sweep = sweep,
	.fresh_is_complete = false,
};
