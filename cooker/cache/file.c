// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#define CHUNK ((size_t)1 << 18)

static cache_key canonical_of(XXH128_hash_t hash)
{
	XXH128_canonical_t canonical;
	cache_key key;
	XXH128_canonicalFromHash(&canonical, hash);
	memcpy(key.bytes, canonical.digest, sizeof key.bytes);
	return key;
}

cache_key cache_hash_bytes(const void *data, size_t size)
{
	return canonical_of(XXH3_128bits(data, size));
}

/// Hashes what is left of a stream.
static bool hash_stream(FILE *file, XXH3_state_t *state, uint8_t *chunk, cache_key *hash)
{
	XXH3_128bits_reset(state);
	for (size_t size = 1; size > 0;)
	{
		size = fread(chunk, 1, CHUNK, file);
		XXH3_128bits_update(state, chunk, size);
	}
	*hash = canonical_of(XXH3_128bits_digest(state));
	return !ferror(file);
}

bool cache_hash_file(const kilncook_context *context, const char *path, cache_key *hash)
{
	FILE *file = platform_input_open(path, NULL, NULL);
	if (!file)
		return false;
	uint8_t *chunk = cook_alloc(context, CHUNK, 1);
	XXH3_state_t *state = XXH3_createState();
	const bool good = chunk && state && hash_stream(file, state, chunk, hash);
	XXH3_freeState(state);
	cook_free(context, chunk, CHUNK, 1);
	fclose(file);
	return good;
}

bool cache_path(const cook_cache *cache, const cache_key *key, const char *kind, char path[CACHE_PATH])
{
	char name[2 * sizeof key->bytes + 1];
	for (size_t i = 0; i < sizeof key->bytes; ++i)
		snprintf(name + 2 * i, 3, "%02x", key->bytes[i]);
	const int size = kind ? snprintf(path, CACHE_PATH, "%s/%c/%s%s", cache->folder, name[0], name, kind)
						  : snprintf(path, CACHE_PATH, "%s/%c", cache->folder, name[0]);
	return size > 0 && size < CACHE_PATH;
}

bool cache_counter(const cook_cache *cache, const char *name, char path[CACHE_PATH])
{
	const int size = snprintf(path, CACHE_PATH, "%s/%s", cache->folder, name);
	return size > 0 && size < CACHE_PATH;
}

bool cache_read(const kilncook_context *context, const char *path, uint8_t **data, size_t *size)
{
	uint64_t bytes = 0;
	FILE *file = platform_input_open(path, &bytes, NULL);
	if (!file)
		return false;
	*size = (size_t)bytes;
	*data = bytes < SIZE_MAX ? cook_alloc(context, *size, 1) : NULL;
	const bool good = *data && fread(*data, 1, *size, file) == *size;
	fclose(file);
	if (*data && !good)
		cook_free(context, *data, *size, 1);
	return good;
}

bool cache_write(const char *path, const void *data, size_t size, char *reason)
{
	platform_output output;
	if (!platform_output_open(&output, path, reason))
		return false;
	output.unflushed = true;
	if (platform_output_write(&output, data, size, reason))
		return platform_output_commit(&output, reason);
	platform_output_discard(&output);
	return false;
}
