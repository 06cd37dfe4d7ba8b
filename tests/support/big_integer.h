// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BIG_INTEGER_H
#define KILN_TESTS_BIG_INTEGER_H

#include <stdint.h>

/// Whole numbers of up to BIG_DIGITS digits in base 65536, an oracle for exact arithmetic: schoolbook methods, without
/// regard to speed. Enough for products of five differences of any doubles.
#define BIG_DIGITS 700

typedef struct big_integer
{
	int count; ///< digits in use; the last of them is not zero
	/// Lowest first: 0 to 65535, except the last one, which is at least -65536 and has the number's sign.
	int64_t digits[BIG_DIGITS];
} big_integer;

/// Returns the greatest exponent of 2 of which a finite value is certainly a multiple: the exponent of its 53rd bit.
/// Greater than all others for 0.
int big_unit(double value);

/// value / 2^unit, which must be whole, as for every unit <= big_unit(value); otherwise the test is wrong and ends.
big_integer big_from_double(double value, int unit);
big_integer big_add(const big_integer *a, const big_integer *b);
big_integer big_subtract(const big_integer *a, const big_integer *b);
big_integer big_multiply(const big_integer *a, const big_integer *b);
/// -1, 0 or 1.
int big_sign(const big_integer *a);
int big_compare(const big_integer *a, const big_integer *b);

/// Returns the sign of the determinant of the rows points[1] - points[0], points[2] - points[0] ..., of `dimension`
/// coordinates and, if lifted, the sum of their squares; for dimension + lifted + 1 points.
int big_determinant_sign(const double *const *points, int dimension, int lifted);

#endif
