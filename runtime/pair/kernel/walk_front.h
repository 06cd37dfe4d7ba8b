// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_WALK_FRONT_H
#define KILN_PAIR_WALK_FRONT_H

#include "walk.h"

/// A walk that begins where the last one ended. It skips pairs that cannot have come near enough since. It tests the
/// others again and, where this is not enough, opens them.

/// The children of one pair that were tested together. Siblings are mostly consecutive in a front.
typedef struct kiln_front_step
{
	bool any;
	uint32_t node;		   ///< the parent of these children
	kiln_volume_ref other; ///< the volume on the other side
	kiln_pair_step step;
} kiln_front_step;

static inline bool kiln_front_step_serves(const kiln_front_step *last, const kiln_volume_ref ref[2])
{
	uint32_t side = last->step.side;
	return last->any && ref[side] != KILN_ROOT_REF && last->other == ref[1 - side] &&
		   last->node == ref[side] / KILN_TREE_WIDTH;
}

/// The side whose node is tested for a pair: the side on which the next pair may be a sibling.
static inline uint32_t kiln_front_side(const kiln_volume_ref ref[2], const kiln_front_entry *next)
{
	if (ref[1] == KILN_ROOT_REF)
		return 0;
	return ref[0] == KILN_ROOT_REF || (next && next->ref[0] == ref[0]);
}

/// A lower bound of the distance of a pair of the front, at the current poses.
static inline float kiln_front_test(kiln_pair_walk *walk, kiln_pair_goal goal, const kiln_volume_ref ref[2],
	const kiln_front_entry *next, kiln_front_step *last)
{
	if (ref[0] == KILN_ROOT_REF && ref[1] == KILN_ROOT_REF)
		return kiln_pair_roots(walk).key;
	if (!kiln_front_step_serves(last, ref))
	{
		uint32_t side = kiln_front_side(ref, next);
		last->any = true;
		last->node = ref[side] / KILN_TREE_WIDTH;
		last->other = ref[1 - side];
		kiln_pair_entry parent = {.ref = {ref[0], ref[1]}};
		parent.under[side] = last->node;
		parent.under[1 - side] = kiln_volume_under(walk->tree[1 - side], last->other);
		kiln_pair_test(walk, goal, &parent, side, &last->step);
		kiln_pair_count_step(walk, &parent, &last->step);
	}
	return last->step.lower[ref[last->step.side] % KILN_TREE_WIDTH];
}

static inline kiln_pair_entry kiln_front_opened(const kiln_pair_walk *walk, const kiln_front_entry *from, float key)
{
	kiln_pair_entry entry = {.key = key, .turn = from->turn};
	for (uint32_t side = 0; side < 2; ++side)
	{
		entry.ref[side] = from->ref[side];
		entry.under[side] = kiln_volume_under(walk->tree[side], from->ref[side]);
		entry.size[side] = from->size[side];
	}
	return entry;
}

/// Removes the pairs from the list that may be within the limit, and moves them, in their order, to the end of its
/// room. Returns how many there are.
static inline uint32_t kiln_front_divide(kiln_front_list *front, float limit)
{
	float least = kiln_float_up((double)limit + (double)front->travel);
	uint32_t taken = 0;
	for (uint32_t at = 0; at < front->count;)
	{
		// Skips eight at a time as long as none is within the limit; the room is a multiple of eight.
		if (!m8_bits(m8_le(f8_load(front->lower + at), f8_set1(least))))
			at += 8;
		else if (front->lower[at] > least)
			++at;
		else
		{
			const kiln_front_entry entry = front->entry[at];
			const float lower = front->lower[at];
			--front->count;
			front->entry[at] = front->entry[front->count];
			front->lower[at] = front->lower[front->count];
			++taken;
			front->entry[front->capacity - taken] = entry;
			front->lower[front->capacity - taken] = lower;
		}
	}
	return taken;
}

/// Stores the remaining work of an ended walk: its stack, and the last `left` pairs of the room.
static inline void kiln_front_leave(kiln_pair_walk *walk, uint32_t left)
{
	kiln_front_list *front = walk->run->front;
	for (; walk->height; --walk->height)
		kiln_pair_keep(front, &walk->stack[walk->height - 1], walk->stack[walk->height - 1].key);
	for (front->capacity += left; left; --left)
	{
		uint32_t at = front->capacity - left;
		front->entry[front->count] = front->entry[at];
		front->lower[front->count] = front->lower[at];
		++front->count;
	}
}

/// Continues from the front. Returns false when the walk was ended.
static inline bool kiln_pair_from_front(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	kiln_front_list *front = walk->run->front;
	const uint32_t room = front->capacity;
	kiln_front_step last = {.any = false};
	walk->run->count.front_pairs += front->count;
	for (uint32_t left = kiln_front_divide(front, walk->limit); left; --left)
	{
		// The remaining pairs are at the end of the room, so that the place of each is free once it was read.
		uint32_t at = room - left;
		if (!kiln_budget_take(walk->run->pair->budget, 1))
		{
			front->capacity = at;
			kiln_front_leave(walk, left);
			return false;
		}
		const kiln_front_entry from = front->entry[at];
		float key = kiln_front_test(walk, goal, from.ref, left > 1 ? &front->entry[at + 1] : NULL, &last);
		front->capacity = at + 1;
		walk->stack[walk->height++] = kiln_front_opened(walk, &from, key);
		if (!kiln_pair_drain(walk, goal))
		{
			kiln_front_leave(walk, left - 1);
			return false;
		}
	}
	front->capacity = room;
	return true;
}

/// Continues from the front if there is one, else from the roots. Returns false when the walk was ended.
static inline bool kiln_pair_from_kept(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	if (walk->run->front->count)
		return kiln_pair_from_front(walk, goal);
	if (kiln_pair_from_roots(walk, goal))
		return true;
	kiln_front_leave(walk, 0);
	return false;
}

#endif
