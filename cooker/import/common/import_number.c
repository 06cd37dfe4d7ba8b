// SPDX-License-Identifier: MIT
#include "import_number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/// Digits that determine the result: a number halfway between two floats has at most 113. One more digit represents all
/// the rest.
#define DIGITS 120
/// Limbs of 32 bits, enough for 121 digits times ten to the 60, or ten to the 181, plus the bits added by shifting.
#define LIMBS 24
/// Numbers with a larger power of ten are infinity; those with a smaller inverse power are zero.
#define POWER 60

/// A number as it is written: digits without leading zeros, times ten to `exponent`.
typedef struct decimal
{
	uint8_t digits[DIGITS + 1];
	int count;
	int64_t exponent;
} decimal;

typedef struct natural
{
	uint32_t limbs[LIMBS];
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t summand)
{
	uint64_t carry = summand;
	for (int i = 0; i < LIMBS; ++i)
	{
		carry += (uint64_t)n->limbs[i] * factor;
		n->limbs[i] = (uint32_t)carry;
		carry >>= 32;
	}
}

static void multiply_ten(natural *n, int64_t power)
{
	for (; power >= 9; power -= 9)
		multiply_add(n, 1000000000u, 0);
	for (; power > 0; --power)
		multiply_add(n, 10, 0);
}

static int bit_count(const natural *n)
{
	int limb = LIMBS - 1, bits = 0;
	while (limb > 0 && n->limbs[limb] == 0)
		--limb;
	for (uint32_t top = n->limbs[limb]; top; top >>= 1)
		++bits;
	return 32 * limb + bits;
}

static void shift_left(natural *n, int bits)
{
	int limbs = bits / 32, rest = bits % 32;
	for (int i = LIMBS - 1; i >= 0; --i)
	{
		uint64_t high = i >= limbs ? n->limbs[i - limbs] : 0;
		uint64_t low = i > limbs ? n->limbs[i - limbs - 1] : 0;
		n->limbs[i] = (uint32_t)((high << 32 | low) << rest >> 32);
	}
}

