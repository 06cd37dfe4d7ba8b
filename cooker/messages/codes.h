// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CODES_H
#define KILN_COOKER_CODES_H

#include "kilncook.h"
#include "math/ieee.h"

/// Codes of messages: every code, its severities, and how the caller's options change its warnings. README.md of this
/// room explains each code; a test compares the page, this list and the sources.

#define CODE_NOTE (1u << KILNCOOK_NOTE)
#define CODE_WARNING (1u << KILNCOOK_WARNING)
#define CODE_ERROR (1u << KILNCOOK_ERROR)

/// At least the number of codes.
#define CODE_COUNT_MAX 128

typedef struct code_entry
{
	const char *name;
	unsigned severities; ///< CODE_ bits
} code_entry;

/// Returns the entry of a code, or NULL.
const code_entry *code_find(const char *name);

/// Returns the code most similar to a word that is not a code.
const char *code_nearest(const char *word);

/// Checks the codes in the options: each is in the list, can be a warning, and is not both silent and an error.
/// KILNCOOK_USAGE with a message.
kilncook_status code_options_check(const kilncook_context *context, const kilncook_options *options);

/// Applies the options to a message. Returns whether it is reported; `*severity` is raised if the warning counts as an
/// error.
bool code_judge(const kilncook_options *options, const char *code, kilncook_severity *severity);

#endif
