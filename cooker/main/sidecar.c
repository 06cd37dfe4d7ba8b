// SPDX-License-Identifier: MIT
#include "sidecar.h"

#include "messages.h"
#include "messages/nearest.h"
#include "option.h"
#include "platform/platform.h"
#include "recipe/recipe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define KEYS_MAX 96

/// Whether an option is allowed in a section.
static bool fits_section(recipe_section section, const option *o)
{
	switch (section)
	{
	case RECIPE_ASSET:
		return o->scope != OPTION_OF_CALL;
	case RECIPE_NODE:
		return o->scope == OPTION_OF_NODE || o->scope == OPTION_OF_NODE_MARK;
	case RECIPE_NAME:
		return o->scope == OPTION_OF_NODE;
	default:
		return o->scope == OPTION_OF_MATERIAL_MARK || option_key(o) == KILNCOOK_KEY_TAG;
	}
}

typedef struct key_names
{
	char text[KEYS_MAX][OPTION_NAME_SIZE];
	const char *names[KEYS_MAX];
	size_t count;
} key_names;

/// Returns the option of a key, or NULL; and the names of the options that are allowed in the section.
static const option *find_key(recipe_section section, const char *key, key_names *known)
{
	const option *found = NULL, *o;
	known->count = 0;
	for (size_t i = 0; (o = option_at(i)) != NULL; ++i)
	{
		bool fits = fits_section(section, o);
		char name[OPTION_NAME_SIZE];
		option_long_name(o, name);
		if (fits && known->count < KEYS_MAX)
		{
			memcpy(known->text[known->count], name, sizeof name);
			known->names[known->count] = known->text[known->count];
			++known->count;
		}
		if (strcmp(name, key) == 0)
			found = o;
	}
	return found;
}

/// Returns the option of a key; NULL after a message.
static const option *judge_key(const option_source *from, recipe_section section, const char *key)
{
	key_names known;
	const option *o = find_key(section, key, &known);
	if (!o)
		(void)option_complain(
			from, "no key is called '%s': the nearest is '%s'", key, nearest_name(key, known.names, known.count));
	else if (o->scope == OPTION_OF_CALL)
		(void)option_complain(from, "'%s' is for the command line or an @RECIPE, not for a recipe beside the art", key);
	else if (!fits_section(section, o) && o->scope != OPTION_OF_ASSET)
		(void)option_complain(from, "'%s' is not allowed in a [%s] section", key, recipe_section_name(section));
	else if (!fits_section(section, o))
		(void)option_complain(
			from, "'%s' applies to the whole asset: move it before the first section, or into [asset]", key);
	else
		return o;
	return NULL;
}

