// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_KDOP_TURN_H
#define KILN_BOUNDS_KDOP_TURN_H

#include "kdop_axes.h"

/// What is known of turned points before they are moved and rounded: extents on the axes, without the translation.
typedef struct kiln_kdop_extents
{
	double min[KILN_KDOP_AXES], max[KILN_KDOP_AXES];
} kiln_kdop_extents;

/// Extents on the `count` axes in `list`, widened by `room` times each axis's length, at their place and rounded
/// outwards. The other slots are empty.
kiln_kdop kilni_kdop_place(
	const kiln_kdop_extents *extents, const int *list, int count, kiln_d3 translation, double room);

#endif
