// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PACK_HASH_H
#define KILN_COOKER_PACK_HASH_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the XXH3-128 of bytes in its canonical form.
void pack_hash(const void *data, size_t size, uint8_t hash[16]);

/// Whether bytes have a hash.
bool pack_hash_holds(const void *data, size_t size, const uint8_t hash[16]);

#endif
