// SPDX-License-Identifier: MIT
#include "grid.h"

/// The order along a Morton curve: boxes near in space are near in memory.

/// Bits of a coordinate.
#define BITS 10

/// Spreads the bits of a number, with two zeros after each bit.
static uint32_t spread_bits(uint32_t x)
{
	x = (x | x << 16) & 0x030000ffu;
	x = (x | x << 8) & 0x0300f00fu;
	x = (x | x << 4) & 0x030c30c3u;
	return (x | x << 2) & 0x09249249u;
}

uint32_t kilni_grid_code(const kiln_grid_layout *layout, const kiln_cell_range *range)
{
	uint32_t code = 0;
	for (int i = 0; i < 3; i++)
	{
		uint32_t shift = 0;
		while ((uint32_t)(layout->count[i] - 1) >> shift >= 1u << BITS)
			shift++;
		code |= spread_bits((uint32_t)range->min[i] >> shift) << i;
	}
	return code;
}

void kilni_grid_sort(uint64_t *keys, uint64_t *other, uint32_t count)
{
	for (int shift = 32; shift < 32 + 3 * BITS; shift += 8)
	{
		uint32_t starts[256] = {0}, sum = 0;
		for (uint32_t i = 0; i < count; i++)
			starts[keys[i] >> shift & 255]++;
		for (uint32_t i = 0; i < 256; i++)
		{
			uint32_t start = sum;
			sum += starts[i];
			starts[i] = start;
		}
		for (uint32_t i = 0; i < count; i++)
			other[starts[keys[i] >> shift & 255]++] = keys[i];
		uint64_t *swap = keys;
		keys = other;
		other = swap;
	}
}
