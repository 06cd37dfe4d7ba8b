// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_BITS_H
#define KILN_MATH_BITS_H

#include "ieee.h"

#include <stdint.h>

/// Number of the lowest set bit; `bits` is not 0.
static inline uint32_t kiln_lowest_bit(uint32_t bits)
{
#if defined(__GNUC__)
	return (uint32_t)__builtin_ctz(bits);
#else
	uint32_t i = 0;
	while (!(bits >> i & 1u))
		++i;
	return i;
#endif
}

static inline uint32_t kiln_lowest_bit64(uint64_t bits)
{
#if defined(__GNUC__)
	return (uint32_t)__builtin_ctzll(bits);
#else
	uint32_t low = (uint32_t)bits;
	return low ? kiln_lowest_bit(low) : 32 + kiln_lowest_bit((uint32_t)(bits >> 32));
#endif
}

/// How many of the low eight bits are set.
static inline uint32_t kiln_bit_count(uint32_t bits)
{
#if defined(__POPCNT__) || defined(__aarch64__)
	return (uint32_t)__builtin_popcount(bits & 0xffu);
#else
	bits = (bits & 0x55u) + (bits >> 1 & 0x55u);
	bits = (bits & 0x33u) + (bits >> 2 & 0x33u);
	return (bits & 0x0fu) + (bits >> 4 & 0x0fu);
#endif
}

/// A whole number of 2, 3 or 4 bytes, the lowest first.
static inline uint32_t kiln_bytes_number(const uint8_t *bytes, uint32_t size)
{
	const uint32_t low = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
	if (size == 4)
		return low | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	return size == 3 ? low | (uint32_t)bytes[2] << 16 : low;
}

#endif
