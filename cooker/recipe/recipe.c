// SPDX-License-Identifier: MIT
#include "recipe.h"

#include "kiln_format.h"
#include "kiln_heightfield_format.h"
#include "messages/nearest.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const section_names[RECIPE_SECTION_KINDS] = {"asset", "node", "name", "material"};

bool recipe_is_asset(const void *bytes, size_t size)
{
	static_assert(KILN_FORMAT_MAGIC_SIZE == RECIPE_HEAD && KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE == RECIPE_HEAD,
		"a head has room for each magic");
	return size >= RECIPE_HEAD && (memcmp(bytes, KILN_FORMAT_MAGIC, RECIPE_HEAD) == 0 ||
									  memcmp(bytes, KILN_HEIGHTFIELD_FORMAT_MAGIC, RECIPE_HEAD) == 0);
}

const char *recipe_section_name(recipe_section section)
{
	return section_names[section];
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static recipe_event
wrong(recipe_reader *reader, const char *format, ...);

static recipe_event wrong(recipe_reader *reader, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(reader->wrong, sizeof reader->wrong, format, arguments);
	va_end(arguments);
	reader->at = reader->end;
	return RECIPE_WRONG;
}

void recipe_begin(recipe_reader *reader, char *bytes, size_t size)
{
	*reader = (recipe_reader){.at = bytes, .end = bytes + size, .pattern = "", .key = "", .value = ""};
	if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		reader->at += 3;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static char *skip_blanks(char *at)
{
	while (is_blank(*at))
		++at;
	return at;
}

/// Whether the rest of a line is empty or a comment.
static bool is_done(const char *at)
{
	return *at == 0 || *at == '#';
}

/// Ends the line with a NUL and removes blanks at its end; NULL, and sets `wrong`, for bytes that are not allowed in
/// text.
static char *take_line(recipe_reader *reader)
{
	char *line = reader->at, *end = memchr(line, '\n', (size_t)(reader->end - line));
	end = end ? end : reader->end;
	reader->at = end < reader->end ? end + 1 : end;
	++reader->line;
	*end = 0;
	if (end > line && end[-1] == '\r')
		*--end = 0;
	size_t taken;
	for (char *c = line; c < end; c += taken)
	{
		taken = utf8_sequence(c, (size_t)(end - c));
		if (taken == 0 || (*c != '\t' && utf8_is_control(utf8_character(c, taken))))
		{
			(void)wrong(reader, taken ? "a control character" : "bytes that are not UTF-8");
			return NULL;
		}
	}
	return line;
}

/// Reads text in quotes, in place; `*at` moves past it. NULL where the quote does not end.
static char *take_quoted(char **at)
{
	char quote = **at, *in = *at + 1, *out = *at + 1, *text = out;
	for (; *in && *in != quote; ++in)
	{
		if (quote == '"' && *in == '\\' && (in[1] == '"' || in[1] == '\\'))
			++in;
		*out++ = *in;
	}
	if (!*in)
		return NULL;
	*at = in + 1;
	*out = 0;
	return text;
}

/// Reads text up to `stop`, a comment, or the line's end, without surrounding blanks; `*at` moves to the end of the
/// text.
static char *take_bare(char **at, char stop, char *ended)
{
	char *text = *at, *end = text;
	while (*end && *end != stop && !(*end == '#' && end > text && is_blank(end[-1])))
		++end;
	*at = end;
	*ended = *end;
	while (end > text && is_blank(end[-1]))
		--end;
	*end = 0;
	return text;
}

static recipe_event take_kind(recipe_reader *reader, const char *word)
{
	for (uint32_t i = 0; i < RECIPE_SECTION_KINDS; ++i)
		if (strcmp(word, section_names[i]) == 0)
		{
			reader->section = (recipe_section)i;
			return RECIPE_SECTION;
		}
	return wrong(reader, "no section is called '%.40s': the nearest is '%s'", word,
		nearest_name(word, section_names, RECIPE_SECTION_KINDS));
}

/// Reads `[kind pattern]`; `at` points after the bracket.
static recipe_event take_section(recipe_reader *reader, char *at)
{
	at = skip_blanks(at);
	char *word = at, stop;
	while (*at && !is_blank(*at) && *at != ']')
		++at;
	stop = *at;
	*at = 0;
	if (reader->sections++ == RECIPE_SECTIONS_MAX)
		return wrong(reader, "more than %u sections", RECIPE_SECTIONS_MAX);
	if (take_kind(reader, word) == RECIPE_WRONG)
		return RECIPE_WRONG;
	reader->pattern = "";
	if (stop && stop != ']')
	{
		at = skip_blanks(at + 1);
		stop = *at;
		if (*at == '"' || *at == '\'')
		{
			reader->pattern = take_quoted(&at);
			if (!reader->pattern)
				return wrong(reader, "the quote does not end");
			at = skip_blanks(at);
			stop = *at;
		}
		else if (*at != ']')
			reader->pattern = take_bare(&at, ']', &stop);
	}
	if (stop != ']')
		return wrong(reader, "a section ends with ']'");
	if (!is_done(skip_blanks(at + 1)))
		return wrong(reader, "text behind the section: a pattern with ']' needs quotes");
	if ((reader->section == RECIPE_ASSET) != (*reader->pattern == 0))
		return wrong(
			reader, reader->section == RECIPE_ASSET ? "[asset] takes no pattern" : "the section needs a pattern");
	return RECIPE_SECTION;
}

static bool is_key(const char *key)
{
	return *key && key[strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789-")] == 0;
}

static recipe_event take_setting(recipe_reader *reader, char *at)
{
	char ended, *key = take_bare(&at, '=', &ended);
	if (ended != '=')
		return wrong(reader, "neither a [section] nor a 'key = value': '%.60s'", key);
	if (!is_key(key))
		return wrong(reader, "a key has small letters, digits and '-' only, not '%.60s'", key);
	reader->key = key;
	at = skip_blanks(at + 1);
	bool quoted = *at == '"' || *at == '\'';
	if (quoted)
	{
		reader->value = take_quoted(&at);
		if (!reader->value)
			return wrong(reader, "the quote does not end");
		if (!is_done(skip_blanks(at)))
			return wrong(reader, "text behind the quote");
	}
	else
		reader->value = *at == '#' ? "" : take_bare(&at, 0, &ended);
	return *reader->value ? RECIPE_SETTING : wrong(reader, "'%.60s' has no value", key);
}

recipe_event recipe_next(recipe_reader *reader)
{
	while (reader->at < reader->end)
	{
		char *line = take_line(reader);
		if (!line)
			return RECIPE_WRONG;
		line = skip_blanks(line);
		if (is_done(line))
			continue;
		return *line == '[' ? take_section(reader, line + 1) : take_setting(reader, line);
	}
	return RECIPE_END;
}
