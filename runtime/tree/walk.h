// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_WALK_H
#define KILN_TREE_WALK_H

#include "kernels.h"
#include "math/budget.h"
#include "node_test.h"
#include "record.h"
#include "simd/simd8.h"
#include "walk_bounds.h"

/// The bodies of kilni_walk_ray, kilni_walk_box and kilni_walk_nearest, for the translation unit that is compiled once for
/// every instruction set. The arithmetic of lanes uses f8, everything after it is scalar. So every backend visits the
/// same leaves in the same order.
///
/// The decoded planes origin + q 2^(e - 127) are exact in float32 by the format, so decoding costs no margin.

/// The planes of one axis: `q` is lo[axis] or hi[axis] of the node.
static inline f8 kiln_walk_planes(const kiln_format_tree_node *node, uint32_t axis, const uint8_t q[8])
{
	f8 scale = f8_set1(kiln_exponent_scale(node->exponent[axis]));
	return f8_add(f8_set1(node->origin[axis]), f8_mul(f8_from_u8(q), scale));
}

/// Lanes that hold a child.
static inline uint32_t kiln_walk_used(const kiln_format_tree_node *node)
{
	return (1u << kiln_node_child_count(node)) - 1u;
}

/// Begins the visit of an inner node: counts the node, and proves it where the asset is lazy. False ends the walk.
static inline bool kiln_walk_enter(const kiln_tree *tree, uint32_t number)
{
	return kiln_budget_take(tree->budget, 1) &&
		   (!tree->lazy || tree->lazy->prove(tree->lazy, &tree->nodes[number], tree->budget));
}

/// A subtree to visit, and the least t or squared distance of the walk at which the subtree counts.
typedef struct kiln_walk_entry
{
	float key;
	uint32_t reference; ///< kiln_node_child
} kiln_walk_entry;

/// Pushes the children in `bits` so that the least key is popped first and, of equal keys, the lowest child. Returns
/// the new height. Popping a node and pushing its children adds at most seven, see KILN_TREE_STACK.
static inline uint32_t kiln_walk_push(const kiln_format_tree_node *node, uint32_t bits, const float keys[8],
	kiln_walk_entry stack[KILN_TREE_STACK], uint32_t height)
{
	uint32_t base = height;
	for (; bits; bits &= bits - 1)
	{
		uint32_t child = kiln_lowest_bit(bits);
		uint32_t at = height++;
		for (; at > base && stack[at - 1].key <= keys[child]; --at)
			stack[at] = stack[at - 1];
		stack[at] = (kiln_walk_entry){keys[child], kiln_node_child(node, child)};
	}
	return height;
}

/// kilni_walk_box. The stack holds inner nodes only: a node's leaves are visited together with the node, before
/// its inner children. This is the order in which the leaves are stored.
static bool kiln_walk_box_body(
	const kiln_tree *tree, const float min[3], const float max[3], kiln_visit_leaf *visit, void *user)
{
	f8 low[3], high[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		low[axis] = f8_set1(min[axis]);
		high[axis] = f8_set1(max[axis]);
	}
	uint32_t stack[KILN_TREE_STACK];
	uint32_t height = 0;
	float limit = 0;
	stack[height++] = 0;
	while (height)
	{
		const kiln_format_tree_node *node = tree->nodes + stack[--height];
		if (!kiln_walk_enter(tree, stack[height]))
			return false;
		m8 meets = m8_and(m8_le(kiln_walk_planes(node, 0, node->lo[0]), high[0]),
			m8_ge(kiln_walk_planes(node, 0, node->hi[0]), low[0]));
		for (uint32_t axis = 1; axis < 3; ++axis)
		{
			meets = m8_and(meets, m8_le(kiln_walk_planes(node, axis, node->lo[axis]), high[axis]));
			meets = m8_and(meets, m8_ge(kiln_walk_planes(node, axis, node->hi[axis]), low[axis]));
		}
		uint32_t bits = m8_bits(meets) & kiln_walk_used(node);
		KILN_RECORD_NODE(tree, (uint32_t)(node - tree->nodes), limit, bits);
		uint32_t inner = kiln_node_inner_count(node);
		for (uint32_t leaves = bits >> inner << inner; leaves; leaves &= leaves - 1)
		{
			uint32_t child = kiln_lowest_bit(leaves);
			if (!kiln_budget_take(tree->budget, 1))
				return false;
			KILN_RECORD_LEAF(tree, node->leaf_base + node->leaf_offset[child], limit);
			if (!visit(user, node->leaf_base + node->leaf_offset[child], &limit))
				return false;
		}
		for (uint32_t child = inner; child-- > 0;)
			if (bits >> child & 1u)
				stack[height++] = node->child_base + child;
	}
	return true;
}

