// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SOURCE_H
#define KILN_COOKER_SOURCE_H

#include "kilncook.h"

#include <stdio.h>

/// An art file that is read for its hash; all NULL before it is opened.
typedef struct cook_source
{
	FILE *file;
	void *state; ///< of XXH3, whose type has another name where it is compiled in
	uint8_t *chunk;
} cook_source;

/// Opens a file, and makes room to hash it. KILNCOOK_IO after a message when it cannot be opened. The caller ends it, also after a
/// failure.
kilncook_status cook_source_begin(const kilncook_context *context, const char *path, cook_source *source);

/// Does what cook_source_hash does, without further memory.
kilncook_status cook_source_read(
	const kilncook_context *context, const cook_source *source, uint64_t *bytes, uint8_t hash[16]);

void cook_source_end(const kilncook_context *context, cook_source *source);

/// Hashes the bytes of an art file: XXH3-128 in its canonical form. KILNCOOK_IO after a message when the file cannot be read,
/// KILNCOOK_REFUSED when it is empty.
kilncook_status cook_source_hash(const kilncook_context *context, const char *path, uint64_t *bytes, uint8_t hash[16]);

#endif
