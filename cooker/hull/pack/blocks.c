// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <string.h>

/// Vertices in a box, and boxes in a box of boxes.
#define BLOCK 32

static uint32_t blocks_of(uint32_t count)
{
	return (count + BLOCK - 1) / BLOCK;
}

static void grow(hull_box *box, const float low[3], const float high[3])
{
	for (int axis = 0; axis < 3; ++axis)
	{
		box->low[axis] = low[axis] < box->low[axis] ? low[axis] : box->low[axis];
		box->high[axis] = high[axis] > box->high[axis] ? high[axis] : box->high[axis];
	}
}

kilncook_status hull_blocks_make(
	const kilncook_context *context, const float (*vertices)[3], uint32_t count, hull_blocks *out)
{
	hull_blocks made = {.vertices = vertices, .count = count, .fine_count = blocks_of(count)};
	made.coarse_count = blocks_of(made.fine_count);
	made.fine = cook_alloc(context, (size_t)made.fine_count + made.coarse_count, sizeof *made.fine);
	if (!made.fine)
		return KILNCOOK_INTERNAL;
	made.coarse = made.fine + made.fine_count;
	for (uint32_t i = 0; i < count; ++i)
	{
		hull_box *box = &made.fine[i / BLOCK];
		if (i % BLOCK == 0)
		{
			memcpy(box->low, vertices[i], sizeof box->low);
			memcpy(box->high, vertices[i], sizeof box->high);
		}
		grow(box, vertices[i], vertices[i]);
	}
	for (uint32_t i = 0; i < made.fine_count; ++i)
	{
		if (i % BLOCK == 0)
			made.coarse[i / BLOCK] = made.fine[i];
		grow(&made.coarse[i / BLOCK], made.fine[i].low, made.fine[i].high);
	}
	*out = made;
	return KILNCOOK_OK;
}

void hull_blocks_free(const kilncook_context *context, hull_blocks *blocks)
{
	cook_free(context, blocks->fine, (size_t)blocks->fine_count + blocks->coarse_count, sizeof *blocks->fine);
	*blocks = (hull_blocks){0};
}

/// Whether all vertices of a box certainly lie below a vertex along n: the error of a height in double is below 2^-50
/// of the sizes of its terms.
static bool lies_below(const hull_box *box, const float n[3], const float vertex[3])
{
	double gap = 0, size = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double low = (double)n[axis] * (double)box->low[axis], high = (double)n[axis] * (double)box->high[axis];
		double top = low > high ? low : high, at = (double)n[axis] * (double)vertex[axis];
		gap += at - top;
		size += hull_magnitude(at) + hull_magnitude(top);
	}
	return gap > size * 0x1p-50;
}

uint32_t hull_blocks_highest(const hull_blocks *blocks, const float n[3], uint32_t best)
{
	hull_height height = hull_height_of(n, blocks->vertices[best]);
	for (uint32_t coarse = 0; coarse < blocks->coarse_count; ++coarse)
	{
		if (lies_below(&blocks->coarse[coarse], n, blocks->vertices[best]))
			continue;
		uint32_t fine_end = blocks->fine_count - coarse * BLOCK < BLOCK ? blocks->fine_count : (coarse + 1) * BLOCK;
		for (uint32_t fine = coarse * BLOCK; fine < fine_end; ++fine)
		{
			if (lies_below(&blocks->fine[fine], n, blocks->vertices[best]))
				continue;
			uint32_t end = blocks->count - fine * BLOCK < BLOCK ? blocks->count : (fine + 1) * BLOCK;
			for (uint32_t i = fine * BLOCK; i < end; ++i)
				if (i != best && hull_compare_to(n, blocks->vertices[i], blocks->vertices[best], &height) > 0)
				{
					best = i;
					height = hull_height_of(n, blocks->vertices[best]);
				}
		}
	}
	return best;
}
