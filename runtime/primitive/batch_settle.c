// SPDX-License-Identifier: MIT
#include "batch.h"

#include "tree/layout.h"

/// The same shape in all lanes.
static kiln_sphere4 four_spheres(const kiln_sphere *a)
{
	const kiln_sphere same[4] = {*a, *a, *a, *a};
	return kiln_sphere4_from(same, 4);
}

static kiln_aabb4 four_boxes(const kiln_aabb *a)
{
	const kiln_aabb same[4] = {*a, *a, *a, *a};
	return kiln_aabb4_from(same, 4);
}

uint32_t kiln_settle_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_sphere first = kiln_sphere4_get(a, lane);
		kiln_sphere second = kiln_sphere4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_sphere_sphere(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kiln_settle_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b, kiln_batch lanes)
{
	kiln_sphere4 four = four_spheres(a);
	return kiln_settle_sphere_sphere(&four, b, lanes);
}

uint32_t kiln_settle_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_sphere first = kiln_sphere4_get(a, lane);
		kiln_aabb second = kiln_aabb4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_sphere_aabb(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kiln_settle_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	kiln_sphere4 four = four_spheres(a);
	return kiln_settle_sphere_aabb(&four, b, lanes);
}

uint32_t kiln_settle_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b, kiln_batch lanes)
{
	kiln_aabb4 four = four_boxes(b);
	return kiln_settle_sphere_aabb(a, &four, lanes);
}

uint32_t kiln_settle_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_aabb first = kiln_aabb4_get(a, lane);
		kiln_aabb second = kiln_aabb4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_aabb_aabb(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kiln_settle_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	kiln_aabb4 four = four_boxes(a);
	return kiln_settle_aabb_aabb(&four, b, lanes);
}
