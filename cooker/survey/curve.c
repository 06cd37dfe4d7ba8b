// SPDX-License-Identifier: MIT
#include "curve.h"

#include "memory.h"

#include <math.h>

enum
{
	AXIS_BITS = 10,
	/// Points of one cell that need no finer curve.
	FEW = 32,
	LEVELS_MAX = 32,
	/// From this many points on, few passes over them cost more than many counters.
	MANY = 2048,
};

/// A point's place on the curve in the upper half, its number in the lower half.
typedef uint64_t curve_key;

typedef struct curve_sort
{
	const float (*points)[3];
	curve_key *keys, *scratch;
} curve_sort;

/// Inserts two zeros between any two of the low 10 bits.
static uint32_t spread(uint32_t value)
{
	value = (value | value << 16) & 0x030000ffu;
	value = (value | value << 8) & 0x0300f00fu;
	value = (value | value << 4) & 0x030c30c3u;
	return (value | value << 2) & 0x09249249u;
}

/// Gives the keys from `low` to before `high` their places on a curve through the box of their points. Cells are cubes. False when
/// all points are equal.
static bool encode(const curve_sort *c, uint32_t low, uint32_t high)
{
	float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0;
	for (uint32_t i = low; i < high; ++i)
	{
		const float *p = c->points[(uint32_t)c->keys[i]];
		for (int k = 0; k < 3; ++k)
		{
			min[k] = p[k] < min[k] ? p[k] : min[k];
			max[k] = p[k] > max[k] ? p[k] : max[k];
		}
	}
	for (int k = 0; k < 3; ++k)
		size = max[k] - min[k] > size ? max[k] - min[k] : size;
	if (!(size > 0))
		return false;
	const double cells = 1 << AXIS_BITS, scale = cells / (double)size;
	for (uint32_t i = low; i < high; ++i)
	{
		const float *p = c->points[(uint32_t)c->keys[i]];
		uint32_t code = 0;
		for (int k = 0; k < 3; ++k)
		{
			double at = ((double)p[k] - (double)min[k]) * scale;
			code |= spread(at < cells ? (uint32_t)at : (1u << AXIS_BITS) - 1) << k;
		}
		c->keys[i] = (curve_key)code << 32 | (uint32_t)c->keys[i];
	}
	return true;
}

/// Sorts a few keys by their places. Equal places keep their order.
static void sort_few(curve_key *keys, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
	{
		curve_key key = keys[i];
		uint32_t k = i;
		for (; k > 0 && keys[k - 1] >> 32 > key >> 32; --k)
			keys[k] = keys[k - 1];
		keys[k] = key;
	}
}

/// Sorts keys by their places, with counting sorts from the lowest digit on. Equal places keep their order.
static void sort_keys(const curve_sort *c, uint32_t low, uint32_t count)
{
	const uint32_t bits = count < MANY ? 8 : 10, mask = (1u << bits) - 1;
	curve_key *from = c->keys + low, *to = c->scratch + low;
	if (count <= FEW)
	{
		sort_few(from, count);
		return;
	}
	for (uint32_t shift = 32; shift < 32 + 3 * AXIS_BITS; shift += bits)
	{
		uint32_t start[1 << 10], sum = 0;
		for (uint32_t value = 0; value <= mask; ++value)
			start[value] = 0;
		for (uint32_t i = 0; i < count; ++i)
			++start[from[i] >> shift & mask];
		for (uint32_t value = 0; value <= mask; ++value)
		{
			uint32_t found = start[value];
			start[value] = sum;
			sum += found;
		}
		for (uint32_t i = 0; i < count; ++i)
			to[start[from[i] >> shift & mask]++] = from[i];
		curve_key *kept = from;
		from = to;
		to = kept;
	}
	for (uint32_t i = 0; i < count && from != c->keys + low; ++i)
		c->keys[low + i] = from[i];
}

/// Sorts a range of keys, and then the keys of each crowded cell by a curve of their own.
static void sort_range(const curve_sort *c, uint32_t low, uint32_t high, uint32_t level)
{
	if (!encode(c, low, high))
		return;
	sort_keys(c, low, high - low);
	for (uint32_t i = low, next; i < high && level < LEVELS_MAX; i = next)
	{
		// The finer curve replaces the places of its own keys only.
		uint32_t code = (uint32_t)(c->keys[i] >> 32);
		for (next = i + 1; next < high && c->keys[next] >> 32 == code; ++next)
			;
		if (next - i > FEW)
			sort_range(c, i, next, level + 1);
	}
}

bool curve_order(const kilncook_context *context, const float (*points)[3], uint32_t count, uint32_t *order)
{
	curve_key *keys = cook_alloc_whole(context, 2 * (size_t)count, sizeof *keys);
	if (!keys)
		return false;
	const curve_sort c = {points, keys, keys + count};
	for (uint32_t i = 0; i < count; ++i)
		keys[i] = i;
	if (count > 0)
		sort_range(&c, 0, count, 0);
	for (uint32_t i = 0; i < count; ++i)
		order[i] = (uint32_t)keys[i];
	cook_free(context, keys, 2 * (size_t)count, sizeof *keys);
	return true;
}
