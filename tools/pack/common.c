// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "blob.h"
#include "kilnpack.h"
#include "pack.h"
#include "pack/index.h"

#include <stdlib.h>
#include <string.h>

int pack_no_memory(const char *path)
{
	tool_message(path, "error", "memory", "no memory");
	return TOOL_INTERNAL;
}

int pack_open(const char *path, kiln_pack *pack)
{
	const kiln_result result = kiln_pack_map(pack, path);
	return result.status == KILN_OK ? TOOL_DONE : tool_refused(path, result);
}

typedef struct ordered
{
	uint32_t blob, entry;
} ordered;

static int by_blob(const void *left, const void *right)
{
	const ordered *a = left, *b = right;
	if (a->blob != b->blob)
		return a->blob < b->blob ? -1 : 1;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

uint32_t *pack_order(const kiln_pack *pack)
{
	const size_t count = pack->entry_count;
	uint32_t *entries = malloc((count + 1) * sizeof *entries);
	ordered *keys = malloc((count + 1) * sizeof *keys);
	if (entries != NULL && keys != NULL)
	{
		for (uint32_t i = 0; i < count; ++i)
			keys[i] = (ordered){pack->entries[i].blob, i};
		qsort(keys, count, sizeof *keys, by_blob);
		for (uint32_t i = 0; i < count; ++i)
			entries[i] = keys[i].entry;
	}
	if (keys == NULL)
	{
		free(entries);
		entries = NULL;
	}
	free(keys);
	return entries;
}

static int by_folded_name(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;
	const int order = pack_name_fold(*a, *b);
	return order != 0 ? order : strcmp(*a, *b);
}

static int check_cases(const char *path, const char **names, uint32_t count)
{
	qsort(names, count, sizeof *names, by_folded_name);
	for (uint32_t i = 1; i < count; ++i)
		if (strcmp(names[i - 1], names[i]) != 0 && pack_name_fold(names[i - 1], names[i]) == 0)
		{
			tool_message(path, "error", "name",
				"'%s' and '%s' differ only in the case of letters, which are one file on some systems", names[i - 1],
				names[i]);
			return TOOL_REFUSED;
		}
	return TOOL_DONE;
}

int pack_check_names(const char *path, const kiln_pack *pack, const uint32_t *entries, uint32_t count)
{
	const char **names = malloc(((size_t)count + 1) * sizeof *names);
	if (names == NULL)
		return pack_no_memory(path);
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < count && code == TOOL_DONE; ++i)
	{
		names[i] = pack->names + pack->entries[entries[i]].name;
		const char *fault = pack_name_fault(names[i]);
		if (fault != NULL)
		{
			tool_message(path, "error", "name", "the name '%s' %s", names[i], fault);
			code = TOOL_REFUSED;
		}
	}
	if (code == TOOL_DONE)
		code = check_cases(path, names, count);
	free(names);
	return code;
}

static int blob_refused(const char *path, const char *name, kiln_result result)
{
	tool_message(path, "error", kiln_status_name(result.status), "%s: offset %llu: %s", name,
		(unsigned long long)result.offset, result.reason);
	return TOOL_REFUSED;
}

int pack_prove_blob(const char *path, const kiln_pack_item *item, const uint8_t *bytes)
{
	const kiln_result result = blob_prove(bytes, (size_t)item->size);
	return result.status == KILN_OK ? TOOL_DONE : blob_refused(path, item->name, result);
}

/// Makes room for a blob. The stated size of a frame is at most some thousand times its stored size.
static bool make_room(pack_source *source, uint64_t size)
{
	if (source->reader == NULL && kilnpack_reader_create(&source->reader, source->pack) != KILN_OK)
		return false;
	if (source->block != NULL && size <= source->capacity)
		return true;
	free(source->block);
	source->block = size < SIZE_MAX / 2 ? malloc((size_t)size + KILN_FORMAT_ALIGNMENT) : NULL;
	source->capacity = source->block != NULL ? (size_t)size : 0;
	return source->block != NULL;
}

int pack_source_read(pack_source *source, uint32_t entry, const uint8_t **bytes)
{
	kiln_pack_item item;
	if (!kiln_pack_at(source->pack, entry, &item))
		return TOOL_INTERNAL;
	if (source->pack->codec == KILN_PACK_PLAIN)
	{
		*bytes = item.data;
		if (pack_hash_holds(item.data, (size_t)item.size, source->pack->blobs[item.blob].content_hash))
			return TOOL_DONE;
		return blob_refused(source->path, item.name,
			(kiln_result){KILN_E_HASH, (uint64_t)(item.data - source->pack->data),
				"the content hash does not match: bytes changed after packing"});
	}
	if (!make_room(source, item.size))
		return pack_no_memory(source->path);
	uint8_t *aligned = source->block + (KILN_FORMAT_ALIGNMENT - (uintptr_t)source->block % KILN_FORMAT_ALIGNMENT);
	const kiln_result result = kilnpack_read(source->reader, entry, aligned, source->capacity);
	*bytes = aligned;
	return result.status == KILN_OK ? TOOL_DONE : blob_refused(source->path, item.name, result);
}

void pack_source_end(pack_source *source)
{
	kilnpack_reader_destroy(source->reader);
	free(source->block);
	*source = (pack_source){0};
}
