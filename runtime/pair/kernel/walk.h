// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_WALK_H
#define KILN_PAIR_WALK_H

#include "descent.h"
#include "record.h"
#include "volume_test.h"
#include "walk_leaf.h"
#include "walk_size.h"

/// Walks of two trees at once (Gottschalk 2000; Larsen et al. 1999; Ericson 2005, 6.3). A step opens one volume of a
/// pair that is not proved apart: the other volume, mapped to its coordinates, is tested against its children, up to
/// eight at a time. One body, walk_trees, is compiled for every goal; a small switch selects the volume to open.

/// The most open pairs of a best-first search. When they are this many, the best is searched depth first.
#define KILN_PAIR_HEAP 512

/// The volume of one side that was mapped last; it is reused while the walk opens the other side.
typedef struct kiln_pair_transformed
{
	kiln_volume_ref ref;
	bool any;
	uint32_t bearing; ///< number of the bearing at which it is aimed; 0: not aimed
	kiln_pair_volume volume;
} kiln_pair_transformed;

typedef struct kiln_pair_walk
{
	kiln_pair_run *run;
	const kiln_pair_tree *tree[2];
	const kiln_pair_link *link[2]; ///< [i]: from side i's volumes to the other's frame
	const kiln_descent *descent;
	float limit; ///< pairs with greater lower bounds are of no interest
	kiln_pair_bearing bearing;
	kiln_pair_transformed transformed[2];
	kiln_pair_packs packs;
	uint32_t height;
	kiln_pair_entry stack[KILN_PAIR_STACK];
} kiln_pair_walk;

/// The goal of a walk.
typedef struct kiln_pair_goal
{
	bool nearest;  ///< finds distances; else triangles that touch
	bool measured; ///< uses lower bounds of distances; else only overlap
	bool kept;	   ///< begins with a front and leaves one
} kiln_pair_goal;

/// The side whose volume is opened: the one with an inner node; if both have one, the descent decides.
static inline uint32_t kiln_pair_choose(const kiln_descent *descent, const kiln_pair_entry *entry)
{
	if (entry->under[1] & KILN_LEAF_BIT)
		return 0;
	if (entry->under[0] & KILN_LEAF_BIT)
		return 1;
	return descent && descent->choose ? descent->choose(entry) : kiln_pair_larger(entry);
}

/// The turn of the children of a pair whose `side` was opened.
static inline uint32_t kiln_pair_turn(const kiln_descent *descent, const kiln_pair_entry *entry, uint32_t side)
{
	return descent && descent->turn ? descent->turn(entry, side) : KILN_PAIR_FREE;
}

/// The query's unit vector `way` as a covector of a tree's coordinates; `columns` are the images of their axes in the
/// query's. The covector is divided by the least length of a unit there, see kiln_volume_aim, and shortened a little,
/// so that no rounding makes it prove too much. Zero, which proves nothing apart, where this cannot be decided.
static inline void kiln_pair_covector(const kiln_d3 columns[3], kiln_d3 way, float length, float covector[4])
{
	const double along[3] = {kiln_d3_dot(columns[0], way), kiln_d3_dot(columns[1], way), kiln_d3_dot(columns[2], way)};
	double per_length = length > 0 ? (1 - 0x1p-20) / (double)length : 0;
	bool sound = true;
	for (int k = 0; k < 3; ++k)
		sound = sound && kiln_double_abs(along[k] * per_length) <= 0x1p60;
	for (int k = 0; k < 3; ++k)
		covector[k] = sound ? (float)(along[k] * per_length) : 0;
	covector[3] = 0;
}

