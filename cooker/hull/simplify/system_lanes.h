// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_SYSTEM_LANES_H
#define KILN_COOKER_HULL_SIMPLIFY_SYSTEM_LANES_H

#include <stddef.h>

/// Four floats at a time, of which most have three coordinates and a 0: SSE2 where available, plain C elsewhere, with
/// the same bits.

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

typedef __m128 quad;

static inline quad quad_load(const float from[4])
{
	return _mm_loadu_ps(from);
}

static inline void quad_store(float to[4], quad q)
{
	_mm_storeu_ps(to, q);
}

static inline quad quad_all(float number)
{
	return _mm_set1_ps(number);
}

static inline quad quad_add(quad a, quad b)
{
	return _mm_add_ps(a, b);
}

static inline quad quad_sub(quad a, quad b)
{
	return _mm_sub_ps(a, b);
}

static inline quad quad_mul(quad a, quad b)
{
	return _mm_mul_ps(a, b);
}

/// Returns coordinate 0, 1 or 2 in all lanes.
static inline quad quad_x(quad q)
{
	return _mm_shuffle_ps(q, q, _MM_SHUFFLE(0, 0, 0, 0));
}

static inline quad quad_y(quad q)
{
	return _mm_shuffle_ps(q, q, _MM_SHUFFLE(1, 1, 1, 1));
}

static inline quad quad_z(quad q)
{
	return _mm_shuffle_ps(q, q, _MM_SHUFFLE(2, 2, 2, 2));
}

/// Returns y, z, x and the last lane.
static inline quad quad_turn(quad q)
{
	return _mm_shuffle_ps(q, q, _MM_SHUFFLE(3, 0, 2, 1));
}

/// Rounds a - b to float.
static inline quad quad_between(const double a[3], const double b[3])
{
	__m128d xy = _mm_sub_pd(_mm_loadu_pd(a), _mm_loadu_pd(b)), z = _mm_sub_sd(_mm_load_sd(a + 2), _mm_load_sd(b + 2));
	return _mm_movelh_ps(_mm_cvtpd_ps(xy), _mm_cvtpd_ps(z));
}

/// Returns the sum of the coordinates of each of three, and 0.
static inline quad quad_sums(quad a, quad b, quad c)
{
	quad zero = _mm_setzero_ps(), low = _mm_unpacklo_ps(a, b), last = _mm_unpacklo_ps(c, zero);
	quad x = _mm_movelh_ps(low, last), y = _mm_movehl_ps(last, low);
	quad z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, zero));
	return quad_add(quad_add(x, y), z);
}

#else

typedef struct quad
{
	float lane[4];
} quad;

static inline quad quad_load(const float from[4])
{
	return (quad){{from[0], from[1], from[2], from[3]}};
}

static inline void quad_store(float to[4], quad q)
{
	for (int i = 0; i < 4; ++i)
		to[i] = q.lane[i];
}

static inline quad quad_all(float number)
{
	return (quad){{number, number, number, number}};
}

static inline quad quad_add(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] += b.lane[i];
	return a;
}

static inline quad quad_sub(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] -= b.lane[i];
	return a;
}

static inline quad quad_mul(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] *= b.lane[i];
	return a;
}

static inline quad quad_x(quad q)
{
	return quad_all(q.lane[0]);
}

static inline quad quad_y(quad q)
{
	return quad_all(q.lane[1]);
}

static inline quad quad_z(quad q)
{
	return quad_all(q.lane[2]);
}

static inline quad quad_turn(quad q)
{
	return (quad){{q.lane[1], q.lane[2], q.lane[0], q.lane[3]}};
}

static inline quad quad_between(const double a[3], const double b[3])
{
	return (quad){{(float)(a[0] - b[0]), (float)(a[1] - b[1]), (float)(a[2] - b[2]), 0}};
}

static inline quad quad_sums(quad a, quad b, quad c)
{
	return (quad){
		{a.lane[0] + a.lane[1] + a.lane[2], b.lane[0] + b.lane[1] + b.lane[2], c.lane[0] + c.lane[1] + c.lane[2], 0}};
}

#endif

static inline float quad_first(quad q)
{
	float lanes[4];
	quad_store(lanes, q);
	return lanes[0];
}

/// Returns the sum of the coordinates.
static inline float quad_sum(quad q)
{
	return quad_first(quad_add(quad_add(q, quad_y(q)), quad_z(q)));
}

static inline quad quad_cross(quad a, quad b)
{
	return quad_turn(quad_sub(quad_mul(a, quad_turn(b)), quad_mul(quad_turn(a), b)));
}

#endif
