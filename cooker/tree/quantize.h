// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_QUANTIZE_H
#define KILN_COOKER_TREE_QUANTIZE_H

#include "kiln_format.h"
#include "tree/build/build.h"

/// Fills the frame (origin, exponent) of a wide node and the planes of its children. Every decoded plane is exact in
/// float32 and contains its child's box. Unused slots are marked. Coordinates are at most KILN_COORDINATE_MAX.
void quantize_node(kiln_format_tree_node *node, const build_box *children, uint32_t child_count);

/// Returns the decoded box of child `i`, exact.
build_box quantize_decode(const kiln_format_tree_node *node, uint32_t i);

/// Finds the tightest frame of one axis in which planes at 0 .. 255 steps of 2^(exponent - 127) from the origin extend
/// from `min` to `max` and are exact in float32; returns its exponent, 1 .. 254.
uint8_t quantize_frame(float min, float max, float *origin);

/// Returns the plane at `step`, exact.
float quantize_plane(float origin, uint8_t exponent, int step);

/// Finds the innermost planes of a frame with a range between them.
void quantize_range(float origin, uint8_t exponent, float min, float max, uint8_t *low, uint8_t *high);

#endif
