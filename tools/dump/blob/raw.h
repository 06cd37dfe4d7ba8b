// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_RAW_H
#define KILN_DUMP_RAW_H

#include "kiln_format.h"

#include <stdbool.h>

/// Most entries of a section table that are shown.
#define RAW_SECTIONS_MAX 64
/// Room for the longest section name.
#define RAW_NAME_SIZE 24

/// The parts of any bytes that can be read without following an offset.
typedef struct raw_blob
{
	const uint8_t *data;
	uint64_t size;
	bool has_header; ///< the bytes are long enough and begin like a Kiln blob of this machine's endianness
	kiln_format_header header;
	uint32_t section_count; ///< entries read, at most RAW_SECTIONS_MAX
	kiln_format_section sections[RAW_SECTIONS_MAX];
} raw_blob;

raw_blob raw_read(const uint8_t *data, uint64_t size);

/// Writes the words of a section kind to `name`; NULL for unknown kinds.
const char *raw_section_name(uint32_t kind, char name[RAW_NAME_SIZE]);

/// Counts the bytes of the file that are in no section, header or section table. 0 for an invalid table.
uint64_t raw_padding(const raw_blob *raw);

#endif
