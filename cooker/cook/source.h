// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SOURCE_H
#define KILN_COOKER_SOURCE_H

#include "kilncook.h"

/// Hashes the bytes of an art file: XXH3-128 in its canonical form. KILNCOOK_IO after a message when the file cannot be read,
/// KILNCOOK_REFUSED when it is empty.
kilncook_status cook_source_hash(const kilncook_context *context, const char *path, uint64_t *bytes, uint8_t hash[16]);

#endif
