// SPDX-License-Identifier: MIT
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exact/interval.h"
#include "support/asset_fixture.h"
#include "support/big_integer.h"

#define INFINITE ((double)INFINITY)
#define ROUNDS 20000

/// Returns a finite double for which arithmetic is easy, rounded, or difficult.
static double drawn(uint64_t *random)
{
	static const double special[] = {0.0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1022, 1.0,
		1.0 + 0x1p-52, -3.0, 0x1p-960, 0x1p-480, 0x1p511, 0x1p512, 0x1p995, 0x1p1022, DBL_MAX, -DBL_MAX};
	uint64_t bits = fixture_random(random), kind = fixture_random(random) % 5;
	double unit = (double)(int64_t)bits * 0x1p-63, any;
	switch (kind)
	{
	case 0:
		return special[bits % (sizeof special / sizeof *special)];
	case 1:
		return (double)((int64_t)(bits % 2001) - 1000);
	case 2:
		return unit;
	case 3:
		return ldexp(unit, (int)(bits % 100) - 50);
	default:
		memcpy(&any, &bits, sizeof any);
		return isfinite(any) ? any : unit;
	}
}

/// Returns a second number of similar size, often with some cancellation between them.
static double drawn_near(uint64_t *random, double x)
{
	if (fixture_random(random) % 2 || fabs(x) > 0x1p1000)
		return drawn(random);
	return -x * (1.0 + (double)(fixture_random(random) % 1000) * 0x1p-50);
}

static interval drawn_interval(uint64_t *random, double x)
{
	double a = drawn_near(random, x), b = fixture_random(random) % 3 ? drawn_near(random, a) : a;
	return a < b ? interval_between(a, b) : interval_between(b, a);
}

/// Returns a number in the interval: an end, or a number between.
static double member(uint64_t *random, interval a)
{
	double middle = 0.5 * a.low + 0.5 * a.high;
	switch (fixture_random(random) % 3)
	{
	case 0:
		return a.low;
	case 1:
		return a.high;
	default:
		return middle >= a.low && middle <= a.high ? middle : a.low;
	}
}

static void assert_sound(interval a)
{
	assert_true(a.low <= a.high && a.low < INFINITE && a.high > -INFINITE);
}

/// Returns the unit of a finite end; zero and infinity have none.
static int unit_of(double x)
{
	return x == 0.0 || !isfinite(x) ? 0 : big_unit(x);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/// Returns -1, 0 or 1 when value is less than, equal to or greater than exact, which is in units of 2^unit.
static int compare_exact(double value, const big_integer *exact, int unit)
{
	if (!isfinite(value))
		return value > 0.0 ? 1 : -1;
	big_integer big = big_from_double(value, unit);
	return big_compare(&big, exact);
}

static void assert_holds(interval a, const big_integer *exact, int unit)
{
	assert_sound(a);
	assert_true(compare_exact(a.low, exact, unit) <= 0 && compare_exact(a.high, exact, unit) >= 0);
}

/// Checks a result for single numbers: the interval is no wider than rounding requires. Where the error is not exact,
/// both ends may have moved.
static void assert_tight(interval a, const big_integer *exact, int unit, bool hard)
{
	double inner = interval_next_up(a.low);
	if (hard)
		assert_true(a.high <= interval_next_up(inner));
	else
		assert_true(compare_exact(a.low, exact, unit) == 0 ? a.low == a.high : a.high == inner);
}

static void assert_sum(double x, double y, interval sum, bool single)
{
	int unit = least(least(unit_of(x), unit_of(y)), least(unit_of(sum.low), unit_of(sum.high)));
	big_integer a = big_from_double(x, unit), b = big_from_double(y, unit), exact = big_add(&a, &b);
	assert_holds(sum, &exact, unit);
	if (single)
		assert_tight(sum, &exact, unit, fabs(x + y) > 0x1p1021);
}

static void assert_product(double x, double y, interval product, bool single)
{
	int x_unit = unit_of(x), y_unit = unit_of(y);
	int unit = least(x_unit + y_unit, least(unit_of(product.low), unit_of(product.high)));
	big_integer a = big_from_double(x, unit - y_unit), b = big_from_double(y, y_unit), exact = big_multiply(&a, &b);
	assert_holds(product, &exact, unit);
	double size = fabs(x * y);
	bool hard = fabs(x) > 0x1p994 || fabs(y) > 0x1p994 || size < 0x1p-960 || size > 0x1p1021;
	if (single)
		assert_tight(product, &exact, unit, hard);
}

static void sums_and_differences_hold_the_exact_one(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int round = 0; round < ROUNDS; ++round)
	{
		interval a = drawn_interval(&random, drawn(&random)), b = drawn_interval(&random, a.low);
		interval sum = interval_add(a, b), difference = interval_subtract(a, b);
		double x = member(&random, a), y = member(&random, b);
		assert_sum(x, y, sum, false);
		assert_sum(x, -y, difference, false);
		assert_sum(x, y, interval_add(interval_of(x), interval_of(y)), true);
		assert_sum(x, -y, interval_subtract(interval_of(x), interval_of(y)), true);
	}
}

static void products_and_squares_hold_the_exact_one(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < ROUNDS; ++round)
	{
		interval a = drawn_interval(&random, drawn(&random)), b = drawn_interval(&random, drawn(&random));
		double x = member(&random, a), y = member(&random, b);
		assert_product(x, y, interval_multiply(a, b), false);
		assert_product(x, y, interval_multiply(interval_of(x), interval_of(y)), true);
		interval square = interval_square(a);
		assert_true(square.low >= 0.0);
		assert_product(x, x, square, false);
		assert_product(x, x, interval_square(interval_of(x)), true);
	}
}

