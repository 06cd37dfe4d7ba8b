// SPDX-License-Identifier: MIT
#include "split_spatial.h"

/// Spatial splits, after Stich, Friedrich and Dietrich, Spatial Splits in Bounding Volume Hierarchies (2009). The cost
/// of planes at equal distances is computed by cutting every primitive at every plane that it crosses.

enum
{
	MAX_BINS = 32,
	FEW = 512, ///< references, each of which crosses many planes
	FEW_BINS = 8,
};

/// The slabs along one axis.
typedef struct spatial_bins
{
	uint32_t bins;
	float plane[MAX_BINS + 1]; ///< slab i lies between planes i and i + 1
	float scale;			   ///< slabs for each unit of length
	box4 box[MAX_BINS];
	uint32_t enter[MAX_BINS]; ///< references that begin here
	uint32_t leave[MAX_BINS]; ///< references that end here
	uint32_t left[MAX_BINS];  ///< references partly or wholly to the left of plane i
	uint32_t right[MAX_BINS]; ///< references partly or wholly to its right
	bool usable[MAX_BINS];
} spatial_bins;

/// Places the planes; false if the range is too flat for distinct planes.
static bool lay_planes(spatial_bins *set, uint32_t bins, float low, float high)
{
	float width = (high - low) / (float)bins;
	set->bins = bins;
	set->plane[0] = low;
	set->plane[bins] = high;
	for (uint32_t i = 1; i < bins; ++i)
		set->plane[i] = low + width * (float)i;
	for (uint32_t i = 0; i < bins; ++i)
	{
		if (!(set->plane[i] < set->plane[i + 1]))
			return false;
		set->box[i] = box4_empty();
		set->enter[i] = set->leave[i] = 0;
	}
	set->scale = (float)bins / (high - low);
	return set->scale <= 1e30f;
}

/// Returns the slab with plane[i] <= value < plane[i + 1], exactly.
static uint32_t slab_of(const spatial_bins *set, float value)
{
	float guess = (value - set->plane[0]) * set->scale;
	uint32_t last = set->bins - 1;
	uint32_t slab = guess <= 0.0f ? 0 : guess >= (float)last ? last : (uint32_t)guess;
	while (slab > 0 && value < set->plane[slab])
		--slab;
	while (slab < last && value >= set->plane[slab + 1])
		++slab;
	return slab;
}

/// Finds the slabs in which a reference begins and ends.
static void slabs_of(const spatial_bins *set, const build_ref *ref, int axis, uint32_t *first, uint32_t *last)
{
	*first = slab_of(set, ref->min[axis]);
	*last = slab_of(set, ref->max[axis]);
	// A reference that ends on a plane does not cross it.
	if (*last > *first && ref->max[axis] == set->plane[*last])
		--*last;
}

/// Counts where the references begin and end; false if no plane is usable: each leaves a side without or with all
/// references, or duplicates more than `extra`. This avoids cutting where all primitives overlap.
static bool tally(spatial_bins *set, const split_range *range, int axis, uint32_t extra)
{
	bool any = false;
	for (uint32_t i = 0; i < range->count; ++i)
	{
		uint32_t first, last;
		slabs_of(set, &range->refs[i], axis, &first, &last);
		++set->enter[first];
		++set->leave[last];
	}
	set->left[0] = 0;
	set->right[0] = range->count;
	for (uint32_t i = 1; i < set->bins; ++i)
	{
		set->left[i] = set->left[i - 1] + set->enter[i - 1];
		set->right[i] = set->right[i - 1] - set->leave[i - 1];
		set->usable[i] = set->left[i] > 0 && set->right[i] > 0 && set->left[i] < range->count &&
						 set->right[i] < range->count && set->left[i] + set->right[i] - range->count <= extra;
		any = any || set->usable[i];
	}
	return any;
}

/// Cuts a reference into the slabs that it crosses.
static void chop(const build_input *input, spatial_bins *set, const build_ref *ref, int axis)
{
	uint32_t slab, last;
	box4 rest = build_ref_box(ref), left, right;
	for (slabs_of(set, ref, axis, &slab, &last); slab < last; ++slab)
	{
		if (!spatial_cut(input, ref->index, rest, axis, set->plane[slab + 1], &left, &right))
			continue;
		set->box[slab] = box4_union(set->box[slab], left);
		rest = right;
	}
	set->box[last] = box4_union(set->box[last], rest);
}

