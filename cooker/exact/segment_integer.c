// SPDX-License-Identifier: MIT
#include "segment_integer.h"

#include <stdbool.h>
#include <stddef.h>

#define LOWER_HALF UINT32_MAX

/// A magnitude that is small enough to pass in registers.
typedef struct size
{
	uint64_t low, high;
} size;

static size size_of(const segment_integer *a)
{
	return (size){a->limbs[0], a->limbs[1]};
}

static bool is_zero(size a)
{
	return (a.low | a.high) == 0;
}

static bool is_less(size a, size b)
{
	return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static segment_integer signed_integer(int sign, size a)
{
	return (segment_integer){is_zero(a) ? 0 : sign, {a.low, a.high}};
}

/// |value|, also for INT64_MIN.
static uint64_t limb_of(int64_t value)
{
	return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static int sign_of(int64_t value)
{
	return (value > 0) - (value < 0);
}

static size add_sizes(size a, size b)
{
	uint64_t low = a.low + b.low;
	return (size){low, a.high + b.high + (low < a.low)};
}

/// a - b, b <= a
static size subtract_sizes(size a, size b)
{
	return (size){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

/// Multiplies halves of 32 bits, as in schoolbook multiplication.
static size multiply_limbs(uint64_t a, uint64_t b)
{
	uint64_t a_low = a & LOWER_HALF, a_high = a >> 32, b_low = b & LOWER_HALF, b_high = b >> 32;
	uint64_t low = a_low * b_low;
	// (2^32 - 1)^2 plus twice 2^32 - 1 is 2^64 - 1: neither of the middle sums overflows.
	uint64_t middle = a_high * b_low + (low >> 32);
	uint64_t other = a_low * b_high + (middle & LOWER_HALF);
	return (size){other << 32 | (low & LOWER_HALF), a_high * b_high + (middle >> 32) + (other >> 32)};
}

static size multiply_size(size a, uint64_t b)
{
	size product = multiply_limbs(a.low, b);
	product.high += a.high * b;
	return product;
}

/// a 2^bits, 0 <= bits < 128
static size shift_size(size a, int bits)
{
	if (bits == 0)
		return a;
	if (bits >= 64)
		return (size){0, a.low << (bits - 64)};
	return (size){a.low << bits, a.high << bits | a.low >> (64 - bits)};
}

/// a / 2^bits without its fraction, 0 <= bits < 128
static size drop_bits(size a, int bits)
{
	if (bits == 0)
		return a;
	if (bits >= 64)
		return (size){a.high >> (bits - 64), 0};
	return (size){a.low >> bits | a.high << (64 - bits), a.high >> bits};
}

/// Number of the highest bit that is set, counted from 1; 0 for 0.
static int bit_length(size a)
{
	uint64_t limb = a.high ? a.high : a.low;
	int length = a.high ? 64 : 0;
	for (int step = 32; step > 0; step /= 2)
		if (limb >> step)
		{
			limb >>= step;
			length += step;
		}
	return length + (limb != 0);
}

/// a / b where b uses its upper limb; sets *rest to the remainder.
static size divide_long(size a, size b, size *rest)
{
	size quotient = {0, 0};
	int b_length = bit_length(b), b_drop = b_length > 32 ? b_length - 32 : 0;
	// The divisor's highest 32 bits, rounded up: a guess is then never too large, and too small by its last bits only.
	uint64_t divisor = drop_bits(b, b_drop).low + (b_drop > 0);
	while (!is_less(a, b))
	{
		int a_length = bit_length(a), a_drop = a_length > 64 ? a_length - 64 : 0, place = a_drop - b_drop;
		uint64_t guess = drop_bits(a, a_drop).low / divisor;
		if (place < 0)
		{
			guess >>= -place;
			guess += guess == 0;
			place = 0;
		}
		a = subtract_sizes(a, shift_size(multiply_size(b, guess), place));
		quotient = add_sizes(quotient, shift_size((size){guess, 0}, place));
	}
	*rest = a;
	return quotient;
}

static size divide_sizes(size a, size b, size *rest)
{
	if ((a.high | b.high) != 0)
		return divide_long(a, b, rest);
	*rest = (size){a.low % b.low, 0};
	return (size){a.low / b.low, 0};
}

segment_integer segment_integer_from(int64_t value)
{
	return (segment_integer){sign_of(value), {limb_of(value), 0}};
}

segment_integer segment_integer_product(int64_t a, int64_t b)
{
	return signed_integer(sign_of(a) * sign_of(b), multiply_limbs(limb_of(a), limb_of(b)));
}

segment_integer segment_integer_scale(segment_integer a, int64_t b)
{
	return signed_integer(a.sign * sign_of(b), multiply_size(size_of(&a), limb_of(b)));
}

segment_integer segment_integer_negate(segment_integer a)
{
	a.sign = -a.sign;
	return a;
}

segment_integer segment_integer_add(segment_integer a, segment_integer b)
{
	size x = size_of(&a), y = size_of(&b);
	if (a.sign * b.sign >= 0)
		return signed_integer(a.sign ? a.sign : b.sign, add_sizes(x, y));
	return is_less(x, y) ? signed_integer(b.sign, subtract_sizes(y, x)) : signed_integer(a.sign, subtract_sizes(x, y));
}

int segment_integer_compare(segment_integer a, segment_integer b)
{
	size x = size_of(&a), y = size_of(&b);
	if (a.sign != b.sign)
		return a.sign < b.sign ? -1 : 1;
	return is_less(x, y) ? -a.sign : is_less(y, x) ? a.sign : 0;
}

segment_integer segment_integer_shift(segment_integer a, int bits)
{
	size x = size_of(&a);
	return signed_integer(a.sign, bits < 0 ? drop_bits(x, -bits) : shift_size(x, bits));
}

int segment_integer_length(segment_integer a)
{
	return bit_length(size_of(&a));
}

segment_integer segment_integer_divide(segment_integer a, segment_integer b, segment_integer *rest)
{
	size left, quotient = divide_sizes(size_of(&a), size_of(&b), &left);
	if (rest)
		*rest = signed_integer(a.sign, left);
	return signed_integer(a.sign * b.sign, quotient);
}

segment_integer segment_integer_common_factor(segment_integer a, segment_integer b)
{
	size x = size_of(&a), y = size_of(&b);
	while (!is_zero(y))
	{
		size rest;
		divide_sizes(x, y, &rest);
		x = y;
		y = rest;
	}
	return signed_integer(1, x);
}
