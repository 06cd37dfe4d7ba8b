// SPDX-License-Identifier: MIT
#include "messages.h"
#include "messages/nearest.h"
#include "option.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

kilncook_status option_complain(const option_source *from, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (from->recipe)
	{
		char line[16];
		snprintf(line, sizeof line, "%u", from->line);
		cli_print(from->recipe, KILNCOOK_ERROR, line, "usage", text);
	}
	else
		cli_say(CLI_TOOL, KILNCOOK_ERROR, "usage", "%s (see --help)", text);
	return KILNCOOK_USAGE;
}

bool option_is_yes(const char *value)
{
	return !value || strcmp(value, "no") != 0;
}

kilncook_status option_number(
	const option_source *from, const char *name, const char *value, double least, double most, double *number)
{
	char *end;
	errno = 0;
	double read = strtod(value, &end);
	if (end == value || *end || !(read >= least && read <= most))
		return option_complain(from, "%s takes a number from %.10g to %.10g, not '%s'", name, least, most, value);
	*number = read;
	return KILNCOOK_OK;
}

/// Lists the usable words.
static void list_words(const char *const *words, int count, uint32_t usable, char *text, size_t size)
{
	size_t length = 0;
	for (int i = 0; i < count && length < size; ++i)
		if (usable >> i & 1)
		{
			const char *separator = length == 0 ? "" : usable >> i == 1 || i + 1 == count ? " and " : ", ";
			length += (size_t)snprintf(text + length, size - length, "%s%s", separator, words[i]);
		}
}

kilncook_status option_word(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, int *chosen)
{
	char known[256];
	list_words(words, count, usable, known, sizeof known);
	for (int i = 0; i < count; ++i)
		if (strcmp(value, words[i]) == 0)
		{
			if (!(usable >> i & 1))
				return option_complain(from, "%s %s is not in this version; the words are %s", name, value, known);
			*chosen = i;
			return KILNCOOK_OK;
		}
	return option_complain(from, "%s does not know '%s': the nearest is '%s'; the words are %s", name, value,
		nearest_name(value, words, (size_t)count), known);
}

kilncook_status option_words(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, uint32_t *chosen)
{
	uint32_t set = 0;
	for (const char *at = value;;)
	{
		char word[24];
		size_t length = strcspn(at, ",");
		snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word - 1 ? length : sizeof word - 1), at);
		int bit = 0;
		kilncook_status status = option_word(from, name, word, words, count, usable, &bit);
		if (status != KILNCOOK_OK)
			return status;
		set |= 1u << bit;
		if (!at[length])
			break;
		at += length + 1;
	}
	*chosen = set;
	return KILNCOOK_OK;
}

kilncook_status option_whole(
	const option_source *from, const char *name, const char *value, uint32_t most, uint32_t *to)
{
	double number = 0;
	kilncook_status status = option_number(from, name, value, 0, most, &number);
	if (status == KILNCOOK_OK && number != (double)(uint32_t)number)
		return option_complain(from, "%s takes a whole number, not '%s'", name, value);
	*to = (uint32_t)number;
	return status;
}

int option_numbers(const char *value, char separator, int most, double limit, double *numbers)
{
	for (int i = 0; i < most; ++i)
	{
		char *end;
		numbers[i] = strtod(value, &end);
		if (end == value || !(numbers[i] >= -limit && numbers[i] <= limit) || (*end && *end != separator))
			return 0;
		if (!*end)
			return i + 1;
		value = end + 1;
	}
	return 0;
}
