// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_NUMBER_H
#define KILN_TOOLS_NUMBER_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

typedef enum number_status
{
	NUMBER_OK = 0,
	NUMBER_SYNTAX, ///< not a decimal number, or followed by other text; nan, inf and hexadecimal are not accepted
	NUMBER_RANGE,  ///< too large for the type
} number_status;

/// Reads all `size` characters as a decimal number: sign, digits with or without a point, exponent. Rounds to nearest
/// even; a number that is too small for a float becomes a denormal or a zero of its sign. `value` is unchanged on
/// failure. Independent of the locale as long as the program does not call setlocale.
number_status number_float(const char *text, size_t size, float *value);

/// The same for a double.
number_status number_double(const char *text, size_t size, double *value);

/// Reads all `size` characters as decimal digits.
number_status number_uint32(const char *text, size_t size, uint32_t *value);

#endif
