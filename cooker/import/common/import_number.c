// SPDX-License-Identifier: MIT
#include "import_number.h"

#include "import_digits.h"

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

/// A whole number of at most LIMBS limbs, of which the first `count` may not be zero.
typedef struct natural
{
	uint32_t limbs[LIMBS];
	int count;
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t summand)
{
	uint64_t carry = summand;
	for (int i = 0; i < n->count; ++i)
	{
		carry += (uint64_t)n->limbs[i] * factor;
		n->limbs[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry && n->count < LIMBS)
		n->limbs[n->count++] = (uint32_t)carry;
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
	int limb = n->count - 1, bits = 0;
	while (limb > 0 && n->limbs[limb] == 0)
		--limb;
	for (uint32_t top = n->limbs[limb]; top; top >>= 1)
		++bits;
	return 32 * limb + bits;
}

static void shift_left(natural *n, int bits)
{
	int limbs = bits / 32, rest = bits % 32, more = n->count + limbs + 1;
	n->count = more < LIMBS ? more : LIMBS;
	for (int i = n->count - 1; i >= 0; --i)
	{
		uint64_t high = i >= limbs ? n->limbs[i - limbs] : 0;
		uint64_t low = i > limbs ? n->limbs[i - limbs - 1] : 0;
		n->limbs[i] = (uint32_t)((high << 32 | low) << rest >> 32);
	}
}

/// Doubles a number whose highest bit is not in its last limb in use.
static void twice(natural *n)
{
	for (int i = n->count - 1; i > 0; --i)
		n->limbs[i] = n->limbs[i] << 1 | n->limbs[i - 1] >> 31;
	n->limbs[0] <<= 1;
}

/// Compares two numbers with the same count of limbs.
static int compare(const natural *a, const natural *b)
{
	for (int i = a->count - 1; i >= 0; --i)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

/// Subtracts a number that is not larger, with the same count of limbs.
static void subtract(natural *a, const natural *b)
{
	uint64_t borrow = 0;
	for (int i = 0; i < a->count; ++i)
	{
		uint64_t difference = (uint64_t)a->limbs[i] - b->limbs[i] - borrow;
		a->limbs[i] = (uint32_t)difference;
		borrow = difference >> 63;
	}
}

/// A binary format: digits of the mantissa, and the least exponent of a normal number, as in <float.h>.
typedef struct binary
{
	int digits;
	int least;
} binary;

static const binary binary_float = {FLT_MANT_DIG, FLT_MIN_EXP};
static const binary binary_double = {DBL_MANT_DIG, DBL_MIN_EXP};

/// Finds the nearest number of a format by exact arithmetic: a quotient of integers, bit by bit. Powers of ten beyond POWER
/// become infinity and zero.
static double round_exactly(const decimal *d, const binary *to)
{
	int64_t point = d->exponent + d->count;
	if (point > POWER)
		return HUGE_VAL;
	if (point < -POWER)
		return 0.0;
	natural numerator = {.limbs = {0}, .count = 1}, denominator = {.limbs = {1}, .count = 1};
	for (int i = 0; i < d->count; ++i)
		multiply_add(&numerator, 10, d->digits[i]);
	multiply_ten(d->exponent < 0 ? &denominator : &numerator, d->exponent < 0 ? -d->exponent : d->exponent);
	int exponent = bit_count(&numerator) - bit_count(&denominator);
	shift_left(exponent < 0 ? &numerator : &denominator, exponent < 0 ? -exponent : exponent);
	// One more limb than either needs, for the bits that doubling moves up.
	const int most = numerator.count > denominator.count ? numerator.count : denominator.count;
	numerator.count = denominator.count = most < LIMBS ? most + 1 : LIMBS;
	if (compare(&numerator, &denominator) < 0)
	{
		twice(&numerator);
		--exponent;
	}
	// The quotient is in [1, 2); the number is the quotient times 2^exponent.
	int bits = exponent >= to->least - 1 ? to->digits : to->digits - (to->least - 1 - exponent);
	if (bits < 0)
		return 0.0;
	uint64_t mantissa = 0;
	for (int i = 0; i < bits; ++i)
	{
		bool one = compare(&numerator, &denominator) >= 0;
		if (one)
			subtract(&numerator, &denominator);
		mantissa = mantissa << 1 | one;
		twice(&numerator);
	}
	int half = compare(&numerator, &denominator);
	mantissa += half > 0 || (half == 0 && (mantissa & 1));
	return ldexp((double)mantissa, exponent - bits + 1);
}

static float float_exactly(const decimal *d)
{
	const double nearest = round_exactly(d, &binary_float);
	return nearest <= (double)FLT_MAX ? (float)nearest : INFINITY;
}

/// The powers of ten that are exact in double.
static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Stores the float nearest to every number within 2^-50 of `middle`, relatively. Returns false where that is no single float.
static bool round_near(double middle, float *value)
{
	double low = middle * (1.0 - 0x1p-50), high = middle * (1.0 + 0x1p-50);
	if (high > (double)FLT_MAX || (float)low != (float)high)
		return false;
	*value = (float)low;
	return true;
}

/// Finds the nearest float when the error bound of a double calculation leaves only one candidate. Returns false
/// otherwise.
static bool round_quickly(const decimal *d, float *value)
{
	int used = d->count < 18 ? d->count : 18;
	int64_t exponent = d->exponent + d->count - used;
	if (exponent < -22 || exponent > 22)
		return false;
	uint64_t digits = 0;
	for (int i = 0; i < used; ++i)
		digits = digits * 10 + d->digits[i];
	double middle = exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
	// Rounded twice, and cut after the 18th digit: 2^-53 each for the two roundings, at most 2^-56 for the cut.
	return round_near(middle, value);
}

/// Finds the nearest double where one rounding suffices (Clinger 1990): an integer and a power of ten that are exact.
static bool double_quickly(const decimal *d, double *value)
{
	uint64_t digits = 0;
	if (d->count > 15 || d->exponent < -22 || d->exponent > 22)
		return false;
	for (int i = 0; i < d->count; ++i)
		digits = digits * 10 + d->digits[i];
	*value = d->exponent < 0 ? (double)digits / powers[-d->exponent] : (double)digits * powers[d->exponent];
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

/// A number as it is read: a sign, and digits or a word.
typedef struct written
{
	bool negative;
	bool word;
	float magnitude; ///< of a word
	decimal digits;
} written;

/// Reads a number without rounding it; returns its length in bytes, 0 without a number.
static size_t read_number(const char *text, size_t size, written *w)
{
	const char *at = text, *end = text + size;
	*w = (written){.negative = at < end && *at == '-'};
	at += at < end && (*at == '-' || *at == '+');
	size_t length = read_digits(at, end, &w->digits);
	if (length == 0)
	{
		length = read_word(at, (size_t)(end - at), &w->magnitude);
		if (length == 0)
			return 0;
		w->word = true;
		at += length;
	}
	else if (length < (size_t)(end - at) && at[length] == '#')
	{
		for (at += length + 1; at < end && (*at | 0x20) >= 'a' && (*at | 0x20) <= 'z';)
			++at;
		w->word = true;
		w->magnitude = NAN;
	}
	else
	{
		at += length;
		at += read_exponent(at, end, &w->digits);
	}
	return (size_t)(at - text);
}

static float float_of(const written *w)
{
	float magnitude = w->magnitude;
	if (!w->word && w->digits.count > 0 && !round_quickly(&w->digits, &magnitude))
		magnitude = float_exactly(&w->digits);
	return w->negative ? -magnitude : magnitude;
}

static double double_of(const written *w)
{
	double magnitude = (double)w->magnitude;
	if (!w->word && w->digits.count > 0 && !double_quickly(&w->digits, &magnitude))
		magnitude = round_exactly(&w->digits, &binary_double);
	return w->negative ? -magnitude : magnitude;
}

/// Appends digits to a number that begins at `first`; returns the end of the digits. Stops after twenty characters, which are more than
/// the number holds.
static inline const char *read_whole(const char *first, const char *at, const char *end, uint64_t *number)
{
	static const uint32_t tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
	uint32_t digits;
	while (end - at >= IMPORT_DIGITS_READ && at - first < 20)
	{
		const size_t count = import_digits(at, &digits);
		*number = *number * tens[count] + digits;
		at += count;
		if (count < IMPORT_DIGITS_READ)
			return at;
	}
	for (; is_digit(at, end) && at - first < 20; ++at)
		*number = *number * 10 + (uint32_t)(*at - '0');
	return at;
}

/// Reads a number of at most 18 digits without an exponent: nearly all numbers of art. Returns its length in bytes; 0 for any
/// other text, and where the result needs more care.
static size_t read_short(const char *text, size_t size, bool exact, import_real *value)
{
	const char *at = text, *end = text + size;
	const bool negative = at < end && *at == '-';
	uint64_t digits = 0;
	at += negative;
	const char *first = at, *point = NULL;
	at = read_whole(first, at, end, &digits);
	if (at < end && *at == '.')
	{
		point = at;
		at = read_whole(first, at + 1, end, &digits);
	}
	const ptrdiff_t count = at - first - (point != NULL), after = point ? at - point - 1 : 0;
	if (count < 1 || count > 18 || (at < end && ((*at | 0x20) == 'e' || *at == '#')))
		return 0;
	// Below 2^53, the integer and the power of ten are exact, so that one rounding gives the nearest double.
	double magnitude = (double)digits / powers[after];
	if ((exact && digits >= (uint64_t)1 << 53) || !round_near(magnitude, &value->near))
		return 0;
	if (negative)
	{
		value->near = -value->near;
		magnitude = -magnitude;
	}
	value->exact = exact ? magnitude : (double)value->near;
	return (size_t)(at - text);
}

size_t import_real_read(const char *text, size_t size, bool exact, import_real *value)
{
	written w;
	size_t length = read_short(text, size, exact, value);
	if (length)
		return length;
	length = read_number(text, size, &w);
	if (!length)
		return 0;
	value->near = float_of(&w);
	value->exact = exact ? double_of(&w) : (double)value->near;
	return length;
}

size_t import_float(const char *text, size_t size, float *value)
{
	import_real real;
	const size_t length = import_real_read(text, size, false, &real);
	if (length)
		*value = real.near;
	return length;
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
