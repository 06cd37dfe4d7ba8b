// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_APPROX_H
#define KILN_COOKER_BOUND_APPROX_H

#include <stdint.h>

/// Numbers with a bound on their error: intervals by midpoint and radius. They need no rounding modes and about half
/// the work of intervals by their ends (Rump 1999). |exact - value| <= error always holds; overflow makes the error
/// infinite or NaN, and then every comparison is undecided.
typedef struct approx
{
	double value;
	double error;
} approx;

/// More than (1 + 2^-53)^8: covers the rounding of an error bound that is a sum of up to four products.
#define APPROX_SLACK (1 + 0x1p-49)

static inline double approx_abs(double x)
{
	return x < 0 ? -x : x;
}

static inline approx approx_from_float(float x)
{
	return (approx){(double)x, 0};
}

/// The rounding error of the sum is computed exactly (Knuth 1969), so that an exact sum gets an error of 0.
static inline approx approx_add(const approx *a, const approx *b)
{
	double sum = a->value + b->value;
	double part = sum - a->value;
	double lost = (a->value - (sum - part)) + (b->value - part);
	return (approx){sum, (a->error + b->error + approx_abs(lost)) * APPROX_SLACK};
}

static inline approx approx_sub(const approx *a, const approx *b)
{
	approx negative = {-b->value, b->error};
	return approx_add(a, &negative);
}

static inline approx approx_mul(const approx *a, const approx *b)
{
	double product = a->value * b->value;
	if ((a->value == 0 && a->error == 0) || (b->value == 0 && b->error == 0))
		return (approx){0, 0};
	// Two float32 numbers have an exact product: 48 bits, and no underflow as long as it is above 2^-298.
	if (a->error == 0 && b->error == 0 && (double)(float)a->value == a->value && (double)(float)b->value == b->value)
		return (approx){product, 0};
	// Underflow, here or in the bound, loses at most 2^-1075 in each of the few places.
	double error = approx_abs(a->value) * b->error + approx_abs(b->value) * a->error + a->error * b->error +
				   approx_abs(product) * 0x1p-53;
	return (approx){product, error * APPROX_SLACK + 0x1p-1070};
}

#endif
