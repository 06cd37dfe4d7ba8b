// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_TEST_AABB_H
#define KILN_PAIR_TEST_AABB_H

#include "test_lanes.h"

/// Tests a mapped volume against the children of a kiln_format_tree_node.

/// Centers relative to the volume's center, and half sizes. Both planes are exact, so half sizes and sums of planes are
/// exact. The grid's origin rounds when the middle is subtracted, and again when the volume's center is.
typedef struct kiln_aabb_lanes
{
	f8 offset[3], half[3];
	uint32_t count;
} kiln_aabb_lanes;

static inline void kiln_aabb_lanes_of(
	kiln_aabb_lanes *lanes, const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume)
{
	static const float halves[4] = {0.5f, 0.5f, 0.5f, 0};
	const kiln_format_tree_node *node = (const kiln_format_tree_node *)(const void *)kiln_volume_node(tree, number);
	f3 base = f3_sub(f3_sub(f3_load(node->origin), f3_load(tree->middle)), f3_load(volume->center));
	f3 steps = f3_mul(f3_powers(node->exponent), f3_load(halves));
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 lo = f8_from_u8(node->lo[axis]), hi = f8_from_u8(node->hi[axis]), step = f8_splat(steps, axis);
		lanes->offset[axis] = f8_add(f8_mul(f8_add(lo, hi), step), f8_splat(base, axis));
		lanes->half[axis] = f8_mul(f8_sub(hi, lo), step);
	}
	lanes->count = kiln_node_child_count(node);
}

static inline void kiln_aabb_sizes(const kiln_aabb_lanes *lanes, const kiln_pair_link *link, float size[8])
{
	f8 sum = f8_add(f8_add(lanes->half[0], lanes->half[1]), lanes->half[2]);
	f8_store(size, f8_mul(sum, f8_set1(link->measure)));
}

/// The lanes that are apart along the cross products of a target axis and an edge of the volume (Gottschalk 2000). With
/// its perpendicular unit edges a0, a1, a2, a box's edges m and n add half[m] |a n . axis| + half[n] |a m . axis| along
/// axis x a k.
static inline m8 kiln_aabb_crosses_apart(const kiln_aabb_lanes *lanes, const kiln_pair_volume *volume, float reach)
{
	m8 apart = m8_from(8);
	for (int j = 0; j < 3; ++j)
		for (int k = 0; k < 3; ++k)
		{
			int p = (j + 1) % 3, q = (j + 2) % 3, m = (k + 1) % 3, n = (k + 2) % 3;
			const float *a = volume->axis[k];
			f8 along = f8_sub(f8_mul(lanes->offset[p], f8_set1(a[q])), f8_mul(lanes->offset[q], f8_set1(a[p])));
			f8 own = f8_add(f8_mul(lanes->half[p], f8_set1(fabsf(a[q]))), f8_mul(lanes->half[q], f8_set1(fabsf(a[p]))));
			float other = volume->half[m] * fabsf(volume->axis[n][j]) + volume->half[n] * fabsf(volume->axis[m][j]);
			apart = m8_or(apart, m8_gt(f8_abs(along), f8_add(own, f8_set1(other + reach))));
		}
	return apart;
}

/// kiln_volume_overlaps for AABBs.
static inline uint32_t kiln_aabb_overlaps(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float size[8])
{
	kiln_aabb_lanes lanes;
	kiln_aabb_lanes_of(&lanes, tree, number, volume);
	kiln_aabb_sizes(&lanes, link, size);
	float reach = volume->radius + volume->slack;
	f8 sum = f8_set1(0);
	m8 apart = m8_from(8);
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 room = f8_add(lanes.half[axis], f8_set1(volume->extent[axis] + reach));
		apart = m8_or(apart, m8_gt(f8_abs(lanes.offset[axis]), room));
	}
	// A ball may be beyond an edge or a corner and still within reach of both faces.
	if (volume->radius > 0)
	{
		for (int axis = 0; axis < 3; ++axis)
		{
			f8 room = f8_add(lanes.half[axis], f8_set1(volume->extent[axis]));
			sum = kiln_lanes_add_gap(sum, f8_sub(f8_abs(lanes.offset[axis]), room));
		}
		apart = m8_or(apart, m8_gt(sum, f8_set1(reach * reach)));
	}
	uint32_t kept = kiln_lanes_kept(apart, lanes.count);
	if (!volume->turned || !kept)
		return kept;
	for (int k = 0; k < 3; ++k)
	{
		f8 own = f8_add(kiln_lanes_span(lanes.half, volume->axis[k]), f8_set1(volume->half[k] + reach));
		apart = m8_or(apart, m8_gt(f8_abs(kiln_lanes_dot(lanes.offset, volume->axis[k])), own));
	}
	kept &= ~m8_bits(apart);
	// These axes are worth their 11 ns a node: between rotated dragons they saved every tenth pair of leaves, which
	// pays from 75 ns a pair on.
	return kept && link->similar ? kept & ~m8_bits(kiln_aabb_crosses_apart(&lanes, volume, reach)) : kept;
}

/// kiln_volume_near for AABBs.
static inline uint32_t kiln_aabb_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float limit, float lower[8], float size[8])
{
	kiln_aabb_lanes lanes;
	kiln_aabb_lanes_of(&lanes, tree, number, volume);
	kiln_aabb_sizes(&lanes, link, size);
	f8 gaps2 = f8_set1(0);
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 room = f8_add(lanes.half[axis], f8_set1(volume->extent[axis]));
		gaps2 = kiln_lanes_add_gap(gaps2, f8_sub(f8_abs(lanes.offset[axis]), room));
	}
	if (volume->turned)
	{
		f8 turned2 = f8_set1(0);
		for (int k = 0; k < 3; ++k)
		{
			f8 room = f8_add(kiln_lanes_span(lanes.half, volume->axis[k]), f8_set1(volume->half[k]));
			f8 gap = f8_sub(f8_abs(kiln_lanes_dot(lanes.offset, volume->axis[k])), room);
			f8 gap2 = kiln_lanes_add_gap(f8_set1(0), gap);
			// A sum of squares is a squared distance only for perpendicular axes.
			turned2 = link->similar ? f8_add(turned2, gap2) : f8_max(turned2, gap2);
		}
		gaps2 = f8_max(turned2, gaps2);
	}
	f8 reach = f8_set1(volume->radius + volume->slack);
	if (volume->aimed)
		gaps2 = kiln_lanes_aimed(gaps2, volume, lanes.offset, kiln_lanes_span(lanes.half, volume->aim), reach);
	return kiln_lanes_near(gaps2, reach, link, limit, lanes.count, lower);
}

#endif
