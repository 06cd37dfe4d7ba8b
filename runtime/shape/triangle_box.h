// SPDX-License-Identifier: MIT
#ifndef KILN_SHAPE_TRIANGLE_BOX_H
#define KILN_SHAPE_TRIANGLE_BOX_H

#include "math/double3.h"

/// Whether two boxes meet; touching counts.
static inline bool kiln_boxes_meet(kiln_d3 low, kiln_d3 high, kiln_d3 other_low, kiln_d3 other_high)
{
	return low.x <= other_high.x && low.y <= other_high.y && low.z <= other_high.z && high.x >= other_low.x &&
		   high.y >= other_low.y && high.z >= other_low.z;
}

/// Whether the box of a triangle meets a box.
static inline bool kiln_triangle_box_meets(const kiln_vec3 corners[3], kiln_d3 low, kiln_d3 high)
{
	const kiln_d3 c[3] = {kiln_d3_from(corners[0]), kiln_d3_from(corners[1]), kiln_d3_from(corners[2])};
	return kiln_boxes_meet(
		kiln_d3_min(kiln_d3_min(c[0], c[1]), c[2]), kiln_d3_max(kiln_d3_max(c[0], c[1]), c[2]), low, high);
}

#endif
