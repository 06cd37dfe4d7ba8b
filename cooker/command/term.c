// SPDX-License-Identifier: MIT
#include "term.h"

#include <ctype.h>
#include <string.h>

static const command_row common_rows[] = {
	{"-h, --help[=man|bash|zsh]", "prints this page, the page as a man page, or completions for a shell"},
	{"--color auto|always|never",
		"colours the severity of messages: on a terminal (auto) unless the variable NO_COLOR is set, always, or never"},
	{"--version", "prints the version; --json behind it makes one JSON object of it"},
};

const command_section command_common = {COMMAND_ROWS(common_rows)};

const command_row *term_row(const command_section *section, size_t i)
{
	return (const command_row *)(const void *)((const char *)section->rows + i * section->row_size);
}

const command_section *term_section(const command_about *about, size_t i)
{
	return i < about->section_count ? about->sections[i] : i == about->section_count ? &command_common : NULL;
}

bool term_is_option(const command_row *row)
{
	return row->term[0] == '-';
}

size_t term_names(const char *term)
{
	size_t size = 0;
	while (term[size] && term[size] != '[' && (term[size] != ' ' || (size > 0 && term[size - 1] == ',')))
		++size;
	return size;
}

bool term_next_name(const char *term, const char **name, size_t *size)
{
	if (*name)
	{
		*name += *size;
		if (strncmp(*name, ", ", 2) != 0)
			return false;
		*name += 2;
	}
	else
		*name = term;
	*size = strcspn(*name, ", [");
	return *size > 0;
}

const char *term_text(const char *term)
{
	const char *value = term + term_names(term);
	return *value == ' ' ? value + 1 : value;
}

term_value term_value_of(const char *value)
{
	if (!value || !*value)
		return (term_value){TERM_NONE, NULL, 0};
	const char *list = strstr(value, "[,...]");
	// Text that may precede a word, such as [PATTERN=].
	const char *close = value[0] == '[' ? strchr(value, ']') : NULL;
	const char *words = close && close[1] ? close + 1 : value[0] == '[' && value[1] == '=' ? value + 2 : value;
	size_t size = list ? (size_t)(list - words) : strcspn(words, "]");
	const char *dot = strrchr(value, '.');
	if (strchr(words, '|'))
		return (term_value){list ? TERM_LIST : TERM_WORDS, words, size};
	if (strcmp(value, "DIR") == 0)
		return (term_value){TERM_FOLDER, NULL, 0};
	if (strcmp(value, "FILE") == 0)
		return (term_value){TERM_FILE, NULL, 0};
	if (dot && islower((unsigned char)dot[1]))
		return (term_value){TERM_FILE, dot + 1, strlen(dot + 1)};
	return (term_value){TERM_TEXT, NULL, 0};
}
