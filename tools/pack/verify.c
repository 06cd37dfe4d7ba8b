// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "pack.h"
#include "pack/index.h"

#include <stdlib.h>

static int refuse(const char *path, const char *code, uint64_t offset, const char *text)
{
	tool_message(path, "error", code, "offset %llu: %s", (unsigned long long)offset, text);
	return TOOL_REFUSED;
}

/// Between two blobs all bytes are zero.
static int check_gaps(const char *path, const kiln_pack *pack)
{
	uint64_t at = pack->header->data_offset;
	for (uint32_t i = 0; i < pack->dictionary_count; ++i)
		at = pack->dictionaries[i].offset + pack->dictionaries[i].size;
	for (uint32_t i = 0; i < pack->blob_count; ++i)
	{
		for (; at < pack->blobs[i].offset; ++at)
			if (pack->data[at] != 0)
				return refuse(path, "value", at, "a byte between two blobs is not zero");
		at += pack->blobs[i].stored;
	}
	return TOOL_DONE;
}

/// Each blob has a name, and its first name is where the blob is checked.
static int check_blobs(const char *path, const kiln_pack *pack, const uint32_t *order)
{
	int code = TOOL_DONE;
	uint32_t next = 0;
	kiln_pack_item item;
	pack_source source = {.path = path, .pack = pack};
	for (uint32_t i = 0; i < pack->entry_count && kiln_pack_at(pack, order[i], &item); ++i)
	{
		if (item.blob > next)
			break;
		if (item.blob < next)
			continue;
		++next;
		const uint8_t *bytes;
		int found = pack_source_read(&source, order[i], &bytes);
		if (found == TOOL_DONE)
			found = pack_prove_blob(path, &item, bytes);
		code = found > code ? found : code;
	}
	pack_source_end(&source);
	if (next < pack->blob_count)
		return refuse(
			path, "value", (uint64_t)((const uint8_t *)&pack->blobs[next] - pack->data), "a blob has no name");
	return code;
}

int pack_verify(const pack_options *options)
{
	if (options->word_count != 1)
		return pack_usage("verify takes one pack", "");
	const char *path = options->words[0];
	kiln_pack pack = {0};
	int code = pack_open(path, &pack);
	uint32_t *order = code == TOOL_DONE ? pack_order(&pack) : NULL;
	if (code == TOOL_DONE && order == NULL)
		code = pack_no_memory(path);
	if (code == TOOL_DONE && !pack_index_hash_holds(pack.header))
		code = refuse(path, "hash", offsetof(kiln_format_pack_header, index_hash),
			"the hash of the index does not match: bytes changed after packing");
	if (code == TOOL_DONE)
		code = pack_check_names(path, &pack, order, pack.entry_count);
	if (code == TOOL_DONE)
		code = check_gaps(path, &pack);
	if (code == TOOL_DONE)
		code = check_blobs(path, &pack, order);
	if (code == TOOL_DONE)
		printf("%u names, %u blobs, %llu bytes: verified\n", pack.entry_count, pack.blob_count,
			(unsigned long long)pack.size);
	free(order);
	kiln_pack_unmap(&pack);
	return code;
}
