// SPDX-License-Identifier: MIT
#include "rules.h"

/// Sends half of the primitives to each side, in the order of their centroids along the axis, ties by index.
split_verdict split_object_median(const split_work *work, const split_range *range, split_result *result)
{
	if (range->count <= work->leaf_size)
		return SPLIT_LEAF;
	build_axis_project(work, range);
	return build_key_partition(work, range, build_key_select(work, range->count, range->count / 2), result);
}
