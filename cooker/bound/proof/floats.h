// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_FLOATS_H
#define KILN_COOKER_BOUND_FLOATS_H

#include "math/rounding.h"

#include <stdbool.h>

/// Float32 numbers in order: the bits of the non-negative numbers, read as integers, increase with the number.

#define BOUND_RANK_MAX 0x7f7fffffu /* of FLT_MAX */

/// Rank of a number >= 0: the count of smaller non-negative numbers.
static inline uint32_t bound_rank(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits & 0x7fffffffu;
}

static inline float bound_ranked(uint32_t rank)
{
	float x;
	memcpy(&x, &rank, sizeof x);
	return x;
}

/// The next larger number; FLT_MAX gives infinity.
static inline float bound_next_up(float x)
{
	if (x >= 0)
		return bound_ranked(bound_rank(x) + 1);
	uint32_t bits = (bound_rank(x) - 1) | 0x80000000u;
	return bits == 0x80000000u ? 0.0f : bound_ranked(bits);
}

static inline float bound_next_down(float x)
{
	return -bound_next_up(-x);
}

static inline bool bound_finite3(const float v[3])
{
	return kiln_float_finite(v[0]) && kiln_float_finite(v[1]) && kiln_float_finite(v[2]);
}

#endif
