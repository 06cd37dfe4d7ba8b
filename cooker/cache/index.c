// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <string.h>

#include <xxhash.h>

// An index: magic, hash of the rest, number of lists; each list has two counts, then its names.
#define MAGIC "KILNIDX1"
#define MAGIC_SIZE (CACHE_INDEX_HEAD - 16)

static bool take_u32(const uint8_t *data, size_t size, size_t *at, uint32_t *value)
{
	if (size - *at < sizeof *value)
		return false;
	memcpy(value, data + *at, sizeof *value);
	*at += sizeof *value;
	return true;
}

/// Takes a list; its names must end within the data.
static bool take_list(const uint8_t *data, size_t size, size_t *at, cache_list *list)
{
	if (!take_u32(data, size, at, &list->read_count) || !take_u32(data, size, at, &list->missing_count) ||
		list->read_count > CACHE_FILES_MAX || list->missing_count > CACHE_FILES_MAX)
		return false;
	list->names = (const char *)data + *at;
	const size_t start = *at;
	for (uint32_t i = 0; i < list->read_count + list->missing_count; ++i)
	{
		const uint8_t *end = memchr(data + *at, 0, size - *at);
		if (!end)
			return false;
		*at = (size_t)(end - data) + 1;
	}
	list->size = *at - start;
	return true;
}

bool cache_index_parse(const uint8_t *data, size_t size, cache_list lists[CACHE_LISTS], uint32_t *count)
{
	size_t at = CACHE_INDEX_HEAD;
	if (size < CACHE_INDEX_HEAD || memcmp(data, MAGIC, MAGIC_SIZE) != 0)
		return false;
	const cache_key hash = cache_hash_bytes(data + CACHE_INDEX_HEAD, size - CACHE_INDEX_HEAD);
	if (memcmp(data + MAGIC_SIZE, hash.bytes, sizeof hash.bytes) != 0 || !take_u32(data, size, &at, count) ||
		*count > CACHE_LISTS)
		return false;
	for (uint32_t i = 0; i < *count; ++i)
		if (!take_list(data, size, &at, &lists[i]))
			return false;
	return at == size;
}

void cache_index_format(const cache_list *lists, uint32_t count, uint8_t *data, size_t size)
{
	size_t at = CACHE_INDEX_HEAD;
	memcpy(data, MAGIC, MAGIC_SIZE);
	memcpy(data + at, &count, sizeof count);
	at += sizeof count;
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t counts[2] = {lists[i].read_count, lists[i].missing_count};
		memcpy(data + at, counts, sizeof counts);
		memcpy(data + at + sizeof counts, lists[i].names, lists[i].size);
		at += sizeof counts + lists[i].size;
	}
	const cache_key hash = cache_hash_bytes(data + CACHE_INDEX_HEAD, size - CACHE_INDEX_HEAD);
	memcpy(data + MAGIC_SIZE, hash.bytes, sizeof hash.bytes);
}

bool cache_derive(const kilncook_context *context, const cache_key *key, const cache_list *list, cache_key *entry)
{
	XXH3_state_t *state = XXH3_createState();
	if (!state)
		return false;
	XXH3_128bits_reset(state);
	XXH3_128bits_update(state, key->bytes, sizeof key->bytes);
	bool good = true;
	const char *name = list->names;
	for (uint32_t i = 0; i < list->read_count + list->missing_count && good; ++i)
	{
		cache_key hash = {{0}};
		XXH3_128bits_update(state, i < list->read_count ? "R" : "M", 1);
		XXH3_128bits_update(state, name, strlen(name) + 1);
		if (i < list->read_count)
			good = cache_hash_file(context, name, &hash);
		else
			good = platform_file_kind(name, NULL, NULL) != PLATFORM_REGULAR;
		XXH3_128bits_update(state, hash.bytes, sizeof hash.bytes);
		name += strlen(name) + 1;
	}
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
	memcpy(entry->bytes, canonical.digest, sizeof entry->bytes);
	XXH3_freeState(state);
	return good;
}
