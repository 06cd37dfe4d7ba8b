// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_AVX2_H
#define KILN_SIMD8_AVX2_H

#include <immintrin.h>

typedef __m256 f8;
typedef __m256 m8;
typedef __m256i i8;

static inline f8 f8_set1(float a)
{
	return _mm256_set1_ps(a);
}

static inline f8 f8_load(const float *p)
{
	return _mm256_loadu_ps(p);
}

static inline void f8_store(float *p, f8 a)
{
	_mm256_storeu_ps(p, a);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

static inline f8 f8_add(f8 a, f8 b)
{
	return _mm256_add_ps(a, b);
}

static inline f8 f8_sub(f8 a, f8 b)
{
	return _mm256_sub_ps(a, b);
}

static inline f8 f8_mul(f8 a, f8 b)
{
	return _mm256_mul_ps(a, b);
}

static inline f8 f8_div(f8 a, f8 b)
{
	return _mm256_div_ps(a, b);
}

static inline f8 f8_sqrt(f8 a)
{
	return _mm256_sqrt_ps(a);
}

static inline f8 f8_min(f8 a, f8 b)
{
	return _mm256_min_ps(a, b);
}

static inline f8 f8_max(f8 a, f8 b)
{
	return _mm256_max_ps(a, b);
}

static inline f8 f8_abs(f8 a)
{
	return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return _mm256_xor_ps(a, _mm256_and_ps(sign, _mm256_set1_ps(-0.0f)));
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return _mm256_blendv_ps(b, a, m);
}

static inline m8 m8_le(f8 a, f8 b)
{
	return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline m8 m8_lt(f8 a, f8 b)
{
	return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline m8 m8_ge(f8 a, f8 b)
{
	return _mm256_cmp_ps(a, b, _CMP_GE_OQ);
}

static inline m8 m8_eq(f8 a, f8 b)
{
	return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}

static inline m8 m8_and(m8 a, m8 b)
{
	return _mm256_and_ps(a, b);
}

static inline m8 m8_or(m8 a, m8 b)
{
	return _mm256_or_ps(a, b);
}

static inline uint32_t m8_bits(m8 m)
{
	return (uint32_t)_mm256_movemask_ps(m);
}

static inline i8 i8_corners(const uint16_t *p)
{
	return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
}

// vpermps looks at the low three bits of an index only, so the shifted triple needs no mask.
static inline f8 f8_corner_small(const float *table, i8 triples, int which)
{
	return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), _mm256_srli_epi32(triples, 4 * which));
}

static inline f8 f8_corner(const float *table, i8 triples, int which)
{
	__m256i index = _mm256_srli_epi32(triples, 4 * which);
	__m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), index);
	__m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), index);
	return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(index, 28)));
}

#endif
