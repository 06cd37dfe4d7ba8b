// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_RAY_MANY_H
#define KILN_TREE_RAY_MANY_H

#include "ray_kernel.h"

/// Traces many rays through one tree, a few at a time in turn. While one ray waits for its node from memory, or for the
/// long chain from a node's planes to the next node's address, the others have work.

/// Number of rays that are traced at once. More rays need more stack and gain little.
#define KILN_RAY_TURNS 6

/// The state of one ray that is being traced.
typedef struct kiln_ray_turn
{
	uint32_t ray; ///< its number
	uint32_t at;  ///< subtree to visit next
	uint32_t height;
	kiln_ray_stack stack;
} kiln_ray_turn;

/// kiln_ray_closest_leaf of a leaf that may be compact.
KILN_NEVER_INLINE static void kiln_ray_compact_leaf(
	const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray, uint32_t flags, kiln_ray_best *best)
{
	kiln_leaf_room room;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	const kiln_leaf leaf = kiln_leaf_at(leaves, unit, &room);
	const uint32_t count = kiln_ray_leaf_body(&leaf, ray, flags, best->t, meets);
	const kiln_ray_meet *nearest = meets;
	for (uint32_t i = 1; i < count; ++i)
		nearest = meets[i].t < nearest->t ? &meets[i] : nearest;
	if (count && kiln_ray_is_better(nearest, best))
		*best = kiln_ray_best_of(nearest, unit);
}

/// One step of one ray: visits a node or a leaf. Returns the subtree to visit next; KILN_NONE at the end.
static inline uint32_t kiln_ray_step(const kiln_tree *tree, uint32_t at, const kiln_walk_ray *ray, uint32_t flags,
	kiln_ray_best *best, kiln_ray_stack *stack, uint32_t *height)
{
	uint32_t nearest;
	if (at & KILN_LEAF_BIT && kiln_leaf_head(tree->leaves, at & ~KILN_LEAF_BIT)->planes)
		kiln_ray_compact_leaf(tree->leaves, at & ~KILN_LEAF_BIT, ray, flags, best);
	else if (at & KILN_LEAF_BIT)
		kiln_ray_closest_leaf(tree, at & ~KILN_LEAF_BIT, ray, flags, best);
	else if (kiln_ray_visit(tree, at, ray, best->t, stack, height, &nearest))
		return kiln_node_child(&tree->nodes[at], nearest);
	if (!kiln_budget_take(tree->budget, 1))
		return KILN_NONE;
	return kiln_ray_pop(tree, best->t, stack, height);
}

KILN_ALWAYS_INLINE void kiln_ray_fetch(const kiln_tree *tree, uint32_t at)
{
	const uint8_t *node = (const uint8_t *)(const void *)tree->nodes + (uint64_t)at * sizeof *tree->nodes;
	const uint8_t *leaf = tree->leaves + (uint64_t)(at & ~KILN_LEAF_BIT) * KILN_LEAF_UNIT;
	const uint8_t *next = at & KILN_LEAF_BIT ? leaf : node;
	kiln_prefetch(next);
	kiln_prefetch(next + 64);
}

static void kiln_ray_closest_many_body(
	const kiln_tree *tree, const kiln_walk_ray *rays, const uint32_t *flags, kiln_ray_best *bests, uint32_t count)
{
	kiln_ray_turn turns[KILN_RAY_TURNS];
	uint32_t active = 0, next = 0;
	for (; active < KILN_RAY_TURNS && next < count; ++active, ++next)
	{
		turns[active].ray = next;
		turns[active].at = 0;
		turns[active].height = 0;
	}
	while (active)
		for (uint32_t i = 0; i < active; ++i)
		{
			kiln_ray_turn *turn = &turns[i];
			uint32_t ray = turn->ray;
			turn->at = kiln_ray_step(tree, turn->at, &rays[ray], flags[ray], &bests[ray], &turn->stack, &turn->height);
			if (turn->at != KILN_NONE)
			{
				kiln_ray_fetch(tree, turn->at);
				continue;
			}
			turn->at = 0;
			turn->height = 0;
			if (next < count)
				turn->ray = next++;
			else
			{
				// Moves the last ray to this place. A stack moves only here, at the end of the batch.
				--active;
				*turn = turns[active];
			}
		}
}

#endif
