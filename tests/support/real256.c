// SPDX-License-Identifier: MIT
#include "real256.h"

#include <math.h>
#include <string.h>

#define BITS 256

static const real zero = {0, 0, {0}};

/// Makes a number of `count` limbs, of which the highest is not zero, truncated to the highest 256 bits. `digits` has
/// room for lower limbs.
static real from_limbs(int sign, int64_t exponent, const mp_limb_t *digits, mp_size_t count)
{
	mp_limb_t shifted[2 * REAL_LIMBS + 2];
	real r = {.sign = sign};
	while (count > 0 && digits[count - 1] == 0)
		--count;
	if (count == 0)
		return zero;
	unsigned int shift = 0;
	while (!(digits[count - 1] << shift >> (GMP_NUMB_BITS - 1)))
		++shift;
	if (shift)
		mpn_lshift(shifted, digits, count, shift);
	else
		memcpy(shifted, digits, (size_t)count * sizeof *digits);
	for (mp_size_t i = 0; i < REAL_LIMBS; ++i)
	{
		mp_size_t from = count - REAL_LIMBS + i;
		r.digits[i] = from >= 0 ? shifted[from] : 0;
	}
	r.exponent = exponent - (int64_t)shift + (int64_t)(count - REAL_LIMBS) * GMP_NUMB_BITS;
	return r;
}

real real_from(double value)
{
	int exponent;
	double part = frexp(fabs(value), &exponent);
	uint64_t bits = (uint64_t)ldexp(part, 53);
	mp_limb_t limbs[2] = {(mp_limb_t)bits, 0};
#if GMP_NUMB_BITS < 64
	limbs[1] = (mp_limb_t)(bits >> GMP_NUMB_BITS);
#endif
	return from_limbs(value < 0 ? -1 : 1, exponent - 53, limbs, 2);
}

real real_from_int(int value)
{
	return real_from((double)value);
}

double real_to(real a)
{
	if (a.sign == 0)
		return 0;
	double sum = 0;
	for (int i = 0; i < REAL_LIMBS; ++i)
		sum = sum * ldexp(1, -GMP_NUMB_BITS) + (double)a.digits[i];
	int64_t exponent = a.exponent + BITS - GMP_NUMB_BITS;
	int clamped = exponent > 4000 ? 4000 : exponent < -4000 ? -4000 : (int)exponent;
	return (double)a.sign * ldexp(sum, clamped);
}

static int compare_sizes(const real *a, const real *b)
{
	if (a->exponent != b->exponent)
		return a->exponent < b->exponent ? -1 : 1;
	return mpn_cmp(a->digits, b->digits, REAL_LIMBS);
}

/// |a| + |b| or |a| - |b| for |a| >= |b| > 0, with a's sign.
static real combine(const real *a, const real *b, bool subtract)
{
	int64_t gap = a->exponent - b->exponent;
	// One limb below a's digits keeps bits of b; lower bits are cut.
	if (gap >= BITS + GMP_NUMB_BITS)
		return *a;
	mp_limb_t large[REAL_LIMBS + 2] = {0}, small[REAL_LIMBS + 2] = {0};
	memcpy(large + 1, a->digits, sizeof a->digits);
	mp_limb_t wide[2 * REAL_LIMBS + 2] = {0};
	mp_size_t limbs = (mp_size_t)(gap / GMP_NUMB_BITS);
	unsigned int bits = (unsigned int)(gap % GMP_NUMB_BITS);
	// wide holds b shifted up by one limb; shifts it down by `bits`, then by whole limbs.
	memcpy(wide + 1, b->digits, sizeof b->digits);
	if (bits)
		mpn_rshift(wide, wide, REAL_LIMBS + 1, bits);
	for (mp_size_t i = 0; i + limbs < REAL_LIMBS + 1; ++i)
		small[i] = wide[i + limbs];
	if (subtract)
		mpn_sub_n(large, large, small, REAL_LIMBS + 2);
	else
		mpn_add_n(large, large, small, REAL_LIMBS + 2);
	return from_limbs(a->sign, a->exponent - GMP_NUMB_BITS, large, REAL_LIMBS + 2);
}

real real_add(real a, real b)
{
	if (a.sign == 0 || b.sign == 0)
		return a.sign ? a : b;
	int order = compare_sizes(&a, &b);
	if (order == 0 && a.sign != b.sign)
		return zero;
	return order >= 0 ? combine(&a, &b, a.sign != b.sign) : combine(&b, &a, a.sign != b.sign);
}

