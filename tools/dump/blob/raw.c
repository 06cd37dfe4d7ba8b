// SPDX-License-Identifier: MIT
#include "raw.h"

#include "write/section_name.h"

#include <stdio.h>
#include <string.h>

raw_blob raw_read(const uint8_t *data, uint64_t size)
{
	raw_blob raw = {.data = data, .size = size};
	if (size < sizeof raw.header)
		return raw;
	memcpy(&raw.header, data, sizeof raw.header);
	// "KLN" remains even where a text-mode transfer changed the rest of the magic.
	raw.has_header = memcmp(data + 1, &KILN_FORMAT_MAGIC[1], 3) == 0 && raw.header.endian == KILN_FORMAT_ENDIAN_MARK;
	if (!raw.has_header)
		return raw;
	uint64_t room = (size - sizeof raw.header) / sizeof raw.sections[0];
	uint64_t count = raw.header.section_count < room ? raw.header.section_count : room;
	raw.section_count = count < RAW_SECTIONS_MAX ? (uint32_t)count : RAW_SECTIONS_MAX;
	memcpy(raw.sections, data + sizeof raw.header, raw.section_count * sizeof raw.sections[0]);
	return raw;
}

const char *raw_section_name(uint32_t kind, char name[RAW_NAME_SIZE])
{
	const char *joined = cook_section_name(kind);
	if (joined == NULL)
		return NULL;
	snprintf(name, RAW_NAME_SIZE, "%s", joined);
	for (char *at = name; *at != 0; ++at)
		*at = *at == '_' ? ' ' : *at;
	return name;
}

uint64_t raw_padding(const raw_blob *raw)
{
	uint64_t used = sizeof raw->header + (uint64_t)raw->header.section_count * sizeof raw->sections[0];
	for (uint32_t i = 0; i < raw->section_count; ++i)
	{
		if (raw->sections[i].size > raw->size)
			return 0;
		used += raw->sections[i].size;
	}
	return used < raw->size ? raw->size - used : 0;
}
