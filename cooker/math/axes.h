// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MATH_AXES_H
#define KILN_COOKER_MATH_AXES_H

#include <stdbool.h>

/// Projections on the thirteen axes through faces, corners and edges of a cube, whose components are -1, 0 and 1: SSE2
/// where available, plain C elsewhere, with the same values.

/// Room for whole pairs; the last number is 0.
#define AXES_ROOM 14

/// Projects a point on the axes, in the order of bound_kdop_axes. Each result has the bits of two sums in double.
static inline void axes_project(const float point[3], double at[AXES_ROOM])
{
	double x = (double)point[0], y = (double)point[1], z = (double)point[2], sum = x + y, difference = x - y;
	at[0] = x;
	at[1] = y;
	at[2] = z;
	at[3] = sum + z;
	at[4] = sum - z;
	at[5] = difference + z;
	at[6] = (y - x) + z;
	at[7] = sum;
	at[8] = x + z;
	at[9] = y + z;
	at[10] = difference;
	at[11] = x - z;
	at[12] = y - z;
	at[13] = 0;
}

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

/// Extends intervals so that they contain projections.
static inline void axes_extend(const double at[AXES_ROOM], double low[AXES_ROOM], double high[AXES_ROOM])
{
	for (int k = 0; k < AXES_ROOM; k += 2)
	{
		__m128d pair = _mm_loadu_pd(at + k);
		_mm_storeu_pd(low + k, _mm_min_pd(pair, _mm_loadu_pd(low + k)));
		_mm_storeu_pd(high + k, _mm_max_pd(pair, _mm_loadu_pd(high + k)));
	}
}

/// Whether all projections, give or take `error`, are in intervals.
static inline bool axes_within(
	const double at[AXES_ROOM], double error, const double low[AXES_ROOM], const double high[AXES_ROOM])
{
	__m128d inside = _mm_castsi128_pd(_mm_set1_epi32(-1)), slack = _mm_set1_pd(error);
	for (int k = 0; k < AXES_ROOM; k += 2)
	{
		__m128d pair = _mm_loadu_pd(at + k);
		inside = _mm_and_pd(inside, _mm_cmpge_pd(_mm_sub_pd(pair, slack), _mm_loadu_pd(low + k)));
		inside = _mm_and_pd(inside, _mm_cmple_pd(_mm_add_pd(pair, slack), _mm_loadu_pd(high + k)));
	}
	return _mm_movemask_pd(inside) == 3;
}

#else

static inline void axes_extend(const double at[AXES_ROOM], double low[AXES_ROOM], double high[AXES_ROOM])
{
	for (int k = 0; k < AXES_ROOM; ++k)
	{
		low[k] = at[k] < low[k] ? at[k] : low[k];
		high[k] = at[k] > high[k] ? at[k] : high[k];
	}
}

static inline bool axes_within(
	const double at[AXES_ROOM], double error, const double low[AXES_ROOM], const double high[AXES_ROOM])
{
	bool inside = true;
	for (int k = 0; k < AXES_ROOM; ++k)
		inside = inside && at[k] - error >= low[k] && at[k] + error <= high[k];
	return inside;
}

#endif

#endif
