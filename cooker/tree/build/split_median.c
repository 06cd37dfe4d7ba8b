// SPDX-License-Identifier: MIT
#include "rules.h"

/// Splits at the median of the centroids' coordinates; equal coordinates stay together.
split_verdict split_median(const split_work *work, const split_range *range, split_result *result)
{
	if (range->count <= work->leaf_size)
		return SPLIT_LEAF;
	build_axis_project(work, range);
	uint64_t median = build_key_select(work, range->count, range->count / 2);
	return build_key_split_at(work, range, build_key_coordinate(median), result);
}
