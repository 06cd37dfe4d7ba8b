// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_TEXT_PARTS_H
#define KILN_DUMP_TEXT_PARTS_H

#include "kiln.h"

#include <stdio.h>

/// Pieces of the lines for people.

/// A name in quotes, as tool_text writes it.
void write_name(FILE *out, const char *name);

/// The name of a material, or its number where it has none.
void write_material_name(FILE *out, const kiln_asset *asset, uint32_t material);

/// The first column of a line.
void write_label(FILE *out, const char *label);

/// A line of how often each number below `end` occurs, only those that do: "2:14 3:5".
void write_histogram(FILE *out, const char *label, const uint32_t *counts, uint32_t end);

/// An `s` for every count but one.
const char *plural(uint64_t count);

#endif