/// Sets the bearing to the vector between two points, given in a's coordinates.
static inline void kiln_pair_bear(kiln_pair_walk *walk, kiln_d3 way)
{
	const kiln_mesh_pair *pair = walk->run->pair;
	const kiln_pair_metric *metric = &pair->metric;
	kiln_d3 columns[3] = {{metric->scale, 0, 0}, {0, metric->scale, 0}, {0, 0, metric->scale}};
	if (!metric->similar)
		memcpy(columns, metric->to_query.column, sizeof columns);
	kiln_d3 to = kiln_d3_scale(columns[0], way.x);
	to = kiln_d3_along(kiln_d3_along(to, way.y, columns[1]), way.z, columns[2]);
	// Divides by the largest component first: squares neither overflow nor underflow.
	double most = kiln_d3_largest(to);
	kiln_d3 unit = most > 0 && most < HUGE_VAL ? kiln_d3_scale(to, 1 / most) : (kiln_d3){0, 0, 0};
	double length = sqrt(kiln_d3_length2(unit));
	unit = length > 0 ? kiln_d3_scale(unit, 1 / length) : unit;
	kiln_d3 moved[3];
	for (int k = 0; k < 3; ++k)
	{
		kiln_d3 c = pair->b_to_a.column[k];
		moved[k] = kiln_d3_scale(columns[0], c.x);
		moved[k] = kiln_d3_along(kiln_d3_along(moved[k], c.y, columns[1]), c.z, columns[2]);
	}
	kiln_pair_covector(columns, unit, walk->link[1]->length, walk->bearing.way[0]);
	kiln_pair_covector((const kiln_d3 *)moved, unit, walk->link[0]->length, walk->bearing.way[1]);
	++walk->bearing.number;
}

/// Sets the bearing to the vector between the points of the best pair.
static inline void kiln_pair_bear_best(kiln_pair_walk *walk)
{
	if (walk->run->best.distance > 0)
		kiln_pair_bear(walk, kiln_d3_sub(walk->run->best.point[1], walk->run->best.point[0]));
}

/// The volume of the side that is not opened, in the frame of the other side. In the direct descent, a's leaves are
/// represented there by the boxes of their moved triangles.
static inline const kiln_pair_volume *kiln_pair_transform(
	kiln_pair_walk *walk, uint32_t side, const kiln_pair_entry *entry)
{
	kiln_pair_transformed *transformed = &walk->transformed[side];
	if (transformed->any && transformed->ref == entry->ref[side])
		return &transformed->volume;
	transformed->any = true;
	transformed->bearing = 0;
	transformed->ref = entry->ref[side];
	const kiln_descent *descent = walk->descent;
	if (descent && descent->transform_leaf && side == 0 && (entry->under[0] & KILN_LEAF_BIT))
	{
		descent->transform_leaf(&walk->packs, walk->run, entry->under[0] & ~KILN_LEAF_BIT, &transformed->volume);
		return &transformed->volume;
	}
	kiln_volume_transform(
		walk->tree[side], transformed->ref, walk->tree[1 - side], walk->link[side], &transformed->volume);
	++walk->run->count.updates;
	return &transformed->volume;
}

/// A child of a pair.
static inline kiln_pair_entry kiln_pair_child(
	const kiln_pair_walk *walk, const kiln_pair_entry *entry, uint32_t side, uint32_t slot, float key, float size)
{
	kiln_pair_entry child = *entry;
	child.ref[side] = kiln_volume_ref_of(entry->under[side], slot);
	child.under[side] = kiln_volume_under(walk->tree[side], child.ref[side]);
	child.size[side] = size;
	child.key = key;
	child.turn = kiln_pair_turn(walk->descent, entry, side);
	return child;
}

/// The children of a pair with which the walk continues.
typedef struct kiln_pair_step
{
	uint32_t side, bits;
	float lower[8], size[8];
} kiln_pair_step;

static inline void kiln_pair_test(
	kiln_pair_walk *walk, kiln_pair_goal goal, const kiln_pair_entry *entry, uint32_t side, kiln_pair_step *step)
{
	const kiln_pair_tree *tree = walk->tree[side];
	const kiln_pair_link *link = walk->link[1 - side];
	const kiln_pair_volume *volume = kiln_pair_transform(walk, 1 - side, entry);
	kiln_pair_transformed *transformed = &walk->transformed[1 - side];
	// One vector serves all volumes that are small relative to their distance.
	transformed->volume.aimed = goal.nearest && walk->limit > transformed->volume.size;
	if (transformed->volume.aimed && transformed->bearing != walk->bearing.number)
	{
		transformed->bearing = walk->bearing.number;
		kiln_volume_aim(&transformed->volume, walk->bearing.way[side]);
	}
	uint32_t node = entry->under[side];
	step->side = side;
	if (goal.measured)
		step->bits = kiln_volume_near(tree, node, volume, link, walk->limit, step->lower, step->size);
	else
		step->bits = kiln_volume_overlaps(tree, node, volume, link, step->size);
}

