// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_NUMBER_H
#define KILN_COOKER_IMPORT_NUMBER_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Numbers in text. The result does not depend on the C library, locale or machine.

/// Reads a decimal number at the start of `text` as the nearest float, ties to even (Clinger 1990). Returns the
/// number's length in bytes; 0 without a number. A number beyond FLT_MAX becomes infinity. `nan`, `inf` and
/// `infinity` in any case, and the `1.#IND` of old C libraries, are numbers too; hexadecimal ones are not.
size_t import_float(const char *text, size_t size, float *value);

/// A number, rounded to the nearest float and to the nearest double.
typedef struct import_real
{
	float near;
	double exact;
} import_real;

/// Reads what import_float reads, also as the nearest double, of up to 120 digits and from 1e-60 to 1e60; smaller numbers become
/// 0, larger ones infinity. Without `exact`, the double is the float.
size_t import_real_read(const char *text, size_t size, bool exact, import_real *value);

/// Reads a decimal integer with an optional sign. Returns its length in bytes; 0 without an integer. Values beyond 63
/// bits become the largest or smallest integer.
size_t import_integer(const char *text, size_t size, int64_t *value);

#endif
