// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_SYSTEM_LANES_H
#define KILN_COOKER_HULL_SIMPLIFY_SYSTEM_LANES_H

#include <stddef.h>

/// Two numbers at a time: SSE2 where available, plain C elsewhere, with the same bits.

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

typedef __m128d lane_pair;

static inline lane_pair lane_load(const double from[2])
{
	return _mm_loadu_pd(from);
}

static inline void lane_store(double to[2], lane_pair pair)
{
	_mm_storeu_pd(to, pair);
}

static inline lane_pair lane_both(double number)
{
	return _mm_set1_pd(number);
}

static inline lane_pair lane_add(lane_pair a, lane_pair b)
{
	return _mm_add_pd(a, b);
}

static inline lane_pair lane_sub(lane_pair a, lane_pair b)
{
	return _mm_sub_pd(a, b);
}

static inline lane_pair lane_mul(lane_pair a, lane_pair b)
{
	return _mm_mul_pd(a, b);
}

#else

typedef struct lane_pair
{
	double a;
	double b;
} lane_pair;

static inline lane_pair lane_load(const double from[2])
{
	return (lane_pair){from[0], from[1]};
}

static inline void lane_store(double to[2], lane_pair pair)
{
	to[0] = pair.a;
	to[1] = pair.b;
}

static inline lane_pair lane_both(double number)
{
	return (lane_pair){number, number};
}

static inline lane_pair lane_add(lane_pair a, lane_pair b)
{
	return (lane_pair){a.a + b.a, a.b + b.b};
}

static inline lane_pair lane_sub(lane_pair a, lane_pair b)
{
	return (lane_pair){a.a - b.a, a.b - b.b};
}

static inline lane_pair lane_mul(lane_pair a, lane_pair b)
{
	return (lane_pair){a.a * b.a, a.b * b.b};
}

#endif

#endif
