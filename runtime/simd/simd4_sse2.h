// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD4_SSE2_H
#define KILN_SIMD4_SSE2_H

#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

typedef __m128 f4;
typedef __m128 m4;

typedef struct d4
{
	__m128d lo, hi;
} d4;

typedef d4 n4;

typedef __m128i u4;

static inline f4 f4_set1(float a)
{
	return _mm_set1_ps(a);
}

static inline f4 f4_load(const float *p)
{
	return _mm_loadu_ps(p);
}

static inline f4 f4_from3(float x, float y, float z)
{
	return _mm_setr_ps(x, y, z, 0);
}

static inline __m128i f4_pair(const uint16_t *p)
{
	int32_t bits;
	memcpy(&bits, p, sizeof bits);
	return _mm_cvtsi32_si128(bits);
}

static inline f4 f4_pairs(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, f4 *second)
{
	const __m128i pairs =
		_mm_unpacklo_epi64(_mm_unpacklo_epi32(f4_pair(a), f4_pair(b)), _mm_unpacklo_epi32(f4_pair(c), f4_pair(d)));
	*second = _mm_cvtepi32_ps(_mm_srli_epi32(pairs, 16));
	return _mm_cvtepi32_ps(_mm_and_si128(pairs, _mm_set1_epi32(0xffff)));
}

static inline u4 u4_from3(uint32_t x, uint32_t y, uint32_t z)
{
	return _mm_setr_epi32((int)x, (int)y, (int)z, 0);
}

static inline u4 u4_from_f4(f4 a)
{
	return _mm_cvttps_epi32(a);
}

static inline f4 f4_from_u4(u4 a)
{
	return _mm_cvtepi32_ps(a);
}

static inline u4 u4_left(u4 a, uint32_t bits)
{
	return _mm_sll_epi32(a, _mm_cvtsi32_si128((int)bits));
}

static inline u4 u4_right(u4 a, uint32_t bits)
{
	return _mm_srl_epi32(a, _mm_cvtsi32_si128((int)bits));
}

static inline uint32_t u4_tops(u4 a)
{
	return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(a));
}

static inline uint32_t u4_dot(u4 a, u4 b)
{
	const __m128i each = _mm_madd_epi16(a, b), two = _mm_add_epi32(each, _mm_shuffle_epi32(each, 0x4e));
	return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}

static inline void f4_store(float *p, f4 a)
{
	_mm_storeu_ps(p, a);
}

static inline f4 f4_add(f4 a, f4 b)
{
	return _mm_add_ps(a, b);
}

static inline f4 f4_sub(f4 a, f4 b)
{
	return _mm_sub_ps(a, b);
}

static inline f4 f4_mul(f4 a, f4 b)
{
	return _mm_mul_ps(a, b);
}

static inline f4 f4_min(f4 a, f4 b)
{
	return _mm_min_ps(a, b);
}

static inline f4 f4_max(f4 a, f4 b)
{
	return _mm_max_ps(a, b);
}

static inline f4 f4_abs(f4 a)
{
	return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

static inline f4 f4_keep(m4 m, f4 a)
{
	return _mm_and_ps(m, a);
}

static inline m4 m4_lt(f4 a, f4 b)
{
	return _mm_cmplt_ps(a, b);
}

static inline m4 m4_le(f4 a, f4 b)
{
	return _mm_cmple_ps(a, b);
}

static inline m4 m4_gt(f4 a, f4 b)
{
	return _mm_cmpgt_ps(a, b);
}

static inline m4 m4_ge(f4 a, f4 b)
{
	return _mm_cmpge_ps(a, b);
}

static inline m4 m4_and(m4 a, m4 b)
{
	return _mm_and_ps(a, b);
}

static inline m4 m4_or(m4 a, m4 b)
{
	return _mm_or_ps(a, b);
}

static inline m4 m4_from_bits(uint32_t bits)
{
	__m128i lanes = _mm_setr_epi32(1, 2, 4, 8);
	return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int)bits), lanes), lanes));
}

static inline uint32_t m4_bits(m4 m)
{
	return (uint32_t)_mm_movemask_ps(m);
}

static inline m4 m4_from_n4(n4 m)
{
	return _mm_shuffle_ps(_mm_castpd_ps(m.lo), _mm_castpd_ps(m.hi), 0x88);
}

static inline d4 d4_set1(double a)
{
	return (d4){_mm_set1_pd(a), _mm_set1_pd(a)};
}

static inline d4 d4_load(const double *p)
{
	return (d4){_mm_loadu_pd(p), _mm_loadu_pd(p + 2)};
}

