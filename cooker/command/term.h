// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COMMAND_TERM_H
#define KILN_COOKER_COMMAND_TERM_H

#include "command.h"

/// The completions of a value.
typedef enum term_kind
{
	TERM_NONE,	 ///< the option takes no value
	TERM_TEXT,	 ///< any text: no completions
	TERM_WORDS,	 ///< one of `words`
	TERM_LIST,	 ///< several of `words` between commas
	TERM_FILE,	 ///< a file whose name ends in `.words`, or any file when there are no words
	TERM_FOLDER, ///< a folder
} term_kind;

typedef struct term_value
{
	term_kind kind;
	const char *words; ///< words between '|'; an extension
	size_t size;	   ///< bytes of `words`
} term_value;

/// The options that all commands share.
extern const command_section command_common;

/// Returns row `i` of a section.
const command_row *term_row(const command_section *section, size_t i);

/// Returns section `i` of a command; after the command's own sections, command_common; then NULL.
const command_section *term_section(const command_about *about, size_t i);

bool term_is_option(const command_row *row);

/// Counts the bytes of a term before its value: the names of an option, or a word.
size_t term_names(const char *term);

/// Steps to the next name of an option's term: `*name` is NULL before the first one.
bool term_next_name(const char *term, const char **name, size_t *size);

/// Returns the value as the term writes it, or "".
const char *term_text(const char *term);

/// Derives the kind of a value from its text. NULL: the option takes no value.
term_value term_value_of(const char *value);

/// Writes completions of the shells.
void term_bash(const command_about *about, FILE *out);
void term_zsh(const command_about *about, FILE *out);

#endif
