// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_FEATURE_H
#define KILN_CONVEX_PENETRATION_FEATURE_H

#include "convex/shape/shape.h"

/// The smallest feature of one of a pair's objects with all of these corners of its core, given in the pair's
/// coordinates. `numbers` are those that kilni_convex_support reported; they are used for hulls, points and boxes. `corners`,
/// which may be NULL, are used for other shapes. `core` is the object's core, from which the corners
/// came, at any place. NONE for curved shapes and sums, and where no feature has all corners.
kiln_feature kilni_penetration_feature(const kiln_convex_object *object, const kiln_convex *core,
	const kiln_convex_pair *pair, const kiln_d3 *corners, const uint32_t *numbers, uint32_t count);

#endif
