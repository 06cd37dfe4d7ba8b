// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_OUTWARD_H
#define KILN_BOUNDS_OUTWARD_H

#include "kiln/bounds.h"
#include "math/double3.h"
#include "math/rounding.h"

/// Rounding to float32 that loses as little as possible: to the nearest float on the safe side. Sums record whether
/// they are exact.

/// A vector as float32 stores it, for computations that continue with the stored numbers. GCC 12 for x86-64 drops the
/// rounding where it vectorises double -> float -> double for two neighbours; a volatile float keeps it.
static inline kiln_vec3 kiln_vec3_stored(kiln_d3 v)
{
	volatile float x = (float)v.x, y = (float)v.y, z = (float)v.z;
	return (kiln_vec3){x, y, z};
}

/// The box from `low` to `high`, rounded outwards.
static inline kiln_aabb kiln_aabb_outwards(kiln_d3 low, kiln_d3 high)
{
	return (kiln_aabb){.min = {kiln_float_down(low.x), kiln_float_down(low.y), kiln_float_down(low.z)},
		.max = {kiln_float_up(high.x), kiln_float_up(high.y), kiln_float_up(high.z)}};
}

/// The cube around a ball, rounded outwards.
static inline kiln_aabb kiln_aabb_of_ball(kiln_d3 center, double radius)
{
	const kiln_d3 reach = {radius, radius, radius};
	return kiln_aabb_outwards(kiln_d3_sub(center, reach), kiln_d3_add(center, reach));
}

/// The next float below a finite float; -infinity below -FLT_MAX.
static inline float kiln_float_before(float x)
{
	uint32_t bits;
	if (x == 0)
		return -0x1p-149f;
	memcpy(&bits, &x, sizeof bits);
	bits = x > 0 ? bits - 1 : bits + 1;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/// The greatest float that is at most `x`. NaN stays.
static inline float kiln_tight_down(double x)
{
	if (x > (double)FLT_MAX)
		return FLT_MAX;
	if (x < -(double)FLT_MAX)
		return -HUGE_VALF;
	volatile float rounded = (float)x; // see kiln_vec3_stored
	float nearest = rounded;
	return (double)nearest > x ? kiln_float_before(nearest) : nearest;
}

/// The least float that is at least `x`.
static inline float kiln_tight_up(double x)
{
	return -kiln_tight_down(-x);
}

/// A sum that lies within `error` of `value`; error 0 means that the sum is exact.
typedef struct kiln_sum
{
	double value, error;
} kiln_sum;

/// sum + term. The rounding error of the new sum is known exactly (Knuth 1969).
static inline kiln_sum kiln_sum_add(kiln_sum sum, double term)
{
	double value = sum.value + term;
	double term_part = value - sum.value, sum_part = value - term_part;
	double rest = (sum.value - sum_part) + (term - term_part);
	return (kiln_sum){value, (sum.error + kiln_double_abs(rest)) * (1 + 0x1p-51)};
}

/// At most the exact sum, and equal to it where the error is 0. Without the second term a small error would be lost in
/// the subtraction; 2^-52 |value| is at least the distance to the double below.
static inline double kiln_sum_low(kiln_sum sum)
{
	if (sum.error == 0)
		return sum.value;
	return sum.value - (sum.error * (1 + 0x1p-50) + 0x1p-52 * kiln_double_abs(sum.value));
}

static inline double kiln_sum_high(kiln_sum sum)
{
	return -kiln_sum_low((kiln_sum){-sum.value, sum.error});
}

/// Whether every summand is finite: a sum of a few floats cannot leave the range of double.
static inline bool kiln_total_finite(double total)
{
	return total - total == 0;
}

static inline double kiln_vec3_total(kiln_vec3 v)
{
	return (double)v.x + (double)v.y + (double)v.z;
}

#endif