/// Records a step of two volumes.
#define KILN_RECORD_ENTRY(walk, of, entry, ...)                                                                        \
	KILN_RECORD_PAIR((walk)->run->pair->budget, .step = (of), .tree = {(walk)->tree[0], (walk)->tree[1]},              \
		.ref = {(entry)->ref[0], (entry)->ref[1]}, .under = {(entry)->under[0], (entry)->under[1]},                    \
		.limit = (walk)->limit, __VA_ARGS__)

/// Counts a step. Returns the number of children.
static inline uint32_t kiln_pair_count_step(
	kiln_pair_walk *walk, const kiln_pair_entry *entry, const kiln_pair_step *step)
{
	kiln_pair_counters *count = &walk->run->count;
	uint32_t children = kiln_volume_count(walk->tree[step->side], entry->under[step->side]);
	count->volume_tests += children;
	count->children += children;
	count->volume_overlaps += kiln_bit_count(step->bits);
	return children;
}

/// Pushes children so that the lowest slot is popped first or, for `nearest`, the least bound.
static inline void kiln_pair_push(
	kiln_pair_walk *walk, kiln_pair_goal goal, const kiln_pair_entry *entry, const kiln_pair_step *step, uint32_t bits)
{
	uint32_t base = walk->height;
	for (uint32_t slot = KILN_TREE_WIDTH; slot-- > 0;)
	{
		if (!(bits >> slot & 1u))
			continue;
		float key = goal.measured ? step->lower[slot] : 0;
		uint32_t at = walk->height++;
		for (; goal.nearest && at > base && walk->stack[at - 1].key < key; --at)
			walk->stack[at] = walk->stack[at - 1];
		walk->stack[at] = kiln_pair_child(walk, entry, step->side, slot, key, step->size[slot]);
	}
}

/// Stores a pair for the next frame.
static inline void kiln_pair_keep(kiln_front_list *front, const kiln_pair_entry *entry, float lower)
{
	uint32_t at = front->count;
	if (at == front->capacity)
	{
		front->lost = true;
		return;
	}
	front->lower[at] = kiln_float_down((double)lower + (double)front->travel);
	front->entry[at] =
		(kiln_front_entry){{entry->ref[0], entry->ref[1]}, {entry->size[0], entry->size[1]}, entry->turn};
	front->count = at + 1;
}

/// Compares two leaves. Returns false when the walk is over.
static inline bool kiln_pair_leaves(kiln_pair_walk *walk, kiln_pair_goal goal, const kiln_pair_entry *entry)
{
	kiln_pair_run *run = walk->run;
	const uint32_t unit[2] = {entry->under[0] & ~KILN_LEAF_BIT, entry->under[1] & ~KILN_LEAF_BIT};
	float lower = 0;
	bool more = true;
	KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_LEAVES, entry, .keys = goal.measured ? &entry->key : NULL);
	if (goal.nearest)
	{
		float before = run->limit;
		bool found = run->found;
		kiln_pair_leaves_near(run, &walk->packs, entry->ref, unit, &walk->bearing, goal.kept ? &lower : NULL);
		if (run->limit < before || run->found != found)
			kiln_pair_bear_best(walk);
		walk->limit = run->limit + (goal.kept ? run->front->reserve : 0);
		more = (!run->found || run->limit > run->good) && !kiln_pair_is_tired(run);
	}
	else if (goal.kept)
		more = kiln_pair_leaves_touch_kept(run, &walk->packs, entry->ref, unit, &lower);
	else
		more = kiln_pair_leaves_touch(run, &walk->packs, entry->ref, unit);
	if (goal.kept)
		kiln_pair_keep(run->front, entry, lower > entry->key ? lower : entry->key);
	return more;
}

static inline bool kiln_pair_both_leaves(const kiln_pair_entry *entry)
{
	return entry->under[0] & entry->under[1] & KILN_LEAF_BIT;
}

