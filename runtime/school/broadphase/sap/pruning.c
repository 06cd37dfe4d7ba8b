// SPDX-License-Identifier: MIT
#include "pruning.h"
#include <float.h>
#include <math.h>
#include <string.h>

/// The sets' room and their order.

static uint32_t blocks_of(uint32_t count)
{
	return (count + KILN_PRUNED_BLOCK - 1) / KILN_PRUNED_BLOCK;
}

/// The number of blocks that a set counts for: at least one, so that the first box has room.
static uint32_t blocks_needed(uint32_t count)
{
	return count > 0 ? blocks_of(count) : 1;
}

void kilni_pruning_place(kiln_pruning *pruning, kiln_room *room, uint32_t set_count, uint32_t capacity)
{
	// Room for three copies of each box, a block for each set, and the last set in addition.
	uint32_t limit = set_count > 1 ? capacity - capacity / 4 + set_count : 1;
	pruning->capacity = capacity;
	pruning->block_limit = limit;
	pruning->block_count = limit + limit / 4 + set_count + blocks_of(capacity) + 1;
	pruning->sets = kiln_room_take(room, set_count, sizeof *pruning->sets);
	pruning->touched = kiln_room_take(room, set_count, sizeof *pruning->touched);
	pruning->boxes = kiln_room_take(room, pruning->block_count, KILN_PRUNED_BLOCK * sizeof *pruning->boxes);
	pruning->reach = kiln_room_take(room, pruning->block_count, sizeof *pruning->reach);
	pruning->changed = kiln_room_take(room, capacity, sizeof *pruning->changed);
	pruning->stamps = kiln_room_take(room, capacity, sizeof *pruning->stamps);
	pruning->first = kiln_room_take(room, capacity, sizeof *pruning->first);
}

static const kiln_aabb nothing = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

void kilni_pruning_clear(kiln_pruning *pruning, uint32_t set_count)
{
	pruning->set_count = set_count;
	pruning->touched_count = 0;
	pruning->block_used = set_count;
	for (uint32_t i = 0; i < set_count; i++)
		pruning->sets[i] = (kiln_pruned_set){.first = i, .room = 1, .bounds = nothing};
}

void kilni_pruning_begin(kiln_pruning *pruning, const kiln_broadphase_changes *changes)
{
	if (++pruning->now == 0)
	{
		// Stamps of 2^32 updates ago would count as new.
		memset(pruning->stamps, 0, pruning->capacity * sizeof *pruning->stamps);
		for (uint32_t i = 0; i < pruning->set_count; i++)
		{
			kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, i);
			pruning->sets[i].touched = 0;
			for (uint32_t j = 0; j < pruning->sets[i].count; j++)
				boxes[j].stamp = 0;
		}
		pruning->now = 1;
	}
	pruning->touched_count = 0;
	for (uint32_t i = 0; i < changes->added_count; i++)
		pruning->stamps[changes->added[i]] = pruning->now;
	for (uint32_t i = 0; i < changes->moved_count; i++)
		pruning->stamps[changes->moved[i]] = pruning->now;
}

void kilni_pruning_expel(kiln_pruning *pruning, const kiln_pruning_rule *rule)
{
	for (uint32_t i = 0; i < pruning->touched_count; i++)
	{
		uint32_t number = pruning->touched[i];
		kiln_pruned_set *set = &pruning->sets[number];
		if (!set->leaving)
			continue;
		set->leaving = false;
		kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, number);
		uint32_t kept = 0;
		for (uint32_t j = 0; j < set->count; j++)
			if (rule->holds(rule->owner, number, boxes[j].proxy & KILN_PRUNED_INDEX))
				boxes[kept++] = boxes[j];
		if (number + 1 < pruning->set_count)
			pruning->block_used -= blocks_needed(set->count + set->coming) - blocks_needed(kept + set->coming);
		set->count = kept;
	}
}

