// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_CUBOID_H
#define KILN_COOKER_OBB_CUBOID_H

#include "frame.h"

/// Hulls that fill their box, as those of crates do: no box is smaller than the hull, so that nothing needs to be searched.

/// Whether the hull is a cuboid, to rounding; `frame` gets its axes.
bool obb_cuboid(const obb_cloud *cloud, obb_frame *frame);

#endif
