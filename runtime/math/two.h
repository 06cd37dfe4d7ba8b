// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_TWO_H
#define KILN_MATH_TWO_H

#include "rounding.h"

/// Sums together with their exact rounding errors.

/// a + b = sum + error, exactly (Knuth 1969).
static inline double kiln_two_sum(double a, double b, double *error)
{
	double sum = a + b;
	double b_part = sum - a, a_part = sum - b_part;
	*error = (a - a_part) + (b - b_part);
	return sum;
}

/// a + b + c + d with a relative error of at most 2^-50, so that the sign is exact. Sums an expansion of four terms
/// that do not overlap (Shewchuk 1997). The arguments are finite, and no sum overflows.
static inline double kiln_sum_of_four(double a, double b, double c, double d)
{
	double e[3], f[2];
	double top = kiln_two_sum(a, b, &e[0]);
	double carry = kiln_two_sum(c, e[0], &e[0]);
	top = kiln_two_sum(carry, top, &e[1]);
	carry = kiln_two_sum(d, e[0], &f[0]);
	carry = kiln_two_sum(carry, e[1], &f[1]);
	top = kiln_two_sum(carry, top, &e[2]);
	return ((f[0] + f[1]) + e[2]) + top;
}

#endif
