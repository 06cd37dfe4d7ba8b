// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_DIGITS (2 * sizeof(cache_key))
/// Bytes for digits and an ending.
#define NAME_SIZE 48
/// After a trim, the part has a tenth of room, so that not every store trims.
#define ROOM 10

typedef struct cached_file
{
	char name[NAME_SIZE];
	uint64_t bytes;
	int64_t used; ///< nanoseconds since 1970
} cached_file;

typedef struct file_list
{
	const kilncook_context *context;
	cached_file *files;
	size_t count;
	size_t capacity;
	uint64_t bytes;
	uint64_t entries;
} file_list;

/// Whether a name is that of a key's file: its digits, and the ending of a kind.
static bool is_kind(const char *name, const char *kind)
{
	return strlen(name) > KEY_DIGITS && strcmp(name + KEY_DIGITS, kind) == 0;
}

/// Counts a file.
static bool count_file(void *user, const char *name, uint64_t bytes, int64_t used)
{
	file_list *list = user;
	(void)used;
	list->bytes += bytes;
	list->entries += is_kind(name, CACHE_ENTRY);
	return true;
}

/// Lists a file of the cache. Names of others are left alone.
static bool list_file(void *user, const char *name, uint64_t bytes, int64_t used)
{
	file_list *list = user;
	if (strlen(name) >= NAME_SIZE || (!is_kind(name, CACHE_ENTRY) && !is_kind(name, CACHE_INDEX)))
		return true;
	if (list->count == list->capacity)
	{
		const size_t capacity = list->capacity ? list->capacity * 2 : 256;
		cached_file *files = cook_resize(list->context, list->files, list->capacity, capacity, sizeof *files);
		if (!files)
			return false;
		list->files = files;
		list->capacity = capacity;
	}
	cached_file *file = &list->files[list->count++];
	snprintf(file->name, sizeof file->name, "%s", name);
	file->bytes = bytes;
	file->used = used;
	list->bytes += bytes;
	return true;
}

static int by_use(const void *left, const void *right)
{
	const cached_file *a = left, *b = right;
	return a->used != b->used ? (a->used < b->used ? -1 : 1) : strcmp(a->name, b->name);
}

void cache_trim(const cook_cache *cache, const char *folder)
{
	file_list list = {.context = cache->context};
	const uint64_t most = cache->limit / CACHE_SHARDS;
	if (cache->limit)
		platform_folder_each(folder, list_file, &list);
	if (list.bytes > most)
	{
		qsort(list.files, list.count, sizeof *list.files, by_use);
		// The newest file stays: a store has just checked that it fits.
		for (size_t i = 0; i + 1 < list.count && list.bytes > most - most / ROOM; ++i)
		{
			char path[CACHE_PATH];
			const int size = snprintf(path, sizeof path, "%s/%s", folder, list.files[i].name);
			if (size > 0 && size < CACHE_PATH && platform_file_remove(path))
				list.bytes -= list.files[i].bytes;
		}
	}
	cook_free(cache->context, list.files, list.capacity, sizeof *list.files);
}

/// Bytes of a file, which are the count that it stands for.
static uint64_t counted(const cook_cache *cache, const char *name)
{
	char path[CACHE_PATH];
	uint64_t bytes = 0;
	return cache_counter(cache, name, path) && platform_file_kind(path, &bytes, NULL) == PLATFORM_REGULAR ? bytes : 0;
}

cache_counts cache_count(const cook_cache *cache)
{
	file_list list = {.context = cache->context};
	for (int i = 0; i < CACHE_SHARDS; ++i)
	{
		char path[CACHE_PATH];
		const cache_key key = {{(uint8_t)(i << 4)}};
		if (cache_path(cache, &key, NULL, path))
			platform_folder_each(path, count_file, &list);
	}
	return (cache_counts){list.entries, list.bytes, counted(cache, CACHE_HITS), counted(cache, CACHE_MISSES)};
}
