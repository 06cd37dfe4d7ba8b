// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_PALETTE_H
#define KILN_DUMP_PALETTE_H

#include "math/ieee.h"

#include <stdint.h>

/// Returns red, green, blue and alpha, 0 .. 255. Colours of neighbouring numbers differ, also for people who see few colours.
const uint8_t *palette_color(uint32_t number);

#endif