real real_neg(real a)
{
	a.sign = -a.sign;
	return a;
}

real real_abs(real a)
{
	a.sign = a.sign ? 1 : 0;
	return a;
}

real real_sub(real a, real b)
{
	return real_add(a, real_neg(b));
}

real real_mul(real a, real b)
{
	mp_limb_t product[2 * REAL_LIMBS];
	if (a.sign == 0 || b.sign == 0)
		return zero;
	mpn_mul_n(product, a.digits, b.digits, REAL_LIMBS);
	return from_limbs(a.sign * b.sign, a.exponent + b.exponent, product, 2 * REAL_LIMBS);
}

real real_div(real a, real b)
{
	mp_limb_t upper[2 * REAL_LIMBS + 1] = {0}, quotient[REAL_LIMBS + 2] = {0}, rest[REAL_LIMBS];
	if (a.sign == 0)
		return zero;
	memcpy(upper + REAL_LIMBS + 1, a.digits, sizeof a.digits);
	mpn_tdiv_qr(quotient, rest, 0, upper, 2 * REAL_LIMBS + 1, b.digits, REAL_LIMBS);
	return from_limbs(
		a.sign * b.sign, a.exponent - b.exponent - (REAL_LIMBS + 1) * GMP_NUMB_BITS, quotient, REAL_LIMBS + 2);
}

real real_sqrt(real a)
{
	mp_limb_t upper[2 * REAL_LIMBS] = {0}, root[REAL_LIMBS];
	if (a.sign == 0)
		return zero;
	memcpy(upper + REAL_LIMBS, a.digits, sizeof a.digits);
	int64_t exponent = a.exponent - BITS;
	if (exponent & 1)
	{
		mpn_rshift(upper, upper, 2 * REAL_LIMBS, 1);
		++exponent;
	}
	mpn_sqrtrem(root, NULL, upper, 2 * REAL_LIMBS);
	return from_limbs(1, exponent / 2, root, REAL_LIMBS);
}

int real_sign(real a)
{
	return a.sign;
}

int real_compare(real a, real b)
{
	if (a.sign != b.sign)
		return a.sign < b.sign ? -1 : 1;
	return a.sign * compare_sizes(&a, &b);
}

real real_min(real a, real b)
{
	return real_compare(a, b) <= 0 ? a : b;
}

real real_max(real a, real b)
{
	return real_compare(a, b) >= 0 ? a : b;
}

real real_clamp(real x, real low, real high)
{
	return real_max(low, real_min(x, high));
}

real3 real3_from_d3(kiln_d3 v)
{
	return (real3){real_from(v.x), real_from(v.y), real_from(v.z)};
}

real3 real3_from(kiln_vec3 v)
{
	return real3_from_d3(kiln_d3_from(v));
}

kiln_d3 real3_to(real3 v)
{
	return (kiln_d3){real_to(v.x), real_to(v.y), real_to(v.z)};
}

real3 real3_add(real3 a, real3 b)
{
	return (real3){real_add(a.x, b.x), real_add(a.y, b.y), real_add(a.z, b.z)};
}

real3 real3_sub(real3 a, real3 b)
{
	return (real3){real_sub(a.x, b.x), real_sub(a.y, b.y), real_sub(a.z, b.z)};
}

real3 real3_scale(real3 a, real s)
{
	return (real3){real_mul(a.x, s), real_mul(a.y, s), real_mul(a.z, s)};
}

real3 real3_along(real3 a, real s, real3 b)
{
	return real3_add(a, real3_scale(b, s));
}

real real3_dot(real3 a, real3 b)
{
	return real_add(real_add(real_mul(a.x, b.x), real_mul(a.y, b.y)), real_mul(a.z, b.z));
}

real3 real3_cross(real3 a, real3 b)
{
	return (real3){real_sub(real_mul(a.y, b.z), real_mul(a.z, b.y)), real_sub(real_mul(a.z, b.x), real_mul(a.x, b.z)),
		real_sub(real_mul(a.x, b.y), real_mul(a.y, b.x))};
}

real real3_length2(real3 a)
{
	return real3_dot(a, a);
}

real real3_length(real3 a)
{
	return real_sqrt(real3_length2(a));
}
