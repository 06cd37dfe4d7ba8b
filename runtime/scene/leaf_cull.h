// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_LEAF_CULL_H
#define KILN_SCENE_LEAF_CULL_H

#include "placed.h"

/// Culls the triangles of a leaf: returns those whose boxes meet the condition under which the walk reached the leaf,
/// all eight at once, in the mesh's coordinates. Bit i of the result is triangle i. As in the walks, the result may
/// hold too many, never too few.

/// Triangles whose boxes overlap min .. max.
uint32_t kilni_leaf_in_box(const kiln_leaf *leaf, const float min[3], const float max[3]);

/// Triangles whose boxes are within sqrt(limit) of the point.
uint32_t kilni_leaf_near(const kiln_leaf *leaf, const float point[3], float limit);

/// Triangles whose boxes the moving box meets with 0 <= t <= limit.
uint32_t kilni_leaf_on_path(const kiln_leaf *leaf, const kiln_placed_sweep *sweep, float limit);

#endif
