// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_FOLD_H
#define KILN_COOKER_FOLD_H

#include "kilncook.h"
#include "math/ieee.h"

/// Most different texts that a report keeps of one code and severity.
#define FOLD_TEXTS_MAX 10

/// Adds a message to the report: to the count of the row with the same message, otherwise as a new row, or to the last
/// row beyond FOLD_TEXTS_MAX texts. False when out of memory.
bool message_fold(const kilncook_context *context, kilncook_report *report, kilncook_severity severity,
	const char *where, const char *code, const char *text);

/// Frees the rows.
void message_fold_free(const kilncook_context *context, kilncook_report *report);

#endif
