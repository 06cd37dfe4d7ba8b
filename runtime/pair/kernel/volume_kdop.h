// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_VOLUME_KDOP_H
#define KILN_PAIR_VOLUME_KDOP_H

#include "volume_local.h"

/// Decodes k-DOPs from their node and maps them; maps other volumes to k-DOPs.

/// The intervals of a k-DOP along its own slabs, relative to its tree's middle.
typedef struct kiln_kdop_slabs
{
	float middle[KILN_LINK_SLABS], half[KILN_LINK_SLABS];
} kiln_kdop_slabs;

/// Decodes slot `slot` of a k-DOP node; its first three slabs are a box. Computes eight slabs at a time; numbers behind
/// the last slab are not used.
static inline void kiln_local_kdop(const kiln_pair_tree *tree, const uint8_t *bytes, uint32_t slot,
	const kiln_pair_link *link, kiln_kdop_slabs *slabs, kiln_volume_local *local)
{
	uint32_t count = kiln_format_kdop_slabs((uint32_t)tree->kind);
	const kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(count);
	const float *origin = (const float *)(const void *)(bytes + at.origin);
	uint8_t lo[KILN_LINK_SLABS] = {0}, hi[KILN_LINK_SLABS] = {0};
	for (uint32_t s = 0; s < count; ++s)
	{
		lo[s] = bytes[at.lo + s * KILN_TREE_WIDTH + slot];
		hi[s] = bytes[at.hi + s * KILN_TREE_WIDTH + slot];
	}
	for (uint32_t s = 0; s < count; s += 8)
	{
		f8 step = f8_mul(f8_powers(bytes + at.exponent + s), f8_set1(0.5f));
		f8 low = f8_from_u8(lo + s), high = f8_from_u8(hi + s);
		f8 base = f8_sub(f8_load(origin + s), f8_load(link->source_middle[0] + s));
		base = f8_sub(base, f8_load(link->source_middle[1] + s));
		f8_store(slabs->middle + s, f8_add(base, f8_mul(f8_add(low, high), step)));
		f8_store(slabs->half + s, f8_mul(f8_sub(high, low), step));
	}
	local->center = f3_load(slabs->middle);
	memcpy(local->half, slabs->half, 3 * sizeof *local->half);
	local->radius = 0;
}

/// axis . v of eight slabs.
static inline f8 kiln_slabs_along(const kiln_pair_link *link, uint32_t first, const float v[3])
{
	f8 x = f8_mul(f8_load(link->slab_axis[0] + first), f8_set1(v[0]));
	f8 y = f8_mul(f8_load(link->slab_axis[1] + first), f8_set1(v[1]));
	return f8_add(f8_add(x, y), f8_mul(f8_load(link->slab_axis[2] + first), f8_set1(v[2])));
}

/// The mapped volume's intervals on a k-DOP target's slabs. A k-DOP's own slabs also bound it there, see
/// kiln_pair_link.turn; the result is the intersection of both.
static inline void kiln_transform_slabs(
	kiln_pair_volume *volume, const kiln_pair_link *link, const kiln_kdop_slabs *slabs, uint32_t count)
{
	f8 reach = f8_set1(volume->radius + volume->slack);
	for (uint32_t first = 0; first < count; first += 8)
	{
		f8 middle = kiln_slabs_along(link, first, volume->center);
		f8 core = f8_abs(kiln_slabs_along(link, first, volume->edge[0]));
		core = f8_add(core, f8_abs(kiln_slabs_along(link, first, volume->edge[1])));
		core = f8_add(core, f8_abs(kiln_slabs_along(link, first, volume->edge[2])));
		if (slabs)
		{
			f8 place = kiln_slabs_along(link, first, link->origin), half = f8_set1(0);
			for (uint32_t s = 0; s < link->source_slabs; ++s)
			{
				f8 weight = f8_load(link->turn[s] + first);
				place = f8_add(place, f8_mul(weight, f8_set1(slabs->middle[s])));
				half = f8_add(half, f8_mul(f8_abs(weight), f8_set1(slabs->half[s])));
			}
			f8 low = f8_max(f8_sub(place, half), f8_sub(middle, core));
			f8 high = f8_min(f8_add(place, half), f8_add(middle, core));
			middle = f8_mul(f8_add(low, high), f8_set1(0.5f));
			core = f8_mul(f8_sub(high, low), f8_set1(0.5f));
		}
		f8_store(volume->slab_middle + first, middle);
		f8_store(volume->slab_core + first, core);
		f8_store(volume->slab_half + first, f8_add(core, f8_mul(reach, f8_load(link->slab_length + first))));
	}
}

#endif
