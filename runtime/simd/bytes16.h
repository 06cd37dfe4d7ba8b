// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD_BYTES16_H
#define KILN_SIMD_BYTES16_H

/// Operations on sixteen bytes at a time, with SSE2 or in two words:
///
///     b16_load(p) (of any alignment) b16_set1(a) (a in each pair of bytes) b16_and b16_or
///     b16_add(a, b)      the sums of bytes, none of which is above 255
///     b16_high(a)        the upper four bits of each byte
///     b16_any(a)         whether a bit is set

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef KILN_BACKEND_SSE2

#include <emmintrin.h>

typedef __m128i b16;

static inline b16 b16_load(const void *p)
{
	return _mm_loadu_si128((const __m128i *)p);
}

static inline b16 b16_set1(uint16_t a)
{
	return _mm_set1_epi32((int)(a * 0x00010001u));
}

static inline b16 b16_and(b16 a, b16 b)
{
	return _mm_and_si128(a, b);
}

static inline b16 b16_or(b16 a, b16 b)
{
	return _mm_or_si128(a, b);
}

static inline b16 b16_add(b16 a, b16 b)
{
	return _mm_add_epi8(a, b);
}

static inline b16 b16_high(b16 a)
{
	return _mm_and_si128(_mm_srli_epi16(a, 4), _mm_set1_epi8(15));
}

static inline bool b16_any(b16 a)
{
	return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) != 0xffff;
}

#else

typedef struct b16
{
	uint64_t word[2];
} b16;

static inline b16 b16_load(const void *p)
{
	b16 a;
	memcpy(&a, p, sizeof a);
	return a;
}

static inline b16 b16_set1(uint16_t a)
{
	const uint64_t word = a * 0x0001000100010001u;
	return (b16){{word, word}};
}

static inline b16 b16_and(b16 a, b16 b)
{
	return (b16){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline b16 b16_or(b16 a, b16 b)
{
	return (b16){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static inline b16 b16_add(b16 a, b16 b)
{
	return (b16){{a.word[0] + b.word[0], a.word[1] + b.word[1]}};
}

static inline b16 b16_high(b16 a)
{
	const uint64_t low = 0x0f0f0f0f0f0f0f0fu;
	return (b16){{a.word[0] >> 4 & low, a.word[1] >> 4 & low}};
}

static inline bool b16_any(b16 a)
{
	return (a.word[0] | a.word[1]) != 0;
}

#endif

#endif
