// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SPLIT_H
#define KILN_COOKER_SPLIT_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stdint.h>

/// Splits the text of recipes and response files, which ends with a NUL, into words between blanks, 'as is' or "with \" and \\"
/// quotes, and # comments up to the end of the line. `line` counts lines.

/// Skips blanks and comments.
char *split_blanks(char *at, uint32_t *line);

/// Copies one word from `*from` to `*to`, which never overtakes `*from`, and moves both behind the word. False when a quote does
/// not end.
bool split_word(char **from, char **to, uint32_t *line);

#endif
