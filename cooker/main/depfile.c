// SPDX-License-Identifier: MIT
#include "depfile.h"

#include <string.h>

/// A path as Make and Ninja read it: backslashes in front of a blank or '#' are doubled, the characters with a meaning
/// get one, and a dollar sign stands twice.
static void add_path(cook_text *text, const char *path)
{
	for (const char *c = path; *c; ++c)
	{
		if (*c == ' ' || *c == '\t' || *c == '#' || *c == ':')
		{
			for (const char *back = c; back > path && back[-1] == '\\'; --back)
				cook_text_add(text, "\\", 1);
			cook_text_add(text, "\\", 1);
		}
		else if (*c == '$')
			cook_text_add(text, "$", 1);
		cook_text_add(text, c, 1);
	}
}

static void add_dependency(cook_text *text, const char *path)
{
	cook_text_print(text, " \\\n  ");
	add_path(text, path);
}

void cli_depfile(const cli_settings *settings, const kilncook_report *report, cook_text *text)
{
	add_path(text, settings->output);
	cook_text_print(text, ":");
	add_dependency(text, settings->input);
	for (uint32_t i = 0; i < report->side_file_count; ++i)
		if (!strpbrk(report->side_files[i], "\r\n"))
			add_dependency(text, report->side_files[i]);
	for (size_t i = 0; i < settings->recipe_count; ++i)
		add_dependency(text, settings->recipes[i].path);
	cook_text_print(text, "\n");
}
