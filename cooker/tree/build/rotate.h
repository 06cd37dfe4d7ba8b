// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_ROTATE_H
#define KILN_COOKER_TREE_ROTATE_H

#include "build.h"

/// Lowers the SAH cost of a tree by rotations: a node's child exchanges places with a grandchild on the other side, or
/// two grandchildren on different sides exchange places, where this makes the node's children smaller. After Kensler,
/// Tree Rotations for Improving Bounding Volume Hierarchies (2008), greedy and from the leaves up. Never raises the
/// cost, keeps every leaf as it is and BUILD_MAX_DEPTH. Ends early when a pass changes nothing; each pass is O(nodes).
/// Afterwards nodes and references are in depth-first order. KILNCOOK_INTERNAL when out of memory: the tree is valid
/// then, but may be between two passes.
kilncook_status build_tree_rotate(const kilncook_context *context, build_tree *tree, uint32_t passes);

#endif
