// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "option.h"
#include "sidecar.h"

#include <stdlib.h>
#include <string.h>

/// A word after an option whose value may be left out. After a '=', the word would have been this value.
typedef struct loose_value
{
	char option[sizeof((command_word *)NULL)->name];
	const char *word; ///< NULL: there is none
} loose_value;

/// Takes a word that is not an option: the input, or a recipe. After "--" (`ended`) even @ begins a file's name.
static kilncook_status take_plain(cli_settings *settings, const option_source *from, const char *word,
	const loose_value *loose, bool ended, bool only_recipes)
{
	bool recipe = word[0] == '@' && !ended;
	if (from->recipe)
		return recipe ? option_complain(from, "a recipe can't name another recipe: '%s'", word)
					  : option_complain(from,
							"a recipe that @ names holds options, such as --shape hull, not '%s': `key = value` is for "
							"recipes beside the art",
							word);
	if (!only_recipes)
		return KILNCOOK_OK;
	if (!recipe)
	{
		if (settings->input && loose->word)
			return option_complain(from, "one input at a time: '%s' and '%s'; for a value of %s, write %s=%s",
				settings->input, word, loose->option, loose->option, loose->word);
		if (settings->input)
			return option_complain(
				from, "one input at a time: '%s' and '%s'; kiln-batch cooks several", settings->input, word);
		settings->input = word;
		return KILNCOOK_OK;
	}
	if (settings->recipe_count == CLI_RECIPES_MAX)
		return option_complain(from, "more than %d recipes", CLI_RECIPES_MAX);
	return cli_recipe_read(word + 1, &settings->recipes[settings->recipe_count++]);
}

/// Parses the words of the command line or of a recipe. With `only_recipes`, only the words that are needed before all
/// settings: the input, the recipes' names, and the options that choose where recipes are searched.
static kilncook_status take_words(
	cli_settings *settings, char **words, size_t count, const cli_recipe *recipe, bool only_recipes)
{
	kilncook_status status = KILNCOOK_OK;
	command_words left = {.words = words, .count = count};
	command_word word;
	loose_value loose = {0};
	while (status == KILNCOOK_OK && command_next(&cli_command, &left, &word) != COMMAND_END)
	{
		option_source from = {recipe ? recipe->path : NULL, recipe ? recipe->lines[word.at] : 0, false};
		switch (word.kind)
		{
		case COMMAND_PLAIN:
			if (loose.option[0] && !loose.word)
				loose.word = word.value;
			status = take_plain(settings, &from, word.value, &loose, left.ended, only_recipes);
			break;
		case COMMAND_OPTION:
			if (!loose.word)
			{
				bool can_follow = !word.value && strstr(word.row->term, "[=");
				memcpy(loose.option, can_follow ? word.name : "", can_follow ? sizeof loose.option : 1);
			}
			if (!only_recipes || ((const option *)(const void *)word.row)->first)
				status = option_set(settings, (const option *)(const void *)word.row, &from, word.name, word.value);
			break;
		case COMMAND_HELP:
			settings->help = true;
			settings->help_format = word.value;
			break;
		case COMMAND_VERSION:
			settings->version = true;
			settings->version_json = word.json;
			break;
		default:
			status = option_complain(&from, "%s", word.value);
		}
	}
	return status;
}

kilncook_status cli_arguments(int count, char **words, cli_settings *settings)
{
	size_t word_count = count > 1 ? (size_t)count - 1 : 0;
	*settings = (cli_settings){.time_limit = KILNCOOK_IMPORT_SECONDS,
		.processor_limit = KILNCOOK_IMPORT_SECONDS,
		.cache = getenv("KILN_CACHE"),
		.cache_limit = CLI_CACHE_LIMIT,
		.words = words + 1,
		.word_count = word_count};
	kilncook_status status = take_words(settings, words + 1, word_count, NULL, true);
	if (status == KILNCOOK_OK && settings->input && !settings->no_sidecars && !settings->help && !settings->version)
		status = cli_sidecars(settings);
	for (size_t i = 0; i < settings->recipe_count && status == KILNCOOK_OK; ++i)
	{
		const cli_recipe *recipe = &settings->recipes[i];
		status = take_words(settings, recipe->words, recipe->word_count, recipe, false);
	}
	if (status == KILNCOOK_OK)
		status = take_words(settings, words + 1, word_count, NULL, false);
	const option_source here = {0};
	if (status != KILNCOOK_OK || settings->help || settings->version)
		return status;
	if (settings->cache && !*settings->cache)
		settings->cache = NULL;
	if (!settings->cache && (settings->cache_only || settings->cache_stats))
		return option_complain(&here, "--cache-only and --cache-stats need a cache: --cache DIR, or KILN_CACHE");
	if (settings->cache_stats)
		return KILNCOOK_OK;
	if (settings->each &&
		(settings->input || settings->output || settings->report || settings->depfile || !cli_cooks(settings)))
		return option_complain(&here, "--each: the list names the files, and cooks them");
	if (settings->each)
		return KILNCOOK_OK;
	if (!settings->input)
		return option_complain(&here, "no input");
	if (settings->explain && settings->survey)
		return option_complain(&here, "--explain and --survey: one of the two");
	if (!settings->output && cli_cooks(settings))
		return option_complain(&here, "no output: -o OUT.kiln");
	return KILNCOOK_OK;
}

void cli_settings_free(cli_settings *settings)
{
	for (size_t i = 0; i < settings->recipe_count; ++i)
		cli_recipe_free(&settings->recipes[i]);
	settings->recipe_count = 0;
	cli_rules_free(settings);
}
