// SPDX-License-Identifier: MIT
#include "hull_internal.h"
#include "memory.h"

#include <string.h>

/// hull_build: chooses the algorithm by the dimension of the points.

/// Writes a point or a segment.
static kilncook_status write_ends(const kilncook_context *context, const hull_simplex *simplex, convex_hull *out)
{
	kilncook_status status = hull_allocate(context, simplex->dimension, simplex->dimension + 1, 0, 0, out);
	for (uint32_t i = 0; status == KILNCOOK_OK && i <= simplex->dimension; ++i)
	{
		memcpy(out->vertices[i], simplex->corners[i].position, sizeof out->vertices[i]);
		out->sources[i] = simplex->corners[i].index;
	}
	return status;
}

static kilncook_status build(const kilncook_context *context, hull_cloud *cloud, convex_hull *out)
{
	hull_simplex simplex;
	hull_span(cloud, &simplex);
	if (simplex.dimension == 3)
		return hull_polyhedron(context, cloud, &simplex, out);
	if (simplex.dimension == 2)
		return hull_polygon(context, cloud, &simplex, out);
	return write_ends(context, &simplex, out);
}

kilncook_status hull_build(const kilncook_context *context, const hull_points *points, convex_hull *out)
{
	if (points->count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "hull-empty", "no points to make a convex hull of");
		return KILNCOOK_REFUSED;
	}
	hull_cloud cloud;
	uint32_t finite = points->count;
	kilncook_status status = KILNCOOK_INTERNAL;
	cloud.points = cook_alloc(context, points->count, sizeof *cloud.points);
	if (cloud.points)
		status = hull_read(context, points, &cloud, &finite);
	if (status == KILNCOOK_OK && finite < points->count)
	{
		const float *p = hull_position(points, finite);
		cook_message(context, KILNCOOK_ERROR, "", "hull-not-finite", "point %u is (%g, %g, %g)", finite, (double)p[0],
			(double)p[1], (double)p[2]);
		status = KILNCOOK_REFUSED;
	}
	else if (status == KILNCOOK_OK)
		status = build(context, &cloud, out);
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a convex hull");
	cook_free(context, cloud.points, points->count, sizeof *cloud.points);
	return status;
}
