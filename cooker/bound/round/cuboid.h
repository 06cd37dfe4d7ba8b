// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CUBOID_H
#define KILN_COOKER_BOUND_CUBOID_H

#include "bound/obb/frame.h"
#include "math/double3.h"

/// The least lozenge and the least capsule around a cuboid, as far as they are known: their rectangle and segment lie along its
/// axes, in its middle, so that one and two numbers determine them. A search over all directions finds none smaller.

/// A cuboid around the cloud's origin, and the rectangle of a lozenge around it.
typedef struct bound_cuboid
{
	kiln_d3 axes[3]; ///< right-handed: the first two along the rectangle
	double sides[2]; ///< half of the rectangle's sides
} bound_cuboid;

/// Whether a cloud's hull is a cuboid, to rounding. Finds the rectangle, or the segment along the first axis.
bool bound_cuboid_lozenge(const obb_cloud *cloud, bound_cuboid *cuboid);
bool bound_cuboid_capsule(const obb_cloud *cloud, bound_cuboid *cuboid);

#endif
