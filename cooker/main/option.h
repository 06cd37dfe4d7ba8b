// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OPTION_H
#define KILN_COOKER_OPTION_H

#include "arguments.h"
#include "command/command.h"

/// The options of kiln-cook: tables of rows and of functions that put their values into the settings (option.c).

/// Where a word came from, to complain about it.
typedef struct option_source
{
	const char *recipe; ///< NULL: the command line
	uint32_t line;
} option_source;

/// Where an option may stand besides the command line and an @RECIPE.
typedef enum option_scope
{
	OPTION_OF_CALL,			 ///< nowhere: it is about files, limits and trust, which are not the art's to choose
	OPTION_OF_ASSET,		 ///< in recipes beside the art
	OPTION_OF_NODE,			 ///< there, and in their sections too
	OPTION_OF_NODE_MARK,	 ///< there, and in sections of nodes
	OPTION_OF_MATERIAL_MARK, ///< there, and in sections of materials
} option_scope;

/// An option: its row of the command's description, and what it does.
typedef struct option
{
	command_row row;
	/// Puts the value down, NULL for one that is not given; KILNCOOK_USAGE after having said why not. An option without a value
	/// takes "yes" and "no" of recipes.
	kilncook_status (*set)(cli_settings *settings, const option_source *from, const char *name, const char *value);
	option_scope scope;
	kilncook_key key; ///< of OPTION_OF_NODE
	bool first;		  ///< counts before recipes are read
} option;

/// Option number i of kiln-cook, or NULL.
const option *option_at(size_t i);

#define OPTION_NAME_SIZE 32

/// The long name without its dashes: the key of recipes.
void option_long_name(const option *o, char name[OPTION_NAME_SIZE]);

bool option_takes_value(const option *o);

static inline kilncook_key option_key(const option *o)
{
	return o->scope == OPTION_OF_NODE ? o->key : KILNCOOK_KEY_END;
}

/// Puts a value into the settings, with who said it.
kilncook_status option_set(
	cli_settings *settings, const option *o, const option_source *from, const char *name, const char *value);

/// Puts a value into a rule.
kilncook_status option_set_in_rule(cli_settings *settings, const option *o, const option_source *from, const char *name,
	const char *value, kilncook_rule *rule);

/// Adds a rule without values. `pattern` must last; `*rule` lasts until the next one is added.
kilncook_status option_add_rule(cli_settings *settings, kilncook_rule_kind kind, const char *pattern,
	const option_source *from, kilncook_rule **rule);

/// Adds a mark; without a pattern, one of all, which those with a pattern beat. Strings must last.
kilncook_status option_add_mark(
	cli_settings *settings, const option_source *from, kilncook_mark_kind kind, const char *pattern, const char *value);

/// The kind of mark that an option or key sets; KILNCOOK_MARK_KIND_END for another.
kilncook_mark_kind option_mark_kind(const char *name);

/// --shape: the one option whose value may have a pattern.
kilncook_status option_shape(cli_settings *s, const option_source *from, const char *name, const char *value);

#define CLI_TOOL "kiln-cook"

/// --- Values: option_values.c. All return KILNCOOK_USAGE after a complaint.

/// Says what is wrong with a word; returns KILNCOOK_USAGE.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
kilncook_status
option_complain(const option_source *from, const char *format, ...);

/// A finite number in a range.
kilncook_status option_number(
	const option_source *from, const char *name, const char *value, double least, double most, double *number);

/// A whole number up to `most`.
kilncook_status option_whole(
	const option_source *from, const char *name, const char *value, uint32_t most, uint32_t *to);

/// One word of a list; those whose bit in `usable` is not set are not in this version.
kilncook_status option_word(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, int *chosen);

#endif
