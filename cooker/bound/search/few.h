// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_FEW_H
#define KILN_COOKER_BOUND_FEW_H

#include "bound/obb/frame.h"
#include "math/double3.h"

/// The points that decide a volume: a search looks at few of them, and at more when what it found leaves some out. No
/// volume around all is smaller than the least around a part of them, so that a search ends as soon as the rest lies
/// inside.

/// Some of a cloud's points.
typedef struct bound_few
{
	obb_cloud cloud; ///< those that were chosen; the rest is as in the whole cloud
	const obb_cloud *all;
	uint8_t *chosen; ///< for each point of all
} bound_few;

/// Starts with the extreme points along a few directions, or with all points where those are hardly more.
/// KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_few_make(const kilncook_context *context, const obb_cloud *all, bound_few *few);
void bound_few_free(const kilncook_context *context, bound_few *few);

/// How far a point stands out of a volume, in the cloud's units, and on which of its eight sides.
typedef double (*bound_outside)(const void *volume, kiln_d3 point, int *side);

/// Takes in the point of each side that stands out farthest, where it is by more than `least`. Returns how many.
uint32_t bound_few_grow(bound_few *few, bound_outside outside, const void *volume, double least);

#endif
