// SPDX-License-Identifier: MIT
#include "asset_fixture.h"

#include <stdlib.h>
#include <string.h>

static uint64_t align(uint64_t at)
{
	return (at + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
}

bool fixture_blob_resize(fixture_blob *blob, uint32_t kind, uint64_t size, uint64_t count)
{
	const kiln_format_header *header = (const kiln_format_header *)(const void *)blob->data;
	const kiln_format_section *before = (const kiln_format_section *)(const void *)(blob->data + sizeof *header);
	const uint32_t sections = header->section_count;
	uint64_t end = sizeof *header + sections * sizeof *before;
	for (uint32_t i = 0; i < sections; ++i)
		end = align(end) + (before[i].kind == kind ? size : before[i].size);
	fixture_blob made = {.size = (size_t)align(end)};
	made.data = fixture_memory(made.size);
	if (!made.data)
		return false;
	memset(made.data, 0, made.size);
	memcpy(made.data, blob->data, sizeof *header + sections * sizeof *before);
	((kiln_format_header *)(void *)made.data)->size = made.size;
	kiln_format_section *table = (kiln_format_section *)(void *)(made.data + sizeof *header);
	end = sizeof *header + sections * sizeof *before;
	for (uint32_t i = 0; i < sections; ++i)
	{
		table[i].offset = end = align(end);
		if (table[i].kind == kind)
		{
			table[i].size = size;
			table[i].count = count;
		}
		uint64_t kept = table[i].size < before[i].size ? table[i].size : before[i].size;
		memcpy(made.data + end, blob->data + before[i].offset, (size_t)kept);
		end += table[i].size;
	}
	fixture_blob_free(blob);
	*blob = made;
	return true;
}
