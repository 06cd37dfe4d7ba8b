// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD4_SCALAR_H
#define KILN_SIMD4_SCALAR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct f4
{
	float v[4];
} f4;

typedef struct d4
{
	double v[4];
} d4;

typedef struct u4
{
	uint32_t v[4];
} u4;

/// Lane i in bit i.
typedef uint32_t m4;
typedef uint32_t n4;

static inline f4 f4_set1(float a)
{
	return (f4){{a, a, a, a}};
}

static inline f4 f4_load(const float *p)
{
	f4 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline f4 f4_from3(float x, float y, float z)
{
	return (f4){{x, y, z, 0}};
}

static inline f4 f4_pairs(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, f4 *second)
{
	*second = (f4){{(float)a[1], (float)b[1], (float)c[1], (float)d[1]}};
	return (f4){{(float)a[0], (float)b[0], (float)c[0], (float)d[0]}};
}

static inline u4 u4_from3(uint32_t x, uint32_t y, uint32_t z)
{
	return (u4){{x, y, z, 0}};
}

static inline u4 u4_from_f4(f4 a)
{
	u4 r;
	for (int i = 0; i < 4; ++i)
		r.v[i] = (uint32_t)(int32_t)a.v[i];
	return r;
}

static inline f4 f4_from_u4(u4 a)
{
	f4 r;
	for (int i = 0; i < 4; ++i)
		r.v[i] = (float)(int32_t)a.v[i];
	return r;
}

static inline u4 u4_left(u4 a, uint32_t bits)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] <<= bits;
	return a;
}

static inline u4 u4_right(u4 a, uint32_t bits)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] >>= bits;
	return a;
}

static inline uint32_t u4_tops(u4 a)
{
	uint32_t bits = 0;
	for (int i = 0; i < 4; ++i)
		bits |= a.v[i] >> 31 << i;
	return bits;
}

static inline uint32_t u4_dot(u4 a, u4 b)
{
	uint32_t sum = 0;
	for (int i = 0; i < 4; ++i)
		sum += a.v[i] * b.v[i];
	return sum;
}

static inline void f4_store(float *p, f4 a)
{
	memcpy(p, a.v, sizeof a.v);
}

static inline f4 f4_add(f4 a, f4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] += b.v[i];
	return a;
}

static inline f4 f4_sub(f4 a, f4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] -= b.v[i];
	return a;
}

static inline f4 f4_mul(f4 a, f4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] *= b.v[i];
	return a;
}

static inline f4 f4_min(f4 a, f4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline f4 f4_max(f4 a, f4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline f4 f4_abs(f4 a)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = fabsf(a.v[i]);
	return a;
}

static inline f4 f4_keep(m4 m, f4 a)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = m >> i & 1u ? a.v[i] : 0;
	return a;
}

static inline m4 m4_lt(f4 a, f4 b)
{
	m4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (m4)(a.v[i] < b.v[i]) << i;
	return m;
}

static inline m4 m4_le(f4 a, f4 b)
{
	m4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (m4)(a.v[i] <= b.v[i]) << i;
	return m;
}

static inline m4 m4_gt(f4 a, f4 b)
{
	m4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (m4)(a.v[i] > b.v[i]) << i;
	return m;
}

static inline m4 m4_ge(f4 a, f4 b)
{
	m4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (m4)(a.v[i] >= b.v[i]) << i;
	return m;
}

static inline m4 m4_and(m4 a, m4 b)
{
	return a & b;
}

static inline m4 m4_or(m4 a, m4 b)
{
	return a | b;
}

static inline m4 m4_from_bits(uint32_t bits)
{
	return bits;
}

static inline uint32_t m4_bits(m4 m)
{
	return m;
}

static inline m4 m4_from_n4(n4 m)
{
	return m;
}

static inline d4 d4_set1(double a)
{
	return (d4){{a, a, a, a}};
}

static inline d4 d4_load(const double *p)
{
	d4 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline void d4_store(double *p, d4 a)
{
	memcpy(p, a.v, sizeof a.v);
}

static inline d4 d4_from_f4(f4 a)
{
	return (d4){{(double)a.v[0], (double)a.v[1], (double)a.v[2], (double)a.v[3]}};
}

static inline d4 d4_add(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] += b.v[i];
	return a;
}

static inline d4 d4_sub(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] -= b.v[i];
	return a;
}

static inline d4 d4_mul(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] *= b.v[i];
	return a;
}

static inline d4 d4_div(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] /= b.v[i];
	return a;
}

static inline d4 d4_min(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline d4 d4_max(d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline d4 d4_sqrt(d4 a)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = sqrt(a.v[i]);
	return a;
}

static inline d4 d4_abs(d4 a)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = fabs(a.v[i]);
	return a;
}

static inline n4 n4_lt(d4 a, d4 b)
{
	n4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (n4)(a.v[i] < b.v[i]) << i;
	return m;
}

static inline n4 n4_gt(d4 a, d4 b)
{
	n4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (n4)(a.v[i] > b.v[i]) << i;
	return m;
}

static inline n4 n4_eq(d4 a, d4 b)
{
	n4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (n4)(a.v[i] == b.v[i]) << i;
	return m;
}

static inline n4 n4_ne(d4 a, d4 b)
{
	n4 m = 0;
	for (int i = 0; i < 4; ++i)
		m |= (n4)(a.v[i] != b.v[i]) << i;
	return m;
}

static inline n4 n4_and(n4 a, n4 b)
{
	return a & b;
}

static inline n4 n4_or(n4 a, n4 b)
{
	return a | b;
}

static inline n4 n4_not(n4 m)
{
	return m ^ 15u;
}

static inline uint32_t n4_bits(n4 m)
{
	return m;
}

static inline d4 d4_select(n4 m, d4 a, d4 b)
{
	for (int i = 0; i < 4; ++i)
		a.v[i] = m >> i & 1u ? a.v[i] : b.v[i];
	return a;
}

// A volatile float keeps the rounding; see kiln_vec3_stored.
static inline f4 f4_nearest(d4 a)
{
	volatile float r[4];
	for (int i = 0; i < 4; ++i)
		r[i] = (float)a.v[i];
	return (f4){{r[0], r[1], r[2], r[3]}};
}

/// The next float above (step 1) or below (step -1) a float >= 0. The bits of such floats, read as integers, order as
/// the floats do.
static inline float float_beside(float a, int step)
{
	uint32_t bits;
	memcpy(&bits, &a, sizeof bits);
	bits += (uint32_t)step;
	memcpy(&a, &bits, sizeof a);
	return a;
}

static inline f4 f4_down(d4 a)
{
	f4 near = f4_nearest(a);
	for (int i = 0; i < 4; ++i)
		near.v[i] = (double)near.v[i] > a.v[i] ? float_beside(near.v[i], -1) : near.v[i];
	return near;
}

static inline f4 f4_up(d4 a)
{
	f4 near = f4_nearest(a);
	for (int i = 0; i < 4; ++i)
		near.v[i] = (double)near.v[i] < a.v[i] ? float_beside(near.v[i], 1) : near.v[i];
	return near;
}

#endif
