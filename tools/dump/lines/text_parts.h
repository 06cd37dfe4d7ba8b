// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_TEXT_PARTS_H
#define KILN_DUMP_TEXT_PARTS_H

#include "kiln.h"

#include <stdio.h>

/// Parts of the lines of text.

/// A name in quotes, as tool_text writes it.
void write_name(FILE *out, const char *name);

/// Writes the name of a material, or its number if it has no name.
void write_material_name(FILE *out, const kiln_asset *asset, uint32_t material);

/// Writes the first column of a line.
void write_label(FILE *out, const char *label);

/// Writes a line of how often each number below `end` occurs, without the zero counts: "2:14 3:5".
void write_histogram(FILE *out, const char *label, const uint32_t *counts, uint32_t end);

/// Returns `s` for every count except one.
const char *plural(uint64_t count);

#endif