/// Computes the costs of the usable planes of one axis.
static void price(const spatial_bins *set, int axis, spatial_plane *best)
{
	box4 right[MAX_BINS];
	box4 box = box4_empty();
	for (uint32_t i = set->bins; i-- > 1;)
		right[i] = box = box4_union(box, set->box[i]);
	box = box4_empty();
	for (uint32_t i = 1; i < set->bins; ++i)
	{
		box = box4_union(box, set->box[i - 1]);
		if (!set->usable[i])
			continue;
		float cost = box4_half_area(box) * (float)set->left[i] + box4_half_area(right[i]) * (float)set->right[i];
		if (best->axis < 0 || cost < best->cost)
			*best = (spatial_plane){cost, axis, set->plane[i], {box, right[i]}, {set->left[i], set->right[i]}};
	}
}

spatial_plane spatial_find(const build_input *input, const split_work *work, const split_range *range, uint32_t extra)
{
	spatial_plane best = {.axis = -1};
	spatial_bins set;
	float low[4], high[4];
	uint32_t bins = work->bins < 2 ? 2 : work->bins > MAX_BINS ? MAX_BINS : work->bins;
	if (range->count < FEW && bins > FEW_BINS)
		bins = FEW_BINS;
	vec4_store(low, range->box.min);
	vec4_store(high, range->box.max);
	for (int axis = 0; axis < 3; ++axis)
	{
		if (!lay_planes(&set, bins, low[axis], high[axis]) || !tally(&set, range, axis, extra))
			continue;
		for (uint32_t i = 0; i < range->count; ++i)
			chop(input, &set, &range->refs[i], axis);
		price(&set, axis, &best);
	}
	return best;
}

static void swap_refs(build_ref *a, build_ref *b)
{
	build_ref ref = *a;
	*a = *b;
	*b = ref;
}

/// Makes a record; overwrites lane 3 of the box.
static build_ref ref_of(uint32_t index, box4 box)
{
	float low[4], high[4];
	vec4_store(low, box.min);
	vec4_store(high, box.max);
	return (build_ref){{low[0], low[1], low[2]}, index, {high[0], high[1], high[2]}, 0};
}

/// Sorts a range into references right of the plane, across it and left of it; from[0] and from[1] get the bounds.
static void three_way(const split_range *range, const spatial_plane *plane, uint32_t from[2])
{
	build_ref *refs = range->refs;
	uint32_t right = 0, left = range->count;
	for (uint32_t i = 0; i < left;)
	{
		const build_ref *ref = &refs[i];
		// A flat reference in the plane goes right, as in chop.
		if (ref->min[plane->axis] >= plane->at)
			swap_refs(&refs[i++], &refs[right++]);
		else if (ref->max[plane->axis] <= plane->at)
			swap_refs(&refs[i], &refs[--left]);
		else
			++i;
	}
	from[0] = right;
	from[1] = left;
}

/// The decision about a reference across the plane.
typedef enum fate
{
	FATE_RIGHT,
	FATE_LEFT,
	FATE_BOTH,
} fate;

/// Reference unsplitting: keeping the reference on one side may be cheaper. Boxes and counts are updated.
static fate decide(spatial_plane *plane, box4 box, bool may_repeat)
{
	box4 left_box = box4_union(plane->box[0], box), right_box = box4_union(plane->box[1], box);
	float left = (float)plane->count[0], right = (float)plane->count[1];
	float left_area = box4_half_area(plane->box[0]), right_area = box4_half_area(plane->box[1]);
	float both = left_area * left + right_area * right;
	float only_left = box4_half_area(left_box) * left + right_area * (right - 1.0f);
	float only_right = left_area * (left - 1.0f) + box4_half_area(right_box) * right;
	if (may_repeat && both < only_left && both < only_right)
		return FATE_BOTH;
	if (only_left <= only_right)
	{
		plane->box[0] = left_box;
		--plane->count[1];
		return FATE_LEFT;
	}
	plane->box[1] = right_box;
	--plane->count[0];
	return FATE_RIGHT;
}

bool spatial_partition(
	const build_input *input, const split_range *range, const spatial_plane *plane, uint32_t extra, uint32_t count[2])
{
	spatial_plane now = *plane;
	build_ref *refs = range->refs;
	uint32_t bound[2], end = range->count;
	three_way(range, plane, bound);
	while (bound[0] < bound[1])
	{
		build_ref *ref = &refs[bound[0]];
		box4 box = build_ref_box(ref), left, right;
		bool cut = spatial_cut(input, ref->index, box, plane->axis, plane->at, &left, &right);
		switch (decide(&now, box, cut && end - range->count < extra))
		{
		case FATE_RIGHT:
			++bound[0];
			break;
		case FATE_LEFT:
			swap_refs(ref, &refs[--bound[1]]);
			break;
		case FATE_BOTH:
			refs[end++] = ref_of(ref->index, left);
			*ref = ref_of(ref->index, right);
			++bound[0];
			break;
		}
	}
	count[0] = bound[0];
	count[1] = end - bound[0];
	return count[0] > 0 && count[1] > 0;
}