static void roots_hold_the_exact_one(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int round = 0; round < ROUNDS; ++round)
	{
		interval a = drawn_interval(&random, drawn(&random));
		if (round % 4 == 0)
			a = interval_of(a.low * a.low <= DBL_MAX ? a.low * a.low : 4.0);
		interval root = interval_sqrt(a);
		double x = member(&random, a);
		assert_sound(root);
		x = x > 0.0 ? x : 0.0;
		if (root.low > 0.0)
			assert_true(root.low * root.low <= interval_next_up(x));
		// low^2 <= x <= high^2, in an even unit.
		int half = least(unit_of(root.low), unit_of(root.high));
		half = least(half, unit_of(x) / 2 - 1);
		big_integer exact = big_from_double(x, 2 * half), low = big_from_double(fmax(root.low, 0.0), half),
					high = big_from_double(root.high, half);
		low = big_multiply(&low, &low);
		high = big_multiply(&high, &high);
		assert_true(big_compare(&low, &exact) <= 0 && big_compare(&high, &exact) >= 0);
		if (a.low == a.high && (x == 0.0 || x >= 0x1p-960))
			assert_true(
				big_compare(&low, &exact) == 0 ? root.low == root.high : root.high == interval_next_up(root.low));
	}
}

static void what_overflows_has_no_bound(void **state)
{
	(void)state;
	interval most = interval_of(DBL_MAX), least_one = interval_of(0x1p-1074);
	interval sum = interval_add(most, most), product = interval_multiply(most, interval_negate(most));
	assert_true(sum.low == DBL_MAX && sum.high == INFINITE);
	assert_true(product.low == -INFINITE && product.high == -DBL_MAX);
	assert_true(interval_square(most).high == INFINITE && interval_square(most).low == DBL_MAX);
	// The sum is a tie, and the error-free transform overflows though the sum does not.
	const double ulp = 0x1p971;
	assert_sum(-1.5 * ulp, DBL_MAX, interval_add(interval_of(-1.5 * ulp), most), false);
	assert_sum(DBL_MAX, -1.5 * ulp, interval_add(most, interval_of(-1.5 * ulp)), false);
	interval tiny = interval_multiply(least_one, least_one);
	assert_true(tiny.low <= 0.0 && tiny.high == 0x1p-1074);
	interval whole = interval_whole(), none = interval_of(0.0);
	const interval kinds[] = {whole, sum, product, most, none, interval_between(-1.0, 2.0), interval_of((double)NAN),
		interval_of(INFINITE), interval_of(-INFINITE), interval_between(-INFINITE, -2.0),
		interval_between(0.0, INFINITE), interval_of(-DBL_MAX), interval_of(0x1.fffffffffffffp1022)};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
	{
		assert_sound(kinds[i]);
		assert_sound(interval_negate(kinds[i]));
		assert_sound(interval_square(kinds[i]));
		assert_sound(interval_sqrt(kinds[i]));
		for (size_t j = 0; j < sizeof kinds / sizeof *kinds; ++j)
		{
			assert_sound(interval_add(kinds[i], kinds[j]));
			assert_sound(interval_subtract(kinds[i], kinds[j]));
			assert_sound(interval_multiply(kinds[i], kinds[j]));
		}
		interval nothing = interval_multiply(kinds[i], none);
		assert_true(nothing.low == 0.0 && nothing.high == 0.0);
	}
	interval all = interval_multiply(whole, interval_between(-1.0, 2.0));
	assert_true(all.low == -INFINITE && all.high == INFINITE);
	assert_true(interval_sqrt(whole).low == 0.0 && interval_sqrt(whole).high == INFINITE);
}

static void signs_are_told_when_they_are_sure(void **state)
{
	(void)state;
	assert_int_equal(interval_sign(interval_between(0x1p-1074, 1.0)), 1);
	assert_int_equal(interval_sign(interval_between(-1.0, -0x1p-1074)), -1);
	assert_int_equal(interval_sign(interval_of(-0.0)), 0);
	assert_int_equal(interval_sign(interval_between(0.0, 1.0)), INTERVAL_UNSURE);
	assert_int_equal(interval_sign(interval_between(-1.0, 0.0)), INTERVAL_UNSURE);
	assert_int_equal(interval_sign(interval_whole()), INTERVAL_UNSURE);
	// Pythagoras in whole numbers stays exact.
	interval a = interval_square(interval_of(3e7)), b = interval_square(interval_of(4e7));
	interval c = interval_square(interval_of(5e7));
	assert_int_equal(interval_sign(interval_subtract(interval_add(a, b), c)), 0);
	interval root = interval_sqrt(interval_add(a, b));
	assert_true(root.low == 5e7 && root.high == 5e7);
}

static void neighbours_are_neighbours(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int round = 0; round < ROUNDS; ++round)
	{
		double x = drawn(&random);
		assert_true(interval_next_up(x) == nextafter(x, INFINITE) && interval_next_down(x) == nextafter(x, -INFINITE));
	}
	assert_true(interval_next_up(INFINITE) == INFINITE && interval_next_down(-INFINITE) == -INFINITE);
	assert_true(interval_next_up(-INFINITE) == -DBL_MAX && interval_next_down(INFINITE) == DBL_MAX);
	assert_true(isnan(interval_next_up((double)NAN)) && isnan(interval_next_down((double)NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_differences_hold_the_exact_one),
		cmocka_unit_test(products_and_squares_hold_the_exact_one),
		cmocka_unit_test(roots_hold_the_exact_one),
		cmocka_unit_test(what_overflows_has_no_bound),
		cmocka_unit_test(signs_are_told_when_they_are_sure),
		cmocka_unit_test(neighbours_are_neighbours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
