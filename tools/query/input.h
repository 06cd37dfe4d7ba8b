// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_INPUT_H
#define KILN_QUERY_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/// Longest line, without its newline.
#define INPUT_LINE_MAX 65536

/// Reads lines from standard input. Initialise with `{0}`; too large for the stack.
typedef struct input_lines
{
	char buffer[INPUT_LINE_MAX + 1];
	size_t first; ///< first byte not returned yet
	size_t end;
	bool skipping; ///< the rest of a line that was too long is being skipped
	bool ended;
} input_lines;

typedef enum input_status
{
	INPUT_LINE,		///< `line` and `size` are a line without its newline; any other byte is possible
	INPUT_TOO_LONG, ///< a line of more than INPUT_LINE_MAX bytes was dropped
	INPUT_MORE,		///< no complete line is left: call input_fill
	INPUT_END,
} input_status;

/// Returns the next line of the data read. A last line without a newline counts. `line` is valid until input_fill.
input_status input_next(input_lines *input, const char **line, size_t *size);

/// Reads the data available on standard input, and waits for the first byte. Returns 0 or an errno value.
int input_fill(input_lines *input);

#endif
