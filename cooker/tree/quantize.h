// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_QUANTIZE_H
#define KILN_COOKER_TREE_QUANTIZE_H

#include "build.h"
#include "kiln_format.h"

/// Fills the frame (origin, exponent) of a wide node and the planes of its children. Every decoded plane is exact in
/// float32 and contains its child's box. Unused slots are marked. Coordinates are at most KILN_COORDINATE_MAX.
void quantize_node(kiln_format_tree_node *node, const build_box *children, uint32_t child_count);

/// The decoded box of child `i`, exact.
build_box quantize_decode(const kiln_format_tree_node *node, uint32_t i);

#endif
