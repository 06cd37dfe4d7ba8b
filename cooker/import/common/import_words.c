// SPDX-License-Identifier: MIT
#include "import_words.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

const char *import_line(char text[IMPORT_LINE], uint64_t line)
{
	snprintf(text, IMPORT_LINE, "%llu", (unsigned long long)line);
	return text;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_end(char c)
{
	return c == '\n' || c == '\r';
}

/// Returns the bytes of the line end at `at`, 0 to 2.
static size_t end_length(const char *at, const char *end)
{
	if (at == end || !is_end(*at))
		return 0;
	return *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : 1;
}

/// Writes one code point; a single surrogate becomes U+FFFD.
static size_t put_utf8(uint32_t code, uint8_t *out)
{
	if (code >= 0xd800 && code < 0xe000)
		code = 0xfffd;
	if (code < 0x80)
	{
		out[0] = (uint8_t)code;
		return 1;
	}
	int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const uint8_t leads[4] = {0, 0xc0, 0xe0, 0xf0};
	out[0] = (uint8_t)(leads[more] | code >> (6 * more));
	for (int i = 1; i <= more; ++i)
		out[i] = (uint8_t)(0x80 | (code >> (6 * (more - i)) & 0x3f));
	return (size_t)more + 1;
}

static uint32_t unit_at(const uint8_t *bytes, bool big)
{
	return big ? (uint32_t)bytes[0] << 8 | bytes[1] : (uint32_t)bytes[1] << 8 | bytes[0];
}

/// Converts UTF-16 in `input` to UTF-8.
static bool decode_utf16(import_input *input, bool big)
{
	size_t units = input->size / 2;
	if (units > SIZE_MAX / 3)
		return false;
	uint8_t *out = cook_alloc(input->context, units * 3, 1);
	if (!out)
		return false;
	size_t size = 0;
	for (size_t i = 1; i < units; ++i)
	{
		uint32_t code = unit_at(input->bytes + 2 * i, big);
		uint32_t low = code >= 0xd800 && code < 0xdc00 && i + 1 < units ? unit_at(input->bytes + 2 * i + 2, big) : 0;
		if (low >= 0xdc00 && low < 0xe000)
		{
			code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00));
			++i;
		}
		size += put_utf8(code, out + size);
	}
	cook_free(input->context, input->bytes, input->capacity, 1);
	input->bytes = out;
	input->capacity = units * 3;
	input->size = size;
	return true;
}

bool import_words_begin(import_input *input, import_words *words)
{
	const uint8_t *bytes = input->bytes;
	bool little = input->size >= 2 && bytes[0] == 0xff && bytes[1] == 0xfe;
	bool big = input->size >= 2 && bytes[0] == 0xfe && bytes[1] == 0xff;
	size_t skip = input->size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	if ((little || big) && !decode_utf16(input, big))
		return false;
	*words = (import_words){
		.at = (const char *)input->bytes + skip, .end = (const char *)input->bytes + input->size, .line = 1};
	return true;
}

bool import_words_more(import_words *words)
{
	for (; words->at < words->end; ++words->at)
	{
		if (is_blank(*words->at))
			continue;
		size_t joined = words->continued && *words->at == '\\' ? end_length(words->at + 1, words->end) : 0;
		if (joined == 0)
			return !is_end(*words->at);
		words->at += joined;
		++words->line;
	}
	return false;
}

bool import_words_next_line(import_words *words)
{
	while (words->at < words->end && !is_end(*words->at))
		++words->at;
	words->at += end_length(words->at, words->end);
	++words->line;
	return words->at < words->end;
}

bool import_words_any(import_words *words)
{
	while (!import_words_more(words))
		if (words->at == words->end || !import_words_next_line(words))
			return false;
	return true;
}

/// Whether no word goes on at `at`.
static inline bool ends_at(const import_words *words, const char *at)
{
	return at == words->end || is_blank(*at) || is_end(*at) ||
		   (words->continued && *at == '\\' && end_length(at + 1, words->end));
}

size_t import_words_length(const import_words *words)
{
	const char *at = words->at;
	while (!ends_at(words, at))
		++at;
	return (size_t)(at - words->at);
}

bool import_words_pass(import_words *words, size_t length)
{
	if (length == 0 || !ends_at(words, words->at + length))
		return false;
	words->at += length;
	return true;
}

bool import_words_are(import_words *words, const char *word)
{
	size_t length = import_words_length(words);
	if (length != strlen(word))
		return false;
	for (size_t i = 0; i < length; ++i)
	{
		char c = words->at[i];
		if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
			return false;
	}
	words->at += length;
	return true;
}

const char *import_words_rest(import_words *words, size_t *length)
{
	while (words->at < words->end && is_blank(*words->at))
		++words->at;
	const char *first = words->at, *last = first;
	for (; words->at < words->end && !is_end(*words->at); ++words->at)
		if (!is_blank(*words->at))
			last = words->at + 1;
	*length = (size_t)(last - first);
	return first;
}

bool import_words_float(import_words *words, float *value)
{
	return import_words_pass(words, import_float(words->at, (size_t)(words->end - words->at), value));
}

bool import_words_real(import_words *words, bool exact, import_real *value)
{
	return import_words_pass(words, import_real_read(words->at, (size_t)(words->end - words->at), exact, value));
}