bool kilni_pruning_reserve(kiln_pruning *pruning, const uint32_t *sets, uint32_t count)
{
	uint32_t more = 0;
	for (uint32_t i = 0; i < count; i++)
	{
		const kiln_pruned_set *set = &pruning->sets[sets[i]];
		uint32_t held = set->count + set->coming;
		// The last set has room of its own.
		if (sets[i] + 1 < pruning->set_count)
			more += blocks_needed(held + 1) - blocks_needed(held);
	}
	if (more > pruning->block_limit - pruning->block_used)
		return false;
	pruning->block_used += more;
	for (uint32_t i = 0; i < count; i++)
	{
		kiln_pruning_touch(pruning, sets[i]);
		pruning->sets[sets[i]].coming++;
	}
	return true;
}

static void copy_up(kiln_pruned_box *to, const kiln_pruned_box *from, uint32_t count)
{
	for (uint32_t i = count; i > 0; i--)
		to[i - 1] = from[i - 1];
}

static void copy_down(kiln_pruned_box *to, const kiln_pruned_box *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		to[i] = from[i];
}

/// Moves all sets to the pool's begin, then apart again from the last one on, each with a proportional gap. The sets
/// keep the order of their numbers.
static void lay_out(kiln_pruning *pruning)
{
	uint64_t needed = 0;
	uint32_t at = 0;
	for (uint32_t i = 0; i < pruning->set_count; i++)
	{
		kiln_pruned_set *set = &pruning->sets[i];
		kiln_pruned_box *from = kiln_pruned_boxes(pruning, i);
		set->first = at;
		copy_down(kiln_pruned_boxes(pruning, i), from, set->count);
		at += blocks_of(set->count);
		needed += blocks_needed(set->count + set->coming);
	}
	uint64_t spare = pruning->block_count - needed - pruning->set_count;
	uint32_t end = pruning->block_count;
	for (uint32_t i = pruning->set_count; i-- > 0;)
	{
		kiln_pruned_set *set = &pruning->sets[i];
		kiln_pruned_box *from = kiln_pruned_boxes(pruning, i);
		uint32_t own = blocks_needed(set->count + set->coming);
		set->room = own + 1 + (uint32_t)(own * spare / needed);
		end -= set->room;
		set->first = end;
		copy_up(kiln_pruned_boxes(pruning, i), from, set->count);
	}
}

/// Computes how far the boxes up to each block reach; kilni_pruning_settle does so only for touched sets.
static void update_reach(kiln_pruning *pruning, uint32_t number)
{
	const kiln_pruned_set *set = &pruning->sets[number];
	const kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, number);
	float reach = -HUGE_VALF;
	for (uint32_t i = 0; i < set->count; i++)
	{
		float max = boxes[i].max[set->axis];
		reach = max > reach ? max : reach;
		pruning->reach[set->first + i / KILN_PRUNED_BLOCK] = reach;
	}
}

void kilni_pruning_make_room(kiln_pruning *pruning)
{
	for (uint32_t i = 0; i < pruning->touched_count; i++)
	{
		const kiln_pruned_set *set = &pruning->sets[pruning->touched[i]];
		if (blocks_of(set->count + set->coming) <= set->room)
			continue;
		lay_out(pruning);
		for (uint32_t j = 0; j < pruning->set_count; j++)
			update_reach(pruning, j);
		return;
	}
}

void kilni_pruning_put(kiln_pruning *pruning, uint32_t set, uint32_t proxy)
{
	kiln_pruned_set *to = &pruning->sets[set];
	to->coming--;
	kiln_pruned_boxes(pruning, set)[to->count++] = (kiln_pruned_box){.proxy = proxy | KILN_PRUNED_NEW};
}

