// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_WIDE_H
#define KILN_COOKER_BOUND_WIDE_H

#include <stdint.h>

/// Exact sums and products of float32 numbers, of any exponents. An ellipsoid needs degree twelve, where expansions of
/// doubles would underflow and overflow; these numbers do not, and are about as fast.

/// A float32 number is a multiple of 2^-149 and below 2^128, so in units of 32 bits it lies between bits 32 * -5 and 32
/// * 4. A product of twelve numbers lies between -60 and 48, and a sum of a few such products needs one limb more.
#define WIDE_LIMBS 112

/// sign * sum of limb[i] 2^(32 (i + low)). The first and the last limb are not 0; zero has no limbs.
typedef struct wide
{
	int32_t sign; ///< -1, 0 or 1
	int32_t low;
	uint32_t count;
	uint32_t limb[WIDE_LIMBS];
} wide;

/// `x` is finite.
wide wide_from_float(float x);
wide wide_add(const wide *a, const wide *b);
wide wide_sub(const wide *a, const wide *b);
/// The degrees of both together are at most 12.
wide wide_mul(const wide *a, const wide *b);

#endif
