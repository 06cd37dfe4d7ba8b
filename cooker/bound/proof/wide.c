// SPDX-License-Identifier: MIT
#include "wide.h"
#include "math/ieee.h"

#include <string.h>

/// Removes zero limbs from both ends.
static void trim(wide *a)
{
	while (a->count && a->limb[a->count - 1] == 0)
		--a->count;
	uint32_t zeros = 0;
	while (zeros < a->count && a->limb[zeros] == 0)
		++zeros;
	if (zeros)
		memmove(a->limb, a->limb + zeros, (a->count - zeros) * sizeof *a->limb);
	a->count -= zeros;
	a->low += (int32_t)zeros;
	if (a->count == 0)
		a->sign = a->low = 0;
}

wide wide_from_float(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	uint32_t exponent = bits >> 23 & 0xff;
	uint64_t mantissa = (bits & 0x7fffff) | (exponent ? 0x800000u : 0);
	// x = mantissa 2^(shift - 160), and 160 bits are five limbs.
	uint32_t shift = (exponent ? exponent : 1) - 150 + 160;
	mantissa <<= shift % 32;
	wide a = {.sign = bits >> 31 ? -1 : 1, .low = (int32_t)(shift / 32) - 5, .count = 2};
	a.limb[0] = (uint32_t)mantissa;
	a.limb[1] = (uint32_t)(mantissa >> 32);
	trim(&a);
	return a;
}

/// Returns the limb at `place`, in units of 32 bits.
static uint32_t limb_at(const wide *a, int32_t place)
{
	return place >= a->low && place < a->low + (int32_t)a->count ? a->limb[place - a->low] : 0;
}

static int32_t top(const wide *a)
{
	return a->low + (int32_t)a->count;
}

/// Sign of |a| - |b|, for numbers that are not zero.
static int compare_magnitudes(const wide *a, const wide *b)
{
	if (top(a) != top(b))
		return top(a) < top(b) ? -1 : 1;
	int32_t low = a->low < b->low ? a->low : b->low;
	for (int32_t place = top(a); place-- > low;)
	{
		uint32_t x = limb_at(a, place), y = limb_at(b, place);
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

/// sign (|a| + |b|)
static void add_magnitudes(const wide *a, const wide *b, int32_t sign, wide *sum)
{
	int32_t low = a->low < b->low ? a->low : b->low;
	int32_t high = top(a) > top(b) ? top(a) : top(b);
	uint64_t carry = 0;
	uint32_t count = 0;
	for (int32_t place = low; place < high; ++place)
	{
		carry += (uint64_t)limb_at(a, place) + limb_at(b, place);
		sum->limb[count++] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		sum->limb[count++] = (uint32_t)carry;
	sum->count = count;
	sum->low = low;
	sum->sign = sign;
	trim(sum);
}

/// sign (|a| - |b|), where |a| > |b|
static void subtract_magnitudes(const wide *a, const wide *b, int32_t sign, wide *difference)
{
	int32_t low = a->low < b->low ? a->low : b->low;
	uint64_t borrow = 0;
	uint32_t count = 0;
	for (int32_t place = low; place < top(a); ++place)
	{
		uint64_t limb = (uint64_t)limb_at(a, place) - limb_at(b, place) - borrow;
		difference->limb[count++] = (uint32_t)limb;
		borrow = limb >> 63;
	}
	difference->count = count;
	difference->low = low;
	difference->sign = sign;
	trim(difference);
}

/// a + b_sign |b|
static void add_signed(const wide *a, const wide *b, int32_t b_sign, wide *sum)
{
	sum->sign = sum->low = 0;
	sum->count = 0;
	if (a->sign == 0 || b_sign == 0)
	{
		const wide *only = a->sign == 0 ? b : a;
		memcpy(sum->limb, only->limb, only->count * sizeof *only->limb);
		sum->count = only->count;
		sum->low = only->low;
		sum->sign = a->sign == 0 ? b_sign : a->sign;
		return;
	}
	int order = a->sign == b_sign ? 1 : compare_magnitudes(a, b);
	if (a->sign == b_sign)
		add_magnitudes(a, b, a->sign, sum);
	else if (order > 0)
		subtract_magnitudes(a, b, a->sign, sum);
	else if (order < 0)
		subtract_magnitudes(b, a, b_sign, sum);
}

wide wide_add(const wide *a, const wide *b)
{
	wide sum;
	add_signed(a, b, b->sign, &sum);
	return sum;
}

wide wide_sub(const wide *a, const wide *b)
{
	wide difference;
	add_signed(a, b, -b->sign, &difference);
	return difference;
}

wide wide_mul(const wide *a, const wide *b)
{
	wide product;
	product.sign = a->sign * b->sign;
	product.low = a->low + b->low;
	product.count = product.sign ? a->count + b->count : 0;
	memset(product.limb, 0, product.count * sizeof *product.limb);
	for (uint32_t i = 0; product.sign && i < a->count; ++i)
	{
		uint64_t carry = 0;
		for (uint32_t j = 0; j < b->count; ++j)
		{
			carry += (uint64_t)a->limb[i] * b->limb[j] + product.limb[i + j];
			product.limb[i + j] = (uint32_t)carry;
			carry >>= 32;
		}
		product.limb[i + b->count] = (uint32_t)carry;
	}
	trim(&product);
	return product;
}
