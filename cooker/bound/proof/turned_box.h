// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TURNED_BOX_H
#define KILN_COOKER_TURNED_BOX_H

#include <stdint.h>

/// Computes the half extents of the box about `center` whose axes are x, y, z turned by the quaternion x, y, z, w
/// (normalised, in exact arithmetic): the least float32 numbers with which the box contains every point, exactly.
/// `count` > 0, all numbers finite, the quaternion not zero, coordinates at most KILN_COORDINATE_MAX.
void bound_turned_box(
	const float center[3], const float quaternion[4], const float (*points)[3], uint32_t count, float half_extents[3]);

#endif
