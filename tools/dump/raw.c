// SPDX-License-Identifier: MIT
#include "raw.h"

#include <string.h>

raw_blob raw_read(const uint8_t *data, uint64_t size)
{
	raw_blob raw = {.data = data, .size = size};
	if (size < sizeof raw.header)
	{
		return raw;
	}
	memcpy(&raw.header, data, sizeof raw.header);
	// "KLN" stands even where a text-mode transfer broke the rest of the magic.
	raw.has_header = memcmp(data + 1, &KILN_FORMAT_MAGIC[1], 3) == 0 && raw.header.endian == KILN_FORMAT_ENDIAN_MARK;
	if (!raw.has_header)
	{
		return raw;
	}
	uint64_t room = (size - sizeof raw.header) / sizeof raw.sections[0];
	uint64_t count = raw.header.section_count < room ? raw.header.section_count : room;
	raw.section_count = count < RAW_SECTIONS_MAX ? (uint32_t)count : RAW_SECTIONS_MAX;
	memcpy(raw.sections, data + sizeof raw.header, raw.section_count * sizeof raw.sections[0]);
	return raw;
}

const char *raw_section_name(uint32_t kind)
{
	static const char *const names[KILN_SECTION_KIND_END] = {
		[KILN_SECTION_NAMES] = "names",
		[KILN_SECTION_MATERIALS] = "materials",
		[KILN_SECTION_PARTS] = "parts",
		[KILN_SECTION_MESHES] = "meshes",
		[KILN_SECTION_NODES] = "nodes",
		[KILN_SECTION_SCENE] = "scene",
		[KILN_SECTION_TREE] = "tree",
		[KILN_SECTION_LEAVES] = "leaves",
		[KILN_SECTION_SOURCES] = "sources",
		[KILN_SECTION_LEAF_INDEX] = "leaf index",
		[KILN_SECTION_PROVENANCE] = "provenance",
		[KILN_SECTION_SHAPES] = "shapes",
		[KILN_SECTION_VOLUMES] = "volumes",
		[KILN_SECTION_HULLS] = "hulls",
		[KILN_SECTION_HULL_DATA] = "hull data",
	};
	return kind < KILN_SECTION_KIND_END ? names[kind] : NULL;
}

uint64_t raw_padding(const raw_blob *raw)
{
	uint64_t used = sizeof raw->header + (uint64_t)raw->header.section_count * sizeof raw->sections[0];
	for (uint32_t i = 0; i < raw->section_count; ++i)
	{
		if (raw->sections[i].size > raw->size)
		{
			return 0;
		}
		used += raw->sections[i].size;
	}
	return used < raw->size ? raw->size - used : 0;
}
