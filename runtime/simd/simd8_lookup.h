// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_LOOKUP_H
#define KILN_SIMD8_LOOKUP_H

#include <string.h>

/// Moves lanes by number, one lane after the other, for backends without an instruction for this.

typedef struct i8
{
	uint16_t v[8];
} i8;

static inline uint32_t f8_nearest(f8 a, m8 missed)
{
	uint32_t bits[8], lane = 0, least = 0xffff;
	uint32_t skip = m8_bits(missed);
	f8_store_bits(bits, a);
	for (uint32_t i = 8; i-- > 0;)
	{
		uint32_t key = skip >> i & 1 ? 0xffff : bits[i] >> 16;
		lane = key <= least ? i : lane;
		least = key <= least ? key : least;
	}
	return lane;
}

static inline void f8_pack_store(float *p, f8 a, uint32_t bits)
{
	float lanes[8];
	f8_store(lanes, a);
	for (int i = 0; i < 8; ++i)
		if (bits >> i & 1)
			*p++ = lanes[i];
}

static inline void u8_pack_lanes(uint32_t *p, uint32_t first, uint32_t bits)
{
	for (uint32_t i = 0; i < 8; ++i)
		if (bits >> i & 1)
			*p++ = first + i;
}

static inline i8 i8_corners(const uint16_t *p)
{
	i8 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline void f8_corners(f8 low, f8 high, i8 triples, f8 corners[3])
{
	float table[16], found[8];
	f8_store(table, low);
	f8_store(table + 8, high);
	for (int k = 0; k < 3; ++k)
	{
		for (int i = 0; i < 8; ++i)
			found[i] = table[triples.v[i] >> (4 * k) & 15];
		corners[k] = f8_load(found);
	}
}

static inline void f8_corners8(f8 table, i8 triples, f8 corners[3])
{
	f8_corners(table, table, triples, corners);
}

#endif
