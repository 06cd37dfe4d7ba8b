// SPDX-License-Identifier: MIT
#include "input.h"

#include "../common/file.h"

#include <string.h>

input_status input_next(input_lines *input, const char **line, size_t *size)
{
	char *first = input->buffer + input->first;
	size_t left = input->end - input->first;
	char *newline = left > 0 ? memchr(first, '\n', left) : NULL;
	bool whole = newline != NULL || (input->ended && left > 0);
	if (!whole)
	{
		if (left == sizeof input->buffer)
			input->skipping = true;
		if (input->skipping)
			input->first = input->end;
		if (!input->ended)
			return INPUT_MORE;
		bool skipped = input->skipping;
		input->skipping = false;
		return skipped ? INPUT_TOO_LONG : INPUT_END;
	}
	*line = first;
	*size = newline != NULL ? (size_t)(newline - first) : left;
	input->first += *size + (newline != NULL ? 1 : 0);
	bool skipped = input->skipping;
	input->skipping = false;
	return skipped || *size > INPUT_LINE_MAX ? INPUT_TOO_LONG : INPUT_LINE;
}

int input_fill(input_lines *input)
{
	size_t left = input->end - input->first;
	memmove(input->buffer, input->buffer + input->first, left);
	input->first = 0;
	input->end = left;
	size_t got = 0;
	int error = file_read_input(input->buffer + left, sizeof input->buffer - left, &got);
	input->end += got;
	input->ended = error == 0 && got == 0;
	return error;
}