void kilni_pruning_let_in(
	kiln_pruning *pruning, const kiln_broadphase_changes *changes, kiln_pruning_enter *enter, void *owner)
{
	kilni_pruning_make_room(pruning);
	for (uint32_t i = 0; i < changes->moved_count; i++)
		enter(owner, changes->moved[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		enter(owner, changes->added[i]);
}

// --- Order ------------------------------------------------------------------------------------------------------------

/// Orders by minimum, then index: a unique order, however it is reached.
static inline bool is_before(const kiln_pruned_box *a, const kiln_pruned_box *b, uint32_t axis)
{
	if (a->min[axis] != b->min[axis])
		return a->min[axis] < b->min[axis];
	return (a->proxy & KILN_PRUNED_INDEX) < (b->proxy & KILN_PRUNED_INDEX);
}

static void sift(kiln_pruned_box *boxes, uint32_t count, uint32_t at, uint32_t axis)
{
	kiln_pruned_box moved = boxes[at];
	for (uint32_t child; (child = 2 * at + 1) < count; at = child)
	{
		if (child + 1 < count && is_before(&boxes[child], &boxes[child + 1], axis))
			child++;
		if (!is_before(&moved, &boxes[child], axis))
			break;
		boxes[at] = boxes[child];
	}
	boxes[at] = moved;
}

static void heap_sort(kiln_pruned_box *boxes, uint32_t count, uint32_t axis)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sift(boxes, count, i, axis);
	for (uint32_t i = count; i-- > 1;)
	{
		kiln_pruned_box last = boxes[i];
		boxes[i] = boxes[0];
		boxes[0] = last;
		sift(boxes, i, 0, axis);
	}
}

/// Sorts by insertion, at the cost of the boxes out of order; where this is too much, by a heap.
static void sort(kiln_pruned_box *boxes, uint32_t count, uint32_t axis)
{
	uint64_t left = 16 * (uint64_t)count + 64;
	for (uint32_t i = 1; i < count; i++)
	{
		if (!is_before(&boxes[i], &boxes[i - 1], axis))
			continue;
		kiln_pruned_box moved = boxes[i];
		uint32_t to = i;
		for (; to > 0 && left > 0 && is_before(&moved, &boxes[to - 1], axis); to--, left--)
			boxes[to] = boxes[to - 1];
		boxes[to] = moved;
		if (left == 0)
		{
			heap_sort(boxes, count, axis);
			return;
		}
	}
}

static void bring_up_to_date(kiln_pruning *pruning, uint32_t number, const kiln_aabb *next, const kiln_aabb *before)
{
	const kiln_pruned_set *set = &pruning->sets[number];
	kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, number);
	for (uint32_t i = 0; i < set->count; i++)
	{
		uint32_t index = boxes[i].proxy & KILN_PRUNED_INDEX, stamp = pruning->stamps[index];
		uint32_t first = pruning->first[index];
		bool known = !(boxes[i].proxy & KILN_PRUNED_NEW) && boxes[i].stamp == stamp;
		boxes[i].proxy =
			index | (first & KILN_PRUNED_SEVERAL) | ((first & KILN_PRUNED_INDEX) != number ? KILN_PRUNED_COPY : 0);
		if (known)
			continue;
		// When all boxes are dealt out again, a box that did not move may be new in a set: its box is the old one.
		const kiln_aabb *box = stamp == pruning->now ? &next[index] : &before[index];
		boxes[i].stamp = stamp;
		boxes[i].min[0] = box->min.x;
		boxes[i].min[1] = box->min.y;
		boxes[i].min[2] = box->min.z;
		boxes[i].max[0] = box->max.x;
		boxes[i].max[1] = box->max.y;
		boxes[i].max[2] = box->max.z;
	}
}

static void update_bounds(kiln_pruning *pruning, uint32_t number)
{
	kiln_pruned_set *set = &pruning->sets[number];
	const kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, number);
	kiln_aabb all = nothing;
	for (uint32_t i = 0; i < set->count; i++)
	{
		const kiln_aabb here = kiln_pruned_aabb(&boxes[i]);
		if (!(boxes[i].proxy & KILN_PRUNED_COPY))
			kiln_boxes_grow(&all, &here);
	}
	set->bounds = all;
}

void kilni_pruning_settle(kiln_pruning *pruning, const kiln_aabb *next, const kiln_aabb *before)
{
	for (uint32_t i = 0; i < pruning->touched_count; i++)
	{
		uint32_t number = pruning->touched[i];
		const kiln_pruned_set *set = &pruning->sets[number];
		bring_up_to_date(pruning, number, next, before);
		sort(kiln_pruned_boxes(pruning, number), set->count, set->axis);
		update_reach(pruning, number);
		update_bounds(pruning, number);
	}
}
