// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OPTION_H
#define KILN_COOKER_OPTION_H

#include "arguments.h"
#include "command/command.h"

/// The options of kiln-cook: tables of rows, with functions that store values in the settings (option.c,
/// option_art.c, option_shape.c).

/// The place of a word, for error messages.
typedef struct option_source
{
	const char *recipe; ///< NULL: the command line
	uint32_t line;
	bool beside; ///< the recipe was found beside the art
} option_source;

/// Where an option is allowed besides the command line and an @RECIPE.
typedef enum option_scope
{
	OPTION_OF_CALL,			 ///< nowhere: files, limits and trust are not for the art to choose
	OPTION_OF_ASSET,		 ///< in recipes beside the art
	OPTION_OF_NODE,			 ///< there, and in all their sections
	OPTION_OF_NODE_MARK,	 ///< there, and in sections of nodes
	OPTION_OF_MATERIAL_MARK, ///< there, and in sections of materials
} option_scope;

/// An option: its row of the command's description, and its function.
typedef struct option
{
	command_row row;
	/// Stores the value, which is NULL when it is left out; KILNCOOK_USAGE after a message. An option without a value
	/// accepts "yes" and "no" from recipes.
	kilncook_status (*set)(cli_settings *settings, const option_source *from, const char *name, const char *value);
	option_scope scope;
	kilncook_key key; ///< of OPTION_OF_NODE
	bool first;		  ///< needed before recipes are read
} option;

/// Sections of the command: option_art.c, option_shape.c, option_heightfield.c.
extern const command_section option_art_section;
extern const command_section option_node_section;
extern const command_section option_shape_section;
extern const command_section option_mark_section;
extern const command_section option_tree_section;
extern const command_section option_heightfield_section;

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

/// Stores a value in the settings, with its source.
kilncook_status option_set(
	cli_settings *settings, const option *o, const option_source *from, const char *name, const char *value);

/// Stores a value in a rule.
kilncook_status option_set_in_rule(cli_settings *settings, const option *o, const option_source *from, const char *name,
	const char *value, kilncook_rule *rule);

/// Adds a rule without values. The caller keeps `pattern`; `*rule` is valid until the next rule is added.
kilncook_status option_add_rule(cli_settings *settings, kilncook_rule_kind kind, const char *pattern,
	const option_source *from, kilncook_rule **rule);

/// Adds a mark. A mark without a pattern applies to all; marks with a pattern override it. The caller keeps the
/// strings.
kilncook_status option_add_mark(
	cli_settings *settings, const option_source *from, kilncook_mark_kind kind, const char *pattern, const char *value);

/// Returns the kind of mark that an option or key sets; KILNCOOK_MARK_KIND_END for other options.
kilncook_mark_kind option_mark_kind(const char *name);

/// --shape: the only option whose value may begin with a pattern.
kilncook_status option_shape(cli_settings *s, const option_source *from, const char *name, const char *value);

#define CLI_TOOL "kiln-cook"

/// --- Values: option_values.c. Functions with a status return KILNCOOK_USAGE after a complaint.

/// Prints the error of a word; returns KILNCOOK_USAGE.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
kilncook_status
option_complain(const option_source *from, const char *format, ...);

/// Returns the value of a flag: yes without a value; recipes can say no.
bool option_is_yes(const char *value);

/// Reads a share of the diagonal, or a length with its unit, which becomes minus a number of metres.
kilncook_status option_length(const option_source *from, const char *name, const char *value, double *length);

/// Reads a length in metres, or with a unit.
kilncook_status option_metres(
	const option_source *from, const char *name, const char *value, double least, double most, double *length);

/// Reads a finite number in a range.
kilncook_status option_number(
	const option_source *from, const char *name, const char *value, double least, double most, double *number);

/// Reads up to `most` numbers within a limit, with `separator` between them. Returns how many; 0, without a complaint, when the
/// text is something else.
int option_numbers(const char *value, char separator, int most, double limit, double *numbers);

/// Reads words of a list with commas between them, each as option_word does; `count` is at most 32. `*chosen` gets bit i for word i, and
/// stays when a word is refused.
kilncook_status option_words(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, uint32_t *chosen);

/// Reads a whole number up to `most`.
kilncook_status option_whole(
	const option_source *from, const char *name, const char *value, uint32_t most, uint32_t *to);

/// Reads one word of a list; words whose bit in `usable` is not set are not supported in this version.
kilncook_status option_word(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, int *chosen);

#endif
