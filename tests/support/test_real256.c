// SPDX-License-Identifier: MIT
#include "asset_fixture.h"
#include "real256.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the oracle of the primitives with GMP's own floating-point numbers of four times the bits.

static void mpf_of(mpf_t out, const real *a)
{
	mpz_t digits;
	mpz_init(digits);
	mpz_import(digits, REAL_LIMBS, -1, sizeof(mp_limb_t), 0, 0, a->digits);
	mpf_set_z(out, digits);
	if (a->exponent >= 0)
		mpf_mul_2exp(out, out, (mp_bitcnt_t)a->exponent);
	else
		mpf_div_2exp(out, out, (mp_bitcnt_t)-a->exponent);
	if (a->sign < 0)
		mpf_neg(out, out);
	if (a->sign == 0)
		mpf_set_ui(out, 0);
	mpz_clear(digits);
}

/// |got - want| <= 2^-253 |want|
static void assert_equals(real got, const mpf_t want)
{
	mpf_t value, bound;
	mpf_init2(value, 1024);
	mpf_init2(bound, 1024);
	mpf_of(value, &got);
	mpf_sub(value, value, want);
	mpf_abs(value, value);
	mpf_abs(bound, want);
	mpf_div_2exp(bound, bound, 253);
	assert_true(mpf_cmp(value, bound) <= 0);
	mpf_clear(value);
	mpf_clear(bound);
}

static double random_number(uint64_t *random)
{
	int kind = (int)(fixture_random(random) % 4);
	double x = (double)(int64_t)fixture_random(random);
	return kind == 0 ? (double)((int)(fixture_random(random) % 7) - 3)
					 : ldexp(x, (int)(fixture_random(random) % 200) - 163);
}

static void arithmetic_is_that_of_wider_numbers(void **state)
{
	(void)state;
	uint64_t random = 61;
	mpf_t x, y, z, w;
	mpf_init2(x, 1024);
	mpf_init2(y, 1024);
	mpf_init2(z, 1024);
	mpf_init2(w, 1024);
	for (int i = 0; i < 20000; ++i)
	{
		// Products and a third use all digits.
		real a = real_mul(real_from(random_number(&random)), real_from(random_number(&random)));
		real b = real_from(random_number(&random));
		if (i % 2)
			a = real_div(a, real_from_int(3));
		if (i % 5 == 0)
			b = real_add(real_neg(a), real_from(random_number(&random) * 0x1p-180));
		mpf_of(x, &a);
		mpf_of(y, &b);
		mpf_add(z, x, y);
		assert_int_equal(real_compare(a, real_neg(b)), mpf_sgn(z) < 0 ? -1 : mpf_sgn(z) > 0);
		// Cancellation loses bits that were cut; numbers with full digits lose none.
		real sum = real_add(a, b);
		mpf_of(w, &sum);
		mpf_sub(w, w, z);
		mpf_abs(w, w);
		mpf_abs(x, x);
		mpf_div_2exp(x, x, 254);
		mpf_abs(y, y);
		mpf_div_2exp(y, y, 254);
		mpf_add(x, x, y);
		assert_true(mpf_cmp(w, x) <= 0);
		mpf_of(x, &a);
		mpf_of(y, &b);
		mpf_mul(z, x, y);
		assert_equals(real_mul(a, b), z);
		if (real_sign(b))
		{
			mpf_div(z, x, y);
			assert_equals(real_div(a, b), z);
		}
		mpf_abs(x, x);
		mpf_sqrt(z, x);
		assert_equals(real_sqrt(real_abs(a)), z);
	}
	mpf_clears(x, y, z, w, NULL);
}

static void doubles_go_in_and_out_unchanged(void **state)
{
	(void)state;
	uint64_t random = 62;
	assert_true(real_to(real_from(0)) == 0);
	assert_true(real_to(real_from(0x1p-1074)) == 0x1p-1074);
	for (int i = 0; i < 20000; ++i)
	{
		double x = random_number(&random);
		assert_true(real_to(real_from(x)) == x);
		assert_true(real_to(real_sqrt(real_mul(real_from(x), real_from(x)))) == fabs(x));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic_is_that_of_wider_numbers),
		cmocka_unit_test(doubles_go_in_and_out_unchanged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
