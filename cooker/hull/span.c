// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "hull_internal.h"

/// Finds the span of a cloud. Floating-point heuristics choose large simplices; exact predicates decide whether they
/// are degenerate.

typedef struct span_ends
{
	hull_point first; ///< first in lexicographic order
	hull_point last;
} span_ends;

static span_ends find_ends(const hull_cloud *cloud)
{
	span_ends ends = {cloud->points[0], cloud->points[0]};
	for (uint32_t i = 1; i < cloud->count; ++i)
	{
		const hull_point *p = &cloud->points[i];
		if (hull_before(p->position, ends.first.position))
			ends.first = *p;
		if (hull_before(ends.last.position, p->position))
			ends.last = *p;
	}
	return ends;
}

/// Returns the point that is farthest from the line ab, as computed in double; false when all points lie exactly on the
/// line.
static bool find_third(const hull_cloud *cloud, const float a[3], const float b[3], hull_point *third)
{
	double along[3];
	for (int i = 0; i < 3; ++i)
		along[i] = (double)b[i] - (double)a[i];
	double best = -1.0;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		const float *p = cloud->points[i].position;
		double x = (double)p[0] - (double)a[0], y = (double)p[1] - (double)a[1], z = (double)p[2] - (double)a[2];
		double u = along[1] * z - along[2] * y, v = along[2] * x - along[0] * z, w = along[0] * y - along[1] * x;
		double area = u * u + v * v + w * w;
		if (area > best)
		{
			best = area;
			*third = cloud->points[i];
		}
	}
	if (!exact_collinear(a, b, third->position))
		return true;
	// Points that are collinear in double need not be exactly collinear.
	for (uint32_t i = 0; i < cloud->count; ++i)
		if (!exact_collinear(a, b, cloud->points[i].position))
		{
			*third = cloud->points[i];
			return true;
		}
	return false;
}

/// Does the same for the plane abc; `*side` gets the side.
static bool find_fourth(
	const hull_cloud *cloud, const float a[3], const float b[3], const float c[3], hull_point *fourth, int *side)
{
	double e[3], f[3];
	for (int i = 0; i < 3; ++i)
	{
		e[i] = (double)b[i] - (double)a[i];
		f[i] = (double)c[i] - (double)a[i];
	}
	double nx = e[1] * f[2] - e[2] * f[1], ny = e[2] * f[0] - e[0] * f[2], nz = e[0] * f[1] - e[1] * f[0];
	double best = -1.0;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		const float *p = cloud->points[i].position;
		double height = nx * ((double)p[0] - (double)a[0]) + ny * ((double)p[1] - (double)a[1]) +
						nz * ((double)p[2] - (double)a[2]);
		height = hull_magnitude(height);
		if (height > best)
		{
			best = height;
			*fourth = cloud->points[i];
		}
	}
	*side = hull_side(a, b, c, fourth->position);
	for (uint32_t i = 0; *side == 0 && i < cloud->count; ++i)
	{
		*side = hull_side(a, b, c, cloud->points[i].position);
		*fourth = cloud->points[i];
	}
	return *side != 0;
}

void hull_span(const hull_cloud *cloud, hull_simplex *simplex)
{
	span_ends ends = find_ends(cloud);
	*simplex = (hull_simplex){.corners = {ends.first, ends.last}};
	hull_point *corners = simplex->corners;
	if (hull_equal(ends.first.position, ends.last.position))
		return;
	simplex->dimension = 1;
	if (!find_third(cloud, corners[0].position, corners[1].position, &corners[2]))
		return;
	simplex->dimension = 2;
	int side = 0;
	if (!find_fourth(cloud, corners[0].position, corners[1].position, corners[2].position, &corners[3], &side))
		return;
	simplex->dimension = 3;
	if (side > 0)
	{
		hull_point swapped = corners[1];
		corners[1] = corners[2];
		corners[2] = swapped;
	}
}
