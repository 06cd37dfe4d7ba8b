// SPDX-License-Identifier: MIT
#include "kiln/pack.h"

#include "name_hash.h"
#include "open/map.h"
#include "open/text_order.h"
#include "rules.h"

#include <string.h>

static kiln_result call_failed(kiln_status status, const char *reason)
{
	return (kiln_result){status, 0, reason};
}

static kiln_result passed(void)
{
	return (kiln_result){KILN_OK, 0, "the index is proved"};
}

/// Refuses a field of the header.
#define REFUSE_HEADER(rule, field)                                                                                     \
	return kilni_pack_refused(KILN_PACK_RULE_##rule, offsetof(kiln_format_pack_header, field))

/// Refuses a field of an element of an array of the index.
#define REFUSE_FIELD(rule, pack, element, field)                                                                       \
	return kilni_pack_refused(KILN_PACK_RULE_##rule, (uint64_t)((const uint8_t *)&(element)->field - (pack)->data))

static bool alignment_is_allowed(const kiln_format_pack_header *header)
{
	const uint32_t least = header->codec == KILN_PACK_PLAIN ? KILN_FORMAT_ALIGNMENT : 1;
	const uint32_t alignment = header->alignment;
	return alignment >= least && alignment <= KILN_PACK_ALIGNMENT_MAX && (alignment & (alignment - 1)) == 0;
}

static kiln_result prove_header(const kiln_format_pack_header *header, uint64_t size)
{
	if (memcmp(header->magic, KILN_PACK_FORMAT_MAGIC, KILN_PACK_FORMAT_MAGIC_SIZE) != 0)
		REFUSE_HEADER(MAGIC, magic);
	if (header->endian != KILN_FORMAT_ENDIAN_MARK)
		REFUSE_HEADER(ENDIAN, endian);
	if (header->version_major != KILN_PACK_FORMAT_MAJOR)
		REFUSE_HEADER(VERSION, version_major);
	if (header->size > size)
		return kilni_pack_refused(KILN_PACK_RULE_SIZE_TRUNCATED, size);
	if (header->size < size)
		return kilni_pack_refused(KILN_PACK_RULE_SIZE_TRAILING, header->size);
	if (header->required_features != 0)
		REFUSE_HEADER(FEATURE, required_features);
	if (header->codec >= KILN_PACK_CODEC_END)
		REFUSE_HEADER(CODEC, codec);
	if (!alignment_is_allowed(header))
		REFUSE_HEADER(ALIGNMENT, alignment);
	for (size_t i = 0; i < sizeof header->reserved / sizeof *header->reserved; ++i)
		if (header->reserved[i] != 0)
			REFUSE_HEADER(HEADER_RESERVED, reserved[i]);
	return passed();
}

/// Sets the pack's arrays from the counts of the header, and proves that the index lies in the pack.
static kiln_result prove_layout(kiln_pack *pack)
{
	const kiln_format_pack_header *header = pack->header;
	// No sum of these products overflows: each is below 2^38.
	const uint64_t blobs = sizeof *header + (uint64_t)header->entry_count * sizeof *pack->entries;
	const uint64_t dictionaries = blobs + (uint64_t)header->blob_count * sizeof *pack->blobs;
	const uint64_t names = dictionaries + (uint64_t)header->dictionary_count * sizeof *pack->dictionaries;
	if (names > pack->size || header->names_size > pack->size - names || header->names_size > UINT32_MAX)
		REFUSE_HEADER(INDEX_RANGE, entry_count);
	const uint64_t end = names + header->names_size;
	const uint64_t data = (end + KILN_PACK_INDEX_ALIGNMENT - 1) / KILN_PACK_INDEX_ALIGNMENT * KILN_PACK_INDEX_ALIGNMENT;
	if (header->data_offset != data || data > pack->size)
		REFUSE_HEADER(DATA_OFFSET, data_offset);
	for (uint64_t at = end; at < data; ++at)
		if (pack->data[at] != 0)
			return kilni_pack_refused(KILN_PACK_RULE_INDEX_GAP, at);
	pack->entries = (const void *)(pack->data + sizeof *header);
	pack->blobs = (const void *)(pack->data + blobs);
	pack->dictionaries = (const void *)(pack->data + dictionaries);
	pack->names = (const char *)pack->data + names;
	pack->entry_count = header->entry_count;
	pack->blob_count = header->blob_count;
	pack->dictionary_count = header->dictionary_count;
	pack->codec = header->codec;
	return passed();
}

/// Proves names and entries: names follow each other in the order of the entries.
static kiln_result prove_entries(const kiln_pack *pack)
{
	const uint64_t names_size = pack->header->names_size;
	const uint64_t names_offset = (uint64_t)((const uint8_t *)pack->names - pack->data);
	uint64_t at = 0;
	for (uint32_t i = 0; i < pack->entry_count; ++i)
	{
		const kiln_format_pack_entry *entry = &pack->entries[i];
		if (entry->name != at)
			REFUSE_FIELD(NAME_PLACE, pack, entry, name);
		const uint64_t left = names_size - at;
		const uint64_t most = left <= KILN_PACK_NAME_MAX ? left : KILN_PACK_NAME_MAX + 1;
		uint64_t length = 0;
		while (length < most && pack->names[at + length] != '\0')
			++length;
		if (length == 0 || length == most)
			return kilni_pack_refused(KILN_PACK_RULE_NAME_LENGTH, names_offset + at);
		if (kilni_pack_name_hash(pack->names + at, (size_t)length) != entry->hash)
			REFUSE_FIELD(ENTRY_HASH, pack, entry, hash);
		if (i > 0 &&
			(entry->hash < entry[-1].hash || (entry->hash == entry[-1].hash &&
												 kiln_text_order(pack->names + entry[-1].name, pack->names + at) >= 0)))
			REFUSE_FIELD(ENTRY_ORDER, pack, entry, hash);
		if (entry->blob >= pack->blob_count)
			REFUSE_FIELD(ENTRY_BLOB, pack, entry, blob);
		at += length + 1;
	}
	return at == names_size ? passed() : kilni_pack_refused(KILN_PACK_RULE_NAMES_END, names_offset + at);
}

/// Proves the dictionaries and sets `*end` to their end.
static kiln_result prove_dictionaries(const kiln_pack *pack, uint64_t *end)
{
	if (pack->codec == KILN_PACK_PLAIN && pack->dictionary_count > 0)
		REFUSE_HEADER(DICTIONARY_PLAIN, dictionary_count);
	if (pack->dictionary_count > KILN_PACK_DICTIONARIES_MAX)
		REFUSE_HEADER(DICTIONARY_MANY, dictionary_count);
	*end = pack->header->data_offset;
	for (uint32_t i = 0; i < pack->dictionary_count; ++i)
	{
		const kiln_format_pack_dictionary *dictionary = &pack->dictionaries[i];
		if (dictionary->offset != *end)
			REFUSE_FIELD(DICTIONARY_PLACE, pack, dictionary, offset);
		if (dictionary->size == 0 || dictionary->size > KILN_PACK_DICTIONARY_MAX ||
			dictionary->size > pack->size - *end)
			REFUSE_FIELD(DICTIONARY_SIZE, pack, dictionary, size);
		*end += dictionary->size;
	}
	return passed();
}

static kiln_result prove_blob(const kiln_pack *pack, const kiln_format_pack_blob *blob, uint64_t *end)
{
	// The end of a pack is below 2^63: it is a size in memory.
	const uint64_t mask = (uint64_t)pack->header->alignment - 1;
	if (blob->offset != ((*end + mask) & ~mask))
		REFUSE_FIELD(BLOB_PLACE, pack, blob, offset);
	if (blob->stored == 0 || blob->offset > pack->size || blob->stored > pack->size - blob->offset)
		REFUSE_FIELD(BLOB_STORED, pack, blob, stored);
	if (blob->size == 0 || blob->size % KILN_FORMAT_ALIGNMENT != 0)
		REFUSE_FIELD(BLOB_SIZE, pack, blob, size);
	if (pack->codec == KILN_PACK_PLAIN && blob->stored != blob->size)
		REFUSE_FIELD(BLOB_PLAIN, pack, blob, stored);
	if (blob->size / KILN_PACK_RATIO_MAX > blob->stored)
		REFUSE_FIELD(BLOB_RATIO, pack, blob, size);
	if (blob->dictionary != KILN_NONE && blob->dictionary >= pack->dictionary_count)
		REFUSE_FIELD(BLOB_DICTIONARY, pack, blob, dictionary);
	if (blob->reserved != 0)
		REFUSE_FIELD(BLOB_RESERVED, pack, blob, reserved);
	*end = blob->offset + blob->stored;
	return passed();
}

static kiln_result prove(kiln_pack *pack)
{
	kiln_result result = prove_header(pack->header, pack->size);
	if (result.status == KILN_OK)
		result = prove_layout(pack);
	if (result.status == KILN_OK)
		result = prove_entries(pack);
	uint64_t end = 0;
	if (result.status == KILN_OK)
		result = prove_dictionaries(pack, &end);
	for (uint32_t i = 0; result.status == KILN_OK && i < pack->blob_count; ++i)
		result = prove_blob(pack, &pack->blobs[i], &end);
	if (result.status == KILN_OK && end != pack->size)
		REFUSE_HEADER(SIZE_GAP, size);
	return result;
}

kiln_result kiln_pack_open(kiln_pack *pack, const void *data, size_t size)
{
	if (!pack || !data)
		return call_failed(KILN_E_ARGUMENT, "the pack or the data is NULL");
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT)
		return call_failed(KILN_E_ALIGNMENT, "the data is not aligned to 64 bytes");
	if (size < sizeof *pack->header)
		return kilni_pack_refused(KILN_PACK_RULE_HEADER_TRUNCATED, size);
	kiln_pack opened = {.data = data, .size = size, .header = data};
	const kiln_result result = prove(&opened);
	if (result.status == KILN_OK)
		*pack = opened;
	return result;
}

kiln_result kiln_pack_map(kiln_pack *pack, const char *path)
{
	if (!pack || !path)
		return call_failed(KILN_E_ARGUMENT, "the pack or the path is NULL");
	kiln_mapping mapping;
	kiln_result result = kilni_mapping_open(&mapping, path, false);
	if (result.status != KILN_OK)
		return result;
	result = kiln_pack_open(pack, mapping.address, mapping.size);
	if (result.status != KILN_OK)
	{
		kilni_mapping_close(&mapping);
		return result;
	}
	pack->mapping = mapping.address;
	pack->mapping_size = mapping.size;
	return result;
}

void kiln_pack_unmap(kiln_pack *pack)
{
	if (!pack)
		return;
	if (pack->mapping)
		kilni_mapping_close(&(kiln_mapping){pack->mapping, (size_t)pack->mapping_size});
	*pack = (kiln_pack){0};
}
