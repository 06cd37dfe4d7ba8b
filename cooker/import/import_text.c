// SPDX-License-Identifier: MIT
#include "import_text.h"

#include "memory.h"

#include <string.h>

/// Bytes of the well-formed UTF-8 sequence at the start of `text` (Unicode 15, table 3-7), 0 when there is none.
static size_t sequence_length(const unsigned char *text, size_t length)
{
	unsigned char lead = text[0];
	if (lead < 0x80)
		return lead < 0x20 || lead == 0x7f ? 0 : 1;
	size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
	if (lead < 0xc2 || lead > 0xf4 || length < count)
		return 0;
	// The second byte's range excludes overlong forms, surrogates and what lies past U+10FFFF.
	unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	if (text[1] < low || text[1] > high)
		return 0;
	for (size_t i = 2; i < count; ++i)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return count;
}

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
		size_t count = sequence_length((const unsigned char *)text + i, length - i);
		if (count == 0)
			copy[i++] = '?';
		for (; count > 0; --count, ++i)
			copy[i] = text[i];
	}
	copy[length] = 0;
	return copy;
}

void import_text_free(const kilncook_context *context, char *text)
{
	if (text)
		cook_free(context, text, strlen(text) + 1, 1);
}
