// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/common/import_digits.h"
#include "import/common/import_number.h"
#include "support/asset_fixture.h"

/// Reads the number at the start of `text`, which must use all of it.
static float read_all(const char *text)
{
	float value = -77.0f;
	assert_int_equal(import_float(text, strlen(text), &value), strlen(text));
	return value;
}

static uint32_t bits_of(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/// glibc's strtof rounds correctly in every case, according to its manual, so it is the oracle.
static void same_as_strtof(const char *text)
{
	float value = read_all(text), expected = strtof(text, NULL);
	if (bits_of(value) != bits_of(expected))
		fail_msg("%s: %a, not %a", text, (double)value, (double)expected);
}

/// glibc's strtod rounds correctly, too.
static void same_as_strtod(const char *text)
{
	import_real value = {0};
	assert_int_equal(import_real_read(text, strlen(text), true, &value), strlen(text));
	const double expected = strtod(text, NULL);
	if (memcmp(&value.exact, &expected, sizeof expected) != 0)
		fail_msg("%s: %a, not %a", text, value.exact, expected);
	assert_int_equal(bits_of(value.near), bits_of(strtof(text, NULL)));
}

static void numbers_are_the_nearest_doubles(void **state)
{
	(void)state;
	static const char *const texts[] = {"0", "-0", "+0.0", "1", "-1", ".5", "5.", "0.1", "1e2", "1e22", "1e23", "1e-22",
		"1e-23", "9007199254740993", "9007199254740992.99999999999999999999999999999", "123456789012345678901234567890",
		"1000000000.123456789012345", "-1000000000.0000000596046447753906250", "1000000000.0000000596046447753906251",
		"1e-60", "7.8e-59", "1e59", "999999999999999e22", "inf", "-inf"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
		same_as_strtod(texts[i]);
	uint64_t random = 11;
	char text[80];
	for (int i = 0; i < 100000; ++i)
	{
		const double size = i % 3 ? 2e9 : i % 2 ? 1e-6 : 1e20;
		const double value =
			size * (2 * (double)fixture_random_unit(&random) - 1) + (double)fixture_random_unit(&random);
		if (i % 2)
			snprintf(text, sizeof text, "%.17g", value);
		else
			snprintf(text, sizeof text, "%.*f", (int)(fixture_random(&random) % 22), value);
		same_as_strtod(text);
		// Halfway between two doubles near 10^9, and a little beside.
		const uint64_t odd = (UINT64_C(2000000000) << 24) + 2 * (fixture_random(&random) >> 32) + 1;
		const double whole = (double)(odd >> 24);
		const uint64_t part = odd & 0xffffff;
		// part / 2^24 has 24 decimal places: part * 5^24 / 10^24.
		unsigned places[24];
		uint64_t rest = part;
		for (int k = 0; k < 24; ++k, rest = rest * 10 & 0xffffff)
			places[k] = (unsigned)(rest * 10 >> 24);
		int length = snprintf(text, sizeof text, "%.0f.", whole);
		for (int k = 0; k < 24; ++k)
			text[length++] = (char)('0' + places[k]);
		static const char *const ends[] = {"", "0000000001", "0"};
		snprintf(text + length, sizeof text - (size_t)length, "%s", ends[i % 3]);
		same_as_strtod(text);
	}
	import_real value;
	assert_int_equal(import_real_read("0.1", 3, false, &value), 3);
	assert_true(value.exact == (double)0.1f);
	assert_int_equal(import_real_read("x", 1, true, &value), 0);
}

static void usual_numbers_are_the_nearest_floats(void **state)
{
	(void)state;
	static const char *const texts[] = {"0", "-0", "+0.0", "1", "-1", ".5", "5.", "0.1", "1e2", "1E+2", "1e-2",
		"3.40282346e38", "3.4028235677973366e38", "3.4028235677973362e38", "3.5e38", "-1e39", "1e400", "1e-400",
		"1.17549435e-38", "1e-45", "7.0064923216240853e-46", "7.0064923216240854e-46", "7.1e-46", "0.000001",
		"16777217", "16777219", "16777216.999999999999999999999999", "9007199254740993",
		"123456789012345678901234567890", "0.00000000000000000000000000000000000000000000001",
		"1000000000000000000000000000000000000000000000", "1e99999999999999999999", "1e-99999999999999999999",
		"0e99999999999999999999"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
		same_as_strtof(texts[i]);
}

static void random_texts_are_the_nearest_floats(void **state)
{
	(void)state;
	uint64_t random = 5;
	uint64_t count = 200000;
	for (uint64_t i = 0; i < count; ++i)
	{
		char text[64];
		uint64_t a = fixture_random(&random), b = fixture_random(&random);
		int digits = 1 + (int)(b % 25);
		(void)snprintf(text, sizeof text, "%s%llu.%0*llue%d", a & 1 ? "-" : "", (unsigned long long)(a >> 40), digits,
			(unsigned long long)(b >> (b % 60)), (int)(a >> 1 & 127) - 70);
		same_as_strtof(text);
	}
}

/// Numbers without an exponent take a shorter way up to 18 digits: these have 1 to 21.
static void random_texts_without_an_exponent_are_the_nearest_floats_and_doubles(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (uint64_t i = 0; i < 200000; ++i)
	{
		char text[64], digits[24];
		const uint64_t a = fixture_random(&random), b = fixture_random(&random);
		const int count = 1 + (int)(a % 21), before = (int)(b % (uint64_t)(count + 1));
		for (int k = 0; k < count; ++k)
			digits[k] = (char)('0' + fixture_random(&random) % 10);
		// Every third number has zeros in front.
		if (i % 3 == 0)
			memset(digits, '0', (size_t)(a >> 32) % (size_t)count);
		(void)snprintf(text, sizeof text, "%s%.*s%s%.*s", a >> 40 & 1 ? "-" : "", before, digits,
			before < count || a >> 41 & 1 ? "." : "", count - before, digits + before);
		same_as_strtof(text);
		same_as_strtod(text);
	}
}

/// The midpoint of two floats has at most 113 significant digits. Written out, with the last digit unchanged,
/// incremented or decremented, it must round to the correct neighbour.
static void midpoints_round_to_even_and_their_neighbours_away(void **state)
{
	(void)state;
	uint64_t random = 9;
	uint64_t count = 20000;
	for (uint64_t i = 0; i < count; ++i)
	{
		uint32_t bits = (uint32_t)(fixture_random(&random) >> 33) % 0x7f7fffffu;
		// Every fourth number is subnormal.
		bits = i % 4 == 0 ? bits % 0x800000u : bits;
		uint32_t next = bits + 1;
		float low, high;
		memcpy(&low, &bits, sizeof low);
		memcpy(&high, &next, sizeof high);
		char text[400];
		int length = snprintf(text, sizeof text, "%.200f", 0.5 * ((double)low + (double)high));
		assert_true(length > 0 && length < 300);
		same_as_strtof(text);
		assert_int_equal(bits_of(read_all(text)), bits & 1 ? next : bits);
		strcat(text, "0000000000000000000001");
		assert_int_equal(bits_of(read_all(text)), next);
	}
}

static void words_and_old_spellings_are_numbers(void **state)
{
	(void)state;
	assert_true(isnan(read_all("nan")) && isnan(read_all("-NaN")) && isnan(read_all("1.#QNAN")));
	assert_true(isnan(read_all("-1.#IND")));
	assert_true(read_all("inf") == INFINITY && read_all("-Infinity") == -INFINITY);
}

static void what_is_no_number_takes_no_byte(void **state)
{
	(void)state;
	static const char *const texts[] = {"", "-", "+", ".", "e5", "-.e1", "x1", "in", "na", "#", " 1"};
	float value = 3.0f;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
		assert_int_equal(import_float(texts[i], strlen(texts[i]), &value), 0);
	assert_true(value == 3.0f);
	assert_int_equal(import_float("1.5e+", 5, &value), 3);
	assert_int_equal(import_float("1.5,3", 5, &value), 3);
	assert_int_equal(import_float("0x10", 4, &value), 1);
	// Bytes after the size are not read.
	assert_int_equal(import_float("1.5", 2, &value), 2);
	assert_true(value == 1.0f);
}

static void the_locale_changes_nothing(void **state)
{
	(void)state;
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "tr_TR.UTF-8"};
	for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
		if (setlocale(LC_ALL, names[i]))
			break;
	float value = read_all("1.25");
	(void)setlocale(LC_ALL, "C");
	assert_true(value == 1.25f);
}

static void integers_stop_at_the_ends_of_their_range(void **state)
{
	(void)state;
	int64_t value;
	assert_int_equal(import_integer("-12/3", 5, &value), 3);
	assert_true(value == -12);
	assert_int_equal(import_integer("99999999999999999999", 20, &value), 20);
	assert_true(value == INT64_MAX);
	assert_int_equal(import_integer("-99999999999999999999", 21, &value), 21);
	assert_true(value == -INT64_MAX);
	assert_int_equal(import_integer("+", 1, &value), 0);
	assert_int_equal(import_integer("", 0, &value), 0);
}

static void digits_that_are_read_together_are_the_number(void **state)
{
	(void)state;
	for (uint32_t number = 0; number < 10000000; number += number < 2000 ? 1 : 997)
		for (uint32_t other = 0; other < 256; other += number % 64 == 63 ? 1 : 13)
		{
			char text[24];
			uint32_t value = 0;
			const int length = snprintf(text, sizeof text, "%u%c99999999", (unsigned)number, (char)other);
			if (other >= '0' && other <= '9')
				continue;
			assert_int_equal(import_digits(text, &value), length - 9);
			assert_int_equal(value, number);
		}
	uint32_t value = 7;
	assert_int_equal(import_digits("12345678", &value), 8);
	assert_int_equal(value, 12345678);
	assert_int_equal(import_digits("-2345678", &value), 0);
	assert_int_equal(import_digits("/2345678", &value), 0);
	assert_int_equal(import_digits(":2345678", &value), 0);
	assert_int_equal(import_digits("\xb1"
								   "2345678",
						 &value),
		0);
	assert_int_equal(value, 0);
	assert_int_equal(import_digits("0000001 ", &value), 7);
	assert_int_equal(value, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usual_numbers_are_the_nearest_floats),
		cmocka_unit_test(numbers_are_the_nearest_doubles),
		cmocka_unit_test(random_texts_are_the_nearest_floats),
		cmocka_unit_test(random_texts_without_an_exponent_are_the_nearest_floats_and_doubles),
		cmocka_unit_test(midpoints_round_to_even_and_their_neighbours_away),
		cmocka_unit_test(words_and_old_spellings_are_numbers),
		cmocka_unit_test(what_is_no_number_takes_no_byte),
		cmocka_unit_test(the_locale_changes_nothing),
		cmocka_unit_test(digits_that_are_read_together_are_the_number),
		cmocka_unit_test(integers_stop_at_the_ends_of_their_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
