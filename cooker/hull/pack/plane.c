// SPDX-License-Identifier: MIT
#include "internal.h"

#include "exact/expansion.h"
#include "hull/plane.h"

#include <string.h>

/// Computes n . p as an expansion: each product of two floats is exact in double.
static int height(const float n[3], const float p[3], double h[6])
{
	double sum[2], z = (double)n[2] * (double)p[2];
	int count = 0;
	double error, value = two_sum((double)n[0] * (double)p[0], (double)n[1] * (double)p[1], &error);
	count = expansion_from_two(value, error, sum);
	return expansion_sum(sum, count, &z, z != 0.0, h);
}

int hull_compare_exactly(const float n[3], const float a[3], const float b[3])
{
	double exact_a[6], exact_b[6], exact[12];
	int count_a = height(n, a, exact_a), count_b = height(n, b, exact_b);
	return expansion_sign(exact, expansion_difference(exact_a, count_a, exact_b, count_b, exact));
}

/// Returns a vertex with no neighbour farther along n, exactly: by convexity, no other vertex is farther.
static uint32_t climb(const hull_arrays *arrays, const hull_blocks *blocks, const float n[3], uint32_t vertex)
{
	hull_height height = hull_height_of(n, arrays->vertices[vertex]);
	for (uint32_t i = arrays->vertex_first[vertex]; i < arrays->vertex_first[vertex + 1]; ++i)
	{
		if (arrays->vertex_first[vertex + 1] - arrays->vertex_first[vertex] > HULL_HUB)
			return hull_blocks_highest(blocks, n, vertex);
		uint32_t neighbour = arrays->neighbours[i];
		if (hull_compare_to(n, arrays->vertices[neighbour], arrays->vertices[vertex], &height) > 0)
		{
			vertex = neighbour;
			height = hull_height_of(n, arrays->vertices[vertex]);
			i = arrays->vertex_first[vertex] - 1;
		}
	}
	return vertex;
}

/// Returns the corner of a face with the fewest neighbours: a climb from it need not visit a hub.
static uint32_t quiet_corner(const hull_arrays *arrays, uint32_t face)
{
	uint32_t best = arrays->origins[arrays->face_first[face]], fewest = UINT32_MAX;
	for (uint32_t h = arrays->face_first[face]; h < arrays->face_first[face + 1]; ++h)
	{
		uint32_t vertex = arrays->origins[h];
		uint32_t degree = arrays->vertex_first[vertex + 1] - arrays->vertex_first[vertex];
		if (degree < fewest)
		{
			fewest = degree;
			best = vertex;
		}
	}
	return best;
}

/// The normal comes from three corners: all corners are exactly coplanar, so that any three suffice. The rounded normal
/// may tilt so that a vertex of another face is the highest.
static void measure_plane(hull_arrays *arrays, const hull_blocks *blocks, uint32_t face, bool backwards)
{
	const uint32_t *corner = arrays->origins + arrays->face_first[face];
	float *plane = arrays->planes[face];
	if (backwards)
		for (int i = 0; i < 3; ++i)
			plane[i] = -arrays->planes[0][i] + 0.0f;
	else
		kilni_hull_plane_normal(
			arrays->vertices[corner[0]], arrays->vertices[corner[1]], arrays->vertices[corner[2]], plane);
	plane[3] =
		kilni_hull_plane_height(plane, arrays->vertices[climb(arrays, blocks, plane, quiet_corner(arrays, face))]);
}

double hull_seed_slack(const float (*vertices)[3], uint32_t count)
{
	double most = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			double size = hull_magnitude((double)vertices[i][axis]);
			most = size > most ? size : most;
		}
	// Two sums and a difference, of sums of up to six coordinates, lose 2^-53 each.
	return most * 0x1p-48;
}

/// Finds the seeds, each the first vertex that lies farthest along its direction.
static void find_seeds(hull_arrays *arrays)
{
	const float(*vertices)[3] = (const float(*)[3])arrays->vertices;
	double slack = hull_seed_slack(vertices, arrays->vertex_count), at[AXES_ROOM], low[AXES_ROOM], high[AXES_ROOM];
	hull_height heights[KILN_HULL_SEEDS];
	bool found[KILN_HULL_SEEDS] = {0};
	memset(arrays->seeds, 0, sizeof arrays->seeds);
	axes_project(vertices[0], low);
	axes_project(vertices[0], high);
	for (uint32_t vertex = 1; vertex < arrays->vertex_count; ++vertex)
	{
		axes_project(vertices[vertex], at);
		axes_extend(at, low, high);
	}
	for (int axis = 0; axis < AXES_ROOM; ++axis)
	{
		low[axis] += axis < AXES_ROOM - 1 ? 2 * slack : -1;
		high[axis] -= axis < AXES_ROOM - 1 ? 2 * slack : -1;
	}
	for (uint32_t vertex = 0; vertex < arrays->vertex_count; ++vertex)
	{
		axes_project(vertices[vertex], at);
		if (axes_within(at, 0, low, high))
			continue;
		for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
		{
			bool up;
			int axis = hull_seed_axis(i, &up);
			float direction[3];
			hull_seed_direction(i, direction);
			if (up ? at[axis] <= high[axis] : at[axis] >= low[axis])
				continue;
			if (found[i] && hull_compare_to(direction, vertices[vertex], vertices[arrays->seeds[i]], &heights[i]) <= 0)
				continue;
			found[i] = true;
			arrays->seeds[i] = vertex;
			heights[i] = hull_height_of(direction, vertices[vertex]);
		}
	}
}

void hull_arrays_measure(hull_arrays *arrays, const hull_blocks *blocks, uint32_t dimension)
{
	for (uint32_t face = 0; face < arrays->face_count; ++face)
		measure_plane(arrays, blocks, face, dimension == 2 && face == 1);
	find_seeds(arrays);
}
