// SPDX-License-Identifier: MIT
#include "rules.h"

/// Binned surface area heuristic, after Wald, On fast Construction of SAH-based Bounding Volume Hierarchies (2007): one
/// pass sorts the references into bins by their centroids along all three axes, a second pass computes the cost of
/// every boundary.

enum
{
	FEW = 64, ///< references
	MANY = 512,
	FEW_BINS = 16,
	MIDDLE_BINS = 32,
	MAX_BINS = 64,
};

/// Maps doubled centroids to bins; partitioning and binning must use the same arithmetic.
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
	int32_t count[MAX_BINS][4]; ///< a lane for each axis; the last is unused
} bin_set;

/// The cheapest boundary: bins below `bin` on `axis` go left.
typedef struct bin_choice
{
	float cost; ///< half area times references, both sides
	int axis;	///< -1: no boundary
	uint32_t bin;
} bin_choice;

/// Few references don't fill many bins, and computing the costs of empty bins would take longer than filling them.
static uint32_t bins_for(const split_work *work, uint32_t count)
{
	uint32_t most = count < FEW ? FEW_BINS : count < MANY ? MIDDLE_BINS : MAX_BINS;
	uint32_t bins = work->bins < 2 ? 2 : work->bins;
	return bins < most ? bins : most;
}

static bin_map map_for(const split_range *range, uint32_t bins)
{
	float extent[4], scale[4] = {0};
	bin_map map = {.origin = vec4_xyz(range->centroids.min), .bins = bins};
	vec4_store(extent, vec4_sub(range->centroids.max, range->centroids.min));
	for (int axis = 0; axis < 3; ++axis)
	{
		map.usable[axis] = extent[axis] > 1e-30f;
		// Slightly less than all bins: the highest centroid must fall into the last bin, whatever the rounding.
		scale[axis] = map.usable[axis] ? (float)bins * 0.9999f / extent[axis] : 0.0f;
	}
	map.scale = vec4_load(scale);
	return map;
}

static inline void bins_of(const bin_map *map, vec4 centroid, int32_t bin[4])
{
	vec4_truncate(vec4_mul(vec4_sub(centroid, map->origin), map->scale), bin);
}

static void clear_bins(bin_set *set, uint32_t bins)
{
	for (uint32_t i = 0; i < bins; ++i)
		for (int axis = 0; axis < 3; ++axis)
			set->box[i][axis] = box4_empty();
	memset(set->count, 0, bins * sizeof set->count[0]);
}

/// Adds one reference to its bins.
static inline void take_in(const bin_map *map, bin_set *set, const build_ref *ref)
{
	box4 box = build_ref_box(ref);
	int32_t bin[4];
	bins_of(map, vec4_add(box.min, box.max), bin);
	box4 *x = &set->box[bin[0]][0], *y = &set->box[bin[1]][1], *z = &set->box[bin[2]][2];
	*x = box4_union(*x, box);
	*y = box4_union(*y, box);
	*z = box4_union(*z, box);
	++set->count[bin[0]][0];
	++set->count[bin[1]][1];
	++set->count[bin[2]][2];
}

/// Neighbours in a list often fall into the same bin, and each would wait for the previous write: long lists alternate
/// between two sets.
static void fill_bins(const split_range *range, const bin_map *map, bin_set *set)
{
	const bin_map local = *map;
	uint32_t i = 0;
	clear_bins(set, map->bins);
	if (range->count >= MANY)
	{
		bin_set other;
		clear_bins(&other, map->bins);
		for (; i + 2 <= range->count; i += 2)
		{
			take_in(&local, set, &range->refs[i]);
			take_in(&local, &other, &range->refs[i + 1]);
		}
		for (uint32_t k = 0; k < map->bins; ++k)
			for (int axis = 0; axis < 3; ++axis)
			{
				set->box[k][axis] = box4_union(set->box[k][axis], other.box[k][axis]);
				set->count[k][axis] += other.count[k][axis];
			}
	}
	for (; i < range->count; ++i)
		take_in(&local, set, &range->refs[i]);
}

/// One bin for each axis, the union of the bins that a sweep has passed.
typedef struct bin_sweep
{
	box4 box[3];
	int32_t count[4];
} bin_sweep;

/// Adds bin `i` of each axis and returns half areas times counts, a lane for each axis.
static inline vec4 sweep_over(bin_sweep *sweep, const bin_set *set, uint32_t i, uint32_t shift)
{
	int32_t blocks[4];
	for (int axis = 0; axis < 3; ++axis)
		sweep->box[axis] = box4_union(sweep->box[axis], set->box[i][axis]);
	for (int axis = 0; axis < 4; ++axis)
	{
		sweep->count[axis] += set->count[i][axis];
		blocks[axis] = (int32_t)(((uint32_t)sweep->count[axis] + ((1u << shift) - 1)) >> shift);
	}
	vec4 areas = vec4_half_areas(vec4_sub(sweep->box[0].max, sweep->box[0].min),
		vec4_sub(sweep->box[1].max, sweep->box[1].min), vec4_sub(sweep->box[2].max, sweep->box[2].min));
	return vec4_mul(areas, vec4_from_integers(blocks));
}

