// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_INPUT_H
#define KILN_QUERY_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/// Longest line, without its newline.
#define INPUT_LINE_MAX 65536

/// Lines of standard input. `{0}` to begin with; big, so not for the stack.
typedef struct input_lines
{
	char buffer[INPUT_LINE_MAX + 1];
	size_t first; ///< of the bytes not handed out yet
	size_t end;
	bool skipping; ///< in the rest of a line that was too long
	bool ended;
} input_lines;

typedef enum input_status
{
	INPUT_LINE,		///< `line` and `size` are a line without its newline; it may hold any other byte
	INPUT_TOO_LONG, ///< a line of more than INPUT_LINE_MAX bytes was dropped
	INPUT_MORE,		///< nothing whole is left: call input_fill
	INPUT_END,
} input_status;

/// Next line of what was read. A last line without a newline counts. `line` is valid until input_fill.
input_status input_next(input_lines *input, const char **line, size_t *size);

/// Reads what standard input has, waiting until it has something. Returns 0 or an errno value.
int input_fill(input_lines *input);

#endif
