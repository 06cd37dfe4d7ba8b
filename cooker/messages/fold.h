// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_FOLD_H
#define KILN_COOKER_FOLD_H

#include "kilncook.h"
#include "math/ieee.h"

/// Different texts of one code and severity that a report keeps.
#define FOLD_TEXTS_MAX 10

/// Adds a message to the report: to the count of its row where the same was said before, as a row of its own otherwise, or
/// to the row of what is more than FOLD_TEXTS_MAX. False when out of memory.
bool message_fold(const kilncook_context *context, kilncook_report *report, kilncook_severity severity,
	const char *where, const char *code, const char *text);

/// Frees the rows.
void message_fold_free(const kilncook_context *context, kilncook_report *report);

#endif
