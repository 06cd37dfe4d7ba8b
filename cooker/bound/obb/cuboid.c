// SPDX-License-Identifier: MIT
#include "cuboid.h"

#include "outline.h"

/// The share of its box that a cuboid may leave free: its corners are rounded to float32.
#define FREE 1e-5

static kiln_d3 point_of(const obb_cloud *cloud, uint32_t i)
{
	return (kiln_d3){cloud->points[i][0], cloud->points[i][1], cloud->points[i][2]};
}

bool obb_cuboid(const obb_cloud *cloud, obb_frame *frame)
{
	const convex_hull *h = cloud->input.hull;
	if (h->dimension < 3 || h->vertex_count != 8)
		return false;
	double volume = 0, largest = 0;
	uint32_t face = 0;
	kiln_d3 normal = {0, 0, 0};
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		kiln_d3 area = obb_face_normal(cloud, f);
		volume += kiln_d3_dot(area, point_of(cloud, h->origins[h->face_first[f]])) / 6;
		if (kiln_d3_length2(area) <= largest)
			continue;
		largest = kiln_d3_length2(area);
		normal = area;
		face = f;
	}
	// Half of a side's edges are its own; where rounding halves the side, one edge goes across.
	const double across[3] = {normal.x, normal.y, normal.z};
	for (uint32_t e = h->face_first[face]; e < h->face_first[face] + 2; ++e)
	{
		kiln_d3 edge = kiln_d3_sub(point_of(cloud, h->origins[h->twins[e]]), point_of(cloud, h->origins[e]));
		const double along[3] = {edge.x, edge.y, edge.z};
		if (obb_frame_from(along, across, frame) &&
			obb_cost((const double(*)[3])cloud->points, cloud->count, frame) * (1 - FREE) <= volume)
			return true;
	}
	return false;
}
