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

/// Returns how far a name is from what somebody wrote: the changes (Damerau 1964; optimal string alignment), where every name that
/// begins with the word is nearer than all others.
size_t nearest_cost(const char *word, const char *name);

/// Returns the nearest name by nearest_cost; the first one of equals. NULL without names.
const char *nearest_name(const char *word, const char *const *names, size_t count);

#endif
