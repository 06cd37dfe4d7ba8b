// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_SECTION_H
#define KILN_OPEN_SECTION_H

#include "kiln/asset.h"

/// Sections that kiln_open proves by their sizes only, for functions that prove the rest when a program opens them.

/// The elements of a section; NULL and 0 where the blob lacks it.
typedef struct kiln_section
{
	const void *data;
	uint32_t count;
} kiln_section;

static inline kiln_section kiln_section_of(const kiln_asset *asset, kiln_section_kind kind)
{
	const kiln_format_section *table = (const kiln_format_section *)(const void *)(asset->header + 1);
	for (uint32_t i = 0; i < asset->header->section_count; ++i)
		if (table[i].kind == kind)
			return (kiln_section){asset->data + table[i].offset, (uint32_t)table[i].count};
	return (kiln_section){NULL, 0};
}

static inline kiln_result kiln_section_proved(void)
{
	return (kiln_result){KILN_OK, 0, "every rule holds"};
}

/// The refusal of a blob at one of its fields.
static inline kiln_result kiln_section_refused(const kiln_asset *asset, kiln_result refusal, const void *field)
{
	refusal.offset = (uint64_t)((const uint8_t *)field - asset->data);
	return refusal;
}

/// Whether a number's magnitude is at most a limit; false for a NaN.
static inline bool kiln_section_within(float value, float limit)
{
	return value >= -limit && value <= limit;
}

#endif
