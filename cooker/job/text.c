// SPDX-License-Identifier: MIT
#include "text.h"

#include "memory.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reserve(cook_text *text, size_t more)
{
	if (text->failed)
		return false;
	if (more < text->capacity - text->size)
		return true;
	size_t capacity = text->capacity + text->capacity / 2 + more + 256;
	char *bytes = capacity > more ? cook_resize(text->context, text->bytes, text->capacity, capacity, 1) : NULL;
	if (!bytes)
	{
		text->failed = true;
		return false;
	}
	text->bytes = bytes;
	text->capacity = capacity;
	return true;
}

void cook_text_add(cook_text *text, const char *bytes, size_t size)
{
	if (!reserve(text, size))
		return;
	memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	text->bytes[text->size] = 0;
}

void cook_text_print(cook_text *text, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int size = vsnprintf(NULL, 0, format, arguments);
	if (size < 0)
		text->failed = true;
	else if (reserve(text, (size_t)size))
	{
		vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
		text->size += (size_t)size;
	}
	va_end(again);
	va_end(arguments);
}

void cook_text_json(cook_text *text, const char *string)
{
	const char *at = string ? string : "";
	cook_text_add(text, "\"", 1);
	for (size_t left = strlen(at), taken = 0; left > 0; left -= taken, at += taken)
	{
		size_t length = utf8_sequence(at, left);
		uint32_t character = length ? utf8_character(at, length) : 0xfffd;
		taken = length ? length : 1;
		if (character == '"' || character == '\\')
			cook_text_print(text, "\\%c", (int)character);
		else if (length == 0 || utf8_is_control(character))
			cook_text_print(text, "\\u%04x", (unsigned)character);
		else
			cook_text_add(text, at, length);
	}
	cook_text_add(text, "\"", 1);
}

void cook_text_show(cook_text *text, const char *string)
{
	char shown[UTF8_SHOWN];
	for (size_t left = strlen(string), taken = 0; left > 0; left -= taken, string += taken)
	{
		taken = utf8_show(string, left, shown);
		cook_text_add(text, shown, strlen(shown));
	}
}

kilncook_status cook_text_finish(cook_text *text, kilncook_blob *blob)
{
	cook_text_add(text, "", 0);
	if (text->failed)
	{
		cook_message(text->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a text");
		cook_free(text->context, text->bytes, text->capacity, 1);
		*text = (cook_text){0};
		return KILNCOOK_INTERNAL;
	}
	*blob = (kilncook_blob){(uint8_t *)text->bytes, text->size, text->bytes, text->capacity};
	*text = (cook_text){0};
	return KILNCOOK_OK;
}
