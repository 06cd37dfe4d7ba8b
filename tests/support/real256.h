// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_REAL256_H
#define KILN_TESTS_REAL256_H

#include "math/double3.h"

#include <gmp.h>

/// Numbers of 256 bits, an oracle for the primitives: values are rounded toward zero after each operation (one unit in
/// 2^255), with GMP's natural numbers. The exponent has 64 bits: nothing overflows or underflows.

#define REAL_LIMBS (256 / GMP_NUMB_BITS)

typedef struct real
{
	int sign;					  ///< -1, 0, 1
	int64_t exponent;			  ///< value = sign * digits * 2^exponent
	mp_limb_t digits[REAL_LIMBS]; ///< lowest first; the highest bit is set unless the value is 0
} real;

real real_from(double value); ///< exact; finite
real real_from_int(int value);
double real_to(real a); ///< rounded to about 2^-62 and then to double
real real_add(real a, real b);
real real_sub(real a, real b);
real real_mul(real a, real b);
real real_div(real a, real b); ///< b != 0
real real_sqrt(real a);		   ///< a >= 0
real real_neg(real a);
real real_abs(real a);
int real_sign(real a);
int real_compare(real a, real b);
real real_min(real a, real b);
real real_max(real a, real b);
/// x clamped to low .. high.
real real_clamp(real x, real low, real high);

typedef struct real3
{
	real x, y, z;
} real3;

real3 real3_from(kiln_vec3 v);
real3 real3_from_d3(kiln_d3 v);
kiln_d3 real3_to(real3 v);
real3 real3_add(real3 a, real3 b);
real3 real3_sub(real3 a, real3 b);
real3 real3_scale(real3 a, real s);
real3 real3_along(real3 a, real s, real3 b); ///< a + s b
real real3_dot(real3 a, real3 b);
real3 real3_cross(real3 a, real3 b);
real real3_length2(real3 a);
real real3_length(real3 a);

#endif
