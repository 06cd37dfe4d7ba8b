// SPDX-License-Identifier: MIT
#include "rules.h"

/// Splits at the mean of the centroids' coordinates.
split_verdict split_mean(const split_work *work, const split_range *range, split_result *result)
{
	if (range->count <= work->leaf_size)
		return SPLIT_LEAF;
	build_axis_project(work, range);
	double sum = 0.0;
	for (uint32_t i = 0; i < range->count; ++i)
		sum += (double)build_key_coordinate(work->keys[i]);
	return build_key_split_at(work, range, (float)(sum / (double)range->count), result);
}
