// SPDX-License-Identifier: MIT
#include "entry.h"
#include "internal.h"
#include "memory.h"

#include <stdio.h>
#include <string.h>

#include <zstd.h>

/// Fast: a cook must not wait for its compression.
#define LEVEL 3

/// Backups leave out folders with this file (the Cache Directory Tagging Specification).
#define TAG_NAME "CACHEDIR.TAG"
#define TAG "Signature: 8a477f597d28d172789f06886806bc55\n# Finished cooks of kiln-cook, which may be removed.\n"

static bool fail(char *reason, const char *text)
{
	snprintf(reason, PLATFORM_REASON, "%s", text);
	return false;
}

/// Makes the folder and the part of it for a key.
static bool make_folders(const cook_cache *cache, const cache_key *key, char path[CACHE_PATH], char *reason)
{
	if (!cache_counter(cache, TAG_NAME, path))
		return fail(reason, "its path is too long");
	if (platform_file_kind(path, NULL, NULL) == PLATFORM_MISSING &&
		(!platform_folder_make(cache->folder, reason) || !cache_write(path, TAG, strlen(TAG), reason)))
		return false;
	return (cache_path(cache, key, NULL, path) || fail(reason, "its path is too long")) &&
		   platform_folder_make(path, reason);
}

/// Packs the parts behind a head into a new block.
static bool pack(const kilncook_context *context, const cache_key *name, const cache_bytes parts[CACHE_PARTS],
	uint8_t **data, size_t *capacity, size_t *size, char *reason)
{
	cache_entry_head head = {.sizes = {0}};
	size_t total = 0;
	for (int i = 0; i < CACHE_PARTS; ++i)
	{
		head.sizes[i] = parts[i].size;
		total += parts[i].size;
	}
	*capacity = sizeof head + ZSTD_compressBound(total);
	*data = cook_alloc(context, *capacity, 1);
	ZSTD_CCtx *packer = ZSTD_createCCtx();
	ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setPledgedSrcSize(packer, total);
	ZSTD_outBuffer out = {*data, *capacity, sizeof head};
	size_t left = *data && packer ? 0 : 1;
	for (int i = 0; i < CACHE_PARTS && left == 0; ++i)
	{
		ZSTD_inBuffer in = {parts[i].data, parts[i].size, 0};
		left = ZSTD_compressStream2(packer, &out, &in, i + 1 < CACHE_PARTS ? ZSTD_e_continue : ZSTD_e_end);
		left = ZSTD_isError(left) || in.pos < in.size || (i + 1 == CACHE_PARTS && left > 0);
	}
	ZSTD_freeCCtx(packer);
	if (left > 0)
		return fail(reason, "out of memory");
	*size = out.pos;
	memcpy(head.magic, CACHE_ENTRY_MAGIC, sizeof head.magic);
	memcpy(head.key, name->bytes, sizeof head.key);
	memcpy(*data, &head, sizeof head);
	const cache_key hash = cache_hash_bytes(*data + CACHE_ENTRY_CHECKED, *size - CACHE_ENTRY_CHECKED);
	memcpy(head.hash, hash.bytes, sizeof head.hash);
	memcpy(*data, &head, sizeof head);
	return true;
}

/// Copies the names of a cook's files one behind the other. The caller frees `names`.
static bool list_files(const kilncook_context *context, const cache_files *files, cache_list *list, char **names)
{
	*list = (cache_list){.read_count = files->read_count, .missing_count = files->missing_count};
	const uint32_t count = files->read_count + files->missing_count;
	for (uint32_t i = 0; i < count; ++i)
		list->size += strlen(i < files->read_count ? files->read[i] : files->missing[i - files->read_count]) + 1;
	*names = cook_alloc(context, list->size, 1);
	if (!*names)
		return false;
	size_t at = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const char *name = i < files->read_count ? files->read[i] : files->missing[i - files->read_count];
		memcpy(*names + at, name, strlen(name) + 1);
		at += strlen(name) + 1;
	}
	list->names = *names;
	return true;
}

static bool same_list(const cache_list *a, const cache_list *b)
{
	return a->read_count == b->read_count && a->size == b->size && memcmp(a->names, b->names, a->size) == 0;
}

/// Puts a list in front of those that an index has. Another process may do so at the same time: then one list is lost, and its
/// cook is repeated.
static bool add_to_index(const cook_cache *cache, const char *path, const cache_list *list, char *reason)
{
	cache_list lists[CACHE_LISTS + 1];
	uint32_t count = 0, kept = 1;
	uint8_t *old = NULL, *data = NULL;
	size_t old_size = 0, size = CACHE_INDEX_HEAD + sizeof kept;
	const bool found = cache_read(cache->context, path, &old, &old_size);
	if (found && !cache_index_parse(old, old_size, lists + 1, &count))
		count = 0;
	lists[0] = *list;
	for (uint32_t i = 1; i <= count; ++i)
		if (kept < CACHE_LISTS && !same_list(&lists[i], list))
			lists[kept++] = lists[i];
	for (uint32_t i = 0; i < kept; ++i)
		size += 2 * sizeof(uint32_t) + lists[i].size;
	data = cook_alloc(cache->context, size, 1);
	if (data)
		cache_index_format(lists, kept, data, size);
	const bool good = data ? cache_write(path, data, size, reason) : fail(reason, "out of memory");
	cook_free(cache->context, data, size, 1);
	if (found)
		cook_free(cache->context, old, old_size, 1);
	return good;
}

/// Writes the entry of a list, then the index that leads to it.
static bool store_list(const cook_cache *cache, const cache_key *key, const cache_list *list, const cache_check *check,
	const cache_bytes parts[CACHE_PARTS], char *reason)
{
	char path[CACHE_PATH];
	cache_key name;
	uint8_t *data = NULL;
	size_t capacity = 0, size = 0;
	if (!cache_derive(cache->context, key, list, &name) || !check->holds(check->user))
		return fail(reason, "a file that was read has changed since");
	if (!make_folders(cache, &name, path, reason))
		return false;
	bool good = pack(cache->context, &name, parts, &data, &capacity, &size, reason);
	const bool fits = !cache->limit || size <= cache->limit / CACHE_SHARDS;
	if (good && fits)
	{
		good = cache_path(cache, &name, CACHE_ENTRY, path) && cache_write(path, data, size, reason);
		if (good && cache_path(cache, &name, NULL, path))
			cache_trim(cache, path);
		good = good && make_folders(cache, key, path, reason) && cache_path(cache, key, CACHE_INDEX, path) &&
			   add_to_index(cache, path, list, reason);
	}
	cook_free(cache->context, data, capacity, 1);
	return good;
}

bool cache_store(const cook_cache *cache, const cache_key *key, const cache_files *files, const cache_check *check,
	const cache_bytes parts[CACHE_PARTS], char *reason)
{
	cache_list list;
	char *names;
	if (files->read_count > CACHE_FILES_MAX || files->missing_count > CACHE_FILES_MAX)
		return fail(reason, "the art names too many files");
	if (!list_files(cache->context, files, &list, &names))
		return fail(reason, "out of memory");
	const bool good = store_list(cache, key, &list, check, parts, reason);
	cook_free(cache->context, names, list.size, 1);
	return good;
}
