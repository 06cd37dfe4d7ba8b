// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CACHE_INTERNAL_H
#define KILN_COOKER_CACHE_INTERNAL_H

#include "cache.h"
#include "platform/platform.h"

/// Parts of the folder, by the first digit of a key.
#define CACHE_SHARDS 16
/// Lists of files that an index keeps, the newest first.
#define CACHE_LISTS 8
/// Most files of a list; a cook with more is not stored.
#define CACHE_FILES_MAX 4096
#define CACHE_PATH 4096

#define CACHE_INDEX ".index"
#define CACHE_ENTRY ".entry"
#define CACHE_HITS "hits"
#define CACHE_MISSES "misses"

/// Bytes of an index in front of what its hash covers.
#define CACHE_INDEX_HEAD ((size_t)24)

/// A list of files in an index, which the block of the index holds.
typedef struct cache_list
{
	const char *names; ///< `read_count` names, then `missing_count`, each ended by a NUL
	size_t size;
	uint32_t read_count;
	uint32_t missing_count;
} cache_list;

/// Writes the path of a key's file, or with `kind` NULL that of its folder; false when the path is too long.
bool cache_path(const cook_cache *cache, const cache_key *key, const char *kind, char path[CACHE_PATH]);

/// Writes the path of a counter; false when the path is too long.
bool cache_counter(const cook_cache *cache, const char *name, char path[CACHE_PATH]);

/// Reads a whole file into a new block; false when it does not exist, cannot be read, or memory is out.
bool cache_read(const kilncook_context *context, const char *path, uint8_t **data, size_t *size);

/// Reads the lists of an index; false when the bytes fail the check.
bool cache_index_parse(const uint8_t *data, size_t size, cache_list lists[CACHE_LISTS], uint32_t *count);

/// Writes an index of `size` bytes: its head, four for the number of lists, and for each list eight and its names.
void cache_index_format(const cache_list *lists, uint32_t count, uint8_t *data, size_t size);

/// The name of the entry for a list; false when a file of it cannot be read, or one is there that should be missing.
bool cache_derive(const kilncook_context *context, const cache_key *key, const cache_list *list, cache_key *entry);

/// Writes a file under a temporary name and renames it. False with a reason.
bool cache_write(const char *path, const void *data, size_t size, char *reason);

/// Removes the files used longest ago until the part of the folder fits the limit.
void cache_trim(const cook_cache *cache, const char *folder);

#endif
