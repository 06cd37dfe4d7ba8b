// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_LEAF_CULL_H
#define KILN_SCENE_LEAF_CULL_H

#include "placed.h"

/// Which triangles of a leaf are worth a look: those whose boxes meet the condition that the walk has just put to the
/// leaf's, all eight at once and in the mesh's coordinates. Bit i of the answer is triangle i. As with the walks, too
/// many may be answered, never too few.

/// Boxes that overlap min .. max.
uint32_t kilni_leaf_in_box(const kiln_leaf *leaf, const float min[3], const float max[3]);

/// Boxes within sqrt(limit) of the point.
uint32_t kilni_leaf_near(const kiln_leaf *leaf, const float point[3], float limit);

/// Boxes that the moving box meets with 0 <= t <= limit.
uint32_t kilni_leaf_on_path(const kiln_leaf *leaf, const kiln_placed_sweep *sweep, float limit);

#endif
