// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SEGMENT_INTEGER_H
#define KILN_COOKER_SEGMENT_INTEGER_H

#include "math/ieee.h"

#include <stdint.h>

/// A whole number below 2^128 in magnitude. Each number has one representation: the sign is 0 exactly when the
/// magnitude is 0. {0} is zero. The caller must avoid results that do not fit: carries beyond the upper limb are lost.
typedef struct segment_integer
{
	int sign;		   ///< -1, 0 or 1
	uint64_t limbs[2]; ///< the magnitude, lowest first
} segment_integer;

/// Converts any 64-bit number, also INT64_MIN.
segment_integer segment_integer_from(int64_t value);

/// a b, which always fits: below 2^127.
segment_integer segment_integer_product(int64_t a, int64_t b);

/// a b.
segment_integer segment_integer_scale(segment_integer a, int64_t b);

segment_integer segment_integer_negate(segment_integer a);
segment_integer segment_integer_add(segment_integer a, segment_integer b);

/// 1 where a > b, -1 where a < b, 0 where they are the same.
int segment_integer_compare(segment_integer a, segment_integer b);

/// a 2^bits, rounded towards zero, -128 < bits < 128.
segment_integer segment_integer_shift(segment_integer a, int bits);

/// How many bits the magnitude has; 0 for 0.
int segment_integer_length(segment_integer a);

/// a / b, rounded towards zero. `rest`, if not NULL, becomes a - b (a / b), with the sign of a, or 0. b is not 0.
segment_integer segment_integer_divide(segment_integer a, segment_integer b, segment_integer *rest);

/// Returns the greatest common divisor (Euclid), not negative; 0 for two zeros.
segment_integer segment_integer_common_factor(segment_integer a, segment_integer b);

#endif
