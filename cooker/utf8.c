// SPDX-License-Identifier: MIT
#include "utf8.h"

#include <stdio.h>
#include <string.h>

size_t utf8_sequence(const char *text, size_t size)
{
	const unsigned char *s = (const unsigned char *)text;
	if (s[0] < 0x80)
		return 1;
	size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || length > size)
		return 0;
	// The second byte's range excludes overlong forms, surrogates and what lies past U+10FFFF (Unicode 15, table 3-7).
	unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
	unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < length; ++i)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

uint32_t utf8_character(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	uint32_t character = length == 1 ? s[0] : s[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; ++i)
		character = character << 6 | (s[i] & 0x3fu);
	return character;
}

bool utf8_is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
		   (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

size_t utf8_show(const char *text, size_t size, char shown[UTF8_SHOWN])
{
	size_t length = utf8_sequence(text, size);
	uint32_t character = length ? utf8_character(text, length) : (unsigned char)text[0];
	if (length && !utf8_is_control(character))
	{
		memcpy(shown, text, length);
		shown[length] = 0;
		return length;
	}
	snprintf(shown, UTF8_SHOWN, character < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)(character & 0xffff));
	return length ? length : 1;
}
