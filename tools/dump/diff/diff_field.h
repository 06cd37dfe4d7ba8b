// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_FIELD_H
#define KILN_DUMP_DIFF_FIELD_H

#include "kiln.h"

#include <stdio.h>

/// What differs between two height fields.

/// The two files, both proved.
typedef struct diff_fields
{
	const char *path[2];
	const kiln_heightfield *field[2];
} diff_fields;

/// Writes each difference as a line of text, or all as one JSON object: of the file, the grid and the range of heights. Of grids with as
/// many samples on each side, also how many samples lie elsewhere, and how far the farthest moves and which that is; and how
/// many cells have another material, another diagonal, or a hole in one file only. Returns the number of differences; 0 only where
/// every byte is the same.
uint64_t diff_field_write(FILE *out, bool json, const diff_fields *files);

#endif
