// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_NUMBER_H
#define KILN_COOKER_IMPORT_NUMBER_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

/// Numbers in text. The result does not depend on the C library, locale or machine.

/// Reads a decimal number at the start of `text` as the nearest float, ties to even (Clinger 1990). Returns the
/// number's length in bytes; 0 without a number. A number beyond FLT_MAX becomes infinity. `nan`, `inf` and
/// `infinity` in any case, and the `1.#IND` of old C libraries, are numbers too; hexadecimal ones are not.
size_t import_float(const char *text, size_t size, float *value);

/// Reads a decimal integer with an optional sign. Returns its length in bytes; 0 without an integer. Values beyond 63
/// bits become the largest or smallest integer.
size_t import_integer(const char *text, size_t size, int64_t *value);

#endif
