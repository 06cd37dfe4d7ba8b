// SPDX-License-Identifier: MIT
#include "packed_tree.h"

#include <string.h>

/// The order of boxes in the packed tree: halves by rank along the axis on which centers are farthest apart, down to
/// blocks of eight. Halves end where nodes of the highest possible level end, so that nodes are halves of halves, too.

/// Ranges up to this length are sorted instead of halved by pivots.
#define SORTED 20
/// After this many sampled pivots, pivots halve the range of numbers instead: 32 of these always finish.
#define SAMPLED_ROUNDS 12
#define SAMPLES 31

/// Converts floats to integers of the same order, and back.
static int32_t integer_of(float x)
{
	int32_t i;
	memcpy(&i, &x, sizeof i);
	return i < 0 ? (int32_t)0x80000000 - i : i;
}

static float float_of(int32_t i)
{
	float x;
	i = i < 0 ? (int32_t)0x80000000 - i : i;
	memcpy(&x, &i, sizeof x);
	return x;
}

static void sort_items(kiln_packed_item *items, uint32_t count, int axis)
{
	for (uint32_t i = 1; i < count; ++i)
	{
		kiln_packed_item item = items[i];
		uint32_t k = i;
		for (; k > 0 && item.center[axis] < items[k - 1].center[axis]; --k)
			items[k] = items[k - 1];
		items[k] = item;
	}
}

/// A pivot near rank `k` of `count`, preferably beyond it when counted from the nearer end: then the smaller part is
/// left.
static float sample_pivot(const kiln_packed_item *items, uint32_t count, uint32_t k, int axis)
{
	float samples[SAMPLES];
	uint32_t n = count < 512 ? 7 : SAMPLES;
	for (uint32_t i = 0; i < n; ++i)
	{
		float x = items[(uint64_t)count * (2 * i + 1) / (2 * n)].center[axis];
		uint32_t j = i;
		for (; j > 0 && x < samples[j - 1]; --j)
			samples[j] = samples[j - 1];
		samples[j] = x;
	}
	uint32_t at = (uint32_t)((uint64_t)k * n / count);
	uint32_t beyond = n / 15 + 1;
	if (3 * (uint64_t)k < count)
		at += beyond;
	else if (3 * (uint64_t)k > 2 * (uint64_t)count)
		at = at > beyond ? at - beyond : 0;
	return samples[at < n ? at : n - 1];
}

/// Halfway between the least and the greatest number, in the order of integers.
static float bisecting_pivot(const kiln_packed_item *items, uint32_t count, int axis)
{
	float least = items[0].center[axis], greatest = least;
	for (uint32_t i = 1; i < count; ++i)
	{
		float x = items[i].center[axis];
		least = x < least ? x : least;
		greatest = x > greatest ? x : greatest;
	}
	return float_of((int32_t)(((int64_t)integer_of(least) + integer_of(greatest) + 1) >> 1));
}

/// Moves the items below the pivot to the front, without a branch that depends on them; returns how many there are.
/// With `equals`, also those equal to the pivot.
static uint32_t part(kiln_packed_item *items, uint32_t count, float pivot, int axis, bool equals)
{
	uint32_t front = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_packed_item item = items[i];
		uint32_t low = equals ? item.center[axis] <= pivot : item.center[axis] < pivot;
		items[i] = items[front];
		items[front] = item;
		front += low;
	}
	return front;
}

/// Moves the `k` items that are least on the axis to the front.
static void choose(kiln_packed_item *items, uint32_t count, uint32_t k, int axis)
{
	for (uint32_t round = 0; count > SORTED; ++round)
	{
		float pivot =
			round < SAMPLED_ROUNDS ? sample_pivot(items, count, k, axis) : bisecting_pivot(items, count, axis);
		uint32_t front = part(items, count, pivot, axis, false);
		if (front == 0)
		{
			// No item is less: all equal ones are in place.
			front = part(items, count, pivot, axis, true);
			if (k <= front)
				return;
		}
		if (k == front)
			return;
		if (k < front)
		{
			count = front;
			continue;
		}
		items += front;
		count -= front;
		k -= front;
	}
	sort_items(items, count, axis);
}

static int widest_axis(const kiln_packed_item *items, uint32_t count)
{
	float least[4], greatest[4];
	memcpy(least, items[0].center, sizeof items[0].center);
	memcpy(greatest, least, sizeof items[0].center);
	for (uint32_t i = 1; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float x = items[i].center[axis];
			least[axis] = x < least[axis] ? x : least[axis];
			greatest[axis] = x > greatest[axis] ? x : greatest[axis];
		}
	int widest = 0;
	for (int axis = 1; axis < 3; ++axis)
		if (greatest[axis] - least[axis] > greatest[widest] - least[widest])
			widest = axis;
	return widest;
}

typedef struct span
{
	uint32_t first, end; ///< slots
	uint32_t unit;		 ///< slots of a node: ends of halves are multiples of this, or of less
} span;

void kilni_packed_order(kiln_packed_item *items, uint32_t first, uint32_t end, uint32_t unit, uint32_t block)
{
	span stack[64];
	uint32_t depth = 0;
	stack[depth++] = (span){first, end, unit};
	while (depth)
	{
		span at = stack[--depth];
		while (at.end > at.first)
		{
			uint32_t low = at.first / at.unit + 1, high = (at.end - 1) / at.unit;
			if (low > high)
			{
				if (at.unit <= block)
					break;
				at.unit /= 8;
				continue;
			}
			uint32_t middle = (low + high + 1) / 2 * at.unit;
			kiln_packed_item *from = items + (at.first - first);
			choose(from, at.end - at.first, middle - at.first, widest_axis(from, at.end - at.first));
			stack[depth++] = (span){middle, at.end, at.unit};
			at.end = middle;
		}
	}
}
