// SPDX-License-Identifier: MIT
#include "depfile.h"

#include "memory.h"
#include "platform/platform.h"

#include <string.h>

// An experiment with every byte at the start, in the middle and at the end of a name showed which names Make and Ninja
// read; tests/cli/kiln-cook-depfile.sh repeats it.

/// Characters that a backslash escapes.
#define ESCAPED " #:*?["
/// Characters for which Make has no escape that keeps the name.
#define NEVER ";%=|"
/// Characters that end a name for Ninja, or whose escapes Ninja keeps.
#define NOT_IN_NINJA "\"'&<>^`*?["

/// Removes a leading "./", as Make does.
static const char *strip(const char *path)
{
	while (path[0] == '.' && platform_is_separator(path[1]))
		for (++path; platform_is_separator(*path);)
			++path;
	return path;
}

/// Whether Make reads a name as a special target, such as .SILENT.
static bool is_special(const char *name)
{
	if (name[0] != '.' || name[1] < 'A' || name[1] > 'Z')
		return false;
	for (; *name; ++name)
		if (platform_is_separator(*name))
			return false;
	return true;
}

/// Whether Make may have a rule of its own for a file. A target in a makefile is often a single word, such as `clean`,
/// and so are programs that built-in rules make; other built-in rules apply to some endings. If art names such a file,
/// Make would run the rule.
static bool may_be_made(const char *path)
{
	static const char *const endings[] = {"c", "dvi", "f", "info", "ln", "m", "o", "out", "p", "r", "s", "sym", "tex"};
	const char *dot = strrchr(platform_base_name(path), '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
		if (strcmp(dot + 1, endings[i]) == 0)
			return true;
	return !dot;
}

/// Whether the name has both a backslash and a character to escape: each would change the meaning of the other.
static bool mixes_backslashes(const char *path)
{
	bool backslash = false, escaped = false;
	for (; *path; ++path)
	{
		backslash = backslash || (*path == '\\' && !platform_is_separator(*path));
		escaped = escaped || strchr(ESCAPED, *path);
	}
	return backslash && escaped;
}

const char *cli_depfile_fault(const char *path)
{
	const char *name = strip(path);
	size_t length = strlen(name);
	char last = length > 0 ? name[length - 1] : 0;
	for (const char *c = name; *c; ++c)
	{
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			return "a control character";
		if (strchr(NEVER, *c))
			return *c == ';' ? "';'" : *c == '%' ? "'%'" : *c == '=' ? "'='" : "'|'";
	}
	if (length == 0)
		return "nothing";
	if (name[0] == '~')
		return "'~' at its start";
	if (last == ' ' || last == ':' || last == '&' || last == ')' || (last == '\\' && !platform_is_separator(last)))
		return "a blank, ':', '&', ')' or '\\' at its end";
	if (is_special(name))
		return "the name of a special target";
	if (mixes_backslashes(name))
		return "'\\' beside a character that is escaped";
	return NULL;
}

/// Like cli_depfile_fault, for a name after the colon: with .SECONDEXPANSION, Make expands it twice.
static const char *dependency_fault(const char *path, bool of_art)
{
	if (strchr(path, '$'))
		return "'$'";
	const char *fault = cli_depfile_fault(path);
	return fault || !of_art || !may_be_made(path) ? fault : "no ending, or one that Make itself makes";
}

static void add_path(cook_text *text, const char *path)
{
	for (const char *c = path; *c; ++c)
	{
		// Make reads the colon after a drive's letter as part of the name.
		bool drive = c == path + 1 && path[0] != '/' && platform_is_absolute(path);
		if (strchr(ESCAPED, *c) && !drive)
			cook_text_add(text, "\\", 1);
		else if (*c == '$')
			cook_text_add(text, "$", 1);
		cook_text_add(text, platform_is_separator(*c) ? "/" : c, 1);
	}
}

static void warn_of_ninja(const cook_text *text, const char *path)
{
	if (strpbrk(path, NOT_IN_NINJA))
		cook_message(text->context, KILNCOOK_WARNING, "", "depfile-name",
			"Ninja cannot read the name %s in a depfile; with Make it works", path);
}

/// Adds a dependency, or warns that Make cannot read it.
static void add_dependency(cook_text *text, const char *path, bool of_art)
{
	const char *fault = dependency_fault(path, of_art);
	if (fault)
	{
		cook_message(text->context, KILNCOOK_WARNING, "", "depfile-name",
			"the depfile leaves out %s: Make would read a name with %s as something else", path, fault);
		return;
	}
	warn_of_ninja(text, path);
	cook_text_print(text, " \\\n  ");
	add_path(text, path);
}

/// Adds an empty rule, with which Make treats a missing file as changed.
static void add_rule(cook_text *text, const char *path, bool of_art)
{
	if (dependency_fault(path, of_art))
		return;
	add_path(text, path);
	cook_text_print(text, ":\n");
}

void cli_depfile(const cli_settings *settings, char *const *files, uint32_t count, cook_text *text)
{
	warn_of_ninja(text, settings->output);
	add_path(text, settings->output);
	cook_text_print(text, ":");
	add_dependency(text, settings->input, false);
	for (uint32_t i = 0; i < count; ++i)
		add_dependency(text, files[i], true);
	for (size_t i = 0; i < settings->sidecar_count; ++i)
		add_dependency(text, settings->sidecars[i].path, false);
	for (size_t i = 0; i < settings->recipe_count; ++i)
		add_dependency(text, settings->recipes[i].path, false);
	cook_text_print(text, "\n");
	for (uint32_t i = 0; i < count; ++i)
		add_rule(text, files[i], true);
	for (size_t i = 0; i < settings->sidecar_count; ++i)
		add_rule(text, settings->sidecars[i].path, false);
	for (size_t i = 0; i < settings->recipe_count; ++i)
		add_rule(text, settings->recipes[i].path, false);
}
