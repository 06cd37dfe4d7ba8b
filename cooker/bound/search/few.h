// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_FEW_H
#define KILN_COOKER_BOUND_FEW_H

#include "bound/obb/lanes.h"

/// The points that decide a volume. A search uses few points, and adds points when its volume leaves some out. A volume
/// around all points is at least as large as the least volume around some of them, so a search may end as soon as all
/// other points lie inside.

/// Some of a cloud's points.
typedef struct bound_few
{
	obb_cloud cloud; ///< the chosen points; all other fields are those of the whole cloud
	const obb_cloud *all;
	bound_lanes lanes;		  ///< the chosen points once more
	const bound_lanes *whole; ///< all points
	uint8_t *chosen;		  ///< for each point of the whole cloud: whether it is chosen
} bound_few;

/// Starts with the extreme points along a few directions, or with all points when the extreme points are nearly all.
/// `whole` has the points of `all`; both must outlive the few. KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_few_make(
	const kilncook_context *context, const obb_cloud *all, const bound_lanes *whole, bound_few *few);
void bound_few_free(const kilncook_context *context, bound_few *few);

/// A volume that may leave points out.
typedef struct bound_outside
{
	/// Returns how far four points lie outside the volume, in the cloud's units.
	d4 (*distance)(const void *volume, bound_lanes_d3 points);
	/// Returns on which of the volume's eight sides a point lies.
	int (*side)(const void *volume, kiln_d3 point);
	const void *volume;
} bound_outside;

/// Adds, for each side, the point that lies farthest outside, if that distance is more than `least`. Returns how many
/// points were added.
uint32_t bound_few_grow(bound_few *few, const bound_outside *outside, double least);

#endif
