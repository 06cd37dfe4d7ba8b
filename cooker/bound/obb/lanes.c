// SPDX-License-Identifier: MIT
#include "lanes.h"

#include "memory.h"

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
