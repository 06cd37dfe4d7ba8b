// SPDX-License-Identifier: MIT
#include "import_text.h"

#include "memory.h"
#include "utf8.h"

#include <string.h>

char *import_text(const kilncook_context *context, const char *text, size_t length)
{
	const char *end = length ? memchr(text, 0, length) : NULL;
	if (end)
		length = (size_t)(end - text);
	char *copy = cook_alloc(context, length + 1, 1);
	if (!copy)
		return NULL;
	for (size_t i = 0; i < length;)
	{
		size_t count = utf8_sequence(text + i, length - i);
		uint32_t character = count ? utf8_character(text + i, count) : 0;
		bool kept = character >= 0x20 && (character < 0x7f || character >= 0xa0);
		for (count = count ? count : 1; count > 0; --count, ++i)
			copy[i] = kept ? text[i] : '?';
	}
	copy[length] = 0;
	return copy;
}

void import_text_free(const kilncook_context *context, char *text)
{
	if (text)
		cook_free(context, text, strlen(text) + 1, 1);
}
