// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_INTEGER_H
#define KILN_COOKER_INTEGER_H

#include <stdint.h>

/// Whole numbers with room for every product of five differences of doubles, in units of the lowest bit of any of them.
///
/// Doubles reach from 2^-1074 to 2^1024: 2098 bits, 2099 in a difference. The longest polynomial here, of degree 5 with
/// 72 terms of five differences, stays below 2^(5 * 2099 + 7).
#define INTEGER_LIMBS 329

typedef struct integer
{
	int sign;					   ///< -1, 0 or 1
	int count;					   ///< limbs in use; the last of them is not zero
	uint32_t limbs[INTEGER_LIMBS]; ///< the magnitude, lowest first; unused limbs have no value
} integer;

/// Exponent of the lowest bit that is set: value is an odd multiple of 2 to this power. Large for zero.
int integer_unit(double value);

/// value / 2^unit, which must be whole.
void integer_from_double(double value, int unit, integer *out);

/// The following functions accept out = a and out = b.
void integer_add(const integer *a, const integer *b, integer *out);
void integer_subtract(const integer *a, const integer *b, integer *out);

/// a b, by schoolbook multiplication; `out` must differ from both.
void integer_multiply(const integer *a, const integer *b, integer *out);

#endif
