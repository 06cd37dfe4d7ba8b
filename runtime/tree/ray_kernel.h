// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_RAY_KERNEL_H
#define KILN_TREE_RAY_KERNEL_H

#include "math/budget.h"
#include "node_test.h"
#include "ray_triangle.h"
#include "record.h"

/// Intersects rays with a mesh's tree. Boxes are culled with slack; ray_triangle.h decides the triangles.

/// Shears eight vertices, from number `from` on.
static inline void kiln_ray_shear(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t from, f8 sheared[3])
{
	const float *first = leaf->x + from;
	const uint8_t *axis = ray->axis;
	uint32_t count = leaf->vertex_count;
	f8 x = f8_sub(f8_load(first + axis[0] * count), f8_set1(ray->origin[axis[0]]));
	f8 y = f8_sub(f8_load(first + axis[1] * count), f8_set1(ray->origin[axis[1]]));
	f8 z = f8_sub(f8_load(first + axis[2] * count), f8_set1(ray->origin[axis[2]]));
	sheared[0] = f8_sub(x, f8_mul(f8_set1(ray->shear[0]), z));
	sheared[1] = f8_sub(y, f8_mul(f8_set1(ray->shear[1]), z));
	sheared[2] = z;
}

static inline void kiln_ray_gather(const kiln_leaf *leaf, const kiln_walk_ray *ray, kiln_ray_corners *corners)
{
	f8 low[3], high[3];
	i8 triples = i8_corners(leaf->corners);
	kiln_ray_shear(leaf, ray, 0, low);
	if (leaf->vertex_count <= 8)
	{
		f8_corners8(low[0], triples, corners->x);
		f8_corners8(low[1], triples, corners->y);
		f8_corners8(low[2], triples, corners->z);
		return;
	}
	kiln_ray_shear(leaf, ray, 8, high);
	f8_corners(low[0], high[0], triples, corners->x);
	f8_corners(low[1], high[1], triples, corners->y);
	f8_corners(low[2], high[2], triples, corners->z);
}

KILN_NEVER_INLINE static uint32_t kiln_ray_leaf_body(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t flags,
	float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_ray_meet all[KILN_LEAF_TRIANGLES_MAX];
	uint32_t count = 0;
	kiln_ray_gather(leaf, ray, &corners);
	kiln_ray_decide(&corners, ray, leaf->triangle_count, flags, limit, &lanes);
	if (!(lanes.met | lanes.doubt))
		return 0;
	for (uint32_t met = kiln_ray_collect(&corners, ray, &lanes, flags, limit, all); met; met &= met - 1)
	{
		uint32_t lane = kiln_lowest_bit(met);
		meets[count] = all[lane];
		meets[count].triangle = leaf->triangle + lane;
		meets[count++].lane = lane;
	}
	return count;
}

/// Reads an exact leaf and decides its triangles. The place of the vertices depends on the leaf's head, which may still be on
/// its way from memory; meanwhile the other cache lines are fetched. Returns the number of the leaf's first triangle.
KILN_ALWAYS_INLINE uint32_t kiln_ray_decide_leaf(const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray,
	uint32_t flags, float limit, kiln_ray_corners *corners, kiln_ray_lanes *lanes)
{
	const uint8_t *record = leaves + (uint64_t)unit * KILN_LEAF_UNIT;
	kiln_prefetch(record + 64);
	kiln_prefetch(record + 128);
	const kiln_leaf leaf = kiln_leaf_exact(record);
	kiln_ray_gather(&leaf, ray, corners);
	kiln_ray_decide(corners, ray, leaf.triangle_count, flags, limit, lanes);
	return leaf.triangle;
}

KILN_ALWAYS_INLINE void kiln_ray_closest_leaf(
	const kiln_tree *tree, uint32_t unit, const kiln_walk_ray *ray, uint32_t flags, kiln_ray_best *best)
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	const uint32_t first = kiln_ray_decide_leaf(tree->leaves, unit, ray, flags, best->t, &corners, &lanes);
	if (!(lanes.met | lanes.doubt))
		return;
	// The hit names the triangle's source, which no walk has read.
	kiln_prefetch(tree->sources + (uint64_t)tree->source_size * first);
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	uint32_t met = kiln_ray_collect(&corners, ray, &lanes, flags, best->t, meets);
	for (; met; met &= met - 1)
	{
		uint32_t lane = kiln_lowest_bit(met);
		const kiln_ray_meet *meet = &meets[lane];
		uint32_t triangle = first + lane;
		if (meet->t < best->t || (meet->t == best->t && triangle < best->triangle))
			*best = (kiln_ray_best){meet->t, triangle, unit, lane, meet->u, meet->v, meet->back};
	}
}

KILN_ALWAYS_INLINE bool kiln_ray_any_leaf(
	const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray, uint32_t flags, float limit)
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_ray_decide_leaf(leaves, unit, ray, flags, limit, &corners, &lanes);
	return lanes.met || (lanes.doubt && kiln_ray_decide_exact(&corners, ray, lanes.doubt, flags, limit, meets));
}

/// Tests a node's children. The slot of the nearest child that the ray meets goes to `nearest`, the slots of the others
/// go on the stack in slot order. Sorting the others, too, costs more in mispredicted branches than their order saves.
/// Returns false if the ray meets no child.
static inline bool kiln_ray_visit(const kiln_tree *tree, uint32_t at, const kiln_walk_ray *ray, float limit,
	kiln_ray_stack *stack, uint32_t *height, uint32_t *nearest)
{
	f8 entry;
	m8 missed = kiln_ray_node(&tree->nodes[at], ray, limit, &entry);
	uint32_t met = ~m8_bits(missed) & 0xffu;
	KILN_RECORD_LANES(tree, at, limit, met, entry);
	if (!met)
		return false;
	*nearest = f8_nearest(entry, missed);
	uint32_t others = met & ~(1u << *nearest);
	u8_pack_lanes(stack->place + *height, at * KILN_TREE_WIDTH, others);
	f8_pack_store(stack->entry + *height, entry, others);
	*height += kiln_bit_count(others);
	return true;
}

