// SPDX-License-Identifier: MIT
#include "kiln/primitive/shapes.h"

#include "math/quaternion.h"

kiln_obb kiln_obb_from_box(const kiln_box *box)
{
	if (!box)
		return (kiln_obb){0};
	kiln_vec3 half = box->half_extents;
	kiln_obb obb = {.center = box->center, .half_extents = {half.x, half.y, half.z}};
	kiln_d3 axes[3];
	kiln_quat_axes(box->rotation, axes);
	for (int i = 0; i < 3; ++i)
		obb.axes[i] = kiln_d3_to(axes[i]);
	return obb;
}
