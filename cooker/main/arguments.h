// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_ARGUMENTS_H
#define KILN_COOKER_ARGUMENTS_H

#include "cache/cache.h"
#include "command/command.h"
#include "kilncook.h"
#include "math/ieee.h"
#include "messages/codes.h"

/// Most recipes of one command line.
#define CLI_RECIPES_MAX 16

/// Bytes that a cache may hold unless an option says otherwise.
#define CLI_CACHE_LIMIT (UINT64_C(5) << 30)

/// Most folders outside the art's folder.
#define CLI_FOLDERS_MAX 64

/// Most rules of a command line and all its recipes, and most marks.
#define CLI_RULES_MAX 16384

/// A recipe: a file of options.
typedef struct cli_recipe
{
	const char *path;
	cache_key hash; ///< of the file's bytes that were read
	char *bytes;	///< the words, each ended by a NUL
	size_t size;
	uint32_t *lines; ///< line number of each word
	char **words;
	size_t word_count;
} cli_recipe;

/// A recipe beside the art, which has been read.
typedef struct cli_sidecar
{
	const char *path;
	cache_key hash; ///< of the file's bytes that were read
} cli_sidecar;

typedef struct cli_settings
{
	const char *input;
	const char *output;
	const char *depfile;   ///< NULL for none
	const char *report;	   ///< NULL for none
	bool touch;			   ///< writes the asset even where its bytes are in place already
	kilncook_options cook; ///< its rules, origins and folders are the ones below
	kilncook_heightfield_options field;
	kilncook_rule *rules;
	uint32_t rule_capacity;
	kilncook_mark *marks; ///< marks of all nodes or materials come first
	uint32_t mark_capacity;
	uint32_t mark_general; ///< number of marks of all nodes or materials
	const char *origins[KILNCOOK_KEY_END];
	struct cli_block *blocks; ///< memory that rules and origins point into
	cli_sidecar sidecars[2];  ///< recipes that were found beside the art
	uint32_t sidecar_count;
	bool no_sidecars; ///< skips the search for recipes beside the art
	bool explain;	  ///< prints the plan and cooks nothing
	bool survey;	  ///< prints the survey and cooks nothing
	const char *folders[CLI_FOLDERS_MAX];
	const char *error_codes[CODE_COUNT_MAX]; ///< warnings that are errors
	const char *silent_codes[CODE_COUNT_MAX];
	int verbosity;			///< -1 quiet, 0, 1 verbose
	double time_limit;		///< seconds, 0 for none
	double processor_limit; ///< seconds of processor time for the import, 0 for none
	uint64_t memory_limit;	///< bytes, 0 to derive it
	const char *cache;		///< a folder, or NULL for no cache
	uint64_t cache_limit;	///< bytes, 0 for no limit
	bool cache_only;		///< cooks nothing
	bool cache_stats;		///< prints what the cache holds, and cooks nothing
	bool peeks;				///< does not count what the cache does not have: another process will look for the same
	const char *each;		///< a list of assets, or NULL
	char **words;			///< of the command line
	size_t word_count;
	bool in_process;
	bool help;
	const char *help_format; ///< NULL: plain text
	bool version;
	bool version_json;
	cli_recipe recipes[CLI_RECIPES_MAX];
	size_t recipe_count;
} cli_settings;

/// Whether the command makes an asset.
static inline bool cli_cooks(const cli_settings *settings)
{
	return !settings->explain && !settings->survey;
}

/// The description of kiln-cook: its options and its pages.
extern const command_about cli_command;

/// Reads the command line and the recipes that it names; the command line overrides recipes. KILNCOOK_USAGE or
/// KILNCOOK_IO after a message. The caller frees `settings` in either case.
kilncook_status cli_arguments(int count, char **words, cli_settings *settings);

void cli_settings_free(cli_settings *settings);

/// Returns zeroed memory, which cli_settings_free frees; NULL after a message.
void *cli_keep(cli_settings *settings, size_t size);

/// Formats text into such memory.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
cli_text(cli_settings *settings, const char *format, ...);

/// Frees rules and the memory of cli_keep.
void cli_rules_free(cli_settings *settings);

/// Reads a recipe and splits it into words between blanks, 'as is' or "with \" and \\" quotes, # comments up to the end
/// of the line.
kilncook_status cli_recipe_read(const char *path, cli_recipe *recipe);

void cli_recipe_free(cli_recipe *recipe);

#endif
