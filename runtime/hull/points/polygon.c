// SPDX-License-Identifier: MIT
#include "points.h"

#include "math/ieee.h"
#include "math/orient.h"

/// The hull of points in one plane: Andrew's algorithm (A. M. Andrew 1979) on two of their coordinates.

/// A point in the projection.
typedef struct flat
{
	float u, v;
	uint8_t point;
} flat;

static float coordinate(kiln_vec3 p, int axis)
{
	return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static int side(const flat *a, const flat *b, const flat *c)
{
	return kilni_orient2(a->u, a->v, b->u, b->v, c->u, c->v);
}

static bool before(const flat *a, const flat *b)
{
	return a->u != b->u ? a->u < b->u : a->v < b->v;
}

/// Projects along the first axis that keeps an area: then points with equal projections are equal.
static void project(const kiln_cloud *cloud, const kiln_cloud_span *span, flat *points)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		int next = axis == 2 ? 0 : axis + 1;
		for (uint32_t i = 0; i < cloud->count; ++i)
			points[i] = (flat){coordinate(cloud->at[i], axis), coordinate(cloud->at[i], next), (uint8_t)i};
		if (side(&points[span->corners[0]], &points[span->corners[1]], &points[span->corners[2]]) != 0)
			return;
	}
}

/// Sorts by insertion, and drops repeated points. Returns their number.
static uint32_t sort(flat *points, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const flat point = points[i];
		uint32_t place = kept;
		while (place > 0 && before(&point, &points[place - 1]))
			--place;
		if (place > 0 && !before(&points[place - 1], &point))
			continue;
		for (uint32_t k = kept; k > place; --k)
			points[k] = points[k - 1];
		points[place] = point;
		++kept;
	}
	return kept;
}

/// Adds a point to a chain of `count` corners that turn left; the first `fixed` corners stay.
static uint32_t extend(flat *chain, uint32_t count, uint32_t fixed, const flat *point)
{
	while (count > fixed && side(&chain[count - 2], &chain[count - 1], point) <= 0)
		--count;
	chain[count] = *point;
	return count + 1;
}

void kilni_cloud_polygon(const kiln_cloud *cloud, const kiln_cloud_span *span, kiln_cloud_faces *faces)
{
	flat points[KILN_HULL_POINTS_MAX], chain[KILN_HULL_POINTS_MAX + 1];
	project(cloud, span, points);
	uint32_t count = sort(points, cloud->count), corners = 1;
	chain[0] = points[0];
	for (uint32_t i = 1; i < count; ++i)
		corners = extend(chain, corners, 1, &points[i]);
	uint32_t lower = corners;
	for (uint32_t i = count - 1; i-- > 0;)
		corners = extend(chain, corners, lower, &points[i]);
	// The chain ends with its first corner.
	uint32_t n = faces->vertex_count = corners - 1;
	faces->face_count = 2;
	faces->half_count = 2 * n;
	faces->face_first[0] = 0;
	faces->face_first[1] = (uint16_t)n;
	faces->face_first[2] = (uint16_t)(2 * n);
	for (uint32_t i = 0; i < n; ++i)
	{
		// Half-edge i of the back runs from corner n - i to the corner before.
		uint32_t back = n + i;
		faces->vertices[i] = faces->origins[i] = chain[i].point;
		faces->origins[back] = chain[i == 0 ? 0 : n - i].point;
		faces->twins[back] = (uint16_t)(n - 1 - i);
		faces->twins[n - 1 - i] = (uint16_t)back;
	}
}
