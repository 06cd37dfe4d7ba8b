// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SECTION_NAME_H
#define KILN_COOKER_SECTION_NAME_H

#include "math/ieee.h"

#include <stdint.h>

/// Returns the name of a kind of section, with words joined by '_'; NULL for unknown kinds. The string is static.
const char *cook_section_name(uint32_t kind);

#endif