static inline void d4_store(double *p, d4 a)
{
	_mm_storeu_pd(p, a.lo);
	_mm_storeu_pd(p + 2, a.hi);
}

static inline d4 d4_from_f4(f4 a)
{
	return (d4){_mm_cvtps_pd(a), _mm_cvtps_pd(_mm_movehl_ps(a, a))};
}

static inline d4 d4_add(d4 a, d4 b)
{
	return (d4){_mm_add_pd(a.lo, b.lo), _mm_add_pd(a.hi, b.hi)};
}

static inline d4 d4_sub(d4 a, d4 b)
{
	return (d4){_mm_sub_pd(a.lo, b.lo), _mm_sub_pd(a.hi, b.hi)};
}

static inline d4 d4_mul(d4 a, d4 b)
{
	return (d4){_mm_mul_pd(a.lo, b.lo), _mm_mul_pd(a.hi, b.hi)};
}

static inline d4 d4_div(d4 a, d4 b)
{
	return (d4){_mm_div_pd(a.lo, b.lo), _mm_div_pd(a.hi, b.hi)};
}

static inline d4 d4_min(d4 a, d4 b)
{
	return (d4){_mm_min_pd(a.lo, b.lo), _mm_min_pd(a.hi, b.hi)};
}

static inline d4 d4_max(d4 a, d4 b)
{
	return (d4){_mm_max_pd(a.lo, b.lo), _mm_max_pd(a.hi, b.hi)};
}

static inline d4 d4_sqrt(d4 a)
{
	return (d4){_mm_sqrt_pd(a.lo), _mm_sqrt_pd(a.hi)};
}

static inline d4 d4_abs(d4 a)
{
	__m128d sign = _mm_set1_pd(-0.0);
	return (d4){_mm_andnot_pd(sign, a.lo), _mm_andnot_pd(sign, a.hi)};
}

static inline n4 n4_lt(d4 a, d4 b)
{
	return (n4){_mm_cmplt_pd(a.lo, b.lo), _mm_cmplt_pd(a.hi, b.hi)};
}

static inline n4 n4_gt(d4 a, d4 b)
{
	return (n4){_mm_cmpgt_pd(a.lo, b.lo), _mm_cmpgt_pd(a.hi, b.hi)};
}

static inline n4 n4_eq(d4 a, d4 b)
{
	return (n4){_mm_cmpeq_pd(a.lo, b.lo), _mm_cmpeq_pd(a.hi, b.hi)};
}

static inline n4 n4_ne(d4 a, d4 b)
{
	return (n4){_mm_cmpneq_pd(a.lo, b.lo), _mm_cmpneq_pd(a.hi, b.hi)};
}

static inline n4 n4_and(n4 a, n4 b)
{
	return (n4){_mm_and_pd(a.lo, b.lo), _mm_and_pd(a.hi, b.hi)};
}

static inline n4 n4_or(n4 a, n4 b)
{
	return (n4){_mm_or_pd(a.lo, b.lo), _mm_or_pd(a.hi, b.hi)};
}

static inline n4 n4_not(n4 m)
{
	__m128d all = _mm_castsi128_pd(_mm_set1_epi32(-1));
	return (n4){_mm_xor_pd(m.lo, all), _mm_xor_pd(m.hi, all)};
}

static inline uint32_t n4_bits(n4 m)
{
	return (uint32_t)(_mm_movemask_pd(m.lo) | _mm_movemask_pd(m.hi) << 2);
}

static inline d4 d4_select(n4 m, d4 a, d4 b)
{
	return (d4){_mm_or_pd(_mm_and_pd(m.lo, a.lo), _mm_andnot_pd(m.lo, b.lo)),
		_mm_or_pd(_mm_and_pd(m.hi, a.hi), _mm_andnot_pd(m.hi, b.hi))};
}

static inline f4 f4_nearest(d4 a)
{
	return _mm_movelh_ps(_mm_cvtpd_ps(a.lo), _mm_cvtpd_ps(a.hi));
}

// The bits of floats >= 0, read as integers, order as the floats do. A true lane is -1.
static inline f4 f4_down(d4 a)
{
	f4 near = f4_nearest(a);
	__m128i above = _mm_castps_si128(m4_from_n4(n4_gt(d4_from_f4(near), a)));
	return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(near), above));
}

static inline f4 f4_up(d4 a)
{
	f4 near = f4_nearest(a);
	__m128i below = _mm_castps_si128(m4_from_n4(n4_lt(d4_from_f4(near), a)));
	return _mm_castsi128_ps(_mm_sub_epi32(_mm_castps_si128(near), below));
}

#endif
