// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_MULTI_BOX_H
#define KILN_BROADPHASE_MULTI_BOX_H

#include "math/bits.h"
#include "pruning.h"

#define KILN_REGION_WORDS (KILN_BROADPHASE_REGIONS_MAX / 64u)

/// A set of regions: one bit for each.
typedef struct kiln_region_bits
{
	uint64_t words[KILN_REGION_WORDS];
} kiln_region_bits;

/// The regions, and their sides sorted on each axis. A box touches the regions that begin before its end, and end after
/// its begin, on every axis.
typedef struct kiln_regions
{
	uint32_t count;
	kiln_aabb boxes[KILN_BROADPHASE_REGIONS_MAX];
	float mins[3][KILN_BROADPHASE_REGIONS_MAX];					///< sorted
	float maxs[3][KILN_BROADPHASE_REGIONS_MAX];					///< sorted
	kiln_region_bits begun[3][KILN_BROADPHASE_REGIONS_MAX + 1]; ///< the regions of the first i minima
	kiln_region_bits open[3][KILN_BROADPHASE_REGIONS_MAX + 1];	///< the regions of all but the first i maxima
	kiln_region_bits alone;										///< regions whose inside no other region touches
	uint8_t axes[KILN_BROADPHASE_REGIONS_MAX];					///< along which each region is longest
	bool whole;													///< together the regions cover all of space
} kiln_regions;

/// The most regions that hold a box.
#define KILN_REGIONS_A_BOX 13u

typedef enum kiln_multi_box_kind
{
	KILN_MULTI_BOX_NONE = 0,
	KILN_MULTI_BOX_REGIONS = 1, ///< in regions, in the rest, or both
	KILN_MULTI_BOX_LARGE = 2,	///< in the rest only, because it touches too many regions
} kiln_multi_box_kind;

typedef struct kiln_multi_box_place
{
	uint8_t kind;
	uint8_t rest; ///< 1: in the rest
	uint8_t count;
	uint8_t regions[KILN_REGIONS_A_BOX]; ///< in increasing order
} kiln_multi_box_place;

typedef struct kiln_multi_box
{
	kiln_pruning pruning; ///< a set for each region, and the rest
	kiln_regions regions;
	kiln_multi_box_place *places; ///< by proxy
	kiln_multi_box_place *nexts;  ///< by proxy, for proxies that the running update changes: the new place
	kiln_vec3 *sample;
	bool named;			 ///< the caller gave the regions
	uint32_t laid_count; ///< proxies when regions were last chosen
	uint32_t laid_most;	 ///< boxes in the fullest region then; 0: not counted yet
	uint64_t moved;		 ///< changes since the fullest region was last checked
} kiln_multi_box;

/// Sets all fields except boxes, count and whole.
void kilni_regions_index(kiln_regions *regions);

/// Cuts space at medians of a sample of points into at most `wanted` regions. Reorders `points`.
#define KILN_REGION_SAMPLES 2048u
void kilni_regions_cut(kiln_regions *regions, kiln_vec3 *points, uint32_t count, uint32_t wanted, kiln_vec3 least);

/// The regions that a box touches.
void kilni_regions_under(const kiln_regions *regions, const kiln_aabb *box, kiln_region_bits *bits);

/// Whether the regions in `bits` cover a box. May be false where the cover is not found quickly; never true if a point
/// is left out.
bool kilni_regions_cover(const kiln_regions *regions, const kiln_aabb *box, const kiln_region_bits *bits);

static inline bool kiln_region_has(const kiln_region_bits *bits, uint32_t region)
{
	return bits->words[region / 64] >> (region % 64) & 1;
}

/// The first region at or after `from`; KILN_BROADPHASE_REGIONS_MAX: no region follows.
static inline uint32_t kiln_region_next(const kiln_region_bits *bits, uint32_t from)
{
	while (from < KILN_BROADPHASE_REGIONS_MAX)
	{
		uint64_t rest = bits->words[from / 64] >> (from % 64);
		if (rest)
			return from + kiln_lowest_bit64(rest);
		from = (from / 64 + 1) * 64;
	}
	return from;
}

#endif
