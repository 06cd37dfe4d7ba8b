// SPDX-License-Identifier: MIT
#include "term.h"

#include "messages/nearest.h"
#include "platform/platform.h"

#include <stdarg.h>
#include <string.h>

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static command_kind
wrong(command_word *word, const char *format, ...);

static command_kind wrong(command_word *word, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(word->wrong, sizeof word->wrong, format, arguments);
	va_end(arguments);
	word->value = word->wrong;
	return word->kind = COMMAND_WRONG;
}

static bool names_it(const command_row *row, const char *word, size_t length)
{
	const char *name = NULL;
	size_t size = 0;
	while (term_is_option(row) && term_next_name(row->term, &name, &size))
		if (size == length && strncmp(name, word, size) == 0)
			return true;
	return false;
}

/// Returns the option that the first `length` bytes of a word name, or NULL; sets `common` for an option of all
/// commands.
static const command_row *find(const command_about *about, const char *word, size_t length, bool *common)
{
	const command_section *section;
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		for (size_t j = 0; j < section->row_count; ++j)
			if (names_it(term_row(section, j), word, length))
			{
				*common = section == &command_common;
				return term_row(section, j);
			}
	return NULL;
}

/// Whether a value is one of the words of a term.
static bool is_word(term_value words, const char *value)
{
	char padded[48], sought[48];
	snprintf(padded, sizeof padded, "|%.*s|", (int)words.size, words.words);
	snprintf(sought, sizeof sought, "|%.40s|", value);
	return value[0] && !strchr(value, '|') && strstr(padded, sought);
}

/// Reports an invalid value, and the words of the term.
static command_kind not_a_word(command_word *word, term_value words)
{
	char list[64];
	snprintf(list, sizeof list, "%.*s", (int)words.size, words.words);
	for (char *c = list; *c; ++c)
		*c = *c == '|' ? ' ' : *c;
	return wrong(word, "%s does not know '%.40s'; the words are %s", word->name, word->value, list);
}

static command_kind take_color(const command_about *about, command_words *words, command_word *word)
{
	const term_value choices = term_value_of(term_text(word->row->term));
	if (!word->value && words->at == words->count)
		return wrong(word, "%s takes a value", word->name);
	if (!word->value)
		word->value = words->words[words->at++];
	if (!is_word(choices, word->value))
		return not_a_word(word, choices);
	platform_color_choose(word->value);
	return command_next(about, words, word);
}

/// Reads --help, --color, or --version with a --json behind it.
static command_kind take_common(const command_about *about, command_words *words, command_word *word)
{
	term_value formats = term_value_of(term_text(word->row->term));
	if (strcmp(word->name, "--color") == 0)
		return take_color(about, words, word);
	if (formats.kind == TERM_NONE)
	{
		if (word->value)
			return wrong(word, "%s takes no value", word->name);
		word->json = words->at < words->count && strcmp(words->words[words->at], "--json") == 0;
		words->at += word->json;
		return word->kind = COMMAND_VERSION;
	}
	if (word->value && !is_word(formats, word->value))
		return not_a_word(word, formats);
	return word->kind = COMMAND_HELP;
}

/// Reports that no option has this name, and the nearest name.
static command_kind not_known(const command_about *about, command_word *word, const char *text)
{
	char sought[NEAREST_BYTES], nearest[NEAREST_BYTES] = "", tried[NEAREST_BYTES];
	size_t least = SIZE_MAX;
	const command_section *section;
	snprintf(sought, sizeof sought, "%.*s", (int)strcspn(text, "="), text);
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		for (size_t j = 0; j < section->row_count; ++j)
		{
			const command_row *row = term_row(section, j);
			const char *name = NULL;
			size_t size = 0;
			while (term_is_option(row) && term_next_name(row->term, &name, &size))
			{
				snprintf(tried, sizeof tried, "%.*s", (int)size, name);
				size_t cost = nearest_cost(sought, tried);
				if (cost >= least)
					continue;
				least = cost;
				memcpy(nearest, tried, sizeof nearest);
			}
		}
	return wrong(word, "unknown option '%.64s'; the nearest is %s", text, nearest);
}

command_kind command_next(const command_about *about, command_words *words, command_word *word)
{
	*word = (command_word){.kind = COMMAND_END};
	if (words->at < words->count && !words->ended && strcmp(words->words[words->at], "--") == 0)
	{
		words->ended = true;
		++words->at;
	}
	if (words->at == words->count)
		return COMMAND_END;
	const char *text = words->words[word->at = words->at++];
	if (words->ended || text[0] != '-' || text[1] == 0)
	{
		word->value = text;
		return word->kind = COMMAND_PLAIN;
	}
	const char *equals = strncmp(text, "--", 2) == 0 ? strchr(text, '=') : NULL;
	size_t length = equals ? (size_t)(equals - text) : strlen(text);
	bool common = false;
	word->row = find(about, text, length, &common);
	word->value = equals ? equals + 1 : NULL;
	if (!word->row && text[1] != '-' && (word->row = find(about, text, 2, &common)) != NULL && !common &&
		term_text(word->row->term)[0])
	{
		// The value of a short name may follow it without a blank.
		if (text[2] == '=')
			return wrong(word, "%.2s takes its value without '='", text);
		length = 2;
		word->value = text + 2;
	}
	else if (!word->row || (text[1] != '-' && length > 2 && common))
		return not_known(about, word, text);
	snprintf(word->name, sizeof word->name, "%.*s", (int)length, text);
	if (common)
		return take_common(about, words, word);
	const char *value = term_text(word->row->term);
	bool takes = value[0] != 0;
	if (!takes && word->value)
		return wrong(word, "%s takes no value", word->name);
	// An optional value must follow an '='.
	if (takes && !word->value && strncmp(value, "[=", 2) != 0)
	{
		if (words->at == words->count)
			return wrong(word, "%s takes a value", word->name);
		word->value = words->words[words->at++];
	}
	return word->kind = COMMAND_OPTION;
}
