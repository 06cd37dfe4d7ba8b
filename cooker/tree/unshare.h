// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_UNSHARE_H
#define KILN_COOKER_TREE_UNSHARE_H

#include "tree/build/build.h"

/// Leaves every primitive of a tree with spatial splits to one leaf, the one that grows least by holding it whole;
/// empty leaves go, and all boxes are taken again from the primitives. The blob holds every triangle once; the splits
/// still decide which triangles lie together. The tree is replaced; KILNCOOK_INTERNAL when out of memory, and then it
/// is what it was.
kilncook_status build_tree_unshare(const kilncook_context *context, const build_input *input, build_tree *tree);

#endif
