// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_QUICK_LANES_H
#define KILN_COOKER_HULL_QUICK_LANES_H

#include <stdint.h>

/// Compares a point with four planes through one corner at a time, in float: SSE2 where available, plain C elsewhere,
/// with the same bits.

/// For each lane a plane: its normal, whose greatest component is 1, and the error bound of a height, as a share of the
/// greatest component of the point's distance from the corner.
typedef struct quick_lanes
{
	float x[4];
	float y[4];
	float z[4];
	float slack[4];
} quick_lanes;

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

/// Returns bits 0 to 3: the point is certainly in front of the plane of that lane. Bits 4 to 7: it is not certainly
/// behind.
static inline uint32_t quick_lanes_compare(const quick_lanes *lanes, const float at[3], float reach)
{
	__m128 height = _mm_add_ps(_mm_add_ps(_mm_mul_ps(_mm_loadu_ps(lanes->x), _mm_set1_ps(at[0])),
								   _mm_mul_ps(_mm_loadu_ps(lanes->y), _mm_set1_ps(at[1]))),
		_mm_mul_ps(_mm_loadu_ps(lanes->z), _mm_set1_ps(at[2])));
	__m128 error = _mm_mul_ps(_mm_loadu_ps(lanes->slack), _mm_set1_ps(reach));
	int front = _mm_movemask_ps(_mm_cmpgt_ps(height, error));
	int open = _mm_movemask_ps(_mm_cmpnlt_ps(height, _mm_sub_ps(_mm_setzero_ps(), error)));
	return (uint32_t)front | (uint32_t)open << 4;
}

#else

static inline uint32_t quick_lanes_compare(const quick_lanes *lanes, const float at[3], float reach)
{
	uint32_t bits = 0;
	for (int i = 0; i < 4; ++i)
	{
		float height = lanes->x[i] * at[0] + lanes->y[i] * at[1] + lanes->z[i] * at[2];
		float error = lanes->slack[i] * reach;
		bits |= (uint32_t)(height > error) << i | (uint32_t) !(height < -error) << (i + 4);
	}
	return bits;
}

#endif

#endif
