// SPDX-License-Identifier: MIT
#include "cull.h"

#include "cull_lanes.h"
#include "memory.h"

/// Reads points into a cloud, and leaves out points that are certainly inside their hull.

/// For fewer points, processing all of them is faster than culling.
#define CULL_MIN 4096

/// A second round costs more, so it needs more points.
#define CULL_AGAIN_MIN 16384

#define SAMPLE_MIN 256
#define SAMPLE_MAX 4096

/// The data of one round.
typedef struct cull_round
{
	hull_point sample[SAMPLE_MAX];
	cull_grid grid;
} cull_round;

/// Finds the box. Returns whether all points are finite; if not, the box has no meaning.
static bool measure(const hull_points *points, float low[3], float high[3])
{
	cull_box box = {.finite = true};
	for (int k = 0; k < 12; ++k)
		box.low[k] = box.high[k] = points->positions[k % 3];
	uint32_t i = 0;
	if (points->stride == 0 || points->stride == 3 * sizeof(float))
	{
		cull_box_add(&box, points->positions, points->count);
		i = points->count / 4 * 4;
	}
	for (; i < points->count; ++i)
	{
		const float *p = hull_position(points, i);
		for (int k = 0; k < 3; ++k)
		{
			box.low[k] = p[k] < box.low[k] ? p[k] : box.low[k];
			box.high[k] = p[k] > box.high[k] ? p[k] : box.high[k];
		}
		box.finite = box.finite && hull_finite(p);
	}
	for (int k = 0; k < 12; ++k)
	{
		low[k % 3] = k < 3 || box.low[k] < low[k % 3] ? box.low[k] + 0.0f : low[k % 3];
		high[k % 3] = k < 3 || box.high[k] > high[k % 3] ? box.high[k] + 0.0f : high[k % 3];
	}
	return box.finite;
}

static inline hull_point take_point(const hull_points *points, uint32_t i)
{
	const float *p = hull_position(points, i);
	return (hull_point){{p[0] + 0.0f, p[1] + 0.0f, p[2] + 0.0f}, i};
}

/// Copies the points, except those that the grid, if there is one, proves to be inside.
static void read_points(const hull_points *points, const cull_grid *grid, hull_cloud *cloud)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < points->count; ++i)
	{
		cloud->points[kept] = take_point(points, i);
		kept += !grid || !cull_inside(grid, cloud->points[kept].position);
	}
	cloud->count = kept;
}

static void thin_out(const cull_grid *grid, hull_cloud *cloud)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		cloud->points[kept] = cloud->points[i];
		kept += !cull_inside(grid, cloud->points[kept].position);
	}
	cloud->count = kept;
}

/// Chooses the size of the sample of `count` points, and the fineness of the grid.
static uint32_t plan(uint32_t count, cull_grid *grid)
{
	uint32_t sample = count / 32;
	grid->side = count < 65536 ? CULL_SIDE_MAX / 4 : count < 524288 ? CULL_SIDE_MAX / 2 : CULL_SIDE_MAX;
	return sample < SAMPLE_MIN ? SAMPLE_MIN : sample > SAMPLE_MAX ? SAMPLE_MAX : sample;
}

kilncook_status hull_read(
	const kilncook_context *context, const hull_points *points, hull_cloud *cloud, uint32_t *finite)
{
	*finite = points->count;
	if (!measure(points, cloud->low, cloud->high))
	{
		for (*finite = 0; hull_finite(hull_position(points, *finite));)
			++*finite;
		return KILNCOOK_OK;
	}
	if (points->count < CULL_MIN)
	{
		read_points(points, NULL, cloud);
		return KILNCOOK_OK;
	}
	cull_round *round = cook_alloc(context, 1, sizeof *round);
	if (!round)
		return KILNCOOK_INTERNAL;
	hull_cloud sample = {.points = round->sample, .count = plan(points->count, &round->grid)};
	uint32_t before = points->count;
	for (uint32_t i = 0; i < sample.count; ++i)
		sample.points[i] = take_point(points, (uint32_t)((uint64_t)i * before / sample.count));
	bool useful;
	kilncook_status status = cull_grid_make(context, cloud, &sample, &round->grid, &useful);
	if (status == KILNCOOK_OK)
		read_points(points, useful ? &round->grid : NULL, cloud);
	// Another sample of the remaining shell pays off as long as most of the shell turns out to be inside.
	while (status == KILNCOOK_OK && useful && cloud->count > CULL_AGAIN_MIN && cloud->count < before / 2)
	{
		before = cloud->count;
		sample.count = plan(before, &round->grid);
		round->grid.side = CULL_SIDE_MAX;
		for (uint32_t i = 0; i < sample.count; ++i)
			sample.points[i] = cloud->points[(uint64_t)i * before / sample.count];
		status = cull_grid_make(context, cloud, &sample, &round->grid, &useful);
		if (status == KILNCOOK_OK && useful)
			thin_out(&round->grid, cloud);
	}
	cook_free(context, round, 1, sizeof *round);
	return status;
}
