// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_OPTIMIZE_H
#define KILN_COOKER_TREE_OPTIMIZE_H

#include "build.h"

/// Lowers the SAH cost of a tree by moving subtrees; never raises it, keeps every leaf as it is and BUILD_MAX_DEPTH.
/// Afterwards nodes and references are in depth-first order again. KILNCOOK_INTERNAL when out of memory, and then the
/// tree is unchanged.
kilncook_status build_tree_optimize(const kilncook_context *context, build_tree *tree, uint32_t passes);

/// Copies a tree whose children may lie anywhere into depth-first order: siblings are adjacent and follow their parent,
/// references are in the order of their leaves. Frees `from` on success; `from` is unchanged on failure.
kilncook_status build_tree_lay_out(const kilncook_context *context, build_tree *from, build_tree *to);

#endif
