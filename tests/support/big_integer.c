// SPDX-License-Identifier: MIT
#include "big_integer.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define BASE 65536

/// Carries until every digit but the last is in its range, and drops zeros at the end.
static void update_manifold(big_integer *a)
{
	int64_t carry = 0;
	for (int i = 0; i < a->count; ++i)
	{
		int64_t digit = a->digits[i] + carry, rest = digit % BASE;
		if (rest < 0)
			rest += BASE;
		carry = (digit - rest) / BASE;
		a->digits[i] = rest;
	}
	while (carry != 0)
	{
		if (a->count == BIG_DIGITS)
			abort();
		int64_t next = carry >= -BASE && carry < BASE ? 0 : carry / BASE - (carry % BASE < 0);
		a->digits[a->count++] = carry - next * BASE;
		carry = next;
	}
	while (a->count > 0 && a->digits[a->count - 1] == 0)
		--a->count;
}

int big_unit(double value)
{
	int exponent;
	if (frexp(value, &exponent) == 0.0)
		return INT_MAX;
	return exponent - 53 < -1074 ? -1074 : exponent - 53;
}

big_integer big_from_double(double value, int unit)
{
	big_integer a;
	a.count = 0;
	if (!isfinite(value))
		abort();
	if (value == 0.0)
		return a;
	int exponent;
	double fraction = frexp(value, &exponent);
	// A denormal has fewer bits: its unit is 2^-1074.
	int lowest = big_unit(value);
	int64_t mantissa = (int64_t)ldexp(fraction, exponent - lowest);
	int shift = lowest - unit;
	for (; shift < 0; ++shift)
	{
		if (mantissa % 2)
			abort();
		mantissa /= 2;
	}
	int place = shift / 16;
	if (place + 4 > BIG_DIGITS)
		abort();
	for (int i = 0; i < place; ++i)
		a.digits[i] = 0;
	int64_t scale = (int64_t)1 << shift % 16;
	a.count = place + 3;
	a.digits[place] = mantissa % (1 << 30) * scale;
	// Shifts up by 30 bits: a digit and 14 bits.
	a.digits[place + 1] = mantissa / (1 << 30) * scale * (1 << 14);
	a.digits[place + 2] = 0;
	update_manifold(&a);
	return a;
}

static big_integer combine(const big_integer *a, const big_integer *b, int64_t sign)
{
	big_integer sum;
	sum.count = a->count > b->count ? a->count : b->count;
	for (int i = 0; i < sum.count; ++i)
		sum.digits[i] = (i < a->count ? a->digits[i] : 0) + sign * (i < b->count ? b->digits[i] : 0);
	update_manifold(&sum);
	return sum;
}

big_integer big_add(const big_integer *a, const big_integer *b)
{
	return combine(a, b, 1);
}

big_integer big_subtract(const big_integer *a, const big_integer *b)
{
	return combine(a, b, -1);
}

big_integer big_multiply(const big_integer *a, const big_integer *b)
{
	big_integer product;
	product.count = a->count + b->count;
	if (product.count > BIG_DIGITS)
		abort();
	for (int i = 0; i < product.count; ++i)
		product.digits[i] = 0;
	// 700 products of 2^32 stay below 2^42.
	for (int i = 0; i < a->count; ++i)
		for (int j = 0; j < b->count; ++j)
			product.digits[i + j] += a->digits[i] * b->digits[j];
	update_manifold(&product);
	return product;
}

int big_sign(const big_integer *a)
{
	if (a->count == 0)
		return 0;
	return a->digits[a->count - 1] > 0 ? 1 : -1;
}

int big_compare(const big_integer *a, const big_integer *b)
{
	big_integer difference = big_subtract(a, b);
	return big_sign(&difference);
}

/// Expands by the first column, over the rows whose bits are in `rows`.
static big_integer determinant(big_integer (*matrix)[4], int size, int column, int rows)
{
	big_integer sum;
	int sign = 1;
	sum.count = 0;
	for (int i = 0; i < size; ++i)
	{
		if (!(rows >> i & 1))
			continue;
		if (column == size - 1)
			return matrix[i][column];
		big_integer minor = determinant(matrix, size, column + 1, rows & ~(1 << i));
		big_integer term = big_multiply(&matrix[i][column], &minor);
		sum = sign > 0 ? big_add(&sum, &term) : big_subtract(&sum, &term);
		sign = -sign;
	}
	return sum;
}

int big_determinant_sign(const double *const *points, int dimension, int lifted)
{
	big_integer matrix[4][4];
	int size = dimension + (lifted != 0), unit = INT_MAX;
	for (int i = 0; i <= size; ++i)
		for (int k = 0; k < dimension; ++k)
			unit = big_unit(points[i][k]) < unit ? big_unit(points[i][k]) : unit;
	for (int i = 0; i < size; ++i)
	{
		big_integer lift;
		lift.count = 0;
		for (int k = 0; k < dimension; ++k)
		{
			big_integer from = big_from_double(points[0][k], unit), to = big_from_double(points[i + 1][k], unit);
			matrix[i][k] = big_subtract(&to, &from);
			big_integer square = big_multiply(&matrix[i][k], &matrix[i][k]);
			lift = big_add(&lift, &square);
		}
		if (lifted)
			matrix[i][dimension] = lift;
	}
	big_integer value = determinant(matrix, size, 0, (1 << size) - 1);
	return big_sign(&value);
}
