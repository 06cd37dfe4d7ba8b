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
	f8 enter = f8_set1(0), leave = f8_set1(limit);
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 inverse = f8_set1(ray->inverse[axis]), origin = f8_set1(node->origin[axis]);
		f8 step = f8_mul(f8_power(node->exponent, axis), inverse);
		f8 first = f8_mul(f8_sub(origin, f8_set1(ray->near_origin[axis])), inverse);
		f8 last = f8_mul(f8_sub(origin, f8_set1(ray->far_origin[axis])), inverse);
		enter = f8_max(f8_add(f8_mul(f8_from_u8(bytes + ray->near[axis]), step), first), enter);
		leave = f8_min(f8_add(f8_mul(f8_from_u8(bytes + ray->far[axis]), step), last), leave);
	}
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
