// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EXPANSION_H
#define KILN_COOKER_EXPANSION_H

#include "math/ieee.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/// Exact arithmetic on sums of doubles (J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust
/// Geometric Predicates, 1997).
///
/// An expansion is an array of doubles, its terms, and their count; its value is the exact sum of the terms. The terms
/// are nonzero, increase in magnitude and do not overlap (strongly nonoverlapping in Shewchuk's terms), so that the
/// last term has the sign of the sum. Zero has the count 0. A nonzero double is an expansion with one term.
///
/// The caller owns every array; each function states how long its result can become, and returns its length. With NaN
/// or infinity a result has no meaning, but the same bound on its length. Results may not share memory with operands.
/// Nothing is rounded as long as nothing overflows or underflows, which is certain for polynomials of degree d whose
/// numbers, if not zero, have magnitudes
///   d                  2       3       4       5       6
///   from           2^-485  2^-306  2^-216  2^-162  2^-127    (or are multiples of the 2^-52th of that)
///   to              2^480   2^320   2^240   2^192   2^160
/// and whose value and partial sums stay below 2^995: all bits are then multiples of a 2^-1074 or more, and Dekker's
/// split, which multiplies by 2^27, stays finite. Every float is a multiple of 2^-149, so that polynomials up to degree
/// 7 in finite floats, with a sum of coefficients up to 2^99, are always exact.

// Error-free sums need every operation rounded to double at once.
static_assert(FLT_EVAL_METHOD == 0, "expansions need arithmetic in the type's own precision");

static inline double expansion_magnitude(double value)
{
	// One instruction everywhere, where a comparison would often be a mispredicted branch.
	return fabs(value);
}

/// Returns the rounded sum; the exact sum is the returned number + *error (Knuth 1969; Shewchuk theorem 7).
static inline double two_sum(double a, double b, double *error)
{
	double sum = a + b;
	double b_part = sum - a, a_part = sum - b_part;
	*error = (a - a_part) + (b - b_part);
	return sum;
}

/// The same where |a| >= |b| or a = 0 (Dekker 1971; Shewchuk theorem 6).
static inline double fast_two_sum(double a, double b, double *error)
{
	double sum = a + b;
	*error = b - (sum - a);
	return sum;
}

/// Returns the rounded difference; the exact difference is the returned number + *error.
static inline double two_diff(double a, double b, double *error)
{
	return two_sum(a, -b, error);
}

/// Returns the upper half of a: at most 26 bits; the rest a - upper has at most 26 bits, too (Dekker 1971; Shewchuk
/// theorem 17).
static inline double upper_half(double a)
{
	double c = 134217729.0 * a; // 2^27 + 1
	return c - (c - a);
}

/// Returns the rounded product; the exact product is the returned number + *error (Dekker 1971; Shewchuk theorem 18).
/// The caller also passes the upper halves of both operands. Uses no fused operation, so that every machine does the
/// same work.
static inline double two_product_split(double a, double a_upper, double b, double b_upper, double *error)
{
	double product = a * b, a_lower = a - a_upper, b_lower = b - b_upper;
	*error = a_lower * b_lower - (((product - a_upper * b_upper) - a_lower * b_upper) - a_upper * b_lower);
	return product;
}

/// Returns the rounded product; the exact product is the returned number + *error.
static inline double two_product(double a, double b, double *error)
{
	return two_product_split(a, upper_half(a), b, upper_half(b), error);
}

/// Makes an expansion of value + error, which the functions above return: h[2].
static inline int expansion_from_two(double value, double error, double *h)
{
	int count = 0;
	if (error != 0.0)
		h[count++] = error;
	if (value != 0.0)
		h[count++] = value;
	return count;
}

/// a b: h[2].
static inline int expansion_from_product(double a, double b, double *h)
{
	double error, product = two_product(a, b, &error);
	return expansion_from_two(product, error, h);
}

/// a - b: h[2].
static inline int expansion_from_difference(double a, double b, double *h)
{
	double error, difference = two_diff(a, b, &error);
	return expansion_from_two(difference, error, h);
}

/// -1, 0 or 1.
static inline int expansion_sign(const double *e, int count)
{
	if (count == 0)
		return 0;
	return e[count - 1] > 0.0 ? 1 : -1;
}

/// Returns the value rounded: less than an ulp off (Shewchuk's APPROXIMATE), and 0 only for 0.
static inline double expansion_estimate(const double *e, int count)
{
	double sum = 0.0;
	for (int i = 0; i < count; ++i)
		sum += e[i];
	return sum;
}

/// Changes the sign in place.
static inline void expansion_negate(double *e, int count)
{
	for (int i = 0; i < count; ++i)
		e[i] = -e[i];
}

/// e + f: h[m + n] (Shewchuk's FAST-EXPANSION-SUM, theorem 13, without zeros).
int expansion_sum(const double *e, int m, const double *f, int n, double *h);

/// e - f: h[m + n].
int expansion_difference(const double *e, int m, const double *f, int n, double *h);

/// e b: h[2 m] (Shewchuk's SCALE-EXPANSION, theorem 19, without zeros).
int expansion_scale(const double *e, int m, double b, double *h);

/// e f: h[2 m n], with room in `scratch` for 2 m n + 2 m doubles. Fastest when f is the shorter expansion.
int expansion_product(const double *e, int m, const double *f, int n, double *h, double *scratch);

/// a b - c d: h[4], the determinant of two rows.
int expansion_cross(double a, double b, double c, double d, double *h);

#endif
