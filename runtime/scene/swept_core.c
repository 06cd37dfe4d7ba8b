// SPDX-License-Identifier: MIT
#include "swept_core.h"

/// What rounding may cost, as a share of the reach and of the sizes.
#define NEAR 0x1p-16
#define ROUNDING 0x1p-26

/// How far both halves lead along an axis.
static double extent_along(const kiln_swept_core *core, kiln_d3 axis)
{
	return kiln_double_abs(kiln_d3_dot(axis, core->half)) + kiln_double_abs(kiln_d3_dot(axis, core->way));
}

bool kilni_swept_core_apart(const kiln_swept_core *core, const kiln_d3 triangle[3])
{
	kiln_d3 at[3], side[3];
	// Of most shapes nothing is known.
	if (!(core->reach < 0x1p100))
		return false;
	double size = kiln_d3_largest(core->half) + kiln_d3_largest(core->way), longest = 0;
	for (int i = 0; i < 3; ++i)
	{
		at[i] = kiln_d3_sub(triangle[i], core->middle);
		size = kiln_double_max(size, kiln_d3_largest(at[i]));
	}
	for (int i = 0; i < 3; ++i)
	{
		side[i] = kiln_d3_sub(at[(i + 1) % 3], at[i]);
		longest = kiln_double_max(longest, kiln_d3_length2(side[i]));
	}
	const kiln_d3 up = kiln_d3_cross(side[0], side[1]);
	const double up2 = kiln_d3_length2(up), reach = core->reach * (1 + NEAR) + ROUNDING * size;
	const double above = kiln_double_abs(kiln_d3_dot(up, at[0])) - extent_along(core, up);
	const double above2 = above > 0 ? above * above : 0;
	// Neither squares of tiny sizes nor slivers.
	if (!(up2 > 0x1p-40 * longest * longest) || !(up2 > 0x1p-200 && reach < 0x1p100))
		return false;
	for (int i = 0; i < 3; ++i)
	{
		const kiln_d3 out = kiln_d3_cross(side[i], up);
		const double beyond = -kiln_d3_dot(out, at[i]) - extent_along(core, out);
		const double side2 = kiln_d3_length2(side[i]);
		if (above2 * side2 + (beyond > 0 ? beyond * beyond : 0) > reach * reach * side2 * up2)
			return true;
	}
	return false;
}
