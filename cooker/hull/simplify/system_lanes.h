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

/// Returns the sum of the coordinates of each of four.
static inline quad quad_sums(quad a, quad b, quad c, quad d)
{
	quad ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
	quad z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
	return quad_add(quad_add(_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab)), z);
}

static inline quad quad_div(quad a, quad b)
{
	return _mm_div_ps(a, b);
}

/// The lesser of both; the second where one is no number.
static inline quad quad_min(quad a, quad b)
{
	return _mm_min_ps(a, b);
}

static inline quad quad_max(quad a, quad b)
{
	return _mm_max_ps(a, b);
}

/// Returns a where `zero` is not 0, else b.
static inline quad quad_unless_zero(quad zero, quad a, quad b)
{
	quad mask = _mm_cmpneq_ps(zero, _mm_setzero_ps());
	return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

/// Returns a bit for each lane that is greater than `than`.
static inline unsigned quad_above(quad q, float than)
{
	return (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(q, _mm_set1_ps(than)));
}

/// Rounds four numbers to float.
static inline quad quad_round(const double from[4])
{
	return _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(from)), _mm_cvtpd_ps(_mm_loadu_pd(from + 2)));
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

static inline quad quad_sums(quad a, quad b, quad c, quad d)
{
	return (quad){{a.lane[0] + a.lane[1] + a.lane[2], b.lane[0] + b.lane[1] + b.lane[2],
		c.lane[0] + c.lane[1] + c.lane[2], d.lane[0] + d.lane[1] + d.lane[2]}};
}

static inline quad quad_div(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] /= b.lane[i];
	return a;
}

static inline quad quad_min(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

static inline quad quad_max(quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

static inline quad quad_unless_zero(quad zero, quad a, quad b)
{
	for (int i = 0; i < 4; ++i)
		a.lane[i] = zero.lane[i] != 0 ? a.lane[i] : b.lane[i];
	return a;
}

static inline unsigned quad_above(quad q, float than)
{
	unsigned bits = 0;
	for (int i = 0; i < 4; ++i)
		bits |= (unsigned)(q.lane[i] > than) << i;
	return bits;
}

static inline quad quad_round(const double from[4])
{
	return (quad){{(float)from[0], (float)from[1], (float)from[2], (float)from[3]}};
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

/// Returns the least lane.
static inline float quad_least(quad q)
{
	float lanes[4];
	quad_store(lanes, q);
	for (int i = 1; i < 4; ++i)
		lanes[0] = lanes[i] < lanes[0] ? lanes[i] : lanes[0];
	return lanes[0];
}

static inline quad quad_cross(quad a, quad b)
{
	return quad_turn(quad_sub(quad_mul(a, quad_turn(b)), quad_mul(quad_turn(a), b)));
}

#endif
