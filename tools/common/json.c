// SPDX-License-Identifier: MIT
#include "json.h"

#include "utf8.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JSON_DEPTH 64

json_writer json_begin(FILE *out, bool pretty)
{
	return (json_writer){.out = out, .pretty = pretty};
}

void json_end(json_writer *json)
{
	assert(json->depth == 0);
	putc('\n', json->out);
}

static void break_line(json_writer *json)
{
	putc('\n', json->out);
	for (uint32_t i = 0; i < json->depth; ++i)
		putc('\t', json->out);
}

// Writes the separator before a key, or before a value without a key.
static void separate(json_writer *json)
{
	if (json->after_key)
	{
		json->after_key = false;
		return;
	}
	if (json->depth == 0)
		return;
	uint64_t level = 1ull << (json->depth - 1);
	if (json->filled & level)
		putc(',', json->out);
	if (json->pretty && !(json->inlined & level))
		break_line(json);
	else if (json->pretty && (json->filled & level))
		putc(' ', json->out);
	json->filled |= level;
}

static void open_level(json_writer *json, char bracket, bool inlined)
{
	separate(json);
	assert(json->depth < JSON_DEPTH);
	uint64_t level = 1ull << json->depth;
	bool parent_inlined = json->depth > 0 && (json->inlined & (level >> 1)) != 0;
	json->filled &= ~level;
	json->inlined = inlined || parent_inlined ? json->inlined | level : json->inlined & ~level;
	++json->depth;
	putc(bracket, json->out);
}

static void close_level(json_writer *json, char bracket)
{
	assert(json->depth > 0 && !json->after_key);
	--json->depth;
	uint64_t level = 1ull << json->depth;
	if (json->pretty && (json->filled & level) && !(json->inlined & level))
		break_line(json);
	putc(bracket, json->out);
}

void json_object(json_writer *json)
{
	open_level(json, '{', false);
}

void json_object_inline(json_writer *json)
{
	open_level(json, '{', true);
}

void json_object_end(json_writer *json)
{
	close_level(json, '}');
}

void json_array(json_writer *json)
{
	open_level(json, '[', false);
}

void json_array_inline(json_writer *json)
{
	open_level(json, '[', true);
}

void json_array_end(json_writer *json)
{
	close_level(json, ']');
}

void json_key(json_writer *json, const char *key)
{
	assert(json->depth > 0 && !json->after_key);
	separate(json);
	putc('"', json->out);
	fputs(key, json->out);
	fputs(json->pretty ? "\": " : "\":", json->out);
	json->after_key = true;
}

static void write_ascii(FILE *out, char c)
{
	switch (c)
	{
	case '"':
		fputs("\\\"", out);
		break;
	case '\\':
		fputs("\\\\", out);
		break;
	case '\n':
		fputs("\\n", out);
		break;
	case '\r':
		fputs("\\r", out);
		break;
	case '\t':
		fputs("\\t", out);
		break;
	default:
		if (c < 0x20 || c == 0x7f)
			fprintf(out, "\\u%04x", (unsigned)c);
		else
			putc(c, out);
	}
}

void json_bytes(json_writer *json, const char *text, size_t size)
{
	separate(json);
	putc('"', json->out);
	for (size_t i = 0; i < size;)
	{
		size_t length = utf8_sequence(text + i, size - i);
		if (length == 1)
		{
			write_ascii(json->out, text[i]);
		}
		else if (length == 0)
		{
			fputs("\xef\xbf\xbd", json->out);
			length = 1;
		}
		else if (utf8_is_control(utf8_character(text + i, length)))
		{
			fprintf(json->out, "\\u%04x", (unsigned)utf8_character(text + i, length));
		}
		else
		{
			fwrite(text + i, 1, length, json->out);
		}
		i += length;
	}
	putc('"', json->out);
}

void json_text(json_writer *json, const char *text)
{
	json_bytes(json, text, strlen(text));
}

void json_bool(json_writer *json, bool value)
{
	separate(json);
	fputs(value ? "true" : "false", json->out);
}

void json_uint(json_writer *json, uint64_t value)
{
	separate(json);
	fprintf(json->out, "%llu", (unsigned long long)value);
}

void json_int(json_writer *json, int64_t value)
{
	separate(json);
	fprintf(json->out, "%lld", (long long)value);
}

void json_float(json_writer *json, float value)
{
	separate(json);
	// The tools never call setlocale, so the decimal separator is a point.
	if (isfinite(value))
		fprintf(json->out, "%.9g", (double)value);
	else
		fputs("null", json->out);
}

void json_double_text(double value, char text[JSON_DOUBLE_SIZE])
{
	for (int digits = DBL_DIG; digits <= DBL_DIG + 2; ++digits)
	{
		snprintf(text, JSON_DOUBLE_SIZE, "%.*g", digits, value);
		double back = strtod(text, NULL);
		if (!(back < value) && !(back > value))
			break;
	}
}

void json_double(json_writer *json, double value)
{
	separate(json);
	if (!isfinite(value))
	{
		fputs("null", json->out);
		return;
	}
	char text[JSON_DOUBLE_SIZE];
	json_double_text(value, text);
	fputs(text, json->out);
}

void json_null(json_writer *json)
{
	separate(json);
	fputs("null", json->out);
}

void json_floats(json_writer *json, const float *values, size_t count)
{
	json_array_inline(json);
	for (size_t i = 0; i < count; ++i)
		json_float(json, values[i]);
	json_array_end(json);
}

void json_counts(json_writer *json, const uint32_t *values, size_t count)
{
	json_array_inline(json);
	for (size_t i = 0; i < count; ++i)
		json_uint(json, values[i]);
	json_array_end(json);
}

void json_string_begin(json_writer *json)
{
	separate(json);
	putc('"', json->out);
}

void json_string_end(json_writer *json)
{
	putc('"', json->out);
}

void json_hex(json_writer *json, const uint8_t *bytes, size_t size)
{
	separate(json);
	putc('"', json->out);
	for (size_t i = 0; i < size; ++i)
		fprintf(json->out, "%02x", (unsigned)bytes[i]);
	putc('"', json->out);
}
