// SPDX-License-Identifier: MIT
#include "entry.h"
#include "internal.h"
#include "memory.h"

#include <string.h>

#include <zstd.h>

void cache_entry_free(const kilncook_context *context, cache_entry *entry)
{
	cook_free(context, entry->files.read, entry->files.read_count, sizeof *entry->files.read);
	cook_free(context, entry->files.missing, entry->files.missing_count, sizeof *entry->files.missing);
	cook_free(context, entry->block, entry->block_size, 1);
	*entry = (cache_entry){0};
}

/// Checks a stored entry. The sizes are below the hash, so that they are what the writer meant.
static bool entry_valid(const uint8_t *data, size_t size, const cache_key *key, cache_entry_head *head)
{
	if (size < sizeof *head)
		return false;
	memcpy(head, data, sizeof *head);
	if (memcmp(head->magic, CACHE_ENTRY_MAGIC, sizeof head->magic) != 0 ||
		memcmp(head->key, key->bytes, sizeof head->key) != 0)
		return false;
	const cache_key hash = cache_hash_bytes(data + CACHE_ENTRY_CHECKED, size - CACHE_ENTRY_CHECKED);
	uint64_t total = 0;
	for (int i = 0; i < CACHE_PARTS; ++i)
		total = head->sizes[i] <= SIZE_MAX / 2 - total ? total + head->sizes[i] : SIZE_MAX;
	return memcmp(head->hash, hash.bytes, sizeof hash.bytes) == 0 && total <= SIZE_MAX / 2 &&
		   ZSTD_getFrameContentSize(data + sizeof *head, size - sizeof *head) == total;
}

/// Points into the names of a list.
static bool name_files(const kilncook_context *context, const cache_list *list, char *names, cache_files *files)
{
	files->read = cook_alloc(context, list->read_count, sizeof *files->read);
	files->missing = cook_alloc(context, list->missing_count, sizeof *files->missing);
	files->read_count = list->read_count;
	files->missing_count = list->missing_count;
	if (!files->read || !files->missing)
		return false;
	for (uint32_t i = 0; i < list->read_count + list->missing_count; ++i)
	{
		*(i < list->read_count ? &files->read[i] : &files->missing[i - list->read_count]) = names;
		names += strlen(names) + 1;
	}
	return true;
}

/// Unpacks a valid entry. The block holds the parts, then the names of the files.
static cache_answer unpack(const kilncook_context *context, const uint8_t *data, size_t size,
	const cache_entry_head *head, const cache_list *list, cache_entry *entry)
{
	size_t total = 0;
	for (int i = 0; i < CACHE_PARTS; ++i)
		total += (size_t)head->sizes[i];
	*entry = (cache_entry){.block_size = total + list->size};
	entry->block = cook_alloc(context, entry->block_size, 1);
	if (!entry->block)
		return CACHE_NO_MEMORY;
	memcpy(entry->block + total, list->names, list->size);
	if (!name_files(context, list, (char *)entry->block + total, &entry->files))
		return CACHE_NO_MEMORY;
	if (ZSTD_decompress(entry->block, total, data + sizeof *head, size - sizeof *head) != total)
		return CACHE_DAMAGED;
	size_t at = 0;
	for (int i = 0; i < CACHE_PARTS; ++i)
	{
		entry->parts[i] = (cache_bytes){entry->block + at, (size_t)head->sizes[i]};
		at += (size_t)head->sizes[i];
	}
	return CACHE_HIT;
}

/// Takes the entry for one list of files.
static cache_answer take_list(const cook_cache *cache, const cache_key *key, const cache_list *list, cache_entry *entry)
{
	cache_key name;
	cache_entry_head head;
	char path[CACHE_PATH];
	uint8_t *data;
	size_t size;
	if (!cache_derive(cache->context, key, list, &name) || !cache_path(cache, &name, CACHE_ENTRY, path) ||
		!cache_read(cache->context, path, &data, &size))
		return CACHE_MISS;
	cache_answer answer = CACHE_DAMAGED;
	if (entry_valid(data, size, &name, &head))
		answer = unpack(cache->context, data, size, &head, list, entry);
	cook_free(cache->context, data, size, 1);
	if (answer == CACHE_HIT)
		platform_file_touch(path);
	else
		cache_entry_free(cache->context, entry);
	if (answer == CACHE_DAMAGED)
		platform_file_remove(path);
	return answer;
}

cache_answer cache_take(const cook_cache *cache, const cache_key *key, cache_entry *entry)
{
	char path[CACHE_PATH], counter[CACHE_PATH];
	uint8_t *data;
	size_t size;
	cache_list lists[CACHE_LISTS];
	uint32_t count = 0;
	cache_answer answer = CACHE_MISS;
	*entry = (cache_entry){0};
	if (cache_path(cache, key, CACHE_INDEX, path) && cache_read(cache->context, path, &data, &size))
	{
		if (!cache_index_parse(data, size, lists, &count))
		{
			platform_file_remove(path);
			answer = CACHE_DAMAGED;
			count = 0;
		}
		for (uint32_t i = 0; i < count && answer == CACHE_MISS; ++i)
			answer = take_list(cache, key, &lists[i], entry);
		cook_free(cache->context, data, size, 1);
		if (answer == CACHE_HIT)
			platform_file_touch(path);
	}
	char reason[PLATFORM_REASON];
	if ((answer == CACHE_HIT || !cache->peeks) &&
		cache_counter(cache, answer == CACHE_HIT ? CACHE_HITS : CACHE_MISSES, counter) &&
		platform_folder_make(cache->folder, reason))
		platform_file_count(counter);
	return answer;
}
