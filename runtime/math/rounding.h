// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_ROUNDING_H
#define KILN_MATH_ROUNDING_H

#include "ieee.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/// Rounds double to float32 without losing a bound, and computes powers of two.

/// A float that is at least `x`. A finite result exceeds `x` by less than |x| 2^-22 + 2^-147. Rounding to nearest loses
/// at most |x| 2^-24 + 2^-150, which the margin covers.
static inline float kiln_float_up(double x)
{
	double above = x + ((x < 0 ? -x : x) * 0x1p-23 + 0x1p-148);
	return above > (double)FLT_MAX ? HUGE_VALF : above < -(double)FLT_MAX ? -FLT_MAX : (float)above;
}

/// A float that is at most `x`; the mirror image of kiln_float_up.
static inline float kiln_float_down(double x)
{
	return -kiln_float_up(-x);
}

/// 2^e with 2^e <= |x| < 2^(e + 1), exactly. `x` is a normal number; 0 gives 0.
static inline double kiln_power_below(double x)
{
	uint64_t bits;
	double power;
	memcpy(&bits, &x, sizeof bits);
	bits &= 0x7ff0000000000000ull;
	memcpy(&power, &bits, sizeof power);
	return power;
}

/// Neither NaN nor infinite.
static inline int kiln_float_finite(float x)
{
	return x >= -FLT_MAX && x <= FLT_MAX;
}

#endif
