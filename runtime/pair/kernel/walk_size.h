// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_WALK_SIZE_H
#define KILN_PAIR_WALK_SIZE_H

#include "tree/layout.h"

/// Every opened pair leaves at most seven siblings, and a pair can be opened once per level of either tree.
#define KILN_PAIR_STACK (2 * KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + KILN_TREE_WIDTH)

#endif