static int compare(const natural *a, const natural *b)
{
	for (int i = LIMBS - 1; i >= 0; --i)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

static void subtract(natural *a, const natural *b)
{
	uint64_t borrow = 0;
	for (int i = 0; i < LIMBS; ++i)
	{
		uint64_t difference = (uint64_t)a->limbs[i] - b->limbs[i] - borrow;
		a->limbs[i] = (uint32_t)difference;
		borrow = difference >> 63;
	}
}

/// Finds the nearest float by exact arithmetic: a quotient of integers, bit by bit.
static float round_exactly(const decimal *d)
{
	int64_t point = d->exponent + d->count;
	if (point > POWER)
		return INFINITY;
	if (point < -POWER)
		return 0.0f;
	natural numerator = {{0}}, denominator = {{1}};
	for (int i = 0; i < d->count; ++i)
		multiply_add(&numerator, 10, d->digits[i]);
	multiply_ten(d->exponent < 0 ? &denominator : &numerator, d->exponent < 0 ? -d->exponent : d->exponent);
	int exponent = bit_count(&numerator) - bit_count(&denominator);
	shift_left(exponent < 0 ? &numerator : &denominator, exponent < 0 ? -exponent : exponent);
	if (compare(&numerator, &denominator) < 0)
	{
		shift_left(&numerator, 1);
		--exponent;
	}
	// The quotient is in [1, 2); the number is the quotient times 2^exponent.
	int bits = exponent >= FLT_MIN_EXP - 1 ? FLT_MANT_DIG : FLT_MANT_DIG - (FLT_MIN_EXP - 1 - exponent);
	if (bits < 0)
		return 0.0f;
	uint32_t mantissa = 0;
	for (int i = 0; i < bits; ++i)
	{
		bool one = compare(&numerator, &denominator) >= 0;
		if (one)
			subtract(&numerator, &denominator);
		mantissa = mantissa << 1 | one;
		shift_left(&numerator, 1);
	}
	int half = compare(&numerator, &denominator);
	mantissa += half > 0 || (half == 0 && (mantissa & 1));
	return ldexpf((float)mantissa, exponent - bits + 1);
}

/// Finds the nearest float when the error bound of a double calculation leaves only one candidate. Returns false
/// otherwise.
static bool round_quickly(const decimal *d, float *value)
{
	static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
		1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	int used = d->count < 18 ? d->count : 18;
	int64_t exponent = d->exponent + d->count - used;
	if (exponent < -22 || exponent > 22)
		return false;
	uint64_t digits = 0;
	for (int i = 0; i < used; ++i)
		digits = digits * 10 + d->digits[i];
	double middle = exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
	// Rounded twice, and cut after the 18th digit: 2^-53 each for the two roundings, at most 2^-56 for the cut.
	double low = middle * (1.0 - 0x1p-50), high = middle * (1.0 + 0x1p-50);
	if (high > (double)FLT_MAX || (float)low != (float)high)
		return false;
	*value = (float)low;
	return true;
}

static bool is_digit(const char *at, const char *end)
{
	return at < end && *at >= '0' && *at <= '9';
}

/// Reads `nan`, `inf` or `infinity`, in any case, at the start of `text`.
static size_t read_word(const char *text, size_t size, float *value)
{
	static const char *const words[] = {"infinity", "inf", "nan"};
	for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
	{
		size_t length = strlen(words[i]), k = 0;
		while (k < length && k < size && (text[k] | 0x20) == words[i][k])
			++k;
		if (k < length)
			continue;
		*value = i < 2 ? INFINITY : NAN;
		return length;
	}
	return 0;
}

/// Stores one digit, unless it is a leading zero or beyond the digits that determine the result.
static void add_digit(decimal *d, uint8_t digit)
{
	if (d->count == 0 && digit == 0)
		return;
	if (d->count < DIGITS)
		d->digits[d->count++] = digit;
	else
	{
		// Digits that were cut off only count as greater than zero.
		if (d->count == DIGITS && digit)
		{
			d->digits[d->count++] = 1;
			--d->exponent;
		}
		++d->exponent;
	}
}

/// Reads digits with an optional point; returns the bytes read, 0 without a digit.
static size_t read_digits(const char *text, const char *end, decimal *d)
{
	const char *at = text;
	size_t digits = 0;
	for (; is_digit(at, end); ++at, ++digits)
		add_digit(d, (uint8_t)(*at - '0'));
	if (at < end && *at == '.')
		for (++at; is_digit(at, end); ++at, ++digits)
		{
			add_digit(d, (uint8_t)(*at - '0'));
			--d->exponent;
		}
	return digits ? (size_t)(at - text) : 0;
}

/// Reads the exponent after the digits; returns 0 without an exponent.
static size_t read_exponent(const char *text, const char *end, decimal *d)
{
	const char *at = text;
	if (at == end || (*at != 'e' && *at != 'E'))
		return 0;
	++at;
	bool negative = at < end && *at == '-';
	at += at < end && (*at == '-' || *at == '+');
	if (!is_digit(at, end))
		return 0;
	int64_t exponent = 0;
	for (; is_digit(at, end); ++at)
		if (exponent < INT64_MAX / 100)
			exponent = exponent * 10 + (*at - '0');
	d->exponent += negative ? -exponent : exponent;
	return (size_t)(at - text);
}

size_t import_float(const char *text, size_t size, float *value)
{
	const char *at = text, *end = text + size;
	bool negative = at < end && *at == '-';
	at += at < end && (*at == '-' || *at == '+');
	float magnitude = 0.0f;
	decimal d = {.count = 0};
	size_t length = read_digits(at, end, &d);
	if (length == 0)
	{
		length = read_word(at, (size_t)(end - at), &magnitude);
		if (length == 0)
			return 0;
		at += length;
	}
	else if (length < (size_t)(end - at) && at[length] == '#')
	{
		for (at += length + 1; at < end && (*at | 0x20) >= 'a' && (*at | 0x20) <= 'z';)
			++at;
		magnitude = NAN;
	}
	else
	{
		at += length;
		at += read_exponent(at, end, &d);
		if (d.count > 0 && !round_quickly(&d, &magnitude))
			magnitude = round_exactly(&d);
	}
	*value = negative ? -magnitude : magnitude;
	return (size_t)(at - text);
}

size_t import_integer(const char *text, size_t size, int64_t *value)
{
	const char *at = text, *end = text + size;
	bool negative = at < end && *at == '-';
	at += at < end && (*at == '-' || *at == '+');
	const char *first = at;
	int64_t magnitude = 0;
	for (; is_digit(at, end); ++at)
		magnitude = magnitude > (INT64_MAX - 9) / 10 ? INT64_MAX : magnitude * 10 + (*at - '0');
	if (at == first)
		return 0;
	*value = negative ? -magnitude : magnitude;
	return (size_t)(at - text);
}
