// SPDX-License-Identifier: MIT
#include "exact/segment_integer.h"

#include <stdbool.h>
#include <stddef.h>

#define LOWER_HALF UINT32_MAX

static segment_integer signed_integer(int sign, uint64_t high, uint64_t low)
{
	return (segment_integer){(high | low) == 0 ? 0 : sign, {low, high}};
}

/// |value|, of INT64_MIN too.
static uint64_t size_of(int64_t value)
{
	return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static int sign_of(int64_t value)
{
	return (value > 0) - (value < 0);
}

segment_integer segment_integer_from(int64_t value)
{
	return (segment_integer){sign_of(value), {size_of(value), 0}};
}

/// a b: the lower limb, and the upper one in *high. Halves of 32 bits, as by school.
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
	uint64_t a_low = a & LOWER_HALF, a_high = a >> 32, b_low = b & LOWER_HALF, b_high = b >> 32;
	uint64_t low = a_low * b_low;
	// (2^32 - 1)^2 and twice 2^32 - 1 are 2^64 - 1: neither of the middle sums overflows.
	uint64_t middle = a_high * b_low + (low >> 32);
	uint64_t other = a_low * b_high + (middle & LOWER_HALF);
	*high = a_high * b_high + (middle >> 32) + (other >> 32);
	return other << 32 | (low & LOWER_HALF);
}

segment_integer segment_integer_product(int64_t a, int64_t b)
{
	uint64_t high, low = multiply(size_of(a), size_of(b), &high);
	return signed_integer(sign_of(a) * sign_of(b), high, low);
}

static segment_integer scale_size(const segment_integer *a, uint64_t b, int sign)
{
	uint64_t high, low = multiply(a->limbs[0], b, &high);
	return signed_integer(sign, high + a->limbs[1] * b, low);
}

segment_integer segment_integer_scale(segment_integer a, int64_t b)
{
	return scale_size(&a, size_of(b), a.sign * sign_of(b));
}

segment_integer segment_integer_negate(segment_integer a)
{
	a.sign = -a.sign;
	return a;
}

static bool is_less(const segment_integer *a, const segment_integer *b)
{
	return a->limbs[1] < b->limbs[1] || (a->limbs[1] == b->limbs[1] && a->limbs[0] < b->limbs[0]);
}

/// |a| - |b|, |b| <= |a|, with the given sign.
static segment_integer subtract_sizes(const segment_integer *a, const segment_integer *b, int sign)
{
	uint64_t borrow = a->limbs[0] < b->limbs[0];
	return signed_integer(sign, a->limbs[1] - b->limbs[1] - borrow, a->limbs[0] - b->limbs[0]);
}

segment_integer segment_integer_add(segment_integer a, segment_integer b)
{
	if (a.sign == 0 || b.sign == 0)
		return a.sign == 0 ? b : a;
	if (a.sign != b.sign)
		return is_less(&a, &b) ? subtract_sizes(&b, &a, b.sign) : subtract_sizes(&a, &b, a.sign);
	uint64_t low = a.limbs[0] + b.limbs[0], carry = low < a.limbs[0];
	return signed_integer(a.sign, a.limbs[1] + b.limbs[1] + carry, low);
}

int segment_integer_compare(segment_integer a, segment_integer b)
{
	if (a.sign != b.sign)
		return a.sign < b.sign ? -1 : 1;
	return is_less(&a, &b) ? -a.sign : is_less(&b, &a) ? a.sign : 0;
}

segment_integer segment_integer_shift(segment_integer a, int bits)
{
	if (bits == 0)
		return a;
	if (bits >= 64)
		return signed_integer(a.sign, a.limbs[0] << (bits - 64), 0);
	return signed_integer(a.sign, a.limbs[1] << bits | a.limbs[0] >> (64 - bits), a.limbs[0] << bits);
}

/// Number of the highest bit that is set, counted from 1; 0 for 0.
static int bit_length(const segment_integer *a)
{
	uint64_t limb = a->limbs[1] ? a->limbs[1] : a->limbs[0];
	int length = a->limbs[1] ? 64 : 0;
	for (int step = 32; step > 0; step /= 2)
		if (limb >> step)
		{
			limb >>= step;
			length += step;
		}
	return length + (limb != 0);
}

/// |a| / 2^bits without its fraction, which must fit one limb.
static uint64_t upper_bits(const segment_integer *a, int bits)
{
	if (bits == 0)
		return a->limbs[0];
	return bits >= 64 ? a->limbs[1] >> (bits - 64) : a->limbs[1] << (64 - bits) | a->limbs[0] >> bits;
}

/// |a| / |b|; *rest becomes what is left of |a|.
static segment_integer divide_sizes(segment_integer a, segment_integer b, segment_integer *rest)
{
	segment_integer quotient = {0};
	int b_length = bit_length(&b), b_drop = b_length > 32 ? b_length - 32 : 0;
	// The highest 32 bits, rounded up, so that a guess is never too high, and only too low by its last bits.
	uint64_t divisor = upper_bits(&b, b_drop) + (b_drop > 0);
	while (!is_less(&a, &b))
	{
		int a_length = bit_length(&a), a_drop = a_length > 64 ? a_length - 64 : 0, place = a_drop - b_drop;
		uint64_t guess = upper_bits(&a, a_drop) / divisor;
		if (place < 0)
		{
			guess >>= -place;
			guess += guess == 0;
			place = 0;
		}
		segment_integer times = signed_integer(1, 0, guess), part = scale_size(&b, guess, 1);
		times = segment_integer_shift(times, place);
		part = segment_integer_shift(part, place);
		a = subtract_sizes(&a, &part, 1);
		quotient = segment_integer_add(quotient, times);
	}
	*rest = a;
	return quotient;
}

segment_integer segment_integer_divide(segment_integer a, segment_integer b, segment_integer *rest)
{
	segment_integer quotient, left;
	if ((a.limbs[1] | b.limbs[1]) == 0)
	{
		quotient = signed_integer(1, 0, a.limbs[0] / b.limbs[0]);
		left = signed_integer(1, 0, a.limbs[0] % b.limbs[0]);
	}
	else
		quotient = divide_sizes(a, b, &left);
	quotient.sign *= a.sign * b.sign;
	if (rest)
		*rest = signed_integer(a.sign, left.limbs[1], left.limbs[0]);
	return quotient;
}

segment_integer segment_integer_common_factor(segment_integer a, segment_integer b)
{
	while (b.sign != 0)
	{
		segment_integer rest;
		segment_integer_divide(a, b, &rest);
		a = b;
		b = rest;
	}
	a.sign *= a.sign;
	return a;
}
