// SPDX-License-Identifier: MIT
#include "base64.h"

/// Bytes that are encoded before they are written: a multiple of three, so that only the last group is padded.
#define GROUP ((size_t)3 * 1024)

static size_t encode(char *text, const uint8_t *data, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *to = text;
	for (size_t i = 0; i < size; i += 3)
	{
		const size_t left = size - i;
		const uint32_t bits =
			(uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) | (left > 2 ? data[i + 2] : 0);
		*to++ = digits[bits >> 18];
		*to++ = digits[bits >> 12 & 63];
		*to++ = left > 1 ? digits[bits >> 6 & 63] : '=';
		*to++ = left > 2 ? digits[bits & 63] : '=';
	}
	return (size_t)(to - text);
}

void base64_write(FILE *out, const void *data, size_t size)
{
	const uint8_t *from = data;
	char text[GROUP / 3 * 4];
	for (size_t at = 0; at < size; at += GROUP)
	{
		const size_t count = size - at < GROUP ? size - at : GROUP;
		fwrite(text, 1, encode(text, from + at, count), out);
	}
}
