// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_JOHN_H
#define KILN_COOKER_BOUND_JOHN_H

#include "bound/obb/frame.h"
#include "bound/search/fit.h"

/// The ellipsoid of least volume around points (John 1948): (y - center)^T matrix^-1 (y - center) <= 1.
typedef struct john_ellipsoid
{
	double center[3];
	double matrix[3][3]; ///< zero along axes along which the points have no extent
} john_ellipsoid;

/// Fits an ellipsoid around the cloud in the coordinates of a box: about `center`, along `axes`, in units of `sides`.
/// Leaves out axes whose sides are below 1e-9 of the longest side. The result is within a share of 1e-7, or as close as
/// `iterations` passes reach; points may lie outside by the same share. (Khachiyan 1996; steps away from points: Todd
/// and Yildirim 2007.) KILNCOOK_INTERNAL when out of memory.
kilncook_status john_fit(const kilncook_context *context, const obb_cloud *cloud, kiln_d3 center, const kiln_d3 axes[3],
	const double sides[3], uint32_t iterations, john_ellipsoid *out);

#endif
