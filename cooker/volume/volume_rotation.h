// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_ROTATION_H
#define KILN_COOKER_VOLUME_ROTATION_H

#include "bound/obb/frame.h"
#include "kiln_format.h"

/// A rotation in the form of kiln_format_oriented_node: x, y, z, w, not normalised.
typedef struct volume_rotation
{
	int16_t q[4];
} volume_rotation;

/// The rotation whose axes are about those of a right-handed frame: no component is off by 2^-14. Coordinate axes in
/// any order and direction are exact, and so is the one that a frame is turned about if it is a coordinate axis.
volume_rotation volume_rotation_of(const obb_frame *frame);

/// Returns the axes that every reader computes from the rotation: float32 numbers.
obb_frame volume_rotation_axes(const volume_rotation *rotation);

#endif
