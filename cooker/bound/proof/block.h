// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_BLOCK_H
#define KILN_COOKER_BOUND_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/// A convex body contains a block of points when it contains the corners of their box: eight exact tests instead of 64.
/// Points that follow each other in a mesh are usually close to each other.

#define BOUND_BLOCK 64u

/// The corners of the box around BOUND_BLOCK points. False when a coordinate is not finite.
bool bound_block_corners(const float (*points)[3], float corners[8][3]);

#endif
