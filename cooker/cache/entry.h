// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CACHE_ENTRY_H
#define KILN_COOKER_CACHE_ENTRY_H

#include "cache.h"

#define CACHE_ENTRY_MAGIC "KILNCOK1"
/// Offset of the bytes that the hash covers: everything behind it.
#define CACHE_ENTRY_CHECKED offsetof(cache_entry_head, sizes)

/// The head of an entry; a zstd frame of all parts follows.
typedef struct cache_entry_head
{
	char magic[8];
	uint8_t key[16];
	uint8_t hash[16];
	uint64_t sizes[CACHE_PARTS];
} cache_entry_head;

#endif
