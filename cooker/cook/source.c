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

kilncook_status cook_source_begin(const kilncook_context *context, const char *path, cook_source *source)
{
	char reason[PLATFORM_REASON];
	*source = (cook_source){.file = platform_input_open(path, NULL, reason)};
	if (!source->file)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot read: %s", reason);
		return KILNCOOK_IO;
	}
	source->chunk = cook_alloc(context, READ_CHUNK, 1);
	source->state = XXH3_createState();
	return source->chunk && source->state ? KILNCOOK_OK : no_memory(context);
}

kilncook_status cook_source_read(
	const kilncook_context *context, const cook_source *source, uint64_t *bytes, uint8_t hash[16])
{
	const kilncook_status status = stream_file(context, source->file, source->state, source->chunk, bytes);
	if (status != KILNCOOK_OK)
		return status;
	XXH128_canonical_t digest;
	XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(source->state));
	memcpy(hash, digest.digest, sizeof digest.digest);
	return KILNCOOK_OK;
}

void cook_source_end(const kilncook_context *context, cook_source *source)
{
	XXH3_freeState(source->state);
	cook_free(context, source->chunk, READ_CHUNK, 1);
	if (source->file)
		fclose(source->file);
	*source = (cook_source){.file = NULL};
}

kilncook_status cook_source_hash(const kilncook_context *context, const char *path, uint64_t *bytes, uint8_t hash[16])
{
	cook_source source;
	kilncook_status status = cook_source_begin(context, path, &source);
	if (status == KILNCOOK_OK)
		status = cook_source_read(context, &source, bytes, hash);
	cook_source_end(context, &source);
	return status;
}
