// SPDX-License-Identifier: MIT
#include "points.h"

#include "math/double3.h"
#include "math/orient.h"

/// The affine span of a cloud. Double chooses corners that are far apart; exact signs decide whether they span.

/// Orders points by x, then y, then z.
static bool before(kiln_vec3 a, kiln_vec3 b)
{
	if (a.x != b.x)
		return a.x < b.x;
	return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static bool equal(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Whether three points lie on one line, exactly.
static bool collinear(kiln_vec3 a, kiln_vec3 b, kiln_vec3 c)
{
	return kilni_orient2(a.x, a.y, b.x, b.y, c.x, c.y) == 0 && kilni_orient2(a.y, a.z, b.y, b.z, c.y, c.z) == 0 &&
		   kilni_orient2(a.z, a.x, b.z, b.x, c.z, c.x) == 0;
}

static kiln_d3 between(kiln_vec3 from, kiln_vec3 to)
{
	return kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(from));
}

/// The point that is farthest from the line ab, as computed in double, or any point that is not on the line. Returns
/// false where all points lie on the line.
static bool find_third(const kiln_cloud *cloud, kiln_vec3 a, kiln_vec3 b, uint8_t *third)
{
	kiln_d3 along = between(a, b);
	double most = -1;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		kiln_d3 area = kiln_d3_cross(along, between(a, cloud->at[i]));
		double square = kiln_d3_dot(area, area);
		if (square > most)
		{
			most = square;
			*third = (uint8_t)i;
		}
	}
	// Points that are collinear in double need not be collinear.
	for (uint32_t i = 0; collinear(a, b, cloud->at[*third]); ++i)
	{
		if (i == cloud->count)
			return false;
		*third = (uint8_t)i;
	}
	return true;
}

/// The same for the plane of three corners; `side` gets the side of the point, never 0 where the result is true.
static bool find_fourth(const kiln_cloud *cloud, const kiln_vec3 corner[3], uint8_t *fourth, int *side)
{
	kiln_d3 normal = kiln_d3_cross(between(corner[0], corner[1]), between(corner[0], corner[2]));
	double most = -1;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		double height = kiln_double_abs(kiln_d3_dot(normal, between(corner[0], cloud->at[i])));
		if (height > most)
		{
			most = height;
			*fourth = (uint8_t)i;
		}
	}
	for (uint32_t i = 0; (*side = kilni_orient3(corner, cloud->at[*fourth])) == 0; ++i)
	{
		if (i == cloud->count)
			return false;
		*fourth = (uint8_t)i;
	}
	return true;
}

void kilni_cloud_span(const kiln_cloud *cloud, kiln_cloud_span *span)
{
	*span = (kiln_cloud_span){0};
	uint8_t *c = span->corners;
	for (uint32_t i = 1; i < cloud->count; ++i)
	{
		if (before(cloud->at[i], cloud->at[c[0]]))
			c[0] = (uint8_t)i;
		if (before(cloud->at[c[1]], cloud->at[i]))
			c[1] = (uint8_t)i;
	}
	if (equal(cloud->at[c[0]], cloud->at[c[1]]))
		return;
	span->dimension = 1;
	if (!find_third(cloud, cloud->at[c[0]], cloud->at[c[1]], &c[2]))
		return;
	span->dimension = 2;
	const kiln_vec3 corner[3] = {cloud->at[c[0]], cloud->at[c[1]], cloud->at[c[2]]};
	int side;
	if (!find_fourth(cloud, corner, &c[3], &side))
		return;
	span->dimension = 3;
	if (side > 0)
	{
		uint8_t swapped = c[1];
		c[1] = c[2];
		c[2] = swapped;
	}
}
