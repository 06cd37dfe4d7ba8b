// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_WALK_FRONT_H
#define KILN_PAIR_WALK_FRONT_H

#include "walk.h"

/// A walk that begins where the last one ended: pairs that cannot have come near enough since are passed over, the
/// others are tested again and, where that is not enough, opened.

/// Children of one pair that were tested together. Siblings mostly follow each other in a front.
typedef struct kiln_front_step
{
	bool any;
	uint32_t node;		   ///< whose children
	kiln_volume_ref other; ///< with what
	kiln_pair_step step;
} kiln_front_step;

/// The side whose node is tested for a pair that stands at `at`: that which the next pair shares.
static inline uint32_t kiln_front_side(const kiln_front_lists *front, uint32_t at)
{
	const kiln_volume_ref *ref = front->from[at].ref;
	if (ref[1] == KILN_ROOT_REF)
		return 0;
	if (ref[0] == KILN_ROOT_REF)
		return 1;
	return at + 1 < front->from_count && front->from[at + 1].ref[0] == ref[0];
}

static inline bool kiln_front_step_serves(const kiln_front_step *last, const kiln_volume_ref ref[2])
{
	uint32_t side = last->step.side;
	return last->any && ref[side] != KILN_ROOT_REF && last->other == ref[1 - side] &&
		   last->node == ref[side] / KILN_TREE_WIDTH;
}

/// A lower bound of the distance of a pair of the front, as things stand now.
static inline float kiln_front_test(kiln_pair_walk *walk, kiln_pair_goal goal, uint32_t at, kiln_front_step *last)
{
	const kiln_front_lists *front = walk->run->front;
	const kiln_volume_ref *ref = front->from[at].ref;
	if (ref[0] == KILN_ROOT_REF && ref[1] == KILN_ROOT_REF)
		return 0;
	if (!kiln_front_step_serves(last, ref))
	{
		uint32_t side = kiln_front_side(front, at);
		last->any = true;
		last->node = ref[side] / KILN_TREE_WIDTH;
		last->other = ref[1 - side];
		kiln_pair_entry parent = {.ref = {ref[0], ref[1]}, .under = {last->node, last->node}};
		kiln_pair_test(walk, goal, &parent, side, &last->step);
		kiln_pair_count_step(walk, &parent, &last->step);
	}
	return last->step.lower[ref[last->step.side] % KILN_TREE_WIDTH];
}

static inline kiln_pair_entry kiln_front_entry_opened(const kiln_pair_walk *walk, const kiln_front_entry *from)
{
	kiln_pair_entry entry = {.turn = from->turn};
	for (uint32_t side = 0; side < 2; ++side)
	{
		entry.ref[side] = from->ref[side];
		entry.under[side] = kiln_volume_under(walk->tree[side], from->ref[side]);
		entry.size[side] = from->size[side];
	}
	return entry;
}

/// Leaves what an ended walk had still before it.
static inline void kiln_front_leave(kiln_pair_walk *walk, uint32_t at)
{
	kiln_front_lists *front = walk->run->front;
	while (walk->height)
	{
		const kiln_pair_entry *entry = &walk->stack[--walk->height];
		kiln_pair_keep(walk->run, entry, entry->key);
	}
	for (; at < front->from_count; ++at)
	{
		kiln_pair_entry entry = kiln_front_entry_opened(walk, &front->from[at]);
		float lower = kiln_float_down((double)front->from[at].lower - (double)front->travel);
		kiln_pair_keep(walk->run, &entry, lower > 0 ? lower : 0);
	}
}

/// Goes on from the front. False when the walk was ended.
static inline bool kiln_pair_from_front(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	kiln_front_lists *front = walk->run->front;
	kiln_front_step last = {.any = false};
	walk->run->count.front_pairs += front->from_count;
	for (uint32_t at = 0; at < front->from_count; ++at)
	{
		kiln_pair_entry entry = kiln_front_entry_opened(walk, &front->from[at]);
		entry.key = kiln_float_down((double)front->from[at].lower - (double)front->travel);
		if (!(entry.key > walk->limit))
			entry.key = kiln_front_test(walk, goal, at, &last);
		walk->stack[walk->height++] = entry;
		if (!kiln_pair_drain(walk, goal))
		{
			kiln_front_leave(walk, at + 1);
			return false;
		}
	}
	return true;
}

/// From the front where there is one, else from the roots.
static inline bool kiln_pair_from_kept(kiln_pair_walk *walk, kiln_pair_goal goal)
{
	if (walk->run->front->from_count)
		return kiln_pair_from_front(walk, goal);
	if (kiln_pair_from_roots(walk, goal))
		return true;
	kiln_front_leave(walk, 0);
	return false;
}

#endif
