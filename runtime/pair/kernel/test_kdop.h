// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_TEST_KDOP_H
#define KILN_PAIR_TEST_KDOP_H

#include "test_lanes.h"

/// Tests a mapped volume against the children of a k-DOP node. `slabs` is 7, 9 or 13, a constant after inlining.

/// A node's slabs, relative to the volume's middle on each axis.
typedef struct kiln_kdop_frames
{
	const uint8_t *lo, *hi;
	float base[KILN_LINK_SLABS], step[KILN_LINK_SLABS];
	uint32_t count;
} kiln_kdop_frames;

/// Computes eight slabs at a time; numbers behind the last slab are not used.
static inline void kiln_kdop_frames_of(kiln_kdop_frames *frames, const kiln_pair_tree *tree, uint32_t number,
	const kiln_pair_volume *volume, const kiln_pair_link *link, uint32_t slabs)
{
	const uint8_t *bytes = kiln_volume_node(tree, number);
	const kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	const float *origin = (const float *)(const void *)(bytes + at.origin);
	for (uint32_t s = 0; s < slabs; s += 8)
	{
		f8 base = f8_sub(f8_load(origin + s), f8_load(link->slab_middle[0] + s));
		base = f8_sub(base, f8_load(link->slab_middle[1] + s));
		f8_store(frames->base + s, f8_sub(base, f8_load(volume->slab_middle + s)));
		f8_store(frames->step + s, f8_mul(f8_powers(bytes + at.exponent + s), f8_set1(0.5f)));
	}
	frames->lo = bytes + at.lo;
	frames->hi = bytes + at.hi;
	frames->count = ((const kiln_format_volume_head *)(const void *)bytes)->count;
}

/// The middle of slab `s` of every child, and half its width.
static inline f8 kiln_kdop_slab(const kiln_kdop_frames *frames, uint32_t s, f8 *half)
{
	f8 lo = f8_from_u8(frames->lo + KILN_TREE_WIDTH * s), hi = f8_from_u8(frames->hi + KILN_TREE_WIDTH * s);
	f8 step = f8_set1(frames->step[s]);
	*half = f8_mul(f8_sub(hi, lo), step);
	return f8_add(f8_mul(f8_add(lo, hi), step), f8_set1(frames->base[s]));
}

static inline void kiln_kdop_sizes(const f8 half[3], const kiln_pair_link *link, float size[8])
{
	f8_store(size, f8_mul(f8_add(f8_add(half[0], half[1]), half[2]), f8_set1(link->measure)));
}

/// kiln_volume_overlaps for k-DOPs.
static inline uint32_t kiln_kdop_overlaps(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, uint32_t slabs, float size[8])
{
	kiln_kdop_frames frames;
	kiln_kdop_frames_of(&frames, tree, number, volume, link, slabs);
	f8 offset[3], half[3], width;
	m8 apart = m8_from(8);
	for (uint32_t s = 0; s < 3; ++s)
	{
		offset[s] = kiln_kdop_slab(&frames, s, &half[s]);
		apart = m8_or(apart, m8_gt(f8_abs(offset[s]), f8_add(half[s], f8_set1(volume->slab_half[s]))));
	}
	kiln_kdop_sizes(half, link, size);
	for (uint32_t s = 3; s < slabs; ++s)
	{
		f8 middle = kiln_kdop_slab(&frames, s, &width);
		apart = m8_or(apart, m8_gt(f8_abs(middle), f8_add(width, f8_set1(volume->slab_half[s]))));
	}
	uint32_t kept = kiln_lanes_kept(apart, frames.count);
	if (!volume->turned || !kept)
		return kept;
	float reach = volume->radius + volume->slack;
	for (int k = 0; k < 3; ++k)
	{
		f8 own = f8_add(kiln_lanes_span(half, volume->axis[k]), f8_set1(volume->half[k] + reach));
		apart = m8_or(apart, m8_gt(f8_abs(kiln_lanes_dot(offset, volume->axis[k])), own));
	}
	return kept & ~m8_bits(apart);
}

/// kiln_volume_near for k-DOPs. The first three slabs make a box; of the others, the widest gap divided by its axis's
/// length counts.
static inline uint32_t kiln_kdop_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, uint32_t slabs, float limit, float lower[8], float size[8])
{
	kiln_kdop_frames frames;
	kiln_kdop_frames_of(&frames, tree, number, volume, link, slabs);
	f8 offset[3], half[3], width, gaps2 = f8_set1(0), widest = f8_set1(0);
	for (uint32_t s = 0; s < 3; ++s)
	{
		offset[s] = kiln_kdop_slab(&frames, s, &half[s]);
		f8 room = f8_add(half[s], f8_set1(volume->slab_core[s]));
		gaps2 = kiln_lanes_add_gap(gaps2, f8_sub(f8_abs(offset[s]), room));
	}
	kiln_kdop_sizes(half, link, size);
	for (uint32_t s = 3; s < slabs; ++s)
	{
		f8 middle = kiln_kdop_slab(&frames, s, &width);
		f8 gap = f8_sub(f8_abs(middle), f8_add(width, f8_set1(volume->slab_core[s])));
		widest = f8_max(f8_mul(gap, f8_set1(link->slab_inverse[s])), widest);
	}
	gaps2 = f8_max(kiln_lanes_add_gap(f8_set1(0), widest), gaps2);
	if (volume->turned)
	{
		f8 turned2 = f8_set1(0);
		for (int k = 0; k < 3; ++k)
		{
			f8 room = f8_add(kiln_lanes_span(half, volume->axis[k]), f8_set1(volume->half[k]));
			f8 gap = f8_sub(f8_abs(kiln_lanes_dot(offset, volume->axis[k])), room);
			f8 gap2 = kiln_lanes_add_gap(f8_set1(0), gap);
			turned2 = link->similar ? f8_add(turned2, gap2) : f8_max(turned2, gap2);
		}
		gaps2 = f8_max(turned2, gaps2);
	}
	f8 reach = f8_set1(volume->radius + volume->slack);
	if (volume->aimed)
	{
		// Relative to the center, because a k-DOP's own slabs may have given the intervals another middle.
		for (uint32_t s = 0; s < 3; ++s)
			offset[s] = f8_add(offset[s], f8_set1(volume->slab_middle[s] - volume->center[s]));
		gaps2 = kiln_lanes_aimed(gaps2, volume, offset, kiln_lanes_span(half, volume->aim), reach);
	}
	return kiln_lanes_near(gaps2, reach, link, limit, frames.count, lower);
}

#endif
