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

#include "exact/expansion.h"
#include "support/asset_fixture.h"
#include "support/big_integer.h"

#define ROUNDS 4000

/// The lowest bit of any double; products of up to seven floats have no lower bits.
#define UNIT (-1074)

/// Any finite float, or one of moderate size, or a small whole number.
static double drawn_float(uint64_t *random)
{
	static const float special[] = {FLT_MAX, -FLT_MAX, 0x1p-149f, -0x1p-149f, 0.0f, 1.0f, 0x1.fffffep-1f, FLT_MIN};
	uint32_t bits = (uint32_t)fixture_random(random);
	float any;
	memcpy(&any, &bits, sizeof any);
	switch (fixture_random(random) % 4)
	{
	case 0:
		return (double)special[bits % 8];
	case 1:
		return (double)(int)(bits % 7) - 3.0;
	case 2:
		return (double)fixture_random_unit(random);
	default:
		return isfinite(any) ? (double)any : 1.0;
	}
}

/// Returns the exact sum; checks the properties of an expansion: nonzero terms that increase and do not overlap.
static big_integer sum_of(const double *e, int count)
{
	big_integer sum = big_from_double(0.0, UNIT);
	for (int i = 0; i < count; ++i)
	{
		assert_true(e[i] != 0.0);
		// A multiple of a power of 2 that is greater than the previous term.
		if (i > 0)
			assert_true(fmod(e[i], ldexp(1.0, ilogb(e[i - 1]) + 1)) == 0.0);
		big_integer term = big_from_double(e[i], UNIT);
		sum = big_add(&sum, &term);
	}
	return sum;
}

static void assert_value(const double *e, int count, int most, const big_integer *exact)
{
	assert_in_range(count, 0, most);
	big_integer sum = sum_of(e, count);
	assert_int_equal(big_compare(&sum, exact), 0);
	assert_int_equal(expansion_sign(e, count), big_sign(exact));
	// The error of the estimate is at most an ulp.
	double estimate = expansion_estimate(e, count);
	big_integer below = big_from_double(nextafter(estimate, -(double)INFINITY), UNIT);
	big_integer above = big_from_double(nextafter(estimate, (double)INFINITY), UNIT);
	assert_true(big_compare(&below, exact) <= 0 && big_compare(&above, exact) >= 0);
	assert_true((estimate > 0.0) - (estimate < 0.0) == big_sign(exact));
}

/// a b - c d of floats, as an expansion and as a whole number of 2^(2 * -149).
static int drawn_cross(uint64_t *random, double h[4], big_integer *exact)
{
	double v[4];
	big_integer big[4];
	for (int i = 0; i < 4; ++i)
	{
		v[i] = drawn_float(random);
		big[i] = big_from_double(v[i], -149);
	}
	big_integer left = big_multiply(&big[0], &big[1]), right = big_multiply(&big[2], &big[3]);
	*exact = big_subtract(&left, &right);
	return expansion_cross(v[0], v[1], v[2], v[3], h);
}

/// Converts a number in units of 2^(-149 degree) to units of 2^UNIT.
static big_integer at_unit(const big_integer *exact, int degree)
{
	big_integer scale = big_from_double(1.0, UNIT + 149 * degree);
	return big_multiply(exact, &scale);
}

static void sums_differences_and_scalings_are_exact(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int round = 0; round < ROUNDS; ++round)
	{
		double e[4], f[4], sum[8], difference[8], scaled[16], number = drawn_float(&random);
		big_integer big_e, big_f, big_number = big_from_double(number, -149);
		int m = drawn_cross(&random, e, &big_e), n = drawn_cross(&random, f, &big_f);
		big_integer exact_sum = big_add(&big_e, &big_f), exact_difference = big_subtract(&big_e, &big_f);
		big_integer exact_scaled = big_multiply(&exact_sum, &big_number);
		int sums = expansion_sum(e, m, f, n, sum);
		big_integer expected = at_unit(&exact_sum, 2);
		assert_value(sum, sums, m + n, &expected);
		expected = at_unit(&exact_difference, 2);
		assert_value(difference, expansion_difference(e, m, f, n, difference), m + n, &expected);
		expected = at_unit(&exact_scaled, 3);
		assert_value(scaled, expansion_scale(sum, sums, number, scaled), 2 * sums, &expected);
	}
}

static void products_up_to_degree_six_of_floats_are_exact(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < ROUNDS / 4; ++round)
	{
		double e[4], f[4], g[4], ef[32], efg[256], total[512], scratch[256 + 64];
		big_integer big_e, big_f, big_g;
		int m = drawn_cross(&random, e, &big_e), n = drawn_cross(&random, f, &big_f);
		int o = drawn_cross(&random, g, &big_g);
		int four = expansion_product(e, m, f, n, ef, scratch);
		big_integer exact = big_multiply(&big_e, &big_f), expected = at_unit(&exact, 4);
		assert_value(ef, four, 2 * m * n, &expected);
		int six = expansion_product(ef, four, g, o, efg, scratch);
		exact = big_multiply(&exact, &big_g);
		expected = at_unit(&exact, 6);
		assert_value(efg, six, 2 * four * o, &expected);
		// (e f) g = (f g) e to the last bit.
		double fg[32], again[256];
		int other = expansion_product(f, n, g, o, fg, scratch);
		int same = expansion_product(fg, other, e, m, again, scratch);
		assert_int_equal(expansion_difference(efg, six, again, same, total), 0);
		expansion_negate(again, same);
		assert_int_equal(expansion_sum(efg, six, again, same, total), 0);
	}
}

static void numbers_become_expansions(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int round = 0; round < ROUNDS; ++round)
	{
		double a = drawn_float(&random), b = drawn_float(&random), h[2];
		big_integer big_a = big_from_double(a, -149), big_b = big_from_double(b, -149);
		big_integer difference = big_subtract(&big_a, &big_b), product = big_multiply(&big_a, &big_b);
		big_integer expected = at_unit(&difference, 1);
		assert_value(h, expansion_from_difference(a, b, h), 2, &expected);
		expected = at_unit(&product, 2);
		assert_value(h, expansion_from_product(a, b, h), 2, &expected);
	}
	double none[1];
	assert_int_equal(expansion_scale(none, 0, 3.0, none), 0);
	assert_int_equal(expansion_sign(none, 0), 0);
	assert_true(expansion_estimate(none, 0) == 0.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_differences_and_scalings_are_exact),
		cmocka_unit_test(products_up_to_degree_six_of_floats_are_exact),
		cmocka_unit_test(numbers_become_expansions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
