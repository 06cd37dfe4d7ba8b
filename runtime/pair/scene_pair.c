// SPDX-License-Identifier: MIT
#include "scene_pair.h"

#include "link_of.h"
#include "math/budget.h"
#include "math/rounding.h"
#include "pair/kernel/kernels.h"
#include "pair/kernel/record.h"
#include "scene_settle.h"
#include "tree/layout.h"

/// Two volumes that are still to be examined.
typedef struct scene_entry
{
	float lower; ///< lower bound of their distance
	uint32_t turn;
	kiln_volume_ref ref[2];
} scene_entry;

/// Every level of each tree leaves at most seven siblings.
#define SCENE_STACK (2 * KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1)

typedef struct scene_walk
{
	const kiln_pair_side *side[2];
	kiln_pair_tree tree[2];
	const kiln_volume_kernels *kernels;
	kiln_pair_link links[2];
	kiln_pair_part part[2]; ///< the current part of a side that has several
	bool made[2];			///< the current part is set
	kiln_scene_best *best;	///< NULL: finds parts that may touch
	uint32_t idle;			///< visits in a row that found nothing nearer
	bool tired;				///< there were too many such visits
	kiln_pair_counters *counters;
	kiln_budget *budget;
	scene_entry stack[SCENE_STACK];
	uint32_t height;
} scene_walk;

static bool is_leaf(const scene_walk *walk, uint32_t i, kiln_volume_ref ref)
{
	return walk->side[i]->single || (ref != KILN_ROOT_REF && (kiln_volume_under(&walk->tree[i], ref) & KILN_LEAF_BIT));
}

/// The part that a leaf stands for; NULL for one that cannot be met.
static const kiln_pair_part *part_of(scene_walk *walk, uint32_t i, kiln_volume_ref ref)
{
	const kiln_pair_side *side = walk->side[i];
	if (side->single)
		return &side->part;
	uint32_t node = kiln_volume_under(&walk->tree[i], ref) & ~KILN_LEAF_BIT;
	if (walk->made[i] && walk->part[i].node == node)
		return &walk->part[i];
	walk->made[i] = kilni_pair_part_of_node(&walk->part[i], side, node);
	return walk->made[i] ? &walk->part[i] : NULL;
}

static float limit_of(const scene_walk *walk)
{
	return kiln_float_up(walk->best->limit);
}

/// Pushes the children in `bits` of a node of tree `i`, so that the nearest is popped first and, among equally near
/// ones, the first.
static void push(
	scene_walk *walk, const scene_entry *entry, uint32_t i, uint32_t node, uint32_t bits, const float *lower)
{
	uint32_t base = walk->height;
	for (; bits; bits &= bits - 1)
	{
		uint32_t child = kiln_lowest_bit(bits), at = walk->height++;
		for (; at > base && walk->stack[at - 1].lower <= lower[child]; --at)
			walk->stack[at] = walk->stack[at - 1];
		scene_entry *below = &walk->stack[at];
		*below = (scene_entry){.lower = lower[child], .turn = 1 - i};
		below->ref[1 - i] = entry->ref[1 - i];
		below->ref[i] = node * 8 + child;
	}
}

#ifdef KILN_WALK_RECORDING
/// What is below a volume: a single part is a leaf.
static uint32_t under_of(const scene_walk *walk, uint32_t i, kiln_volume_ref ref)
{
	return walk->side[i]->single ? KILN_LEAF_BIT : kiln_volume_under(&walk->tree[i], ref);
}
#endif

/// Replaces a volume of tree `i` by its children.
static void open_node(scene_walk *walk, const scene_entry *entry, uint32_t i)
{
	const kiln_pair_link *link = &walk->links[1 - i];
	const kiln_pair_tree *tree = &walk->tree[i];
	uint32_t node = kiln_volume_under(tree, entry->ref[i]), bits;
	float lower[KILN_TREE_WIDTH] = {0}, size[KILN_TREE_WIDTH];
	kiln_pair_volume volume;
	walk->kernels->transform(&walk->tree[1 - i], entry->ref[1 - i], tree, link, &volume);
	if (walk->best)
		bits = walk->kernels->near(tree, node, &volume, link, limit_of(walk), lower, size);
	else
		bits = walk->kernels->overlaps(tree, node, &volume, link, size);
	uint32_t children = kiln_volume_count(tree, node);
	walk->counters->volume_tests += children;
	walk->counters->children += children;
	walk->counters->volume_overlaps += kiln_bit_count(bits);
	++walk->counters->updates;
	KILN_RECORD_PAIR(walk->budget, .step = KILN_PAIR_RECORD_NODE, .scene = true, .side = i,
		.tree = {&walk->tree[0], &walk->tree[1]}, .ref = {entry->ref[0], entry->ref[1]},
		.under = {under_of(walk, 0, entry->ref[0]), under_of(walk, 1, entry->ref[1])},
		.limit = walk->best ? limit_of(walk) : 0, .met = bits, .keys = walk->best ? lower : NULL);
	push(walk, entry, i, node, bits, lower);
}

