// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_QUERY_H
#define KILN_PACKED_TREE_QUERY_H

#include "packed_tree_join.h"

/// Queries of the packed tree, eight lanes at a time.

/// A node that is to be looked at.
typedef struct packed_visit
{
	uint32_t level, node;
} packed_visit;

static void packed_box(const kiln_packed_tree *tree, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	packed_visit stack[KILN_PACKED_LEVELS * 8];
	uint32_t depth = 0;
	const f8 min[3] = {f8_set1(box->min.x), f8_set1(box->min.y), f8_set1(box->min.z)};
	const f8 max[3] = {f8_set1(box->max.x), f8_set1(box->max.y), f8_set1(box->max.z)};
	if (tree->level_count)
		stack[depth++] = (packed_visit){tree->level_count - 1, 0};
	while (depth)
	{
		packed_visit at = stack[--depth];
		const kiln_packed_node *node = &tree->nodes[at.level][at.node];
		m8 m = m8_and(m8_le(f8_load(node->min[0]), max[0]), m8_ge(f8_load(node->max[0]), min[0]));
		for (int axis = 1; axis < 3; ++axis)
		{
			m = m8_and(m, m8_le(f8_load(node->min[axis]), max[axis]));
			m = m8_and(m, m8_ge(f8_load(node->max[axis]), min[axis]));
		}
		for (uint32_t lanes = m8_bits(m); lanes; lanes &= lanes - 1)
		{
			uint32_t next = at.node * 8 + packed_lowest(lanes);
			if (at.level)
				stack[depth++] = (packed_visit){at.level - 1, next};
			else if (!found(user, tree->proxies[next]))
				return;
		}
	}
}

/// A node that the sweep meets at t.
typedef struct packed_ahead
{
	double t;
	uint32_t level, node;
} packed_ahead;

static inline kiln_aabb packed_lane(const kiln_packed_node *node, uint32_t i)
{
	return (kiln_aabb){
		{node->min[0][i], node->min[1][i], node->min[2][i]}, {node->max[0][i], node->max[1][i], node->max[2][i]}};
}

static void packed_sweep(const kiln_packed_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	packed_ahead stack[KILN_PACKED_LEVELS * 8];
	uint32_t depth = 0;
	if (tree->level_count)
		stack[depth++] = (packed_ahead){0, tree->level_count - 1, 0};
	while (depth)
	{
		packed_ahead at = stack[--depth];
		if (at.t > sweep->t_max)
			continue;
		const kiln_packed_node *node = &tree->nodes[at.level][at.node];
		uint32_t base = depth;
		for (uint32_t i = 0; i < 8; ++i)
		{
			kiln_aabb box = packed_lane(node, i);
			double t;
			if (!(box.min.x <= box.max.x) || !kiln_sweep_meets(sweep, &box, &t))
				continue;
			if (!at.level)
			{
				if (!found(user, sweep, tree->proxies[at.node * 8 + i], t))
					return;
				continue;
			}
			// Farther ones go below.
			uint32_t k = depth++;
			for (; k > base && stack[k - 1].t < t; --k)
				stack[k] = stack[k - 1];
			stack[k] = (packed_ahead){t, at.level - 1, at.node * 8 + i};
		}
	}
}

#endif