/// kilni_walk_nearest.
static bool kiln_walk_nearest_body(
	const kiln_tree *tree, const float point[3], float limit, kiln_visit_leaf *visit, void *user)
{
	const f8 p[3] = {f8_set1(point[0]), f8_set1(point[1]), f8_set1(point[2])};
	const f8 zero = f8_set1(0);
	kiln_walk_entry stack[KILN_TREE_STACK];
	uint32_t height = 0;
	float reach2 = kiln_walk_reach2(limit);
	stack[height++] = (kiln_walk_entry){0, 0};
	while (height)
	{
		kiln_walk_entry entry = stack[--height];
		if (entry.key > reach2)
		{
			KILN_RECORD_CULLED(tree, entry.reference, reach2, entry.key);
			continue;
		}
		if (entry.reference & KILN_LEAF_BIT)
		{
			if (!kiln_budget_take(tree->budget, 1))
				return false;
			KILN_RECORD_LEAF(tree, entry.reference, reach2);
			if (!visit(user, entry.reference & ~KILN_LEAF_BIT, &limit))
				return false;
			reach2 = kiln_walk_reach2(limit);
			continue;
		}
		if (!kiln_walk_enter(tree, entry.reference))
			return false;
		const kiln_format_tree_node *node = tree->nodes + entry.reference;
		f8 distance2 = zero;
		for (uint32_t axis = 0; axis < 3; ++axis)
		{
			f8 below = f8_sub(kiln_walk_planes(node, axis, node->lo[axis]), p[axis]);
			f8 above = f8_sub(p[axis], kiln_walk_planes(node, axis, node->hi[axis]));
			f8 distance = f8_max(f8_max(below, above), zero);
			distance2 = f8_add(distance2, f8_mul(distance, distance));
		}
		float keys[8];
		f8_store(keys, distance2);
		uint32_t bits = m8_bits(m8_le(distance2, f8_set1(reach2))) & kiln_walk_used(node);
		KILN_RECORD_LANES(tree, entry.reference, reach2, bits, distance2);
		height = kiln_walk_push(node, bits, keys, stack, height);
	}
	return true;
}

/// kilni_walk_ray. An axis on which the extents overflow to infinity or NaN constrains nothing, because the
/// kernel drops a child only where a comparison is true.
static bool kiln_walk_ray_body(const kiln_tree *tree, const kiln_walk_ray *ray, const float extents[3], float limit,
	kiln_visit_leaf *visit, void *user)
{
	kiln_walk_ray grown = *ray;
	for (int axis = 0; axis < 3; ++axis)
		kiln_walk_grow(ray, axis, extents[axis], &grown.near_origin[axis], &grown.far_origin[axis]);
	kiln_walk_entry stack[KILN_TREE_STACK];
	uint32_t height = 0;
	stack[height++] = (kiln_walk_entry){0, 0};
	while (height)
	{
		kiln_walk_entry entry = stack[--height];
		if (entry.key > limit)
		{
			KILN_RECORD_CULLED(tree, entry.reference, limit, entry.key);
			continue;
		}
		if (entry.reference & KILN_LEAF_BIT)
		{
			if (!kiln_budget_take(tree->budget, 1))
				return false;
			KILN_RECORD_LEAF(tree, entry.reference, limit);
			if (!visit(user, entry.reference & ~KILN_LEAF_BIT, &limit))
				return false;
			continue;
		}
		if (!kiln_walk_enter(tree, entry.reference))
			return false;
		const kiln_format_tree_node *node = tree->nodes + entry.reference;
		f8 enter;
		uint32_t bits = ~m8_bits(kiln_ray_node(node, &grown, limit, &enter)) & 0xffu;
		KILN_RECORD_LANES(tree, entry.reference, limit, bits, enter);
		float keys[8];
		f8_store(keys, enter);
		height = kiln_walk_push(node, bits, keys, stack, height);
	}
	return true;
}

#endif