static kilncook_status take_setting(
	cli_settings *settings, const recipe_reader *reader, const option_source *from, kilncook_rule *rule)
{
	const option *o = judge_key(from, reader->section, reader->key);
	const char *value = reader->value;
	if (!o)
		return KILNCOOK_USAGE;
	if (!option_takes_value(o) && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
		return option_complain(from, "%s takes yes or no, not '%s'", reader->key, value);
	kilncook_mark_kind mark = option_mark_kind(reader->key);
	if (rule && mark == KILNCOOK_MARK_TRIGGER && strcmp(value, "yes") != 0)
		return option_complain(from, "trigger takes yes, not '%s'", value);
	if (rule && mark < KILNCOOK_MARK_KIND_END)
		return option_add_mark(settings, from, mark, reader->pattern, mark == KILNCOOK_MARK_TRIGGER ? "" : value);
	return rule ? option_set_in_rule(settings, o, from, reader->key, value, rule)
				: option_set(settings, o, from, reader->key, value);
}

/// Reads the settings of a recipe's text.
static kilncook_status take_recipe(cli_settings *settings, const char *path, char *bytes, size_t size)
{
	static const kilncook_rule_kind kinds[RECIPE_SECTION_KINDS] = {[RECIPE_NODE] = KILNCOOK_RULE_NODE,
		[RECIPE_NAME] = KILNCOOK_RULE_NAME,
		[RECIPE_MATERIAL] = KILNCOOK_RULE_MATERIAL};
	recipe_reader reader;
	recipe_event event;
	kilncook_status status = KILNCOOK_OK;
	kilncook_rule *rule = NULL;
	recipe_begin(&reader, bytes, size);
	while (status == KILNCOOK_OK && (event = recipe_next(&reader)) != RECIPE_END)
	{
		const option_source from = {path, reader.line, true};
		if (event == RECIPE_WRONG)
			status = option_complain(&from, "%s", reader.wrong);
		else if (event == RECIPE_SETTING)
			status = take_setting(settings, &reader, &from, rule);
		else if (reader.section == RECIPE_ASSET)
			rule = NULL;
		else
			status = option_add_rule(settings, kinds[reader.section], reader.pattern, &from, &rule);
	}
	return status;
}

static kilncook_status say_unreadable(const char *path, const char *reason)
{
	cli_say(path, KILNCOOK_ERROR, "recipe", "cannot read the recipe: %s", reason);
	return KILNCOOK_IO;
}

/// Reads the file's bytes and appends one byte; the settings own `*bytes`.
static kilncook_status read_file(cli_settings *settings, const char *path, char **bytes, size_t *size)
{
	char reason[PLATFORM_REASON] = "";
	FILE *file = platform_input_open(path, NULL, reason);
	if (!file)
		return say_unreadable(path, reason);
	errno = 0;
	*bytes = cli_keep(settings, RECIPE_BYTES_MAX + 2);
	*size = *bytes ? fread(*bytes, 1, RECIPE_BYTES_MAX + 1, file) : 0;
	bool failed = !*bytes || ferror(file);
	int why = errno;
	fclose(file);
	return failed ? say_unreadable(path, strerror(why)) : KILNCOOK_OK;
}

/// Reads a recipe, if the file exists.
static kilncook_status take_file(cli_settings *settings, const char *path)
{
	char *bytes;
	size_t size;
	if (platform_file_kind(path, NULL, NULL) == PLATFORM_MISSING)
		return KILNCOOK_OK;
	kilncook_status status = read_file(settings, path, &bytes, &size);
	if (status != KILNCOOK_OK)
		return status;
	if (recipe_is_asset(bytes, size))
	{
		if (!settings->output || !platform_same_file(path, settings->output))
			cli_say(path, KILNCOOK_WARNING, "recipe-asset",
				"the file has a recipe's name, but is a cooked asset: it is not read");
		return KILNCOOK_OK;
	}
	if (size > RECIPE_BYTES_MAX)
	{
		cli_say(path, KILNCOOK_ERROR, "usage", "a recipe of more than %u bytes", RECIPE_BYTES_MAX);
		return KILNCOOK_USAGE;
	}
	settings->sidecars[settings->sidecar_count++] = (cli_sidecar){path, cache_hash_bytes(bytes, size)};
	return take_recipe(settings, path, bytes, size);
}

kilncook_status cli_sidecars(cli_settings *settings)
{
	// The cook reports art that cannot be read.
	if (platform_file_kind(settings->input, NULL, NULL) != PLATFORM_REGULAR)
		return KILNCOOK_OK;
	size_t folder = (size_t)(platform_base_name(settings->input) - settings->input);
	const char *of_folder = cli_text(settings, "%.*s%s", (int)folder, settings->input, CLI_FOLDER_RECIPE);
	const char *of_art = cli_text(settings, "%s%s", settings->input, CLI_SIDECAR);
	if (!of_folder || !of_art)
		return KILNCOOK_INTERNAL;
	kilncook_status status = take_file(settings, of_folder);
	return status == KILNCOOK_OK ? take_file(settings, of_art) : status;
}
