// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_VEC4_H
#define KILN_COOKER_TREE_BUILD_VEC4_H

#include <assert.h>
#include <float.h>
#include <stdint.h>
#include <string.h>

// x87 arithmetic would use a higher precision, and the tree would depend on it.
static_assert(FLT_EVAL_METHOD == 0, "build with float arithmetic in float: -mfpmath=sse");

/// Four floats in parallel for the tree builders: SSE2 where available, plain C elsewhere, with the same bits. Minimum
/// and maximum return the second operand when the two are equal, like SSE2, so that even the sign of a zero does not
/// depend on the path. BUILD_VEC4_SCALAR selects plain C.
#if defined(__SSE2__) && !defined(BUILD_VEC4_SCALAR)
#include <emmintrin.h>

typedef __m128 vec4;

static inline vec4 vec4_all(float value)
{
	return _mm_set1_ps(value);
}

static inline vec4 vec4_set(float x, float y, float z, float w)
{
	return _mm_setr_ps(x, y, z, w);
}

/// Loads sixteen bytes from any address; lanes that aren't floats must not be used as floats.
static inline vec4 vec4_load(const void *from)
{
	return _mm_loadu_ps(from);
}

static inline void vec4_store(void *to, vec4 value)
{
	_mm_storeu_ps(to, value);
}

static inline vec4 vec4_add(vec4 a, vec4 b)
{
	return _mm_add_ps(a, b);
}

static inline vec4 vec4_sub(vec4 a, vec4 b)
{
	return _mm_sub_ps(a, b);
}

static inline vec4 vec4_mul(vec4 a, vec4 b)
{
	return _mm_mul_ps(a, b);
}

static inline vec4 vec4_min(vec4 a, vec4 b)
{
	return _mm_min_ps(a, b);
}

static inline vec4 vec4_max(vec4 a, vec4 b)
{
	return _mm_max_ps(a, b);
}

/// Clears lane 3, which holds an integer in the builders' records: as a float, it would be a slow denormal.
static inline vec4 vec4_xyz(vec4 a)
{
	return _mm_and_ps(a, _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0)));
}

/// Truncates towards zero; the lanes must be in range.
static inline void vec4_truncate(vec4 a, int32_t out[4])
{
	_mm_storeu_si128((__m128i *)(void *)out, _mm_cvttps_epi32(a));
}

/// 1 in the lanes where a < b, 0 elsewhere.
static inline vec4 vec4_less(vec4 a, vec4 b)
{
	return _mm_and_ps(_mm_cmplt_ps(a, b), _mm_set1_ps(1.0f));
}

/// In each lane x where a < b, else y.
static inline vec4 vec4_select_less(vec4 a, vec4 b, vec4 x, vec4 y)
{
	vec4 mask = _mm_cmplt_ps(a, b);
	return _mm_or_ps(_mm_and_ps(mask, x), _mm_andnot_ps(mask, y));
}

/// The lanes, as bits, in which boxes are apart: a[0] to a[2] are the lowest x, y, z of the boxes, a[3] to a[5] their highest ones.
static inline uint32_t vec4_apart(const vec4 a[6], const vec4 b[6])
{
	vec4 x = _mm_or_ps(_mm_cmplt_ps(a[3], b[0]), _mm_cmplt_ps(b[3], a[0]));
	vec4 y = _mm_or_ps(_mm_cmplt_ps(a[4], b[1]), _mm_cmplt_ps(b[4], a[1]));
	vec4 z = _mm_or_ps(_mm_cmplt_ps(a[5], b[2]), _mm_cmplt_ps(b[5], a[2]));
	return (uint32_t)_mm_movemask_ps(_mm_or_ps(x, _mm_or_ps(y, z)));
}

/// Rounds to nearest.
static inline vec4 vec4_from_integers(const int32_t from[4])
{
	return _mm_cvtepi32_ps(_mm_loadu_si128((const __m128i *)(const void *)from));
}

/// Half the surface of a box with these extents: x y + y z + z x, summed in this order.
static inline float vec4_half_area(vec4 extent)
{
	vec4 product = _mm_mul_ps(extent, _mm_shuffle_ps(extent, extent, _MM_SHUFFLE(3, 0, 2, 1)));
	vec4 second = _mm_shuffle_ps(product, product, _MM_SHUFFLE(3, 3, 3, 1));
	vec4 third = _mm_movehl_ps(product, product);
	return _mm_cvtss_f32(_mm_add_ss(_mm_add_ss(product, second), third));
}

