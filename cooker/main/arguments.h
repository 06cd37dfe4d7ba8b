// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_ARGUMENTS_H
#define KILN_COOKER_ARGUMENTS_H

#include "command/command.h"
#include "kilncook.h"
#include "math/ieee.h"
#include "messages/codes.h"

/// Most recipes of one command line.
#define CLI_RECIPES_MAX 16

/// Most folders that art may name files in.
#define CLI_FOLDERS_MAX 64

/// Most shape rules of one command line and its recipes, and bytes of a pattern with its NUL.
#define CLI_SHAPE_RULES_MAX 64
#define CLI_PATTERN_SIZE 256

/// Most marks of one command line and its recipes.
#define CLI_MARKS_MAX 256

/// A recipe: a file of options.
typedef struct cli_recipe
{
	const char *path;
	char *bytes; ///< the words, each ended by a NUL
	size_t size;
	uint32_t *lines; ///< where each word stands
	char **words;
	size_t word_count;
} cli_recipe;

typedef struct cli_settings
{
	const char *input;
	const char *output;
	const char *depfile;   ///< NULL for none
	const char *report;	   ///< NULL for none
	kilncook_options cook; ///< its shape rules and folders are the ones below
	kilncook_shape_rule shape_rules[CLI_SHAPE_RULES_MAX];
	char shape_patterns[CLI_SHAPE_RULES_MAX][CLI_PATTERN_SIZE];
	kilncook_mark marks[CLI_MARKS_MAX];
	char mark_patterns[CLI_MARKS_MAX][CLI_PATTERN_SIZE];
	const char *folders[CLI_FOLDERS_MAX];
	const char *error_codes[CODE_COUNT_MAX]; ///< warnings that are errors
	const char *silent_codes[CODE_COUNT_MAX];
	int verbosity;		   ///< -1 quiet, 0, 1 verbose
	double time_limit;	   ///< seconds, 0 for none
	uint64_t memory_limit; ///< bytes, 0 to derive it
	bool in_process;
	bool help;
	const char *help_format; ///< NULL: plain text
	bool version;
	cli_recipe recipes[CLI_RECIPES_MAX];
	size_t recipe_count;
} cli_settings;

/// What kiln-cook is: its options and its pages.
extern const command_about cli_command;

/// Reads the command line and the recipes that it names; what stands on the command line wins. KILNCOOK_USAGE or
/// KILNCOOK_IO after having said why. `settings` is to be freed either way.
kilncook_status cli_arguments(int count, char **words, cli_settings *settings);

void cli_settings_free(cli_settings *settings);

/// Reads a recipe and takes it apart: words between blanks, 'as is' or "with \" and \\" quotes, # comments up to the
/// end of the line.
kilncook_status cli_recipe_read(const char *path, cli_recipe *recipe);

void cli_recipe_free(cli_recipe *recipe);

#endif
