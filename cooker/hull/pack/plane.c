// SPDX-License-Identifier: MIT
#include "internal.h"

#include "exact/expansion.h"

#include <math.h>
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

int hull_compare_along(const float n[3], const float a[3], const float b[3])
{
	// Each side has three products, two sums and a difference: less than eight roundings of sums of at most `size`.
	double along_a = 0, along_b = 0, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		double at_a = (double)n[i] * (double)a[i], at_b = (double)n[i] * (double)b[i];
		along_a += at_a;
		along_b += at_b;
		size += hull_magnitude(at_a) + hull_magnitude(at_b);
	}
	double difference = along_a - along_b;
	if (hull_magnitude(difference) > size * 0x1p-50)
		return difference > 0 ? 1 : -1;
	double exact_a[6], exact_b[6], exact[12];
	int count_a = height(n, a, exact_a), count_b = height(n, b, exact_b);
	return expansion_sign(exact, expansion_difference(exact_a, count_a, exact_b, count_b, exact));
}

/// Whether n . p <= d, exactly.
static bool is_below(const float n[3], float d, const float p[3])
{
	double along = 0, size = 0, limit = (double)d;
	for (int i = 0; i < 3; ++i)
	{
		double at = (double)n[i] * (double)p[i];
		along += at;
		size += hull_magnitude(at);
	}
	if (hull_magnitude(along - limit) > (size + hull_magnitude(limit)) * 0x1p-50)
		return along < limit;
	double exact[6], over[7];
	int count = height(n, p, exact);
	return expansion_sign(over, expansion_difference(exact, count, &limit, limit != 0.0, over)) <= 0;
}

/// The next float above; `value` is finite.
static float next_up(float value)
{
	uint32_t bits;
	value += 0.0f;
	memcpy(&bits, &value, sizeof bits);
	bits = value >= 0.0f ? bits + 1 : bits - 1;
	memcpy(&value, &bits, sizeof value);
	return value + 0.0f;
}

static float next_down(float value)
{
	return -next_up(-value) + 0.0f;
}

float hull_height_above(const float n[3], const float p[3])
{
	double exact[6];
	float d = (float)expansion_estimate(exact, height(n, p, exact)) + 0.0f;
	while (!is_below(n, d, p))
		d = next_up(d);
	while (is_below(n, next_down(d), p))
		d = next_down(d);
	return d;
}

/// Computes one component of (a - o) x (b - o) from the two other axes: with one or two roundings of the exact value.
static double minor(const float o[3], const float a[3], const float b[3], int u, int v)
{
	double au[2], av[2], bu[2], bv[2], left[8], right[8], both[16], scratch[12];
	int au_count = expansion_from_difference((double)a[u], (double)o[u], au);
	int av_count = expansion_from_difference((double)a[v], (double)o[v], av);
	int bu_count = expansion_from_difference((double)b[u], (double)o[u], bu);
	int bv_count = expansion_from_difference((double)b[v], (double)o[v], bv);
	int left_count = expansion_product(au, au_count, bv, bv_count, left, scratch);
	int right_count = expansion_product(av, av_count, bu, bu_count, right, scratch);
	return expansion_estimate(both, expansion_difference(left, left_count, right, right_count, both));
}

/// Computes the cross product (b - a) x (c - a) in plain double; false where cancellation leaves less than 36 bits of
/// its length. Each component rounds two differences a product, the products and their difference: the error is less
/// than 2^-50 of the products' sizes.
static bool cross_roughly(const float a[3], const float b[3], const float c[3], double cross[3])
{
	double u[3], v[3], length = 0, error = 0;
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		double left = u[j] * v[k], right = u[k] * v[j];
		cross[i] = left - right;
		length += hull_magnitude(cross[i]);
		error += hull_magnitude(left) + hull_magnitude(right);
	}
	return error * 0x1p-50 < length * 0x1p-36;
}

void hull_normal_of(const float a[3], const float b[3], const float c[3], float normal[3])
{
	double cross[3];
	if (!cross_roughly(a, b, c, cross))
		for (int i = 0; i < 3; ++i)
			cross[i] = minor(a, b, c, (i + 1) % 3, (i + 2) % 3);
	// Minors of floats within KILN_COORDINATE_MAX are 0 or from 2^-298 to 2^84: their squares neither overflow nor
	// underflow.
	double length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
	for (int i = 0; i < 3; ++i)
		normal[i] = (float)(cross[i] / length) + 0.0f;
}

/// Returns a vertex with no neighbour farther along n, exactly: by convexity, no other vertex is farther.
static uint32_t climb(const hull_arrays *arrays, const hull_blocks *blocks, const float n[3], uint32_t vertex)
{
	for (uint32_t i = arrays->vertex_first[vertex]; i < arrays->vertex_first[vertex + 1]; ++i)
	{
		if (arrays->vertex_first[vertex + 1] - arrays->vertex_first[vertex] > HULL_HUB)
			return hull_blocks_highest(blocks, n, vertex);
		uint32_t neighbour = arrays->neighbours[i];
		if (hull_compare_along(n, arrays->vertices[neighbour], arrays->vertices[vertex]) > 0)
		{
			vertex = neighbour;
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
		hull_normal_of(arrays->vertices[corner[0]], arrays->vertices[corner[1]], arrays->vertices[corner[2]], plane);
	plane[3] = hull_height_above(plane, arrays->vertices[climb(arrays, blocks, plane, quiet_corner(arrays, face))]);
}

void hull_arrays_measure(hull_arrays *arrays, const hull_blocks *blocks, uint32_t dimension)
{
	for (uint32_t face = 0; face < arrays->face_count; ++face)
		measure_plane(arrays, blocks, face, dimension == 2 && face == 1);
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		float direction[3];
		hull_seed_direction(i, direction);
		uint32_t best = 0;
		for (uint32_t vertex = 1; vertex < arrays->vertex_count; ++vertex)
			if (hull_compare_along(direction, arrays->vertices[vertex], arrays->vertices[best]) > 0)
				best = vertex;
		arrays->seeds[i] = best;
	}
}