/// Computes the cost of every boundary of every axis. First and last bins of a usable axis are never empty, so that no
/// side is.
static bin_choice cheapest(const bin_map *map, const bin_set *set, uint32_t shift)
{
	vec4 right_cost[MAX_BINS];
	vec4 best = vec4_all(3.0e38f), best_bin = vec4_all(0.0f);
	bin_sweep sweep = {{box4_empty(), box4_empty(), box4_empty()}, {0}};
	for (uint32_t i = map->bins; i-- > 1;)
		right_cost[i] = sweep_over(&sweep, set, i, shift);
	sweep = (bin_sweep){{box4_empty(), box4_empty(), box4_empty()}, {0}};
	for (uint32_t i = 1; i < map->bins; ++i)
	{
		vec4 cost = vec4_add(sweep_over(&sweep, set, i - 1, shift), right_cost[i]);
		best_bin = vec4_select_less(cost, best, vec4_all((float)i), best_bin);
		best = vec4_select_less(cost, best, cost, best);
	}
	float cost[4], bin[4];
	vec4_store(cost, best);
	vec4_store(bin, best_bin);
	bin_choice choice = {0.0f, -1, 0};
	for (int axis = 0; axis < 3; ++axis)
		if (map->usable[axis] && (choice.axis < 0 || cost[axis] < choice.cost))
			choice = (bin_choice){cost[axis], axis, (uint32_t)bin[axis]};
	return choice;
}

/// Lists the references of [from, to) that are on the wrong side, without a branch for each reference.
static uint32_t list_strays(const build_ref *refs, uint32_t from, uint32_t to, const bin_map *map, bin_choice choice,
	bool stray_is_left, uint32_t *strays)
{
	uint32_t found = 0;
	const bin_map local = *map;
	for (uint32_t i = from; i < to; ++i)
	{
		int32_t bin[4];
		bins_of(&local, vec4_add(vec4_xyz(vec4_load(refs[i].min)), vec4_load(refs[i].max)), bin);
		strays[found] = i;
		found += ((uint32_t)bin[choice.axis] < choice.bin) == stray_is_left;
	}
	return found;
}

/// Partitions in place; `left` references belong to the left. Because the boundary is known, references on the wrong
/// sides are only exchanged across it, a block at a time, after Edelkamp and Weiss, BlockQuicksort (2016): a branch for
/// each reference would often be mispredicted.
static void partition(const split_range *range, const bin_map *map, bin_choice choice, uint32_t left)
{
	enum
	{
		BLOCK = 128,
	};
	uint32_t strays[2][BLOCK];
	uint32_t next[2] = {0, left}, found[2] = {0, 0}, done[2] = {0, 0};
	const uint32_t end[2] = {left, range->count};
	build_ref *refs = range->refs;
	for (;;)
	{
		for (int side = 0; side < 2; ++side)
			while (done[side] == found[side] && next[side] < end[side])
			{
				uint32_t to = end[side] - next[side] > BLOCK ? next[side] + BLOCK : end[side];
				found[side] = list_strays(refs, next[side], to, map, choice, side == 1, strays[side]);
				done[side] = 0;
				next[side] = to;
			}
		if (done[0] == found[0])
			break; // equally many on both sides: both blocks are done
		while (done[0] < found[0] && done[1] < found[1])
		{
			build_ref *a = &refs[strays[0][done[0]++]], *b = &refs[strays[1][done[1]++]];
			build_ref ref = *a;
			*a = *b;
			*b = ref;
		}
	}
}

/// Computes the boxes of both sides' bins, and the number of references on the left.
static void split_bins(const bin_map *map, const bin_set *set, bin_choice choice, split_result *result)
{
	result->box[0] = result->box[1] = box4_empty();
	result->left = 0;
	for (uint32_t i = 0; i < map->bins; ++i)
	{
		int side = i >= choice.bin;
		result->box[side] = box4_union(result->box[side], set->box[i][choice.axis]);
		if (side == 0)
			result->left += (uint32_t)set->count[i][choice.axis];
	}
}

split_verdict split_sah(const split_work *work, const split_range *range, split_result *result)
{
	if (build_is_leaf(work, range->count))
		return SPLIT_LEAF;
	if (range->count <= SPLIT_SWEEP_MAX)
		return split_sweep(work, range, result);
	uint32_t bins = bins_for(work, range->count);
	bin_map map = map_for(range, bins);
	bin_set set;
	fill_bins(range, &map, &set);
	bin_choice best = cheapest(&map, &set, work->block_shift);
	if (best.axis >= 0 && build_prefers_leaf(work, range, best.cost))
		return SPLIT_LEAF;
	if (best.axis < 0 || best.cost >= box4_half_area(range->box) * (float)build_blocks(work, range->count))
		return SPLIT_NONE;
	split_bins(&map, &set, best, result);
	partition(range, &map, best, result->left);
	build_centroids_measure(range->refs, result->left, &result->centroids[0]);
	build_centroids_measure(range->refs + result->left, range->count - result->left, &result->centroids[1]);
	return SPLIT_DONE;
}
