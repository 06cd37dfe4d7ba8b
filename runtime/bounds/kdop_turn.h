// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_KDOP_TURN_H
#define KILN_BOUNDS_KDOP_TURN_H

#include "kdop_axes.h"

/// The extents of turned points on the axes, before the points are moved and rounded: without the translation.
typedef struct kiln_kdop_extents
{
	double min[KILN_KDOP_AXES], max[KILN_KDOP_AXES];
} kiln_kdop_extents;

/// Moves the extents on the `count` axes in `list` to their place, widened by `room` times each axis's length, and
/// rounds them outwards. The other slots are empty.
kiln_kdop kilni_kdop_place(
	const kiln_kdop_extents *extents, const int *list, int count, kiln_d3 translation, double room);

#endif
