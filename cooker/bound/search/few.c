// SPDX-License-Identifier: MIT
#include "few.h"

#include "memory.h"
#include "search.h"

#include <math.h>
#include <string.h>

/// Cells a side of the grid of directions: 27 of them.
#define CELLS 3

/// Clouds with at most so many points are used whole.
#define WHOLE (2u * 3 * CELLS * CELLS)

static void choose(bound_few *few, uint32_t point)
{
	if (few->chosen[point])
		return;
	memcpy(few->cloud.points[few->cloud.count++], few->all->points[point], sizeof *few->cloud.points);
	bound_lanes_add(&few->lanes, bound_local(few->all, point));
	few->chosen[point] = 1;
}

static void choose_along(bound_few *few, kiln_d3 direction)
{
	uint32_t ends[2];
	bound_lanes_extremes(few->whole, direction, ends);
	choose(few, ends[0]);
	choose(few, ends[1]);
}

kilncook_status bound_few_make(
	const kilncook_context *context, const obb_cloud *all, const bound_lanes *whole, bound_few *few)
{
	*few = (bound_few){.cloud = *all, .all = all, .whole = whole};
	few->cloud.count = 0;
	few->cloud.points = cook_alloc(context, all->count, sizeof *few->cloud.points);
	few->chosen = cook_alloc_zero(context, all->count, sizeof *few->chosen);
	bool made = bound_lanes_make(context, all->count, &few->lanes);
	if (!made || !few->cloud.points || !few->chosen)
	{
		bound_few_free(context, few);
		return KILNCOOK_INTERNAL;
	}
	for (uint32_t i = 0; i < all->count && all->count <= WHOLE; ++i)
		choose(few, i);
	for (int i = 0; i < 3 * CELLS * CELLS && all->count > WHOLE; ++i)
		choose_along(few, bound_grid_direction(CELLS, i));
	return KILNCOOK_OK;
}

void bound_few_free(const kilncook_context *context, bound_few *few)
{
	if (few->all)
	{
		cook_free(context, few->cloud.points, few->all->count, sizeof *few->cloud.points);
		cook_free(context, few->chosen, few->all->count, sizeof *few->chosen);
		bound_lanes_free(context, &few->lanes);
	}
	*few = (bound_few){0};
}

uint32_t bound_few_grow(bound_few *few, const bound_outside *outside, double least)
{
	double most[8];
	uint32_t farthest[8], before = few->cloud.count;
	for (int side = 0; side < 8; ++side)
		most[side] = least;
	for (uint32_t i = 0; i < few->whole->count && before < few->all->count; i += BOUND_LANES)
	{
		double out[BOUND_LANES];
		d4 distances = outside->distance(outside->volume, bound_lanes_at(few->whole, i));
		if (n4_bits(n4_gt(distances, d4_set1(least))) == 0)
			continue;
		d4_store(out, distances);
		for (uint32_t lane = 0; lane < BOUND_LANES && i + lane < few->whole->count; ++lane)
		{
			int side = outside->side(outside->volume, bound_local(few->all, i + lane));
			if (out[lane] > most[side] && !few->chosen[i + lane])
			{
				most[side] = out[lane];
				farthest[side] = i + lane;
			}
		}
	}
	for (int side = 0; side < 8; ++side)
		if (most[side] > least)
			choose(few, farthest[side]);
	return few->cloud.count - before;
}
