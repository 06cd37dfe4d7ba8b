// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COMMAND_POINTS_H
#define KILN_COOKER_COMMAND_POINTS_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stdint.h>

/// Reads points "X,Y,Z" with semicolons between them, of coordinates from -largest to largest. False unless the text is 1 to `most` such
/// points. `*count` gets their number.
bool command_points(const char *text, double largest, double (*points)[3], uint32_t most, uint32_t *count);

#endif
