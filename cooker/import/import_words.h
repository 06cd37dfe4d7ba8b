// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_WORDS_H
#define KILN_COOKER_IMPORT_WORDS_H

#include "import_reader.h"

/// A place in the text of an art file. Lines end with a line feed, a carriage return or both.
typedef struct import_words
{
	const char *at;
	const char *end;
	uint64_t line;	///< from 1 on
	bool continued; ///< a backslash at the end of a line joins it with the next one
} import_words;

/// The text of the file, behind a byte order mark; UTF-16 with such a mark becomes UTF-8 in `input` first. False when out
/// of memory.
bool import_words_begin(import_input *input, import_words *words);

/// Skips blanks of the line; whether it goes on.
bool import_words_more(import_words *words);

/// Skips the rest of the line and its end; whether there is another one.
bool import_words_next_line(import_words *words);

/// Skips blanks and ends of lines; whether there is another word.
bool import_words_any(import_words *words);

/// The word here: everything up to a blank or the end of the line. May be empty.
size_t import_words_length(const import_words *words);

/// Whether the word here is `word`, in any case; steps over it then.
bool import_words_are(import_words *words, const char *word);

/// The rest of the line without blanks around it, and steps over it.
const char *import_words_rest(import_words *words, size_t *length);

/// Reads a float that is a whole word; false without one.
bool import_words_float(import_words *words, float *value);

#endif
