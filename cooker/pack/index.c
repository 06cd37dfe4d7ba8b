// SPDX-License-Identifier: MIT
#include "pack/index.h"

#include "kiln/base.h"
#include "kiln_format.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

const char *pack_name_fault(const char *name)
{
	const size_t size = strlen(name);
	if (size == 0)
		return "is empty";
	if (size > KILN_PACK_NAME_MAX)
		return "has more than 240 bytes";
	if (name[0] == '/')
		return "is an absolute path";
	for (size_t at = 0, length; at < size; at += length)
	{
		length = utf8_sequence(name + at, size - at);
		if (length == 0)
			return "is not UTF-8";
		if (utf8_is_control(utf8_character(name + at, length)))
			return "holds a control character";
		if (name[at] == '\\' || name[at] == ':')
			return "holds a backslash or a colon, which lead to other places on some systems";
	}
	for (const char *part = name;; ++part)
	{
		const size_t length = strcspn(part, "/");
		if (length == 0)
			return "has a folder or a file without a name";
		if ((length == 1 && part[0] == '.') || (length == 2 && memcmp(part, "..", 2) == 0))
			return "leads through . or ..";
		part += length;
		if (*part == '\0')
			return NULL;
	}
}

static int fold(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

int pack_name_fold(const char *a, const char *b)
{
	while (*a && fold(*a) == fold(*b))
		++a, ++b;
	return fold(*a) - fold(*b);
}

static int by_hash(const void *left, const void *right)
{
	const pack_name *a = left, *b = right;
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return strcmp(a->name, b->name);
}

bool pack_index_sort(pack_index *index, const char **twice)
{
	for (uint32_t i = 0; i < index->name_count; ++i)
		index->names[i].hash = XXH3_64bits(index->names[i].name, strlen(index->names[i].name));
	if (index->name_count > 1)
		qsort(index->names, index->name_count, sizeof *index->names, by_hash);
	for (uint32_t i = 1; i < index->name_count; ++i)
		if (strcmp(index->names[i - 1].name, index->names[i].name) == 0)
		{
			*twice = index->names[i].name;
			return false;
		}
	return true;
}

static uint64_t names_size(const pack_index *index)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < index->name_count; ++i)
		size += strlen(index->names[i].name) + 1;
	return size;
}

static uint64_t align(uint64_t offset, uint64_t alignment)
{
	return (offset + alignment - 1) / alignment * alignment;
}

uint64_t pack_index_size(const pack_index *index)
{
	const uint64_t names = names_size(index);
	const uint64_t arrays = index->name_count * (uint64_t)sizeof(kiln_format_pack_entry) +
							index->blob_count * (uint64_t)sizeof *index->blobs +
							index->dictionary_count * (uint64_t)sizeof *index->dictionaries;
	if (names > UINT32_MAX)
		return 0;
	return align(sizeof(kiln_format_pack_header) + arrays + names, KILN_PACK_INDEX_ALIGNMENT);
}

uint64_t pack_index_place(pack_index *index)
{
	uint64_t end = pack_index_size(index);
	for (uint32_t i = 0; i < index->dictionary_count; ++i)
	{
		index->dictionaries[i].offset = end;
		end += index->dictionaries[i].size;
	}
	for (uint32_t i = 0; i < index->blob_count; ++i)
	{
		index->blobs[i].offset = align(end, index->alignment);
		end = index->blobs[i].offset + index->blobs[i].stored;
	}
	return end;
}

static uint64_t end_of(const pack_index *index)
{
	if (index->blob_count > 0)
		return index->blobs[index->blob_count - 1].offset + index->blobs[index->blob_count - 1].stored;
	if (index->dictionary_count > 0)
		return index->dictionaries[index->dictionary_count - 1].offset +
			   index->dictionaries[index->dictionary_count - 1].size;
	return pack_index_size(index);
}

/// Appends bytes; NULL is allowed where there are none.
static uint8_t *append(uint8_t *at, const void *data, size_t size)
{
	if (size > 0)
		memcpy(at, data, size);
	return at + size;
}

void pack_index_write(const pack_index *index, uint8_t *memory)
{
	kiln_format_pack_header header = {
		.endian = KILN_FORMAT_ENDIAN_MARK,
		.version_major = KILN_PACK_FORMAT_MAJOR,
		.version_minor = KILN_PACK_FORMAT_MINOR,
		.size = end_of(index),
		.data_offset = pack_index_size(index),
		.names_size = names_size(index),
		.entry_count = index->name_count,
		.blob_count = index->blob_count,
		.dictionary_count = index->dictionary_count,
		.codec = index->codec,
		.alignment = index->alignment,
		.tool_version = {KILN_VERSION_MAJOR, KILN_VERSION_MINOR, KILN_VERSION_PATCH, 0},
	};
	memcpy(header.magic, KILN_PACK_FORMAT_MAGIC, sizeof header.magic);
	memset(memory, 0, (size_t)header.data_offset);
	uint8_t *at = append(memory, &header, sizeof header);
	uint32_t name = 0;
	for (uint32_t i = 0; i < index->name_count; ++i)
	{
		const kiln_format_pack_entry entry = {index->names[i].hash, name, index->names[i].blob};
		at = append(at, &entry, sizeof entry);
		name += (uint32_t)strlen(index->names[i].name) + 1;
	}
	at = append(at, index->blobs, index->blob_count * sizeof *index->blobs);
	at = append(at, index->dictionaries, index->dictionary_count * sizeof *index->dictionaries);
	for (uint32_t i = 0; i < index->name_count; ++i)
		at = append(at, index->names[i].name, strlen(index->names[i].name) + 1);
	pack_hash(memory + KILN_PACK_HASHED_FROM, (size_t)header.data_offset - KILN_PACK_HASHED_FROM,
		memory + offsetof(kiln_format_pack_header, index_hash));
}

bool pack_index_hash_holds(const kiln_format_pack_header *header)
{
	return pack_hash_holds((const uint8_t *)header + KILN_PACK_HASHED_FROM,
		(size_t)header->data_offset - KILN_PACK_HASHED_FROM, header->index_hash);
}
