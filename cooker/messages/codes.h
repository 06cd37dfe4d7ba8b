// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CODES_H
#define KILN_COOKER_CODES_H

#include "kilncook.h"
#include "math/ieee.h"

/// Codes of messages: every code, the severities that it has, and what the caller wants to become of its warnings.
/// README.md of this room says what each code means; a test compares the page, this list and the sources.

#define CODE_NOTE (1u << KILNCOOK_NOTE)
#define CODE_WARNING (1u << KILNCOOK_WARNING)
#define CODE_ERROR (1u << KILNCOOK_ERROR)

/// No fewer than there are codes.
#define CODE_COUNT_MAX 128

typedef struct code_entry
{
	const char *name;
	unsigned severities; ///< CODE_ bits
} code_entry;

/// The entry of a code, or NULL.
const code_entry *code_find(const char *name);

/// The code that is most like a word that is not a code.
const char *code_nearest(const char *word);

/// Checks the codes of the options: each is in the list, can be a warning, and is not both silent and an error.
/// KILNCOOK_USAGE with a message.
kilncook_status code_options_check(const kilncook_context *context, const kilncook_options *options);

/// What the options make of a message: true when it is to be said, with `*severity` raised where the warning is an error.
bool code_judge(const kilncook_options *options, const char *code, kilncook_severity *severity);

#endif