/// Opens a pair. Children that are apart are stored in the front, if there is one.
static inline void kiln_pair_open(kiln_pair_walk *walk, kiln_pair_goal goal, const kiln_pair_entry *entry)
{
	kiln_pair_step step;
	kiln_pair_test(walk, goal, entry, kiln_pair_choose(walk->descent, entry), &step);
	uint32_t children = kiln_pair_count_step(walk, entry, &step);
	KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_NODE, entry, .side = step.side, .met = step.bits,
		.keys = goal.measured ? step.lower : NULL);
	kiln_pair_push(walk, goal, entry, &step, step.bits);
	for (uint32_t apart = goal.kept ? ((1u << children) - 1u) & ~step.bits : 0; apart; apart &= apart - 1)
	{
		uint32_t slot = kiln_lowest_bit(apart);
		kiln_pair_entry child = kiln_pair_child(walk, entry, step.side, slot, step.lower[slot], step.size[slot]);
		kiln_pair_keep(walk->run->front, &child, child.key);
	}
}

/// Searches the pairs on the stack, depth first. Returns false when the walk is over.
static inline bool kiln_pair_drain(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	while (walk->height)
	{
		kiln_pair_entry entry = walk->stack[--walk->height];
		if (goal.measured && entry.key > walk->limit)
		{
			KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
			if (goal.kept)
				kiln_pair_keep(walk->run->front, &entry, entry.key);
			continue;
		}
		if (!kiln_budget_take(walk->run->pair->budget, 1))
		{
			// A front gets the pairs that are left.
			walk->stack[walk->height++] = entry;
			return false;
		}
		if (!kiln_pair_both_leaves(&entry))
			kiln_pair_open(walk, goal, &entry);
		else if (!kiln_pair_leaves(walk, goal, &entry))
			return false;
	}
	return true;
}

// --- Best first -------------------------------------------------------------------------------------------------------

typedef struct kiln_pair_heap
{
	uint32_t count;
	float limit;						   ///< no pair was beyond this limit when the heap was last full
	kiln_pair_entry entry[KILN_PAIR_HEAP]; ///< each is at most as promising as the one at half its number
} kiln_pair_heap;

/// Whether a pair is more promising: the nearer pair is; among equally near ones, the smaller.
static inline bool kiln_pair_promises(const kiln_pair_entry *one, const kiln_pair_entry *other)
{
	if (one->key != other->key)
		return one->key < other->key;
	return one->size[0] + one->size[1] < other->size[0] + other->size[1];
}

static inline void kiln_pair_heap_add(kiln_pair_heap *heap, const kiln_pair_entry *entry)
{
	uint32_t at = heap->count++;
	for (; at && kiln_pair_promises(entry, &heap->entry[(at - 1) / 2]); at = (at - 1) / 2)
		heap->entry[at] = heap->entry[(at - 1) / 2];
	heap->entry[at] = *entry;
}

static inline kiln_pair_entry kiln_pair_heap_take(kiln_pair_heap *heap)
{
	kiln_pair_entry best = heap->entry[0], last = heap->entry[--heap->count];
	uint32_t at = 0;
	for (uint32_t child = 1; child < heap->count; child = 2 * at + 1)
	{
		child += child + 1 < heap->count && kiln_pair_promises(&heap->entry[child + 1], &heap->entry[child]);
		if (!kiln_pair_promises(&heap->entry[child], &last))
			break;
		heap->entry[at] = heap->entry[child];
		at = child;
	}
	heap->entry[at] = last;
	return best;
}

/// Whether a pair's children fit. If not, first removes pairs that are by now too far apart.
static inline bool kiln_pair_heap_fits(const kiln_pair_walk *walk, kiln_pair_heap *heap)
{
	float limit = walk->limit;
	if (heap->count + KILN_TREE_WIDTH <= KILN_PAIR_HEAP)
		return true;
	if (!(limit < heap->limit))
		return false;
	heap->limit = limit;
	uint32_t count = heap->count;
	heap->count = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_pair_entry entry = heap->entry[i];
		if (entry.key <= limit)
			kiln_pair_heap_add(heap, &entry);
		else
			KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
	}
	return heap->count + KILN_TREE_WIDTH <= KILN_PAIR_HEAP;
}

