// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_NEAREST_H
#define KILN_COOKER_NEAREST_H

#include "math/ieee.h"

#include <stddef.h>

/// Bytes of a word that are compared; the rest counts as one change each.
#define NEAREST_BYTES 64

/// The changes from one word to another: insertions, deletions and replacements of a byte, and swaps of neighbours.
size_t nearest_changes(const char *a, const char *b);

/// The name that takes the fewest changes to become `word` (Damerau 1964; optimal string alignment). The first of several; NULL without names.
const char *nearest_name(const char *word, const char *const *names, size_t count);

#endif
