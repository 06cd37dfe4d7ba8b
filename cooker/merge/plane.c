// SPDX-License-Identifier: MIT
#include "plane.h"

#include <math.h>

/// At least eight roundings, as a share of the sum of all terms.
#define ROUNDING 0x1p-49

merge_range merge_plane_deviation(const merge_surface *surface, const merge_region *region, uint32_t vertex)
{
	const float *p = surface->vertices[vertex], *origin = surface->vertices[region->origin];
	double d[3];
	for (int k = 0; k < 3; ++k)
		d[k] = (double)p[region->axes[k]] - (double)origin[region->axes[k]];
	double u = region->slope[0] * d[0], v = region->slope[1] * d[1];
	double value = d[2] - (u + v) - region->offset;
	double error = ROUNDING * (fabs(d[2]) + fabs(u) + fabs(v) + fabs(region->offset));
	return (merge_range){value - error, value + error};
}

double merge_plane_distance(
	const merge_surface *surface, const merge_region *region, uint32_t vertex, uint32_t a, uint32_t b)
{
	const float *p = surface->vertices[vertex], *q = surface->vertices[a], *s = surface->vertices[b];
	double d[2], e[2], size = 0.0;
	for (int k = 0; k < 2; ++k)
	{
		uint8_t axis = region->axes[k];
		d[k] = (double)p[axis] - (double)q[axis];
		e[k] = (double)s[axis] - (double)q[axis];
		size += fabs(d[k]) + fabs(e[k]);
	}
	double dw = region->slope[0] * d[0] + region->slope[1] * d[1];
	double ew = region->slope[0] * e[0] + region->slope[1] * e[1];
	double along = d[0] * e[0] + d[1] * e[1] + dw * ew, length = e[0] * e[0] + e[1] * e[1] + ew * ew;
	double t = length > 0.0 ? along / length : 0.0;
	t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
	double x = d[0] - t * e[0], y = d[1] - t * e[1], w = dw - t * ew;
	// Any t from 0 to 1 gives a point of the segment: only the rounding of the difference counts.
	return sqrt(x * x + y * y + w * w) * (1.0 + ROUNDING) + 8.0 * ROUNDING * size;
}

void merge_plane_set(const double normal[3], uint32_t vertex, merge_region *region)
{
	region->origin = vertex;
	region->offset = 0.0;
	for (int k = 0; k < 2; ++k)
	{
		double slope = -normal[region->axes[k]] / normal[region->axes[2]];
		region->slope[k] = fabs(slope) < 0x1p-100 ? 0.0 : slope;
	}
}
