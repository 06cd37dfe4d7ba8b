// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_SIDES_LANES_H
#define KILN_COOKER_HULL_SIMPLIFY_SIDES_LANES_H

#include "internal.h"

/// Compares a point with the four planes of a face at a time: SSE2 where available, plain C elsewhere, with the same
/// bits.

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

/// Returns how far p is before two of the planes.
static inline __m128d sides_pair(const shell_sides *sides, int first, const double p[3])
{
	__m128d x = _mm_mul_pd(_mm_loadu_pd(sides->x + first), _mm_set1_pd(p[0]));
	__m128d y = _mm_mul_pd(_mm_loadu_pd(sides->y + first), _mm_set1_pd(p[1]));
	__m128d z = _mm_mul_pd(_mm_loadu_pd(sides->z + first), _mm_set1_pd(p[2]));
	return _mm_sub_pd(_mm_add_pd(_mm_add_pd(x, y), z), _mm_loadu_pd(sides->offset + first));
}

/// Returns bits 0 to 2: p is not behind the plane through that edge. `*height` gets how far p is before the face.
static inline uint32_t sides_before(const shell_sides *sides, const double p[3], double *height)
{
	__m128d low = sides_pair(sides, 0, p), high = sides_pair(sides, 2, p);
	*height = _mm_cvtsd_f64(_mm_unpackhi_pd(high, high));
	uint32_t bits = (uint32_t)_mm_movemask_pd(_mm_cmpnlt_pd(low, _mm_setzero_pd()));
	return bits | ((uint32_t)_mm_movemask_pd(_mm_cmpnlt_pd(high, _mm_setzero_pd())) & 1) << 2;
}

/// Computes the heights of two points along a direction; whether one of them is greater than `than`.
static inline bool pair_exceeds(const double pair[3][2], const double direction[3], double than, double heights[2])
{
	__m128d x = _mm_mul_pd(_mm_loadu_pd(pair[0]), _mm_set1_pd(direction[0]));
	__m128d y = _mm_mul_pd(_mm_loadu_pd(pair[1]), _mm_set1_pd(direction[1]));
	__m128d z = _mm_mul_pd(_mm_loadu_pd(pair[2]), _mm_set1_pd(direction[2]));
	__m128d both = _mm_add_pd(_mm_add_pd(x, y), z);
	_mm_storeu_pd(heights, both);
	return _mm_movemask_pd(_mm_cmpgt_pd(both, _mm_set1_pd(than))) != 0;
}

#else

static inline bool pair_exceeds(const double pair[3][2], const double direction[3], double than, double heights[2])
{
	for (int i = 0; i < 2; ++i)
		heights[i] = pair[0][i] * direction[0] + pair[1][i] * direction[1] + pair[2][i] * direction[2];
	return heights[0] > than || heights[1] > than;
}

static inline uint32_t sides_before(const shell_sides *sides, const double p[3], double *height)
{
	uint32_t bits = 0;
	for (int k = 0; k < 4; ++k)
	{
		*height = sides->x[k] * p[0] + sides->y[k] * p[1] + sides->z[k] * p[2] - sides->offset[k];
		bits |= (uint32_t) !(*height < 0) << k;
	}
	return bits & 7;
}

#endif

#endif
