// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_INTERVAL_H
#define KILN_COOKER_INTERVAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "expansion.h"

/// Interval arithmetic: every function's result contains the exact result for all numbers in its operands. Ends are
/// rounded outwards without changing the rounding mode: an error-free transform computes on which side of the rounded
/// number the exact number lies, and the end on that side moves to the neighbouring double. Results that double
/// represents exactly stay exact, so that exact zeros and contacts are kept. Where the transform itself could overflow
/// or underflow, both ends move.
///
/// An infinite end means that no bound is known. low is never +infinity, high never -infinity, and neither is NaN; all
/// functions preserve this.
typedef struct interval
{
	double low;
	double high; ///< >= low
} interval;

/// The result of interval_sign for an interval that contains numbers of different signs.
#define INTERVAL_UNSURE 2

/// The next greater double: the smallest denormal after 0, infinity after DBL_MAX and after itself, NaN after NaN.
static inline double interval_next_up(double x)
{
	uint64_t bits;
	if (!(x < (double)INFINITY))
		return x;
	if (x == 0.0)
		return 0x1p-1074;
	memcpy(&bits, &x, sizeof bits);
	bits = x > 0.0 ? bits + 1 : bits - 1;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/// The next smaller double.
static inline double interval_next_down(double x)
{
	return -interval_next_up(-x);
}

/// Returns a lower bound of value + error: value or its neighbour below. The error is unreliable where it is not finite
/// or the value is near DBL_MAX (S. Boldo, S. Graillat, J.-M. Muller, On the Robustness of the 2Sum and Fast2Sum
/// Algorithms, 2017); the neighbour is returned there.
static inline double interval_low_end(double value, double error)
{
	return error >= 0.0 && expansion_magnitude(value) <= 0x1p1022 ? value : interval_next_down(value);
}

/// The same for the least upper bound.
static inline double interval_high_end(double value, double error)
{
	return error <= 0.0 && expansion_magnitude(value) <= 0x1p1022 ? value : interval_next_up(value);
}

static inline interval interval_whole(void)
{
	return (interval){-(double)INFINITY, (double)INFINITY};
}

/// Makes an interval from low to high, with low <= high. NaN in either gives the whole line; infinity stands for
/// numbers beyond DBL_MAX.
static inline interval interval_between(double low, double high)
{
	if (!(low <= high))
		return interval_whole();
	return (interval){low < DBL_MAX ? low : DBL_MAX, high > -DBL_MAX ? high : -DBL_MAX};
}

/// Makes an interval that contains only x.
static inline interval interval_of(double x)
{
	return interval_between(x, x);
}

static inline interval interval_negate(interval a)
{
	return (interval){-a.high, -a.low};
}

static inline interval interval_add(interval a, interval b)
{
	double low_error, high_error;
	double low = two_sum(a.low, b.low, &low_error), high = two_sum(a.high, b.high, &high_error);
	return (interval){interval_low_end(low, low_error), interval_high_end(high, high_error)};
}

static inline interval interval_subtract(interval a, interval b)
{
	return interval_add(a, interval_negate(b));
}

/// Returns the product of two ends and its error. 0 times an infinite end is 0, because infinity stands for finite
/// numbers. The error is NaN where it is not exact.
static inline double interval_product(double a, double b, double *error)
{
	*error = 0.0;
	if (a == 0.0 || b == 0.0)
		return 0.0;
	double product = two_product(a, b, error);
	// Below this limit the error may lose bits: the bits of a product extend 106 places below its first bit.
	if (expansion_magnitude(product) < 0x1p-960)
		*error = (double)NAN;
	return product;
}

static inline double interval_product_low(double a, double b)
{
	double error, product = interval_product(a, b, &error);
	return interval_low_end(product, error);
}

static inline double interval_product_high(double a, double b)
{
	double error, product = interval_product(a, b, &error);
	return interval_high_end(product, error);
}

static inline interval interval_multiply(interval a, interval b)
{
	if (a.low >= 0.0)
		return (interval){interval_product_low(b.low >= 0.0 ? a.low : a.high, b.low),
			interval_product_high(b.high >= 0.0 ? a.high : a.low, b.high)};
	if (a.high <= 0.0)
		return (interval){interval_product_low(b.high >= 0.0 ? a.low : a.high, b.high),
			interval_product_high(b.low >= 0.0 ? a.high : a.low, b.low)};
	if (b.low >= 0.0)
		return (interval){interval_product_low(a.low, b.high), interval_product_high(a.high, b.high)};
	if (b.high <= 0.0)
		return (interval){interval_product_low(a.high, b.low), interval_product_high(a.low, b.low)};
	double low[2] = {interval_product_low(a.low, b.high), interval_product_low(a.high, b.low)};
	double high[2] = {interval_product_high(a.low, b.low), interval_product_high(a.high, b.high)};
	return (interval){low[0] < low[1] ? low[0] : low[1], high[0] > high[1] ? high[0] : high[1]};
}

/// a a, which is never negative.
static inline interval interval_square(interval a)
{
	double least = a.low >= 0.0 ? a.low : a.high <= 0.0 ? -a.high : 0.0;
	double most = -a.low > a.high ? -a.low : a.high;
	double low = interval_product_low(least, least);
	return (interval){low > 0.0 ? low : 0.0, interval_product_high(most, most)};
}

/// Square root; numbers below zero count as zero.
static inline interval interval_sqrt(interval a)
{
	double ends[2] = {a.low > 0.0 ? a.low : 0.0, a.high > 0.0 ? a.high : 0.0}, errors[2];
	interval result;
	for (int i = 0; i < 2; ++i)
	{
		double root = sqrt(ends[i]), square_error;
		double square = two_product(root, root, &square_error);
		// The difference of numbers within a factor of two is exact (Sterbenz). Its sign is the sign of the root's
		// error.
		double rest = ends[i] - square;
		errors[i] = rest != 0.0 ? rest : -square_error;
		if (ends[i] == 0.0 || ends[i] > DBL_MAX)
			errors[i] = 0.0;
		else if (ends[i] < 0x1p-960)
			errors[i] = (double)NAN;
		ends[i] = root;
	}
	result.low = interval_low_end(ends[0], errors[0]);
	result.high = interval_high_end(ends[1], errors[1]);
	return result;
}

/// Returns 1 when all numbers are positive, -1 when all are negative, 0 when the interval is only zero, else
/// INTERVAL_UNSURE.
static inline int interval_sign(interval a)
{
	if (a.low > 0.0)
		return 1;
	if (a.high < 0.0)
		return -1;
	return a.low == 0.0 && a.high == 0.0 ? 0 : INTERVAL_UNSURE;
}

#endif
