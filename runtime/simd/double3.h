// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD_DOUBLE3_H
#define KILN_SIMD_DOUBLE3_H

/// Operations on x, y, z in double at once; a fourth lane has no meaning. The backends are AVX2, where the translation
/// unit selects it as for simd8.h, and plain doubles. Both give the same bits.
///
///     d3_load d3_store           of a kiln_d3; what is loaded soon must be stored by d3_store, in the same parts
///     d3_pick                    of a kiln_d3 whose numbers were stored one by one
///     d3_floats                  of three floats, behind which a fourth can be read
///     d3_from3                   of three floats
///     d3_add d3_sub d3_scale
///     d3_turn(c, v)              v.x c[0] + v.y c[1] + v.z c[2], added up in this order
///     d3_rows(c, r)              r[0] gets the x of c[0], c[1] and c[2], and so on
///     d3_axes(q, c)              as kiln_quat_axes

#include "math/quaternion.h"
#include "tree/layout.h"

#if defined(KILN_BACKEND_AVX2)

#include <immintrin.h>

typedef __m256d d3;

KILN_ALWAYS_INLINE d3 d3_load(const kiln_d3 *p)
{
	return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p->x)), _mm_load_sd(&p->z), 1);
}

KILN_ALWAYS_INLINE void d3_store(kiln_d3 *p, d3 a)
{
	_mm_storeu_pd(&p->x, _mm256_castpd256_pd128(a));
	_mm_store_sd(&p->z, _mm256_extractf128_pd(a, 1));
}

KILN_ALWAYS_INLINE d3 d3_floats(const float *p)
{
	return _mm256_cvtps_pd(_mm_loadu_ps(p));
}

KILN_ALWAYS_INLINE d3 d3_pick(const kiln_d3 *p)
{
	return _mm256_setr_pd(p->x, p->y, p->z, 0);
}

KILN_ALWAYS_INLINE d3 d3_from3(float x, float y, float z)
{
	return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, 0));
}

KILN_ALWAYS_INLINE d3 d3_add(d3 a, d3 b)
{
	return _mm256_add_pd(a, b);
}

KILN_ALWAYS_INLINE d3 d3_sub(d3 a, d3 b)
{
	return _mm256_sub_pd(a, b);
}

KILN_ALWAYS_INLINE d3 d3_scale(d3 a, double s)
{
	return _mm256_mul_pd(a, _mm256_set1_pd(s));
}

KILN_ALWAYS_INLINE d3 d3_turn(const d3 c[3], d3 v)
{
	d3 x = _mm256_mul_pd(_mm256_permute4x64_pd(v, 0x00), c[0]), y = _mm256_mul_pd(_mm256_permute4x64_pd(v, 0x55), c[1]);
	return _mm256_add_pd(_mm256_add_pd(x, y), _mm256_mul_pd(_mm256_permute4x64_pd(v, 0xaa), c[2]));
}

KILN_ALWAYS_INLINE void d3_rows(const d3 c[3], d3 r[3])
{
	d3 low = _mm256_unpacklo_pd(c[0], c[1]), high = _mm256_unpackhi_pd(c[0], c[1]);
	r[0] = _mm256_permute2f128_pd(low, c[2], 0x20);
	r[1] = _mm256_permute2f128_pd(high, _mm256_permute_pd(c[2], 1), 0x20);
	r[2] = _mm256_permute2f128_pd(low, c[2], 0x31);
}

/// One column: s times the sum or difference of two products. The lane `one` is 1 minus that.
#define KILN_D3_COLUMN(p, q, r, t, signs, one)                                                                         \
	(products = _mm256_mul_pd(_mm256_permute4x64_pd(a, p), _mm256_permute4x64_pd(a, q)),                               \
		others = _mm256_mul_pd(_mm256_permute4x64_pd(a, r), _mm256_permute4x64_pd(a, t)),                              \
		sums = _mm256_mul_pd(_mm256_add_pd(products, _mm256_xor_pd(others, signs)), s),                                \
		_mm256_blend_pd(sums, _mm256_sub_pd(_mm256_set1_pd(1), sums), one))

