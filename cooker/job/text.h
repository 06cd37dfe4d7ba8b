// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TEXT_H
#define KILN_COOKER_TEXT_H

#include "kilncook.h"

/// Growing text for reports and side files. A failed allocation is remembered and reported once, at the end.
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

/// Appends formatted text of any length. Numbers assume the "C" locale.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cook_text_print(cook_text *text, const char *format, ...);

/// Appends a JSON string, quotes included. Escapes control characters, also bidirectional ones; invalid UTF-8 becomes
/// U+FFFD; NULL is "".
void cook_text_json(cook_text *text, const char *string);

/// Appends untrusted text in a form for terminals, like utf8_show.
void cook_text_show(cook_text *text, const char *string);

/// Moves the text into a blob; KILNCOOK_INTERNAL with a message, and no memory left to free, when memory ran out.
kilncook_status cook_text_finish(cook_text *text, kilncook_blob *blob);

#endif
