// SPDX-License-Identifier: MIT
#include "spread.h"

#include <float.h>

/// Shell's method with Ciura's gaps: for some hundreds of numbers, without scratch.
static void sort(double *numbers, uint32_t count)
{
	static const uint32_t gaps[] = {132, 57, 23, 10, 4, 1};
	for (uint32_t g = 0; g < sizeof gaps / sizeof *gaps; ++g)
		for (uint32_t i = gaps[g]; i < count; ++i)
		{
			double moving = numbers[i];
			uint32_t to = i;
			for (; to >= gaps[g] && numbers[to - gaps[g]] > moving; to -= gaps[g])
				numbers[to] = numbers[to - gaps[g]];
			numbers[to] = moving;
		}
}

typedef struct sample
{
	double centers[3][KILN_SPREAD_SAMPLE];
	double edges[KILN_SPREAD_SAMPLE];
	uint32_t count;
} sample;

static bool is_finite(float x)
{
	return x >= -FLT_MAX && x <= FLT_MAX;
}

static void take(sample *into, const kiln_aabb *box)
{
	const float *min = &box->min.x, *max = &box->max.x;
	double edge = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		if (!is_finite(min[axis]) || !is_finite(max[axis]))
			return;
		double length = (double)max[axis] - (double)min[axis];
		edge = length > edge ? length : edge;
		into->centers[axis][into->count] = 0.5 * ((double)min[axis] + (double)max[axis]);
	}
	into->edges[into->count++] = edge;
}

bool kilni_spread_look(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_spread *spread)
{
	sample seen;
	seen.count = 0;
	size_t changed = (size_t)changes->added_count + changes->moved_count;
	size_t staying = changed >= broadphase->live_count / 2 ? 0 : broadphase->live_count;
	size_t all = changed + staying;
	size_t want = all < KILN_SPREAD_SAMPLE ? all : KILN_SPREAD_SAMPLE;
	for (size_t i = 0; i < want; ++i)
	{
		size_t at = all * i / want;
		if (at < changes->added_count)
			take(&seen, &changes->next[changes->added[at]]);
		else if (at < changed)
			take(&seen, &changes->next[changes->moved[at - changes->added_count]]);
		else
			take(&seen, &broadphase->boxes[broadphase->live[at - changed]]);
	}
	if (seen.count == 0)
		return false;
	uint32_t last = seen.count - 1;
	sort(seen.edges, seen.count);
	spread->edge = seen.edges[last - last / 4];
	for (int axis = 0; axis < 3; ++axis)
	{
		double *centers = seen.centers[axis];
		sort(centers, seen.count);
		// For a uniform scene, the middle half grown by its own width is twice the scene: the ends of the sample cut
		// it.
		double low = centers[last / 4], high = centers[last - last / 4], width = high - low;
		low = low - 2 * width > centers[0] ? low - 2 * width : centers[0];
		high = high + 2 * width < centers[last] ? high + 2 * width : centers[last];
		double margin = (high - low) / 64 + spread->edge / 2;
		double least = (low < 0 ? -low : low) * 0x1p-20 + (double)FLT_MIN;
		margin = margin > least ? margin : least;
		spread->low[axis] = low - margin;
		spread->high[axis] = high + margin;
	}
	return true;
}

bool kilni_spread_strays(const kiln_spread *before, const kiln_spread *now)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		double was = before->high[axis] - before->low[axis], is = now->high[axis] - now->low[axis];
		double apart = now->low[axis] + now->high[axis] - before->low[axis] - before->high[axis];
		if (is > 2 * was || was > 2 * is || apart > was || -apart > was)
			return true;
	}
	return false;
}

bool kilni_spread_from_extent(const kiln_aabb *extent, kiln_spread *spread)
{
	const float *min = &extent->min.x, *max = &extent->max.x;
	double widest = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		if (!is_finite(min[axis]) || !is_finite(max[axis]) || min[axis] > max[axis])
			return false;
		spread->low[axis] = (double)min[axis];
		spread->high[axis] = (double)max[axis];
		double width = spread->high[axis] - spread->low[axis];
		widest = width > widest ? width : widest;
	}
	spread->edge = 0;
	for (int axis = 0; axis < 3; ++axis)
		if (spread->high[axis] - spread->low[axis] < widest * 0x1p-20)
			spread->high[axis] = spread->low[axis] + widest * 0x1p-20;
	return widest > 0;
}
