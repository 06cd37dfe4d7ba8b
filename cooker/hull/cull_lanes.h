// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_CULL_LANES_H
#define KILN_COOKER_HULL_CULL_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// The box of packed points, four points at a time: SSE2 where available, plain C elsewhere, with the same values. Four
/// points are three vectors; each lane has the same axis (x, y or z) in the next four points.

typedef struct cull_box
{
	float low[12];
	float high[12];
	bool finite; ///< all coordinates are finite; if not, the other fields have no meaning
} cull_box;

/// The bits of a float that are all set when the number is not finite, and the lowest of them: adding it carries over
/// only then.
#define CULL_EXPONENT 0x7f800000
#define CULL_EXPONENT_ONE 0x00800000

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

/// Adds `count` / 4 times four points.
static inline void cull_box_add(cull_box *box, const float *positions, uint32_t count)
{
	__m128 low[3], high[3];
	__m128i carry = _mm_setzero_si128();
	for (int k = 0; k < 3; ++k)
	{
		low[k] = _mm_loadu_ps(box->low + 4 * k);
		high[k] = _mm_loadu_ps(box->high + 4 * k);
	}
	for (uint32_t i = 0; i < count / 4; ++i, positions += 12)
		for (int k = 0; k < 3; ++k)
		{
			__m128 value = _mm_loadu_ps(positions + 4 * k);
			low[k] = _mm_min_ps(value, low[k]);
			high[k] = _mm_max_ps(value, high[k]);
			__m128i exponent = _mm_and_si128(_mm_castps_si128(value), _mm_set1_epi32(CULL_EXPONENT));
			carry = _mm_or_si128(carry, _mm_add_epi32(exponent, _mm_set1_epi32(CULL_EXPONENT_ONE)));
		}
	for (int k = 0; k < 3; ++k)
	{
		_mm_storeu_ps(box->low + 4 * k, low[k]);
		_mm_storeu_ps(box->high + 4 * k, high[k]);
	}
	box->finite = box->finite && _mm_movemask_ps(_mm_castsi128_ps(carry)) == 0;
}

#else

static inline void cull_box_add(cull_box *box, const float *positions, uint32_t count)
{
	uint32_t carry = 0;
	for (uint32_t i = 0; i < count / 4; ++i, positions += 12)
		for (int k = 0; k < 12; ++k)
		{
			uint32_t bits;
			memcpy(&bits, positions + k, sizeof bits);
			box->low[k] = positions[k] < box->low[k] ? positions[k] : box->low[k];
			box->high[k] = positions[k] > box->high[k] ? positions[k] : box->high[k];
			carry |= (bits & CULL_EXPONENT) + CULL_EXPONENT_ONE;
		}
	box->finite = box->finite && carry < 0x80000000u;
}

#endif

#endif
