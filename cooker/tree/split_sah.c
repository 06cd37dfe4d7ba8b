// SPDX-License-Identifier: MIT
#include "build_rules.h"

/// Binned surface area heuristic, after Wald, On fast Construction of SAH-based Bounding Volume Hierarchies (2007): one
/// pass sorts the references into bins by their centroids along all three axes, a second prices every boundary.

enum
{
	MAX_BINS = 32,
};

/// Maps doubled centroids to bins; partitioning and binning must use the very same arithmetic.
typedef struct bin_map
{
	vec4 origin;
	vec4 scale;
	uint32_t bins;
	bool usable[3]; ///< axes with an extent
} bin_map;

typedef struct bin_set
{
	box4 box[MAX_BINS][3];
	uint32_t count[3][MAX_BINS];
} bin_set;

/// The cheapest boundary: bins below `bin` on `axis` go left.
typedef struct bin_choice
{
	float cost; ///< half area times references, both sides
	int axis;	///< -1: none
	uint32_t bin;
} bin_choice;

static bin_map map_for(const split_range *range, uint32_t bins)
{
	float extent[4], scale[4] = {0};
	bin_map map = {.origin = vec4_xyz(range->centroids.min), .bins = bins};
	vec4_store(extent, vec4_sub(range->centroids.max, range->centroids.min));
	for (int axis = 0; axis < 3; ++axis)
	{
		map.usable[axis] = extent[axis] > 1e-30f;
		// A little less than all bins: the highest centroid must land in the last one whatever the rounding.
		scale[axis] = map.usable[axis] ? (float)bins * 0.9999f / extent[axis] : 0.0f;
	}
	map.scale = vec4_load(scale);
	return map;
}

static inline void bins_of(const bin_map *map, vec4 centroid, int32_t bin[4])
{
	vec4_truncate(vec4_mul(vec4_sub(centroid, map->origin), map->scale), bin);
}

static void fill_bins(const split_range *range, const bin_map *map, bin_set *set)
{
	for (uint32_t i = 0; i < map->bins; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			set->box[i][axis] = box4_empty();
			set->count[axis][i] = 0;
		}
	for (uint32_t i = 0; i < range->count; ++i)
	{
		box4 box = build_ref_box(&range->refs[i]);
		int32_t bin[4];
		bins_of(map, vec4_add(box.min, box.max), bin);
		for (int axis = 0; axis < 3; ++axis)
		{
			box4 *to = &set->box[bin[axis]][axis];
			*to = box4_union(*to, box);
			++set->count[axis][bin[axis]];
		}
	}
}

/// Prices the boundaries of one axis. First and last bins are never empty, so no side ever is.
static void price_axis(const bin_map *map, const bin_set *set, int axis, bin_choice *best)
{
	float right_cost[MAX_BINS];
	box4 sweep = box4_empty();
	uint32_t count = 0;
	for (uint32_t i = map->bins; i-- > 1;)
	{
		sweep = box4_union(sweep, set->box[i][axis]);
		count += set->count[axis][i];
		right_cost[i] = box4_half_area(sweep) * (float)count;
	}
	sweep = box4_empty();
	count = 0;
	for (uint32_t i = 1; i < map->bins; ++i)
	{
		sweep = box4_union(sweep, set->box[i - 1][axis]);
		count += set->count[axis][i - 1];
		float cost = box4_half_area(sweep) * (float)count + right_cost[i];
		if (cost < best->cost || best->axis < 0)
			*best = (bin_choice){cost, axis, i};
	}
}

/// What one side of a partition gathers.
typedef struct gathered
{
	box4 box;
	box4 centroids;
} gathered;

static inline bool classify(const bin_map *map, const build_ref *ref, bin_choice choice, box4 *box, vec4 *centroid)
{
	int32_t bin[4];
	*box = build_ref_box(ref);
	*centroid = vec4_add(box->min, box->max);
	bins_of(map, *centroid, bin);
	return (uint32_t)bin[choice.axis] < choice.bin;
}

static inline void gather(gathered *side, box4 box, vec4 centroid)
{
	side->box = box4_union(side->box, box);
	side->centroids.min = vec4_min(side->centroids.min, centroid);
	side->centroids.max = vec4_max(side->centroids.max, centroid);
}

static void partition(const split_range *range, const bin_map *map, bin_choice choice, split_result *result)
{
	gathered left = {box4_empty(), box4_empty()}, right = left;
	build_ref *low = range->refs, *high = range->refs + range->count;
	box4 low_box, high_box;
	vec4 low_centroid, high_centroid;
	for (;;)
	{
		for (; low < high && classify(map, low, choice, &low_box, &low_centroid); ++low)
			gather(&left, low_box, low_centroid);
		for (; low < high && !classify(map, high - 1, choice, &high_box, &high_centroid); --high)
			gather(&right, high_box, high_centroid);
		if (low >= high)
			break;
		build_ref ref = *low;
		*low++ = *--high;
		*high = ref;
		gather(&left, high_box, high_centroid);
		gather(&right, low_box, low_centroid);
	}
	result->left = (uint32_t)(low - range->refs);
	result->box[0] = left.box;
	result->box[1] = right.box;
	result->centroids[0] = left.centroids;
	result->centroids[1] = right.centroids;
}

split_verdict split_sah(const split_work *work, const split_range *range, split_result *result)
{
	uint32_t bins = work->bins < 2 ? 2 : work->bins > MAX_BINS ? MAX_BINS : work->bins;
	if (range->count < 64 && bins > 8)
		bins = 8;
	bin_map map = map_for(range, bins);
	bin_set set;
	bin_choice best = {0.0f, -1, 0};
	fill_bins(range, &map, &set);
	for (int axis = 0; axis < 3; ++axis)
		if (map.usable[axis])
			price_axis(&map, &set, axis, &best);
	if (best.axis < 0)
		return SPLIT_NONE;
	float area = box4_half_area(range->box);
	if (range->count <= work->leaf_size && area * (float)range->count <= area + best.cost)
		return SPLIT_LEAF;
	partition(range, &map, best, result);
	return SPLIT_DONE;
}
