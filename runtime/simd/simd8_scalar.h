// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_SCALAR_H
#define KILN_SIMD8_SCALAR_H

#include <math.h>
#include <string.h>

typedef struct f8
{
	float v[8];
} f8;

/// Lane i in bit i.
typedef uint32_t m8;

typedef struct f3
{
	float v[4];
} f3;

static inline f8 f8_set1(float a)
{
	f8 r;
	for (int i = 0; i < 8; ++i)
		r.v[i] = a;
	return r;
}

static inline f8 f8_load(const float *p)
{
	f8 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline f8 f8_load3(const float *p)
{
	return (f8){{p[0], p[1], p[2], 0, 0, 0, 0, 0}};
}

static inline void f8_store4(float *p, f8 a)
{
	memcpy(p, a.v, 4 * sizeof *p);
}

static inline void f8_store(float *p, f8 a)
{
	memcpy(p, a.v, sizeof a.v);
}

static inline void f8_points(const float *p, f8 c[3])
{
	for (int i = 0; i < 24; ++i)
		c[i % 3].v[i / 3] = p[i];
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	f8 r;
	for (int i = 0; i < 8; ++i)
		r.v[i] = (float)p[i];
	return r;
}

static inline f8 f8_from_i16(const int16_t *p)
{
	f8 r;
	for (int i = 0; i < 8; ++i)
		r.v[i] = (float)p[i];
	return r;
}

static inline f8 f8_powers(const uint8_t *p)
{
	uint32_t bits[8];
	f8 r;
	for (int i = 0; i < 8; ++i)
		bits[i] = (uint32_t)p[i] << 23;
	memcpy(r.v, bits, sizeof r.v);
	return r;
}

static inline f8 f8_add(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] += b.v[i];
	return a;
}

static inline f8 f8_sub(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] -= b.v[i];
	return a;
}

static inline f8 f8_mul(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] *= b.v[i];
	return a;
}

static inline f8 f8_div(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] /= b.v[i];
	return a;
}

static inline f8 f8_min(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline f8 f8_max(f8 a, f8 b)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
	return a;
}

static inline f8 f8_abs(f8 a)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] = fabsf(a.v[i]);
	return a;
}

static inline f8 f8_larger(f8 most, f8 a)
{
	const f8 size = f8_abs(a);
	for (int i = 0; i < 8; ++i)
	{
		uint32_t greatest, bits;
		memcpy(&greatest, &most.v[i], sizeof greatest);
		memcpy(&bits, &size.v[i], sizeof bits);
		most.v[i] = bits > greatest ? size.v[i] : most.v[i];
	}
	return most;
}

static inline f8 f8_sqrt(f8 a)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] = sqrtf(a.v[i]);
	return a;
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	for (int i = 0; i < 8; ++i)
		a.v[i] = signbit(sign.v[i]) ? -a.v[i] : a.v[i];
	return a;
}

static inline float f8_largest3(f8 a)
{
	float larger = a.v[0] > a.v[1] ? a.v[0] : a.v[1];
	return larger > a.v[2] ? larger : a.v[2];
}

static inline float f8_largest(f8 a)
{
	float largest = a.v[0];
	for (int i = 1; i < 8; ++i)
		largest = a.v[i] > largest ? a.v[i] : largest;
	return largest;
}

static inline m8 m8_le(f8 a, f8 b)
{
	m8 m = 0;
	for (int i = 0; i < 8; ++i)
		m |= (m8)(a.v[i] <= b.v[i]) << i;
	return m;
}

static inline m8 m8_lt(f8 a, f8 b)
{
	m8 m = 0;
	for (int i = 0; i < 8; ++i)
		m |= (m8)(a.v[i] < b.v[i]) << i;
	return m;
}

static inline m8 m8_ge(f8 a, f8 b)
{
	return m8_le(b, a);
}

static inline m8 m8_eq(f8 a, f8 b)
{
	m8 m = 0;
	for (int i = 0; i < 8; ++i)
		m |= (m8)(a.v[i] == b.v[i]) << i;
	return m;
}

static inline m8 m8_and(m8 a, m8 b)
{
	return a & b;
}

static inline m8 m8_or(m8 a, m8 b)
{
	return a | b;
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	f8 r;
	for (int i = 0; i < 8; ++i)
		r.v[i] = m >> i & 1u ? a.v[i] : b.v[i];
	return r;
}

static inline uint32_t m8_bits(m8 m)
{
	return m;
}

static inline m8 m8_gt(f8 a, f8 b)
{
	return m8_lt(b, a);
}

static inline m8 m8_from(uint32_t n)
{
	return 0xffu << n & 0xffu;
}

static inline void f8_store_bits(uint32_t *p, f8 a)
{
	memcpy(p, a.v, sizeof a.v);
}

static inline f3 f3_load(const float *p)
{
	f3 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline f3 f3_from3(float x, float y, float z)
{
	return (f3){{x, y, z, 0}};
}

static inline f3 f3_set1(float a)
{
	return (f3){{a, a, a, a}};
}

static inline void f3_store(float *p, f3 a)
{
	memcpy(p, a.v, sizeof a.v);
}

static inline f3 f3_add(f3 a, f3 b)
{
	for (int i = 0; i < 3; ++i)
		a.v[i] += b.v[i];
	return a;
}

static inline f3 f3_abs(f3 a)
{
	for (int i = 0; i < 3; ++i)
		a.v[i] = fabsf(a.v[i]);
	return a;
}

static inline f3 f3_sub(f3 a, f3 b)
{
	for (int i = 0; i < 3; ++i)
		a.v[i] -= b.v[i];
	return a;
}

static inline f3 f3_mul(f3 a, f3 b)
{
	for (int i = 0; i < 3; ++i)
		a.v[i] *= b.v[i];
	return a;
}

static inline f3 f3_powers(const uint8_t *p)
{
	f3 r;
	const uint32_t bits[4] = {(uint32_t)p[0] << 23, (uint32_t)p[1] << 23, (uint32_t)p[2] << 23, 0};
	memcpy(r.v, bits, sizeof r.v);
	return r;
}

static inline f8 f8_splat(f3 a, int lane)
{
	return f8_set1(a.v[lane]);
}

#include "simd8_lookup.h"

#endif
