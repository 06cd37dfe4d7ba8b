// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "hull_internal.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// The hull of points in one plane: Andrew's algorithm (A. M. Andrew 1979) on two of their coordinates.

static double doubled_area(const hull_simplex *simplex, int u, int v, double corners[3][2])
{
	for (int i = 0; i < 3; ++i)
	{
		corners[i][0] = (double)simplex->corners[i].position[u];
		corners[i][1] = (double)simplex->corners[i].position[v];
	}
	return (corners[1][0] - corners[0][0]) * (corners[2][1] - corners[0][1]) -
		   (corners[1][1] - corners[0][1]) * (corners[2][0] - corners[0][0]);
}

/// Chooses two axes along which the plane's projection has an area, exactly; if double can compare the areas, the axes
/// with the largest area.
static void choose_axes(const hull_simplex *simplex, int axes[2])
{
	double best = -1.0;
	for (int i = 0; i < 3; ++i)
	{
		int j = i == 2 ? 0 : i + 1;
		double corners[3][2];
		double area = hull_magnitude(doubled_area(simplex, i, j, corners));
		if (area > best && exact_orient2d(corners[0], corners[1], corners[2]) != 0)
		{
			best = area;
			axes[0] = i;
			axes[1] = j;
		}
	}
}

/// Compares along the first axis, then the second, then by index. Because the projection keeps areas, points with equal
/// projections are equal.
static int compare(const void *left, const void *right)
{
	const hull_flat *a = left, *b = right;
	for (int i = 0; i < 2; ++i)
		if (a->at[i] != b->at[i])
			return a->at[i] < b->at[i] ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/// Adds a point to a chain of `count` corners that turn left; the first `fixed` corners stay.
static uint32_t extend(hull_flat *chain, uint32_t count, uint32_t fixed, const hull_flat *point)
{
	while (count > fixed && exact_orient2d(chain[count - 2].at, chain[count - 1].at, point->at) <= 0)
		--count;
	chain[count] = *point;
	return count + 1;
}

/// Removes repeated points from sorted points and keeps the first of each.
static uint32_t drop_repeated(hull_flat *sorted, uint32_t count)
{
	uint32_t kept = 1;
	for (uint32_t i = 1; i < count; ++i)
		if (sorted[i].at[0] != sorted[kept - 1].at[0] || sorted[i].at[1] != sorted[kept - 1].at[1])
			sorted[kept++] = sorted[i];
	return kept;
}

uint32_t hull_walk_around(hull_flat *sorted, uint32_t count, hull_flat *chain)
{
	uint32_t corners = 1;
	qsort(sorted, count, sizeof *sorted, compare);
	count = drop_repeated(sorted, count);
	chain[0] = sorted[0];
	for (uint32_t i = 1; i < count; ++i)
		corners = extend(chain, corners, 1, &sorted[i]);
	uint32_t lower = corners;
	for (uint32_t i = count - 1; i-- > 0;)
		corners = extend(chain, corners, lower, &sorted[i]);
	return corners - 1;
}

/// Writes the polygon and its back.
static kilncook_status write_down(
	const kilncook_context *context, const hull_cloud *cloud, const hull_flat *chain, uint32_t count, convex_hull *out)
{
	kilncook_status status = hull_allocate(context, 2, count, 2, count * 2, out);
	if (status != KILNCOOK_OK)
		return status;
	out->face_first[1] = count;
	out->face_first[2] = count * 2;
	for (uint32_t i = 0; i < count; ++i)
	{
		memcpy(out->vertices[i], cloud->points[chain[i].position].position, sizeof out->vertices[i]);
		out->sources[i] = chain[i].index;
		// The back's half-edge i runs from corner count - i to the previous corner.
		uint32_t back = count + i;
		out->origins[i] = i;
		out->origins[back] = i == 0 ? 0 : count - i;
		out->twins[back] = count - 1 - i;
		out->twins[count - 1 - i] = back;
	}
	return KILNCOOK_OK;
}

kilncook_status hull_polygon(
	const kilncook_context *context, const hull_cloud *cloud, const hull_simplex *simplex, convex_hull *out)
{
	int axes[2] = {0, 1};
	choose_axes(simplex, axes);
	size_t size = 2 * (size_t)cloud->count + 1;
	hull_flat *points = cook_alloc(context, size, sizeof *points);
	if (!points)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		const hull_point *p = &cloud->points[i];
		points[i] = (hull_flat){{(double)p->position[axes[0]], (double)p->position[axes[1]]}, p->index, i};
	}
	hull_flat *chain = points + cloud->count;
	uint32_t count = hull_walk_around(points, cloud->count, chain);
	kilncook_status status = write_down(context, cloud, chain, count, out);
	cook_free(context, points, size, sizeof *points);
	return status;
}
