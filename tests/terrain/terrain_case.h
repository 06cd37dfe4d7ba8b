// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_TERRAIN_CASE_H
#define KILN_TESTS_TERRAIN_CASE_H

#include "kiln.h"
#include "kilncook.h"
#include "support/clean_memory.h"

/// Files of heights that a test writes, in a folder of their own, and the fields that are made of them.
typedef struct terrain_case
{
	char folder[64];
	char path[128]; ///< of the last file
	counted_memory memory;
	kilncook_context context;
	kilncook_options options;
	kilncook_heightfield_options how;
	kilncook_blob blob;
	kilncook_heightfield_report report;
	kiln_heightfield field;
	bool made;
} terrain_case;

void terrain_case_begin(terrain_case *it);
/// Frees the field and removes the folder; fails the test when a block leaks or is freed with a wrong size.
void terrain_case_end(terrain_case *it);

/// The path of a file of the folder, valid until the next call.
const char *terrain_case_path(terrain_case *it, const char *name);
void terrain_case_write(terrain_case *it, const char *name, const void *bytes, size_t size);
/// Reads a file of the folder into new memory.
uint8_t *terrain_case_read(terrain_case *it, const char *name, size_t *size);

/// A PNG image.
typedef struct terrain_png
{
	uint32_t columns, rows;
	int depth;	///< 1, 2, 4, 8, 16
	int colour; ///< PNG_COLOR_TYPE_
	bool interlaced;
	const uint16_t *levels; ///< of the first channel; all channels of colours
	const uint8_t *clear;	///< not 0: alpha 0; only with PNG_COLOR_TYPE_GRAY_ALPHA
	int clear_level;		///< of the chunk tRNS; -1: none
} terrain_png;

void terrain_case_png(terrain_case *it, const char *name, const terrain_png *png);

/// Makes a field of a file of the folder, which replaces the previous one.
kilncook_status terrain_case_make(terrain_case *it, const char *name);
/// Makes the field of a file in a process of its own and in this one: both give the same bytes, or the same code.
kilncook_status terrain_case_both_ways(terrain_case *it, const char *name);
/// Makes a field, which must succeed.
void terrain_case_must(terrain_case *it, const char *name);
/// The same, which must be refused with a code.
void terrain_case_refused(terrain_case *it, const char *name, const char *code);

#endif
