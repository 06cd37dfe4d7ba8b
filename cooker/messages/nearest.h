// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_NEAREST_H
#define KILN_COOKER_NEAREST_H

#include "math/ieee.h"

#include <stddef.h>

/// Bytes of a word that are compared; every further byte counts as one change.
#define NEAREST_BYTES 64

/// Counts the changes from one word to another: insertions, deletions and replacements of a byte, and swaps of
/// neighbours.
size_t nearest_changes(const char *a, const char *b);

/// Returns the name with the fewest changes from `word` (Damerau 1964; optimal string alignment); the first one of
/// equals. NULL without names.
const char *nearest_name(const char *word, const char *const *names, size_t count);

#endif
