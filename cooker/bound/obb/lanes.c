// SPDX-License-Identifier: MIT
#include "lanes.h"

#include "memory.h"

#include "math/bits.h"

#include <math.h>

#define COLUMNS 7

bool bound_lanes_make(const kilncook_context *context, uint32_t most, bound_lanes *lanes)
{
	*lanes = (bound_lanes){.capacity = ((size_t)most + BOUND_LANES - 1) / BOUND_LANES * BOUND_LANES};
	lanes->block = cook_alloc(context, lanes->capacity, COLUMNS * sizeof *lanes->block);
	if (!lanes->block)
		return false;
	double **columns[COLUMNS] = {
		&lanes->x, &lanes->y, &lanes->z, &lanes->spare[0], &lanes->spare[1], &lanes->spare[2], &lanes->spare[3]};
	for (size_t i = 0; i < COLUMNS; ++i)
		*columns[i] = lanes->block + i * lanes->capacity;
	return true;
}

void bound_lanes_free(const kilncook_context *context, bound_lanes *lanes)
{
	cook_free(context, lanes->block, lanes->capacity, COLUMNS * sizeof *lanes->block);
	*lanes = (bound_lanes){0};
}

void bound_lanes_add(bound_lanes *lanes, kiln_d3 point)
{
	uint32_t i = lanes->count++;
	do
	{
		lanes->x[i] = point.x;
		lanes->y[i] = point.y;
		lanes->z[i] = point.z;
	} while (++i % BOUND_LANES != 0);
}

bool bound_lanes_of(const kilncook_context *context, const obb_cloud *cloud, bound_lanes *lanes)
{
	if (!bound_lanes_make(context, cloud->count, lanes))
		return false;
	for (uint32_t i = 0; i < cloud->count; ++i)
		bound_lanes_add(lanes, (kiln_d3){cloud->points[i][0], cloud->points[i][1], cloud->points[i][2]});
	return true;
}

void bound_lanes_heights(const bound_lanes *lanes, kiln_d3 axis, double ends[2])
{
	const bound_lanes_d3 along = bound_lanes_all(axis);
	d4 low = d4_set1(HUGE_VAL), high = d4_set1(-HUGE_VAL);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		d4 at = bound_lanes_dot(bound_lanes_at(lanes, i), along);
		low = d4_min(low, at);
		high = d4_max(high, at);
		d4_store(lanes->spare[0] + i, at);
	}
	ends[0] = bound_lanes_least(low);
	ends[1] = bound_lanes_most(high);
}

void bound_lanes_extremes(const bound_lanes *lanes, kiln_d3 direction, uint32_t ends[2])
{
	double heights[2];
	bound_lanes_heights(lanes, direction, heights);
	const d4 values[2] = {d4_set1(heights[0]), d4_set1(heights[1])};
	for (int end = 0; end < 2; ++end)
	{
		uint32_t i = 0, bits = 0;
		for (; bits == 0; i += BOUND_LANES)
			bits = n4_bits(n4_eq(d4_load(lanes->spare[0] + i), values[end]));
		ends[end] = i - BOUND_LANES + kiln_lowest_bit(bits);
	}
}
