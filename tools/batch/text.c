// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

char *batch_text(batch *b, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	const int size = vsnprintf(NULL, 0, format, arguments);
	char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
	if (text)
		vsnprintf(text, (size_t)size + 1, format, again);
	b->out_of_memory = b->out_of_memory || !text;
	va_end(again);
	va_end(arguments);
	return text;
}
