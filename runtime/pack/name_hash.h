// SPDX-License-Identifier: MIT
#ifndef KILN_PACK_NAME_HASH_H
#define KILN_PACK_NAME_HASH_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

/// Returns the XXH3-64 (xxHash 0.8, seed 0) of a name of 1 to KILN_PACK_NAME_MAX bytes, the longest that need none of
/// XXH3's long loop. Method: Yann Collet, XXH3, doc/xxhash_spec.md.
uint64_t kilni_pack_name_hash(const char *name, size_t size);

#endif
