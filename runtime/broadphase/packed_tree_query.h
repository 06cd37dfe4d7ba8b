// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_QUERY_H
#define KILN_PACKED_TREE_QUERY_H

#include "math/rounding.h"
#include "packed_tree_join.h"

/// Queries of the packed tree, eight lanes at a time.

/// A node that is to be visited.
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
			uint32_t next = at.node * 8 + kiln_lowest_bit(lanes);
			if (at.level)
				stack[depth++] = (packed_visit){at.level - 1, next};
			else if (!found(user, tree->proxies[next]))
				return;
		}
	}
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

/// A sweep in float, slightly enlarged: it meets every box that kilni_sweep_meets finds.
typedef struct packed_slabs
{
	f8 first[3]; ///< at least the sweep's upper end at its start, with room for the rounding in double
	f8 last[3];	 ///< at most its lower end, likewise
	f8 inverse[3];
	bool still[3]; ///< no motion on that axis
	bool forth[3];
} packed_slabs;

/// The relative error of a time in float is below 5 * 2^-24: one each for a difference, the inverse and a product.
#define PACKED_SHARE 0x1p-20f

/// Returns false for numbers that are too large or too small for float.
static bool packed_slabs_make(packed_slabs *slabs, const kiln_box_sweep *sweep)
{
	const double largest = 1e30, smallest = 1e-30;
	for (int axis = 0; axis < 3; ++axis)
	{
		double from = sweep->from[axis], way = sweep->way[axis], grow = sweep->half[axis] + sweep->slack[axis];
		double size = from < 0 ? -from : from, speed = way < 0 ? -way : way;
		if (!(size + grow < largest) || (speed != 0 && !(speed > smallest && speed < largest)))
			return false;
		double margin = (size + grow) * 0x1p-48;
		slabs->first[axis] = f8_set1(kiln_float_up(from + grow + margin));
		slabs->last[axis] = f8_set1(kiln_float_down(from - grow - margin));
		slabs->inverse[axis] = f8_set1(speed != 0 ? (float)sweep->inverse[axis] : 0);
		slabs->still[axis] = speed == 0;
		slabs->forth[axis] = way > 0;
	}
	return true;
}

/// The lanes that the sweep may meet, and lower bounds of the times.
static inline uint32_t packed_ahead_of(
	const packed_slabs *slabs, const kiln_packed_node *node, double t_max, float enters[8])
{
	const f8 zero = f8_set1(0);
	f8 enter = zero, leave = f8_set1(kiln_float_up(t_max));
	// Unused lanes compare as false.
	m8 met = m8_le(f8_load(node->min[0]), f8_load(node->max[0]));
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 first = f8_sub(f8_load(node->min[axis]), slabs->first[axis]);
		f8 last = f8_sub(f8_load(node->max[axis]), slabs->last[axis]);
		if (slabs->still[axis])
		{
			met = m8_and(met, m8_and(m8_le(first, zero), m8_ge(last, zero)));
			continue;
		}
		f8 near = slabs->forth[axis] ? first : last, far = slabs->forth[axis] ? last : first;
		enter = f8_max(f8_mul(near, slabs->inverse[axis]), enter);
		leave = f8_min(f8_mul(far, slabs->inverse[axis]), leave);
	}
	enter = f8_min(f8_mul(enter, f8_set1(1 - PACKED_SHARE)), f8_set1(FLT_MAX));
	// Values that underflow are less than the number that is added.
	leave = f8_add(f8_mul(leave, f8_set1(1 + PACKED_SHARE)), f8_set1(1e-37f));
	f8_store(enters, enter);
	return m8_bits(m8_and(met, m8_le(enter, leave)));
}

/// A node that the sweep does not meet before t.
typedef struct packed_ahead
{
	float t;
	uint32_t level, node;
} packed_ahead;

static inline kiln_aabb packed_lane(const kiln_packed_node *node, uint32_t i)
{
	return (kiln_aabb){
		{node->min[0][i], node->min[1][i], node->min[2][i]}, {node->max[0][i], node->max[1][i], node->max[2][i]}};
}

/// packed_ahead_of in double, one lane at a time.
static uint32_t packed_ahead_of_wide(const kiln_box_sweep *sweep, const kiln_packed_node *node, float enters[8])
{
	uint32_t lanes = 0;
	for (uint32_t i = 0; i < 8; ++i)
	{
		kiln_aabb box = packed_lane(node, i);
		double t;
		if (!(box.min.x <= box.max.x) || !kilni_sweep_meets(sweep, &box, &t))
			continue;
		enters[i] = kiln_float_down(t);
		lanes |= 1u << i;
	}
	return lanes;
}

static void packed_sweep(const kiln_packed_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	packed_ahead stack[KILN_PACKED_LEVELS * 8];
	packed_slabs slabs;
	bool narrow = packed_slabs_make(&slabs, sweep);
	uint32_t depth = 0;
	if (tree->level_count)
		stack[depth++] = (packed_ahead){0, tree->level_count - 1, 0};
	while (depth)
	{
		packed_ahead at = stack[--depth];
		if ((double)at.t > sweep->t_max)
			continue;
		const kiln_packed_node *node = &tree->nodes[at.level][at.node];
		float enters[8];
		uint32_t base = depth, lanes = narrow ? packed_ahead_of(&slabs, node, sweep->t_max, enters)
											  : packed_ahead_of_wide(sweep, node, enters);
		for (; lanes; lanes &= lanes - 1)
		{
			uint32_t i = kiln_lowest_bit(lanes), next = at.node * 8 + i;
			if (at.level)
			{
				// Farther nodes go below.
				uint32_t k = depth++;
				for (; k > base && stack[k - 1].t < enters[i]; --k)
					stack[k] = stack[k - 1];
				stack[k] = (packed_ahead){enters[i], at.level - 1, next};
				continue;
			}
			kiln_aabb box = packed_lane(node, i);
			double t;
			if (kilni_sweep_meets(sweep, &box, &t) && !found(user, sweep, tree->proxies[next], t))
				return;
		}
	}
}

#endif
