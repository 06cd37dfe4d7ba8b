// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_NUMBER_H
#define KILN_COOKER_IMPORT_NUMBER_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

/// Numbers in text, the same from every C library, locale and machine.

/// Reads a decimal number at the start of `text` as the nearest float, ties to even (Clinger 1990), and returns its bytes;
/// 0 when there is none. Beyond FLT_MAX it is infinity. `nan`, `inf` and `infinity` in any case, and the `1.#IND` of old
/// C libraries, are numbers too; hexadecimal ones are not.
size_t import_float(const char *text, size_t size, float *value);

/// Reads a decimal integer with an optional sign and returns its bytes; 0 when there is none. Values beyond 63 bits become
/// the farthest ones.
size_t import_integer(const char *text, size_t size, int64_t *value);

#endif
