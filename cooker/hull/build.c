// SPDX-License-Identifier: MIT
#include "hull_internal.h"
#include "memory.h"

#include <string.h>

/// hull_build: reads the points and chooses the algorithm for what they span.

/// Copies the points without negative zeros, and finds their box. The number of the first that is not finite, or their
/// count.
static uint32_t read_points(const hull_points *points, hull_cloud *cloud)
{
	for (uint32_t i = 0; i < points->count; ++i)
	{
		const float *from = hull_position(points, i);
		hull_point *to = &cloud->points[i];
		if (!hull_finite(from))
			return i;
		to->index = i;
		for (int k = 0; k < 3; ++k)
		{
			float x = from[k] + 0.0f;
			to->position[k] = x;
			if (i == 0 || x < cloud->low[k])
				cloud->low[k] = x;
			if (i == 0 || x > cloud->high[k])
				cloud->high[k] = x;
		}
	}
	return points->count;
}

/// A point, or a segment.
static kilncook_status write_ends(const kilncook_context *context, const hull_simplex *simplex, hull *out)
{
	kilncook_status status = hull_allocate(context, simplex->dimension, simplex->dimension + 1, 0, 0, out);
	for (uint32_t i = 0; status == KILNCOOK_OK && i <= simplex->dimension; ++i)
	{
		memcpy(out->vertices[i], simplex->corners[i].position, sizeof out->vertices[i]);
		out->sources[i] = simplex->corners[i].index;
	}
	return status;
}

static kilncook_status build(const kilncook_context *context, hull_cloud *cloud, hull *out)
{
	hull_simplex simplex;
	hull_span(cloud, &simplex);
	if (simplex.dimension == 3)
		return hull_polyhedron(context, cloud, &simplex, out);
	if (simplex.dimension == 2)
		return hull_polygon(context, cloud, &simplex, out);
	return write_ends(context, &simplex, out);
}

kilncook_status hull_build(const kilncook_context *context, const hull_points *points, hull *out)
{
	if (points->count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "hull-empty", "no points to make a convex hull of");
		return KILNCOOK_REFUSED;
	}
	hull_cloud cloud = {.count = points->count};
	cloud.points = cook_alloc(context, cloud.count, sizeof *cloud.points);
	kilncook_status status = KILNCOOK_INTERNAL;
	uint32_t finite = cloud.points ? read_points(points, &cloud) : 0;
	if (cloud.points && finite < cloud.count)
	{
		const float *p = hull_position(points, finite);
		cook_message(context, KILNCOOK_ERROR, "", "hull-not-finite", "point %u is (%g, %g, %g)", finite, (double)p[0],
			(double)p[1], (double)p[2]);
		status = KILNCOOK_REFUSED;
	}
	else if (cloud.points)
		status = build(context, &cloud, out);
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a convex hull");
	cook_free(context, cloud.points, points->count, sizeof *cloud.points);
	return status;
}
