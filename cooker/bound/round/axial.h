// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_AXIAL_H
#define KILN_COOKER_BOUND_AXIAL_H

#include "bound/search/search.h"

/// What volumes around an axis share.

/// A line around which the cloud lies.
typedef struct bound_axis
{
	kiln_d3 point;	   ///< on the line
	kiln_d3 direction; ///< unit
} bound_axis;

/// The axis of the least circular cylinder in this direction, and its radius: the least circle around the points as they
/// are seen along it.
bound_axis bound_least_axis(const obb_cloud *cloud, kiln_d3 direction, double *radius);

/// Where the points' feet on the axis lie, from its point on, and how far off the farthest point is.
void bound_axis_extent(const obb_cloud *cloud, const bound_axis *axis, double *min, double *max, double *radius);

/// A share of area added to volumes, so that of flat bodies the smaller is better.
#define BOUND_AREA_SHARE 1e-10

/// Puts a cylinder or a cone that starts at `from` and ends at `to` on the axis into float32: its ends are moved outwards
/// by about as little as it takes to keep all feet between them, and of the ends that do, those are taken that give the
/// least volume. KILNCOOK_INTERNAL with `bound-proof` when none do.
kilncook_status bound_place_ends(const kilncook_context *context, const obb_cloud *cloud, const bound_axis *axis,
	double from, double to, bound_volume *volume);

#endif
