// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_TEXT_H
#define KILN_COOKER_IMPORT_TEXT_H

#include "kilncook.h"

/// A copy of `length` bytes of text as valid UTF-8 up to the first NUL: bytes that are not UTF-8 and control characters
/// become '?'. NULL when out of memory.
char *import_text(const kilncook_context *context, const char *text, size_t length);

void import_text_free(const kilncook_context *context, char *text);

#endif
