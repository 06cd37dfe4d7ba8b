// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_AXIAL_H
#define KILN_COOKER_BOUND_AXIAL_H

#include "bound/search/search.h"

/// Functions that volumes around an axis share.

/// A line through the cloud.
typedef struct bound_axis
{
	kiln_d3 point;	   ///< a point on the line
	kiln_d3 direction; ///< unit
} bound_axis;

/// Finds the axis of the least circular cylinder in this direction, and its radius: the least circle around the points'
/// projections along the direction.
bound_axis bound_least_axis(const obb_cloud *cloud, kiln_d3 direction, double *radius);

/// Computes the range of the points' feet on the axis, measured from the axis's point, and the distance of the farthest
/// point from the axis.
void bound_axis_extent(const obb_cloud *cloud, const bound_axis *axis, double *min, double *max, double *radius);

/// A share of the area that is added to volumes, so that of flat bodies the smaller one is better.
#define BOUND_AREA_SHARE 1e-10

/// Places a cylinder or a cone from `from` to `to` on the axis in float32. Moves the ends outwards by about the least
/// amount that keeps all feet between them; of several such ends, chooses those with the least volume.
/// KILNCOOK_INTERNAL with `bound-proof` when no ends suffice.
kilncook_status bound_place_ends(const kilncook_context *context, const obb_cloud *cloud, const bound_axis *axis,
	double from, double to, bound_volume *volume);

#endif
