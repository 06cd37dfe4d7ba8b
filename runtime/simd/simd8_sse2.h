// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_SSE2_H
#define KILN_SIMD8_SSE2_H

#include <emmintrin.h>
#include <string.h>

typedef struct f8
{
	__m128 lo, hi;
} f8;

typedef struct m8
{
	__m128 lo, hi;
} m8;

typedef struct i8
{
	uint16_t v[8];
} i8;

static inline __m128 f4_abs(__m128 a)
{
	return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

static inline __m128 f4_xor_sign(__m128 a, __m128 sign)
{
	return _mm_xor_ps(a, _mm_and_ps(sign, _mm_set1_ps(-0.0f)));
}

static inline __m128 f4_select(__m128 m, __m128 a, __m128 b)
{
	return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}

static inline uint32_t f4_bits(__m128 m)
{
	return (uint32_t)_mm_movemask_ps(m);
}

static inline f8 f8_set1(float a)
{
	return (f8){_mm_set1_ps(a), _mm_set1_ps(a)};
}

static inline f8 f8_load(const float *p)
{
	return (f8){_mm_loadu_ps(p), _mm_loadu_ps(p + 4)};
}

static inline void f8_store(float *p, f8 a)
{
	_mm_storeu_ps(p, a.lo);
	_mm_storeu_ps(p + 4, a.hi);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	__m128i zero = _mm_setzero_si128();
	__m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), zero);
	return (f8){_mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero)), _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, zero))};
}

static inline f8 f8_add(f8 a, f8 b)
{
	return (f8){_mm_add_ps(a.lo, b.lo), _mm_add_ps(a.hi, b.hi)};
}

static inline f8 f8_sub(f8 a, f8 b)
{
	return (f8){_mm_sub_ps(a.lo, b.lo), _mm_sub_ps(a.hi, b.hi)};
}

static inline f8 f8_mul(f8 a, f8 b)
{
	return (f8){_mm_mul_ps(a.lo, b.lo), _mm_mul_ps(a.hi, b.hi)};
}

static inline f8 f8_div(f8 a, f8 b)
{
	return (f8){_mm_div_ps(a.lo, b.lo), _mm_div_ps(a.hi, b.hi)};
}

static inline f8 f8_min(f8 a, f8 b)
{
	return (f8){_mm_min_ps(a.lo, b.lo), _mm_min_ps(a.hi, b.hi)};
}

static inline f8 f8_max(f8 a, f8 b)
{
	return (f8){_mm_max_ps(a.lo, b.lo), _mm_max_ps(a.hi, b.hi)};
}

static inline f8 f8_sqrt(f8 a)
{
	return (f8){_mm_sqrt_ps(a.lo), _mm_sqrt_ps(a.hi)};
}

static inline f8 f8_abs(f8 a)
{
	return (f8){f4_abs(a.lo), f4_abs(a.hi)};
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return (f8){f4_xor_sign(a.lo, sign.lo), f4_xor_sign(a.hi, sign.hi)};
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return (f8){f4_select(m.lo, a.lo, b.lo), f4_select(m.hi, a.hi, b.hi)};
}

static inline m8 m8_le(f8 a, f8 b)
{
	return (m8){_mm_cmple_ps(a.lo, b.lo), _mm_cmple_ps(a.hi, b.hi)};
}

static inline m8 m8_lt(f8 a, f8 b)
{
	return (m8){_mm_cmplt_ps(a.lo, b.lo), _mm_cmplt_ps(a.hi, b.hi)};
}

static inline m8 m8_ge(f8 a, f8 b)
{
	return (m8){_mm_cmpge_ps(a.lo, b.lo), _mm_cmpge_ps(a.hi, b.hi)};
}

static inline m8 m8_eq(f8 a, f8 b)
{
	return (m8){_mm_cmpeq_ps(a.lo, b.lo), _mm_cmpeq_ps(a.hi, b.hi)};
}

static inline m8 m8_and(m8 a, m8 b)
{
	return (m8){_mm_and_ps(a.lo, b.lo), _mm_and_ps(a.hi, b.hi)};
}

static inline m8 m8_or(m8 a, m8 b)
{
	return (m8){_mm_or_ps(a.lo, b.lo), _mm_or_ps(a.hi, b.hi)};
}

static inline uint32_t m8_bits(m8 m)
{
	return f4_bits(m.lo) | f4_bits(m.hi) << 4;
}

static inline i8 i8_corners(const uint16_t *p)
{
	i8 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline f8 f8_corner(const float *table, i8 triples, int which)
{
	float r[8];
	for (int i = 0; i < 8; ++i)
		r[i] = table[triples.v[i] >> (4 * which) & 15];
	return f8_load(r);
}

static inline f8 f8_corner_small(const float *table, i8 triples, int which)
{
	return f8_corner(table, triples, which);
}

#endif
