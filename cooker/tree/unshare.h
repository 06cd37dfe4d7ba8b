// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_UNSHARE_H
#define KILN_COOKER_TREE_UNSHARE_H

#include "tree/build/build.h"

/// Assigns every primitive of a tree with spatial splits to one leaf: the leaf that grows least by containing it whole.
/// Removes empty leaves and recomputes all boxes from the primitives. The blob contains every triangle once; the splits
/// still decide which triangles are grouped. Replaces the tree; KILNCOOK_INTERNAL when out of memory, and then the tree
/// is unchanged.
kilncook_status build_tree_unshare(const kilncook_context *context, const build_input *input, build_tree *tree);

#endif