/// The half areas for three extents at once, in lanes 0 to 2; the same bits as vec4_half_area.
static inline vec4 vec4_half_areas(vec4 a, vec4 b, vec4 c)
{
	vec4 ab_low = _mm_unpacklo_ps(a, b);
	vec4 ab_high = _mm_unpackhi_ps(a, b);
	vec4 x = _mm_movelh_ps(ab_low, c);
	vec4 y = _mm_shuffle_ps(ab_low, c, _MM_SHUFFLE(1, 1, 3, 2));
	vec4 z = _mm_shuffle_ps(ab_high, c, _MM_SHUFFLE(2, 2, 1, 0));
	return _mm_add_ps(_mm_add_ps(_mm_mul_ps(x, y), _mm_mul_ps(y, z)), _mm_mul_ps(z, x));
}

#else

typedef struct vec4
{
	float lane[4];
} vec4;

static inline vec4 vec4_set(float x, float y, float z, float w)
{
	return (vec4){{x, y, z, w}};
}

static inline vec4 vec4_all(float value)
{
	return vec4_set(value, value, value, value);
}

static inline vec4 vec4_load(const void *from)
{
	vec4 value;
	memcpy(&value, from, sizeof value);
	return value;
}

static inline void vec4_store(void *to, vec4 value)
{
	memcpy(to, &value, sizeof value);
}

static inline vec4 vec4_add(vec4 a, vec4 b)
{
	return vec4_set(a.lane[0] + b.lane[0], a.lane[1] + b.lane[1], a.lane[2] + b.lane[2], a.lane[3] + b.lane[3]);
}

static inline vec4 vec4_sub(vec4 a, vec4 b)
{
	return vec4_set(a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]);
}

static inline vec4 vec4_mul(vec4 a, vec4 b)
{
	return vec4_set(a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]);
}

static inline vec4 vec4_min(vec4 a, vec4 b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

static inline vec4 vec4_max(vec4 a, vec4 b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

static inline vec4 vec4_xyz(vec4 a)
{
	a.lane[3] = 0.0f;
	return a;
}

static inline void vec4_truncate(vec4 a, int32_t out[4])
{
	for (int i = 0; i < 4; ++i)
		out[i] = (int32_t)a.lane[i];
}

static inline vec4 vec4_less(vec4 a, vec4 b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = a.lane[i] < b.lane[i] ? 1.0f : 0.0f;
	return a;
}

static inline vec4 vec4_select_less(vec4 a, vec4 b, vec4 x, vec4 y)
{
	for (int i = 0; i < 4; ++i)
		x.lane[i] = a.lane[i] < b.lane[i] ? x.lane[i] : y.lane[i];
	return x;
}

static inline uint32_t vec4_apart(const vec4 a[6], const vec4 b[6])
{
	uint32_t bits = 0;
	for (int i = 0; i < 4; ++i)
		for (int k = 0; k < 3; ++k)
			bits |= (uint32_t)(a[3 + k].lane[i] < b[k].lane[i] || b[3 + k].lane[i] < a[k].lane[i]) << i;
	return bits;
}

static inline vec4 vec4_from_integers(const int32_t from[4])
{
	return vec4_set((float)from[0], (float)from[1], (float)from[2], (float)from[3]);
}

static inline float vec4_half_area(vec4 extent)
{
	float x = extent.lane[0], y = extent.lane[1], z = extent.lane[2];
	return x * y + y * z + z * x;
}

static inline vec4 vec4_half_areas(vec4 a, vec4 b, vec4 c)
{
	return vec4_set(vec4_half_area(a), vec4_half_area(b), vec4_half_area(c), 0.0f);
}

#endif

/// A box as two vectors; lane 3 is free.
typedef struct box4
{
	vec4 min;
	vec4 max;
} box4;

/// Half the surface of a box.
static inline float box4_half_area(box4 box)
{
	return vec4_half_area(vec4_sub(box.max, box.min));
}

/// The smallest box around both.
static inline box4 box4_union(box4 a, box4 b)
{
	return (box4){vec4_min(a.min, b.min), vec4_max(a.max, b.max)};
}

#endif
