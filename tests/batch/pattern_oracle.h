// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BATCH_PATTERN_ORACLE_H
#define KILN_TESTS_BATCH_PATTERN_ORACLE_H

#include <stdbool.h>

/// Whether a path has the form of a pattern, by trying every number of folders for each `**`, and the C library's fnmatch for
/// every other part: a second method for batch_matches. Takes time that grows exponentially with the number of `**`.
bool pattern_oracle(const char *pattern, const char *path);

#endif
