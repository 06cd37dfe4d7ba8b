// SPDX-License-Identifier: MIT
#include "kilnpack.h"
#include "pack/hash.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct kilnpack_reader
{
	const kiln_pack *pack;
	ZSTD_DCtx *context;
	ZSTD_DDict *dictionaries[KILN_PACK_DICTIONARIES_MAX]; ///< NULL until used
};

kiln_status kilnpack_reader_create(kilnpack_reader **reader, const kiln_pack *pack)
{
	if (reader)
		*reader = NULL;
	if (!reader || !pack)
		return KILN_E_ARGUMENT;
	kilnpack_reader *made = calloc(1, sizeof *made);
	if (!made)
		return KILN_E_CAPACITY;
	made->pack = pack;
	made->context = ZSTD_createDCtx();
	if (!made->context)
	{
		free(made);
		return KILN_E_CAPACITY;
	}
	*reader = made;
	return KILN_OK;
}

void kilnpack_reader_destroy(kilnpack_reader *reader)
{
	if (!reader)
		return;
	for (size_t i = 0; i < KILN_PACK_DICTIONARIES_MAX; ++i)
		ZSTD_freeDDict(reader->dictionaries[i]);
	ZSTD_freeDCtx(reader->context);
	free(reader);
}

static kiln_result failed(kiln_status status, uint64_t offset, const char *reason)
{
	return (kiln_result){status, offset, reason};
}

/// Loads a dictionary at its first use.
static kiln_result load_dictionary(kilnpack_reader *reader, uint32_t index)
{
	const kiln_format_pack_dictionary *place = &reader->pack->dictionaries[index];
	const uint8_t *bytes = reader->pack->data + place->offset;
	if (!pack_hash_holds(bytes, (size_t)place->size, place->content_hash))
		return failed(
			KILN_E_HASH, place->offset, "the hash of a dictionary does not match: bytes changed after packing");
	reader->dictionaries[index] = ZSTD_createDDict(bytes, (size_t)place->size);
	if (!reader->dictionaries[index])
		return failed(KILN_E_VALUE, place->offset, "a dictionary is damaged, or there is no memory for it");
	return failed(KILN_OK, 0, "loaded");
}

static kiln_result decompress(kilnpack_reader *reader, const kiln_pack_item *item, void *memory)
{
	const uint64_t offset = (uint64_t)(item->data - reader->pack->data);
	const size_t stored = (size_t)item->stored_size, size = (size_t)item->size;
	if (ZSTD_getFrameContentSize(item->data, stored) != item->size)
		return failed(KILN_E_SIZE, offset, "a frame states another size than the index, or is none");
	if (ZSTD_findFrameCompressedSize(item->data, stored) != stored)
		return failed(KILN_E_SIZE, offset, "a frame does not end with its stored bytes");
	kiln_result result = failed(KILN_OK, 0, "read");
	const ZSTD_DDict *dictionary = NULL;
	if (item->dictionary != KILN_NONE && !reader->dictionaries[item->dictionary])
		result = load_dictionary(reader, item->dictionary);
	if (result.status == KILN_OK && item->dictionary != KILN_NONE)
		dictionary = reader->dictionaries[item->dictionary];
	if (result.status == KILN_OK &&
		ZSTD_decompress_usingDDict(reader->context, memory, size, item->data, stored, dictionary) != size)
		return failed(KILN_E_VALUE, offset, "a frame is damaged, or was made with another dictionary");
	return result;
}

kiln_result kilnpack_read(kilnpack_reader *reader, uint32_t entry, void *memory, size_t capacity)
{
	kiln_pack_item item;
	if (!reader || !memory || !kiln_pack_at(reader->pack, entry, &item))
		return failed(KILN_E_ARGUMENT, 0, "the reader or the memory is NULL, or the entry is out of range");
	if (item.size > capacity)
		return failed(KILN_E_CAPACITY, 0, "the blob does not fit into the memory");
	kiln_result result = failed(KILN_OK, 0, "read");
	if (reader->pack->codec == KILN_PACK_PLAIN)
		memcpy(memory, item.data, (size_t)item.size);
	else
		result = decompress(reader, &item, memory);
	if (result.status == KILN_OK &&
		!pack_hash_holds(memory, (size_t)item.size, reader->pack->blobs[item.blob].content_hash))
		return failed(KILN_E_HASH, (uint64_t)(item.data - reader->pack->data),
			"the content hash does not match: bytes changed after packing");
	return result;
}
