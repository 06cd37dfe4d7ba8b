// SPDX-License-Identifier: MIT
#include "integer.h"
#include "math/ieee.h"

#include <limits.h>
#include <string.h>

/// Returns the significant bits of a finite double, at most 53, and the exponent of the lowest bit.
static uint64_t mantissa_of(double value, int *exponent)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
	int biased = (int)(bits >> 52 & 0x7ff);
	// Denormals share the exponent of the smallest normal numbers, without the hidden bit.
	*exponent = (biased ? biased : 1) - 1075;
	return biased ? fraction | (uint64_t)1 << 52 : fraction;
}

int integer_unit(double value)
{
	int exponent;
	uint64_t mantissa = mantissa_of(value, &exponent);
	if (mantissa == 0)
		return INT_MAX;
	for (int step = 32; step > 0; step /= 2)
		if ((mantissa & (((uint64_t)1 << step) - 1)) == 0)
		{
			mantissa >>= step;
			exponent += step;
		}
	return exponent;
}

static void drop_zeros(integer *a)
{
	while (a->count > 0 && a->limbs[a->count - 1] == 0)
		--a->count;
	if (a->count == 0)
		a->sign = 0;
}

void integer_from_double(double value, int unit, integer *out)
{
	int exponent;
	uint64_t mantissa = mantissa_of(value, &exponent);
	out->sign = (value > 0.0) - (value < 0.0);
	out->count = 0;
	if (mantissa == 0)
		return;
	int shift = exponent - unit;
	if (shift < 0)
	{
		mantissa >>= -shift;
		shift = 0;
	}
	int zeros = shift / 32, rest = shift % 32;
	memset(out->limbs, 0, (size_t)zeros * sizeof *out->limbs);
	// 53 bits and at most 31 of shift: three limbs.
	uint64_t low = mantissa << rest;
	out->limbs[zeros] = (uint32_t)low;
	out->limbs[zeros + 1] = (uint32_t)(low >> 32);
	out->limbs[zeros + 2] = rest ? (uint32_t)(mantissa >> (64 - rest)) : 0;
	out->count = zeros + 3;
	drop_zeros(out);
}

/// -1, 0 or 1 as |a| is less than, equal to or greater than |b|.
static int compare_magnitudes(const integer *a, const integer *b)
{
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	for (int i = a->count - 1; i >= 0; --i)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

/// |longer| + |shorter|
static void add_magnitudes(const integer *longer, const integer *shorter, int sign, integer *out)
{
	int count = longer->count, less = shorter->count;
	uint64_t carry = 0;
	for (int i = 0; i < count; ++i)
	{
		carry += (uint64_t)longer->limbs[i] + (i < less ? shorter->limbs[i] : 0);
		out->limbs[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		out->limbs[count++] = (uint32_t)carry;
	out->count = count;
	out->sign = sign;
}

/// |larger| - |smaller|
static void subtract_magnitudes(const integer *larger, const integer *smaller, int sign, integer *out)
{
	int count = larger->count, less = smaller->count;
	uint64_t borrow = 0;
	for (int i = 0; i < count; ++i)
	{
		uint64_t difference = (uint64_t)larger->limbs[i] - (i < less ? smaller->limbs[i] : 0) - borrow;
		out->limbs[i] = (uint32_t)difference;
		borrow = difference >> 63;
	}
	out->count = count;
	out->sign = sign;
	drop_zeros(out);
}

/// a + b, where `b_sign` replaces b's sign.
static void add_signed(const integer *a, const integer *b, int b_sign, integer *out)
{
	if (a->sign * b_sign < 0)
	{
		if (compare_magnitudes(a, b) >= 0)
			subtract_magnitudes(a, b, a->sign, out);
		else
			subtract_magnitudes(b, a, b_sign, out);
	}
	else if (a->count >= b->count)
		add_magnitudes(a, b, a->sign ? a->sign : b_sign, out);
	else
		add_magnitudes(b, a, b_sign, out);
}

void integer_add(const integer *a, const integer *b, integer *out)
{
	add_signed(a, b, b->sign, out);
}

void integer_subtract(const integer *a, const integer *b, integer *out)
{
	add_signed(a, b, -b->sign, out);
}

void integer_multiply(const integer *a, const integer *b, integer *out)
{
	out->sign = a->sign * b->sign;
	out->count = 0;
	if (out->sign == 0)
		return;
	memset(out->limbs, 0, (size_t)(a->count + b->count) * sizeof *out->limbs);
	for (int i = 0; i < a->count; ++i)
	{
		uint64_t carry = 0;
		for (int j = 0; j < b->count; ++j)
		{
			// At most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
			carry += (uint64_t)a->limbs[i] * b->limbs[j] + out->limbs[i + j];
			out->limbs[i + j] = (uint32_t)carry;
			carry >>= 32;
		}
		out->limbs[i + b->count] = (uint32_t)carry;
	}
	out->count = a->count + b->count;
	drop_zeros(out);
}
