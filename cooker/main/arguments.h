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

/// Most rules of a command line and all its recipes, and most marks.
#define CLI_RULES_MAX 16384

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
	kilncook_options cook; ///< its rules, origins and folders are the ones below
	kilncook_rule *rules;
	uint32_t rule_capacity;
	kilncook_mark *marks; ///< those of all nodes or materials first
	uint32_t mark_capacity;
	uint32_t mark_general; ///< how many these are
	const char *origins[KILNCOOK_KEY_END];
	struct cli_block *blocks; ///< what rules and origins point into
	const char *sidecars[2];  ///< recipes that were found beside the art
	uint32_t sidecar_count;
	bool no_sidecars; ///< does not look for them
	bool explain;	  ///< says what would be cooked, and cooks nothing
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

/// Cleared memory that cli_settings_free frees; NULL after having said so.
void *cli_keep(cli_settings *settings, size_t size);

/// Text in such memory.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
cli_text(cli_settings *settings, const char *format, ...);

/// Frees rules and what cli_keep gave.
void cli_rules_free(cli_settings *settings);

/// Reads a recipe and takes it apart: words between blanks, 'as is' or "with \" and \\" quotes, # comments up to the
/// end of the line.
kilncook_status cli_recipe_read(const char *path, cli_recipe *recipe);

void cli_recipe_free(cli_recipe *recipe);

#endif
