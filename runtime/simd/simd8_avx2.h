// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_AVX2_H
#define KILN_SIMD8_AVX2_H

#include "pack_table.h"

#include <immintrin.h>
#include <string.h>

typedef __m256 f8;
typedef __m256 m8;
typedef __m256i i8;
typedef __m128 f3;

static inline f8 f8_set1(float a)
{
	return _mm256_set1_ps(a);
}

static inline f8 f8_load(const float *p)
{
	return _mm256_loadu_ps(p);
}

static inline f8 f8_load3(const float *p)
{
	const __m128 two = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)p));
	return _mm256_zextps128_ps256(_mm_movelh_ps(two, _mm_load_ss(p + 2)));
}

static inline void f8_store4(float *p, f8 a)
{
	_mm_storeu_ps(p, _mm256_castps256_ps128(a));
}

static inline void f8_store(float *p, f8 a)
{
	_mm256_storeu_ps(p, a);
}

static inline void f8_points(const float *p, f8 c[3])
{
	const __m256i order = _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21);
	c[0] = _mm256_i32gather_ps(p, order, 4);
	c[1] = _mm256_i32gather_ps(p + 1, order, 4);
	c[2] = _mm256_i32gather_ps(p + 2, order, 4);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

static inline f8 f8_from_i16(const int16_t *p)
{
	return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p)));
}

static inline f8 f8_powers(const uint8_t *p)
{
	__m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p));
	return _mm256_castsi256_ps(_mm256_slli_epi32(wide, 23));
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

static inline f8 f8_larger(f8 most, f8 a)
{
	return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(most), _mm256_castps_si256(f8_abs(a))));
}

static inline f8 f8_sqrt(f8 a)
{
	return _mm256_sqrt_ps(a);
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return _mm256_xor_ps(a, _mm256_and_ps(sign, _mm256_set1_ps(-0.0f)));
}

static inline float f8_largest3(f8 a)
{
	__m128 x = _mm256_castps256_ps128(a);
	__m128 y = _mm_movehdup_ps(x), z = _mm_movehl_ps(x, x);
	return _mm_cvtss_f32(_mm_max_ss(_mm_max_ss(x, y), z));
}

static inline float f8_largest(f8 a)
{
	__m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
	__m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
	return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
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

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return _mm256_blendv_ps(b, a, m);
}

static inline uint32_t m8_bits(m8 m)
{
	return (uint32_t)_mm256_movemask_ps(m);
}

static inline m8 m8_gt(f8 a, f8 b)
{
	return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline m8 m8_from(uint32_t n)
{
	static const int32_t window[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
	return _mm256_castsi256_ps(_mm256_loadu_si256((const __m256i *)(const void *)(window + 8 - n)));
}

static inline uint32_t f8_nearest(f8 a, m8 missed)
{
	__m256i keys = _mm256_srli_epi32(_mm256_castps_si256(_mm256_or_ps(a, missed)), 16);
	__m128i words = _mm_packus_epi32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
	return (uint32_t)_mm_cvtsi128_si32(_mm_minpos_epu16(words)) >> 16;
}

static inline __m256i pack_lanes(uint32_t bits)
{
	return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)simd8_pack_table[bits]));
}

static inline void f8_pack_store(float *p, f8 a, uint32_t bits)
{
	_mm256_storeu_ps(p, _mm256_permutevar8x32_ps(a, pack_lanes(bits)));
}

static inline void u8_pack_lanes(uint32_t *p, uint32_t first, uint32_t bits)
{
	__m256i numbers = _mm256_add_epi32(pack_lanes(bits), _mm256_set1_epi32((int)first));
	_mm256_storeu_si256((__m256i *)(void *)p, numbers);
}

static inline f3 f3_load(const float *p)
{
	return _mm_loadu_ps(p);
}

static inline f3 f3_from3(float x, float y, float z)
{
	return _mm_setr_ps(x, y, z, 0);
}

static inline f3 f3_set1(float a)
{
	return _mm_set1_ps(a);
}

static inline void f3_store(float *p, f3 a)
{
	_mm_storeu_ps(p, a);
}

static inline f3 f3_add(f3 a, f3 b)
{
	return _mm_add_ps(a, b);
}

static inline f3 f3_abs(f3 a)
{
	return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

static inline f3 f3_sub(f3 a, f3 b)
{
	return _mm_sub_ps(a, b);
}

static inline f3 f3_mul(f3 a, f3 b)
{
	return _mm_mul_ps(a, b);
}

static inline f3 f3_powers(const uint8_t *p)
{
	return _mm_castsi128_ps(_mm_slli_epi32(_mm_cvtepu8_epi32(_mm_loadu_si32(p)), 23));
}

static inline f8 f8_splat(f3 a, int lane)
{
	__m256 wide = _mm256_castps128_ps256(a);
	return lane == 0 ? _mm256_broadcastss_ps(a) : _mm256_permutevar8x32_ps(wide, _mm256_set1_epi32(lane));
}

static inline i8 i8_corners(const uint16_t *p)
{
	return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
}

// vpermps reads only the low three bits of an index, so a shifted triple needs no mask.
static inline void f8_corners8(f8 table, i8 triples, f8 corners[3])
{
	corners[0] = _mm256_permutevar8x32_ps(table, triples);
	corners[1] = _mm256_permutevar8x32_ps(table, _mm256_srli_epi32(triples, 4));
	corners[2] = _mm256_permutevar8x32_ps(table, _mm256_srli_epi32(triples, 8));
}

static inline f8 f8_corner(f8 low, f8 high, i8 index)
{
	f8 from_low = _mm256_permutevar8x32_ps(low, index);
	f8 from_high = _mm256_permutevar8x32_ps(high, index);
	return _mm256_blendv_ps(from_low, from_high, _mm256_castsi256_ps(_mm256_slli_epi32(index, 28)));
}

static inline void f8_corners(f8 low, f8 high, i8 triples, f8 corners[3])
{
	corners[0] = f8_corner(low, high, triples);
	corners[1] = f8_corner(low, high, _mm256_srli_epi32(triples, 4));
	corners[2] = f8_corner(low, high, _mm256_srli_epi32(triples, 8));
}

#endif