/// The number of visits in a row that find nothing nearer after which ties, or distances that float32 cannot
/// distinguish, are likely.
#define PATIENCE 48

/// Visits two parts. Returns false when the walk is over.
static bool visit_pair(
	scene_walk *walk, const kiln_pair_part *a, const kiln_pair_part *b, kiln_visit_parts *visit, void *user)
{
	float before = walk->best ? walk->best->most : 0;
	if (!visit(user, a, b))
		return false;
	if (!walk->best)
		return true;
	walk->idle = walk->best->most < before ? 0 : walk->idle + 1;
	walk->tired = walk->idle > PATIENCE;
	return !walk->tired;
}

static bool run(scene_walk *walk, kiln_visit_parts *visit, void *user)
{
	walk->stack[walk->height++] = (scene_entry){.ref = {KILN_ROOT_REF, KILN_ROOT_REF}};
	while (walk->height)
	{
		const scene_entry entry = walk->stack[--walk->height];
		if (walk->best && (double)entry.lower > walk->best->limit)
		{
			KILN_RECORD_PAIR(walk->budget, .step = KILN_PAIR_RECORD_CULLED, .scene = true,
				.tree = {&walk->tree[0], &walk->tree[1]}, .ref = {entry.ref[0], entry.ref[1]},
				.under = {under_of(walk, 0, entry.ref[0]), under_of(walk, 1, entry.ref[1])}, .limit = limit_of(walk),
				.keys = &entry.lower);
			continue;
		}
		if (!kiln_budget_take(walk->budget, 1))
			return false;
		bool leaf[2] = {is_leaf(walk, 0, entry.ref[0]), is_leaf(walk, 1, entry.ref[1])};
		if (!leaf[0] || !leaf[1])
		{
			open_node(walk, &entry, leaf[entry.turn] ? 1 - entry.turn : entry.turn);
			continue;
		}
		const kiln_pair_part *a = part_of(walk, 0, entry.ref[0]), *b = part_of(walk, 1, entry.ref[1]);
		if (a && b && !visit_pair(walk, a, b, visit, user))
			return false;
	}
	return true;
}

/// The first walk. Sets `tired` if it ended because another search is better.
static bool walk_first(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user, bool *tired)
{
	scene_walk walk;
	walk.side[0] = a;
	walk.side[1] = b;
	const kiln_asset *asset = a->object->asset ? a->object->asset : b->object->asset;
	walk.kernels = kilni_volume_kernels_choose(asset ? asset->isa : KILN_ISA_AUTO);
	walk.made[0] = walk.made[1] = false;
	walk.best = best;
	walk.idle = 0;
	walk.tired = false;
	walk.counters = counters;
	walk.budget = budget;
	walk.height = 0;
	const kiln_place *place[2];
	for (int i = 0; i < 2; ++i)
	{
		const kiln_pair_side *side = walk.side[i];
		walk.tree[i] = side->single ? side->part.tree : side->tree;
		place[i] = side->single ? &side->part.box : &side->pose;
	}
	kiln_pair_link_of(walk.links, &walk.tree[0], place[0], &walk.tree[1], place[1]);
	bool more = run(&walk, visit, user);
	*tired = walk.tired;
	return more;
}

bool kilni_scene_pair_walk(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user)
{
	KILN_RECORD_SIDES(budget, a, b);
	if ((a->single && a->part.rest == KILN_FILTER_NONE) || (b->single && b->part.rest == KILN_FILTER_NONE))
		return true;
	if (a->single && b->single)
		return kiln_budget_take(budget, 1) && visit(user, &a->part, &b->part);
	bool tired, more = walk_first(a, b, best, counters, budget, visit, user, &tired);
	return tired ? kilni_scene_settle(a, b, best, counters, budget, visit, user) : more;
}