KILN_ALWAYS_INLINE void d3_axes(const kiln_quat *q, d3 c[3])
{
	const d3 a = d3_floats(&q->x), squares = _mm256_mul_pd(a, a), minus_x = _mm256_setr_pd(-0.0, 0, 0, 0);
	const d3 minus_y = _mm256_setr_pd(0, -0.0, 0, 0), minus_z = _mm256_setr_pd(0, 0, -0.0, 0);
	const __m128d xy = _mm256_castpd256_pd128(squares), zw = _mm256_extractf128_pd(squares, 1);
	double length2 = _mm_cvtsd_f64(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)));
	length2 = length2 + _mm_cvtsd_f64(zw) + _mm_cvtsd_f64(_mm_unpackhi_pd(zw, zw));
	const d3 s = _mm256_set1_pd(length2 == 0 ? 0 : 2 / length2);
	d3 products, others, sums;
	// In these shuffles x, y, z and w are the lanes 0 to 3.
	c[0] = KILN_D3_COLUMN(
		_MM_SHUFFLE(3, 0, 0, 1), _MM_SHUFFLE(3, 2, 1, 1), _MM_SHUFFLE(3, 3, 3, 2), _MM_SHUFFLE(3, 1, 2, 2), minus_z, 1);
	c[1] = KILN_D3_COLUMN(
		_MM_SHUFFLE(3, 1, 0, 0), _MM_SHUFFLE(3, 2, 0, 1), _MM_SHUFFLE(3, 3, 2, 3), _MM_SHUFFLE(3, 0, 2, 2), minus_x, 2);
	c[2] = KILN_D3_COLUMN(
		_MM_SHUFFLE(3, 0, 1, 0), _MM_SHUFFLE(3, 0, 2, 2), _MM_SHUFFLE(3, 1, 3, 3), _MM_SHUFFLE(3, 1, 0, 1), minus_y, 4);
}

#undef KILN_D3_COLUMN

#else

typedef kiln_d3 d3;

KILN_ALWAYS_INLINE d3 d3_load(const kiln_d3 *p)
{
	return (d3){p->x, p->y, p->z};
}

KILN_ALWAYS_INLINE void d3_store(kiln_d3 *p, d3 a)
{
	*p = a;
}

KILN_ALWAYS_INLINE d3 d3_pick(const kiln_d3 *p)
{
	return *p;
}

KILN_ALWAYS_INLINE d3 d3_from3(float x, float y, float z)
{
	return (d3){(double)x, (double)y, (double)z};
}

KILN_ALWAYS_INLINE d3 d3_floats(const float *p)
{
	return d3_from3(p[0], p[1], p[2]);
}

KILN_ALWAYS_INLINE d3 d3_add(d3 a, d3 b)
{
	return kiln_d3_add(a, b);
}

KILN_ALWAYS_INLINE d3 d3_sub(d3 a, d3 b)
{
	return kiln_d3_sub(a, b);
}

KILN_ALWAYS_INLINE d3 d3_scale(d3 a, double s)
{
	return kiln_d3_scale(a, s);
}

KILN_ALWAYS_INLINE d3 d3_turn(const d3 c[3], d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(c[0], v.x), v.y, c[1]), v.z, c[2]);
}

KILN_ALWAYS_INLINE void d3_rows(const d3 c[3], d3 r[3])
{
	r[0] = (d3){c[0].x, c[1].x, c[2].x};
	r[1] = (d3){c[0].y, c[1].y, c[2].y};
	r[2] = (d3){c[0].z, c[1].z, c[2].z};
}

KILN_ALWAYS_INLINE void d3_axes(const kiln_quat *q, d3 c[3])
{
	kiln_quat_axes(*q, c);
}

#endif

#endif
