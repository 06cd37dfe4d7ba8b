// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TEXT_H
#define KILN_COOKER_TEXT_H

#include "kilncook.h"

/// Growing text for reports and side files. Running out of memory is remembered and reported once, at the end.
typedef struct cook_text
{
	const kilncook_context *context;
	char *bytes;
	size_t size; ///< without the NUL that follows
	size_t capacity;
	bool failed;
} cook_text;

/// Appends `size` bytes.
void cook_text_add(cook_text *text, const char *bytes, size_t size);

/// Appends formatted text of any length. Only with the "C" locale's numbers.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cook_text_print(cook_text *text, const char *format, ...);

/// Appends a JSON string, quotes included. Controls, bidirectional ones too, are escaped, and what is not UTF-8 becomes
/// U+FFFD; NULL stands for "".
void cook_text_json(cook_text *text, const char *string);

/// Appends text of strangers for people, as utf8_show does.
void cook_text_show(cook_text *text, const char *string);

/// Moves the text into a blob; KILNCOOK_INTERNAL with a message when memory had run out, and nothing is left to free.
kilncook_status cook_text_finish(cook_text *text, kilncook_blob *blob);

#endif
