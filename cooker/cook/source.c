// SPDX-License-Identifier: MIT
#include "source.h"

#include "memory.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/// Bytes of the art file that are read at a time.
#define READ_CHUNK ((size_t)1 << 18)

static kilncook_status no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to read the art");
	return KILNCOOK_INTERNAL;
}

static kilncook_status stream_file(
	const kilncook_context *context, FILE *file, XXH3_state_t *state, uint8_t *chunk, uint64_t *bytes)
{
	XXH3_128bits_reset(state);
	*bytes = 0;
	errno = 0;
	for (size_t size = 1; size > 0;)
	{
		size = fread(chunk, 1, READ_CHUNK, file);
		XXH3_128bits_update(state, chunk, size);
		*bytes += size;
	}
	if (ferror(file))
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot read: %s", strerror(errno));
		return KILNCOOK_IO;
	}
	if (*bytes == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no bytes");
		return KILNCOOK_REFUSED;
	}
	return KILNCOOK_OK;
}

kilncook_status cook_source_hash(const kilncook_context *context, const char *path, uint64_t *bytes, uint8_t hash[16])
{
	char reason[PLATFORM_REASON];
	FILE *file = platform_input_open(path, NULL, reason);
	if (!file)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot read: %s", reason);
		return KILNCOOK_IO;
	}
	uint8_t *chunk = cook_alloc(context, READ_CHUNK, 1);
	XXH3_state_t *state = XXH3_createState();
	const kilncook_status status =
		chunk && state ? stream_file(context, file, state, chunk, bytes) : no_memory(context);
	if (status == KILNCOOK_OK)
	{
		XXH128_canonical_t digest;
		XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(state));
		memcpy(hash, digest.digest, sizeof digest.digest);
	}
	XXH3_freeState(state);
	cook_free(context, chunk, READ_CHUNK, 1);
	fclose(file);
	return status;
}
