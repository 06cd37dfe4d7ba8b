// SPDX-License-Identifier: MIT
#include "rules.h"

/// Splits at the middle between the lowest and the highest centroid along the axis.
split_verdict split_midpoint(const split_work *work, const split_range *range, split_result *result)
{
	if (range->count <= work->leaf_size)
		return SPLIT_LEAF;
	build_axis_project(work, range);
	uint64_t low = work->keys[0], high = work->keys[0];
	for (uint32_t i = 1; i < range->count; ++i)
	{
		low = low < work->keys[i] ? low : work->keys[i];
		high = high > work->keys[i] ? high : work->keys[i];
	}
	float middle = 0.5f * build_key_coordinate(low) + 0.5f * build_key_coordinate(high);
	return build_key_split_at(work, range, middle, result);
}
