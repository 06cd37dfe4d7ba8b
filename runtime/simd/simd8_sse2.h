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

typedef __m128 f3;

static inline __m128 f4_abs(__m128 a)
{
	// Not andnot, which would overwrite the mask and so copy the mask first.
	return _mm_and_ps(a, _mm_castsi128_ps(_mm_set1_epi32(INT32_MAX)));
}

static inline __m128 f4_xor_sign(__m128 a, __m128 sign)
{
	return _mm_xor_ps(a, _mm_and_ps(sign, _mm_set1_ps(-0.0f)));
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

static inline f8 f8_load3(const float *p)
{
	const __m128 two = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)p));
	return (f8){_mm_movelh_ps(two, _mm_load_ss(p + 2)), _mm_setzero_ps()};
}

static inline void f8_store4(float *p, f8 a)
{
	_mm_storeu_ps(p, a.lo);
}

static inline void f8_store(float *p, f8 a)
{
	_mm_storeu_ps(p, a.lo);
	_mm_storeu_ps(p + 4, a.hi);
}

static inline void f4_points(const float *p, __m128 *x, __m128 *y, __m128 *z)
{
	// xyzx yzxy zxyz
	const __m128 a = _mm_loadu_ps(p), b = _mm_loadu_ps(p + 4), c = _mm_loadu_ps(p + 8);
	const __m128 last = _mm_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));	// x and y of points 2 and 3
	const __m128 first = _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1)); // y and z of points 0 and 1
	*x = _mm_shuffle_ps(a, last, _MM_SHUFFLE(2, 0, 3, 0));
	*y = _mm_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 2, 0));
	*z = _mm_shuffle_ps(first, c, _MM_SHUFFLE(3, 0, 3, 1));
}

static inline void f8_points(const float *p, f8 c[3])
{
	f4_points(p, &c[0].lo, &c[1].lo, &c[2].lo);
	f4_points(p + 12, &c[0].hi, &c[1].hi, &c[2].hi);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	__m128i zero = _mm_setzero_si128();
	__m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), zero);
	return (f8){_mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero)), _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, zero))};
}

static inline f8 f8_from_i16(const int16_t *p)
{
	__m128i words = _mm_loadu_si128((const __m128i *)(const void *)p);
	// Each word to the upper half of its lane, then down again with its sign.
	__m128i lo = _mm_srai_epi32(_mm_unpacklo_epi16(words, words), 16);
	__m128i hi = _mm_srai_epi32(_mm_unpackhi_epi16(words, words), 16);
	return (f8){_mm_cvtepi32_ps(lo), _mm_cvtepi32_ps(hi)};
}

static inline f8 f8_powers(const uint8_t *p)
{
	__m128i zero = _mm_setzero_si128();
	__m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), zero);
	return (f8){_mm_castsi128_ps(_mm_slli_epi32(_mm_unpacklo_epi16(words, zero), 23)),
		_mm_castsi128_ps(_mm_slli_epi32(_mm_unpackhi_epi16(words, zero), 23))};
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

static inline f8 f8_abs(f8 a)
{
	return (f8){f4_abs(a.lo), f4_abs(a.hi)};
}

static inline __m128 f4_larger(__m128 most, __m128 a)
{
	return _mm_castsi128_ps(_mm_max_epi16(_mm_castps_si128(most), _mm_castps_si128(f4_abs(a))));
}

static inline f8 f8_larger(f8 most, f8 a)
{
	return (f8){f4_larger(most.lo, a.lo), f4_larger(most.hi, a.hi)};
}

static inline f8 f8_sqrt(f8 a)
{
	return (f8){_mm_sqrt_ps(a.lo), _mm_sqrt_ps(a.hi)};
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return (f8){f4_xor_sign(a.lo, sign.lo), f4_xor_sign(a.hi, sign.hi)};
}

static inline float f8_largest3(f8 a)
{
	__m128 y = _mm_shuffle_ps(a.lo, a.lo, 0x55), z = _mm_movehl_ps(a.lo, a.lo);
	return _mm_cvtss_f32(_mm_max_ss(_mm_max_ss(a.lo, y), z));
}

static inline float f8_largest(f8 a)
{
	__m128 four = _mm_max_ps(a.lo, a.hi), two = _mm_max_ps(four, _mm_movehl_ps(four, four));
	return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 0x55)));
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

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return (f8){_mm_or_ps(_mm_and_ps(m.lo, a.lo), _mm_andnot_ps(m.lo, b.lo)),
		_mm_or_ps(_mm_and_ps(m.hi, a.hi), _mm_andnot_ps(m.hi, b.hi))};
}

static inline uint32_t m8_bits(m8 m)
{
	return f4_bits(m.lo) | f4_bits(m.hi) << 4;
}

static inline m8 m8_gt(f8 a, f8 b)
{
	return (m8){_mm_cmpgt_ps(a.lo, b.lo), _mm_cmpgt_ps(a.hi, b.hi)};
}

static inline m8 m8_from(uint32_t n)
{
	__m128i last = _mm_set1_epi32((int)n - 1);
	return (m8){_mm_castsi128_ps(_mm_cmpgt_epi32(_mm_setr_epi32(0, 1, 2, 3), last)),
		_mm_castsi128_ps(_mm_cmpgt_epi32(_mm_setr_epi32(4, 5, 6, 7), last))};
}

static inline void f8_store_bits(uint32_t *p, f8 a)
{
	_mm_storeu_ps((float *)(void *)p, a.lo);
	_mm_storeu_ps((float *)(void *)(p + 4), a.hi);
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
	return f4_abs(a);
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
	int32_t bytes;
	memcpy(&bytes, p, sizeof bytes);
	__m128i zero = _mm_setzero_si128();
	__m128i words = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), zero);
	return _mm_castsi128_ps(_mm_slli_epi32(_mm_unpacklo_epi16(words, zero), 23));
}

static inline f8 f8_splat(f3 a, int lane)
{
	__m128 all = lane == 0	 ? _mm_shuffle_ps(a, a, 0x00)
				 : lane == 1 ? _mm_shuffle_ps(a, a, 0x55)
							 : _mm_shuffle_ps(a, a, 0xaa);
	return (f8){all, all};
}

#include "simd8_lookup.h"

#endif