/// The next subtree on the stack that the ray enters within the limit; KILN_NONE when the stack has no such subtree.
static inline uint32_t kiln_ray_pop(const kiln_tree *tree, float limit, const kiln_ray_stack *stack, uint32_t *height)
{
	while (*height)
	{
		uint32_t top = --*height;
		if (stack->entry[top] <= limit)
		{
			uint32_t place = stack->place[top];
			return kiln_node_child(&tree->nodes[place / KILN_TREE_WIDTH], place % KILN_TREE_WIDTH);
		}
		KILN_RECORD_CULLED(tree,
			kiln_node_child(&tree->nodes[stack->place[top] / KILN_TREE_WIDTH], stack->place[top] % KILN_TREE_WIDTH),
			limit, stack->entry[top]);
	}
	return KILN_NONE;
}

/// Prefetches all children of a node, inner ones and leaves, before the planes are tested: the chain from a node's
/// planes to the nearest child's address is longer than the way to the second-level cache. Lines that hold no child
/// cost little.
KILN_ALWAYS_INLINE void kiln_ray_fetch_children(const kiln_tree *tree, uint32_t at)
{
	const kiln_format_tree_node *node = &tree->nodes[at];
	const uint8_t *inner = (const uint8_t *)(const void *)(tree->nodes + node->child_base);
	const uint8_t *leaves = tree->leaves + (uint64_t)node->leaf_base * KILN_LEAF_UNIT;
	for (uint32_t line = 0; line < 10; ++line)
		kiln_prefetch(inner + 64 * line);
	for (uint32_t line = 0; line < 12; ++line)
		kiln_prefetch(leaves + 64 * line);
}

/// The unit of the next leaf that the ray enters within the limit, from the subtree `at` on; KILN_NONE at the end.
static inline uint32_t kiln_ray_next_leaf(
	const kiln_tree *tree, uint32_t at, const kiln_walk_ray *ray, float limit, kiln_ray_stack *stack, uint32_t *height)
{
	while (!(at & KILN_LEAF_BIT))
	{
		const kiln_format_tree_node *node = &tree->nodes[at];
		uint32_t nearest;
		kiln_ray_fetch_children(tree, at);
		// Counts every node none of whose children the ray meets, and every leaf. Between two counts lie at most as
		// many nodes as the tree has levels.
		if (!kiln_ray_visit(tree, at, ray, limit, stack, height, &nearest))
			at = kiln_budget_take(tree->budget, 1) ? kiln_ray_pop(tree, limit, stack, height) : KILN_NONE;
		// A branch rather than kiln_node_child: the next node's address must not wait for leaf_offset.
		else if (nearest < kiln_node_inner_count(node))
			at = node->child_base + nearest;
		else
			return node->leaf_base + node->leaf_offset[nearest];
	}
	return at == KILN_NONE ? KILN_NONE : at & ~KILN_LEAF_BIT;
}

/// Begins at the root, or goes on after a leaf that the caller tested. Returns the subtree to visit, KILN_NONE at the end.
static inline uint32_t kiln_ray_begin(
	const kiln_tree *tree, float limit, const kiln_ray_stack *stack, bool onward, uint32_t *height)
{
	*height = onward ? stack->height : 0;
	return onward ? kiln_ray_pop(tree, limit, stack, height) : 0;
}

// A compact leaf is returned rather than expanded here: with a call in the loop, no vector would stay in its register, which
// costs rays at exact leaves 2 percent more instructions.
static uint32_t kiln_ray_closest_body(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags,
	kiln_ray_best *best, kiln_ray_stack *stack, bool onward)
{
	uint32_t height, at = kiln_ray_begin(tree, best->t, stack, onward, &height);
	for (;;)
	{
		const uint32_t unit = kiln_ray_next_leaf(tree, at, ray, best->t, stack, &height);
		if (unit == KILN_NONE || !kiln_budget_take(tree->budget, 1))
			return KILN_NONE;
		KILN_RECORD_LEAF(tree, unit, best->t);
		if (kiln_leaf_head(tree->leaves, unit)->planes)
		{
			stack->height = height;
			return unit;
		}
		kiln_ray_closest_leaf(tree, unit, ray, flags, best);
		at = kiln_ray_pop(tree, best->t, stack, &height);
	}
}

static uint32_t kiln_ray_any_body(
	const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, float limit, kiln_ray_stack *stack, bool onward)
{
	uint32_t height, at = kiln_ray_begin(tree, limit, stack, onward, &height);
	for (;;)
	{
		const uint32_t unit = kiln_ray_next_leaf(tree, at, ray, limit, stack, &height);
		if (unit == KILN_NONE || !kiln_budget_take(tree->budget, 1))
			return KILN_NONE;
		KILN_RECORD_LEAF(tree, unit, limit);
		if (kiln_leaf_head(tree->leaves, unit)->planes)
		{
			stack->height = height;
			return unit;
		}
		if (kiln_ray_any_leaf(tree->leaves, unit, ray, flags, limit))
			return KILN_RAY_MET;
		at = kiln_ray_pop(tree, limit, stack, &height);
	}
}

#endif
