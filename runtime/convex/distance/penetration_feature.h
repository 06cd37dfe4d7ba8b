// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_FEATURE_H
#define KILN_CONVEX_PENETRATION_FEATURE_H

#include "convex/shape/shape.h"

/// The least feature of one of a pair's objects that has all of these corners of its core, as the pair sees them. `numbers`
/// are those that kilni_convex_support reported; they count for hulls and points, and `corners`, which may be NULL, for others.
/// NONE of curved shapes and sums, and where no feature has all.
kiln_feature kilni_penetration_feature(const kiln_convex_object *object, const kiln_convex_pair *pair,
	const kiln_d3 *corners, const uint32_t *numbers, uint32_t count);

#endif
