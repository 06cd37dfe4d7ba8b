// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_WORDS_H
#define KILN_COOKER_IMPORT_WORDS_H

#include "import/import_reader.h"
#include "import_number.h"

/// A position in the text of an art file. Lines end with a line feed, a carriage return or both.
typedef struct import_words
{
	const char *at;
	const char *end;
	uint64_t line;	///< from 1 on
	bool continued; ///< a backslash at the end of a line joins it with the next one
} import_words;

/// Starts at the text of the file, after a byte order mark. A text marked as UTF-16 is first converted to UTF-8 in
/// `input`. False when out of memory.
bool import_words_begin(import_input *input, import_words *words);

/// Skips blanks in the line; returns whether the line has more text.
bool import_words_more(import_words *words);

/// Skips the rest of the line and its end; returns whether there is another line.
bool import_words_next_line(import_words *words);

/// Skips blanks and line ends; returns whether there is another word.
bool import_words_any(import_words *words);

/// Returns the length of the current word: everything up to a blank or the end of the line. May be 0.
size_t import_words_length(const import_words *words);

/// Skips the current word if it has `length` bytes, more than 0; returns false otherwise.
bool import_words_pass(import_words *words, size_t length);

/// If the current word is `word`, in any case, skips it and returns true.
bool import_words_are(import_words *words, const char *word);

/// Returns the rest of the line without blanks around it, and skips it.
const char *import_words_rest(import_words *words, size_t *length);

/// Bytes of a line's number.
#define IMPORT_LINE 24

/// Writes the number of a line; returns `text`. As the place of a message the number lets editors jump to the line.
const char *import_line(char text[IMPORT_LINE], uint64_t line);

/// Reads a float that is a whole word; returns false otherwise.
bool import_words_float(import_words *words, float *value);

/// Reads the same as import_real_read does.
bool import_words_real(import_words *words, bool exact, import_real *value);

#endif
