// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_FEATURE_H
#define KILN_CONVEX_PENETRATION_FEATURE_H

#include "shape.h"

/// The least feature of a usable object's core that has all of these corners, at most four, in the world but seen from
/// `eye`. `numbers` are those that kiln_convex_support told; they count for hulls and points, and `corners`, which may be
/// NULL, for others. NONE of curved shapes and sums, and where no feature has all.
kiln_feature kiln_penetration_feature(
	const kiln_convex_object *object, kiln_d3 eye, const kiln_d3 *corners, const uint32_t *numbers, uint32_t count);

#endif
