// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_NODE_TEST_H
#define KILN_TREE_NODE_TEST_H

#include "kernels.h"
#include "simd/simd8.h"

/// A ray against the eight boxes of a wide node.

/// Where the ray enters each child's box (at least 0), and which children it misses within t <= limit. Roundings are
/// covered by the ray's slack: no child is missed that holds a hit.
static inline m8 kiln_ray_node(const kiln_format_tree_node *node, const kiln_walk_ray *ray, float limit, f8 *entry)
{
	const uint8_t *bytes = (const uint8_t *)(const void *)node;
	f3 inverse = f3_load(ray->inverse), slack = f3_load(ray->slack);
	f3 base = f3_mul(f3_sub(f3_load(node->origin), f3_load(ray->origin)), inverse);
	f3 step = f3_mul(f3_powers(node->exponent), inverse);
	f3 first = f3_sub(base, slack), last = f3_add(base, slack);
	f8 near[3], far[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 scale = f8_splat(step, axis);
		near[axis] = f8_add(f8_mul(f8_from_u8(bytes + ray->near[axis]), scale), f8_splat(first, axis));
		far[axis] = f8_add(f8_mul(f8_from_u8(bytes + ray->far[axis]), scale), f8_splat(last, axis));
	}
	f8 enter = f8_max(f8_max(near[0], near[1]), f8_max(near[2], f8_set1(0)));
	f8 leave = f8_min(f8_min(far[0], far[1]), f8_min(far[2], f8_set1(limit)));
	*entry = enter;
	return m8_or(m8_gt(enter, leave), m8_from(kiln_node_child_count(node)));
}

/// The children of a node as kiln_node_child gives them.
static inline u8 kiln_node_children(const kiln_format_tree_node *node)
{
	u8 inner = u8_add(u8_set1(node->child_base), u8_lanes());
	u8 leaves = u8_add(u8_set1(KILN_LEAF_BIT | node->leaf_base), u8_from_u8(node->leaf_offset));
	return u8_select_below(kiln_node_inner_count(node), inner, leaves);
}

#endif
