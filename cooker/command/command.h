// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COMMAND_H
#define KILN_COOKER_COMMAND_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// A row of a command's description. An option's row begins with its names, then names its value:
///   "-o, --output OUT.kiln"     a file; completions offer files with this extension, and any file for FILE
///   "--allow-outside DIR"       a folder
///   "--up x|y|z"                one of the words; "[PATTERN=]mesh|hull" allows other text in front of the word
///   "--tree aabb|obb[,...]"     a list of the words between commas
///   "--weld REL"                any other text
///   "--werror[=CODE]"           a value that may be left out: it follows a '=' only
/// The term of another row, such as a query, is a word and what follows the word.
/// A program can put a row first in a structure of its own, to keep beside it what the row stands for.
typedef struct command_row
{
	const char *term;
	const char *text; ///< a sentence without its full stop, or several
} command_row;

/// A part of a command's description: paragraphs, then rows.
typedef struct command_section
{
	const char *title;
	const char *text; ///< paragraphs between empty lines, or NULL
	const void *rows; ///< structures that begin with a command_row, or NULL
	size_t row_count;
	size_t row_size; ///< bytes of a structure
	bool plain;		 ///< the first words of the terms are arguments that the command takes besides options
} command_section;

/// A section whose rows are an array, at file scope.
#define COMMAND_SECTION(...) (&(const command_section){__VA_ARGS__})
#define COMMAND_ROWS(table) .rows = table, .row_count = sizeof table / sizeof table[0], .row_size = sizeof table[0]

/// A command: the source of parsing, --help, the man page and the completions.
typedef struct command_about
{
	const char *name;
	const char *purpose; ///< in the man page's first line, such as "cooks an art file"
	const char *usage;	 ///< the words after the name, on one or more lines
	const char *about;	 ///< paragraphs between empty lines
	const char *refused; ///< the meaning of exit code 1
	const char *plain; ///< the value of an argument that is not an option, written like an option's value; NULL when a
					   ///< section lists the arguments
	const command_section *const *sections;
	size_t section_count;
} command_about;

/// The words of a command line or of a recipe, and the position of the parser.
typedef struct command_words
{
	char **words;
	size_t count;
	size_t at;	///< the next word
	bool ended; ///< "--" was read: no further word is an option
} command_words;

typedef enum command_kind
{
	COMMAND_END,	 ///< no word is left
	COMMAND_PLAIN,	 ///< `value` is not an option
	COMMAND_OPTION,	 ///< `row` is an option of the command, with its `value`
	COMMAND_HELP,	 ///< --help; `value` is NULL or a format of command_help
	COMMAND_VERSION, ///< --version; `json` with --json behind it
	COMMAND_WRONG,	 ///< `value` is the error message
} command_kind;

typedef struct command_word
{
	command_kind kind;
	const command_row *row;
	size_t at;		   ///< the word's index
	char name[32];	   ///< the option's name as written, without its value
	const char *value; ///< NULL when the value is left out
	bool json;		   ///< of COMMAND_VERSION
	char wrong[160];   ///< the text of COMMAND_WRONG
} command_word;

/// Reads the next word, and also the option's value: `--name VALUE`, `--name=VALUE`, `-n VALUE` or `-nVALUE`. `word->value` points
/// into the words, or into `word` itself.
command_kind command_next(const command_about *about, command_words *words, command_word *word);

/// Prints the description: as plain text (`format` NULL), "man" (a page in roff), "bash" or "zsh" (completions).
/// `version` is the program's, such as "0.1.0". Prints nothing and returns false for another format.
bool command_help(const command_about *about, const char *version, const char *format, FILE *out);

#endif