/// Searches below the single pair on the stack, the most promising pair first. Returns false when the walk is over.
/// Keeps no front.
static inline bool kiln_pair_inform(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	kiln_pair_heap heap;
	heap.count = 0;
	heap.limit = HUGE_VALF;
	kiln_pair_entry entry = walk->stack[--walk->height];
	for (;;)
	{
		bool opened = entry.key <= walk->limit && !kiln_pair_both_leaves(&entry) && kiln_pair_heap_fits(walk, &heap);
		if (opened && !kiln_budget_take(walk->run->pair->budget, 1))
			return false;
		if (opened)
			kiln_pair_open(walk, goal, &entry);
		else
		{
			walk->stack[walk->height++] = entry;
			if (!kiln_pair_drain(walk, goal))
				return false;
		}
		// The first descent goes straight down, so that a limit is known early.
		bool dive = opened && goal.nearest && !walk->run->found && walk->height;
		if (dive)
			entry = walk->stack[--walk->height];
		while (walk->height)
			kiln_pair_heap_add(&heap, &walk->stack[--walk->height]);
		if (dive)
			continue;
		if (!heap.count)
			return true;
		entry = kiln_pair_heap_take(&heap);
		// No other pair is nearer.
		if (entry.key > walk->limit)
		{
			KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
			for (uint32_t i = 0; i < heap.count; ++i)
				KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &heap.entry[i], .keys = &heap.entry[i].key);
			return true;
		}
	}
}

// --- Where a walk begins ----------------------------------------------------------------------------------------------

static inline kiln_pair_walk *kiln_pair_begin(kiln_pair_walk *walk, kiln_pair_run *run)
{
	const kiln_mesh_pair *pair = run->pair;
	walk->run = run;
	walk->tree[0] = &pair->a;
	walk->tree[1] = &pair->b;
	walk->link[0] = &pair->links[0];
	walk->link[1] = &pair->links[1];
	walk->descent = pair->descent;
	walk->transformed[0].any = walk->transformed[1].any = false;
	walk->packs.unit[0] = walk->packs.unit[1] = KILN_NONE;
	walk->height = 0;
	walk->limit = 0;
	walk->bearing.number = 0;
	walk->transformed[0].bearing = walk->transformed[1].bearing = 0;
	// At first the vector between the middles.
	if (run->found)
		kiln_pair_bear_best(walk);
	else
	{
		const float *origin = pair->links[1].origin;
		kiln_pair_bear(walk, (kiln_d3){(double)origin[0], (double)origin[1], (double)origin[2]});
	}
	return walk;
}

/// The pair of the roots, with a lower bound of their distance along b's axes.
static inline kiln_pair_entry kiln_pair_roots(kiln_pair_walk *walk)
{
	kiln_pair_entry entry = {.ref = {KILN_ROOT_REF, KILN_ROOT_REF}, .turn = KILN_PAIR_FREE};
	for (uint32_t side = 0; side < 2; ++side)
	{
		entry.under[side] = kiln_volume_under(walk->tree[side], KILN_ROOT_REF);
		entry.size[side] = kiln_volume_root_size(walk->tree[side]) * walk->link[1 - side]->measure;
	}
	const kiln_pair_volume *volume = kiln_pair_transform(walk, 0, &entry);
	float sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		float gap = fabsf(volume->center[k]) - (walk->tree[1]->half[k] + volume->extent[k]);
		sum += gap > 0 ? gap * gap : 0;
	}
	// As in kiln_lanes_near.
	float bound = sqrtf(sum < FLT_MAX ? sum : FLT_MAX) * (1 - 0x1p-17f) - (volume->radius + volume->slack);
	entry.key = bound > 0 ? kiln_pair_length(walk->link[0], bound) : 0;
	return entry;
}

/// Walks from the roots. Returns false when the walk was ended.
static inline bool kiln_pair_from_roots(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	kiln_pair_entry roots = kiln_pair_roots(walk);
	++walk->run->count.volume_tests;
	KILN_RECORD_ENTRY(walk, KILN_PAIR_RECORD_VOLUMES, &roots, .met = !(roots.key > walk->limit), .keys = &roots.key);
	if (roots.key > walk->limit)
	{
		if (goal.kept)
			kiln_pair_keep(walk->run->front, &roots, roots.key);
		return true;
	}
	++walk->run->count.volume_overlaps;
	walk->stack[walk->height++] = roots;
	// A front stores the pairs in the order of a depth-first search.
	if ((goal.nearest || (walk->descent && walk->descent->best_first)) && !goal.kept)
		return kiln_pair_inform(walk, goal);
	return kiln_pair_drain(walk, goal);
}

#endif
