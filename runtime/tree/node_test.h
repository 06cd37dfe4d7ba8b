// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_NODE_TEST_H
#define KILN_TREE_NODE_TEST_H

#include "kernels.h"
#include "simd/simd8.h"

/// Tests a ray against the eight boxes of a wide node.

/// Computes where the ray enters each child's box (at least 0), and which children the ray misses within t <= limit.
/// The ray's slack covers all roundings: a child that holds a hit is never missed.
static inline m8 kiln_ray_node(const kiln_format_tree_node *node, const kiln_walk_ray *ray, float limit, f8 *entry)
{
	const uint8_t *bytes = (const uint8_t *)(const void *)node;
	f3 inverse = f3_load(ray->inverse), origin = f3_load(node->origin);
	f3 step = f3_mul(f3_powers(node->exponent), inverse);
	f3 first = f3_mul(f3_sub(origin, f3_load(ray->near_origin)), inverse);
	f3 last = f3_mul(f3_sub(origin, f3_load(ray->far_origin)), inverse);
	f8 enter = f8_set1(0), leave = f8_set1(limit);
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 scale = f8_splat(step, axis);
		f8 near = f8_mul(f8_from_u8(bytes + ray->planes[axis]), scale);
		f8 far = f8_mul(f8_from_u8(bytes + ray->planes[3 + axis]), scale);
		enter = f8_max(f8_add(near, f8_splat(first, axis)), enter);
		leave = f8_min(f8_add(far, f8_splat(last, axis)), leave);
	}
	*entry = enter;
	return m8_or(m8_gt(enter, leave), m8_from(kiln_node_child_count(node)));
}

#endif
