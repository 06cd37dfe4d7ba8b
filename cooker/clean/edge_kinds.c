// SPDX-License-Identifier: MIT
#include "edge_kinds.h"

#include "adjacency.h"
#include "exact/exact.h"

#include <math.h>
#include <string.h>

typedef struct edge_mesh
{
	const float (*vertices)[3];
	const uint32_t (*triangles)[3];
	double flat;
} edge_mesh;

static void load(const edge_mesh *m, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)m->vertices[vertex][i];
}

static void cross(const double a[3], const double b[3], double out[3])
{
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns whether a's position comes before b's.
static bool comes_before(const double a[3], const double b[3])
{
	for (int i = 0; i < 3; ++i)
		if (a[i] < b[i] || a[i] > b[i])
			return a[i] < b[i];
	return false;
}

/// Returns the corner of a side's triangle that is not on the side.
static uint32_t far_corner(const edge_mesh *m, uint32_t side)
{
	return m->triangles[side / 3][(side % 3 + 2) % 3];
}

static uint32_t from_corner(const edge_mesh *m, uint32_t side)
{
	return m->triangles[side / 3][side % 3];
}

/// Returns whether the triangles of two sides of an edge lie on different sides of this edge, and the sine between
/// their planes is at most the threshold; `coplanar` says that it is exactly 0. With n = e x u and m = e x v along the
/// edge e to the far corners u and v, n x m = e (e . u x v). The order of the triangles does not matter, because the
/// direction of e depends on positions.
static bool is_flat(const edge_mesh *m, uint32_t side, uint32_t other, bool coplanar)
{
	double a[3], b[3], e[3], u[3], v[3], n1[3], n2[3], spread[3];
	load(m, from_corner(m, side), a);
	load(m, m->triangles[side / 3][(side % 3 + 1) % 3], b);
	const double *low = comes_before(a, b) ? a : b, *high = low == a ? b : a;
	load(m, far_corner(m, side), u);
	load(m, far_corner(m, other), v);
	for (int i = 0; i < 3; ++i)
	{
		e[i] = high[i] - low[i];
		u[i] -= low[i];
		v[i] -= low[i];
	}
	cross(e, u, n1);
	cross(e, v, n2);
	if (dot(n1, n2) > 0)
		return false;
	if (coplanar)
		return true;
	cross(u, v, spread);
	double volume = dot(e, spread);
	// Square roots are taken first: with the smallest floats a product of squares would underflow.
	double sine = sqrt(dot(e, e)) * (volume < 0 ? -volume : volume);
	double whole = sqrt(dot(n1, n1)) * sqrt(dot(n2, n2));
	return m->flat > 0 && sine <= m->flat * whole;
}

static void set_kind(uint16_t *kinds, uint32_t side, uint32_t kind)
{
	kinds[side / 3] = (uint16_t)(kinds[side / 3] | kind << 3 * (side % 3));
}

/// Computes the kinds of an edge of two triangles. If both run along the edge in the same direction, each kind is as
/// seen from the front of its own triangle.
static void judge_pair(const edge_mesh *m, uint32_t side, uint32_t other, uint16_t *kinds)
{
	double t[3][3], d[3];
	for (int k = 0; k < 3; ++k)
		load(m, m->triangles[side / 3][k], t[k]);
	load(m, far_corner(m, other), d);
	int sign = exact_orient3d(t[0], t[1], t[2], d);
	bool same_way = from_corner(m, side) == from_corner(m, other);
	uint32_t own, others;
	if (is_flat(m, side, other, sign == 0))
		own = others = KILN_EDGE_FLAT;
	else
	{
		own = sign > 0 ? KILN_EDGE_CONCAVE : KILN_EDGE_CONVEX;
		others = same_way && sign != 0 ? KILN_EDGE_CONVEX + KILN_EDGE_CONCAVE - own : own;
	}
	set_kind(kinds, side, own);
	set_kind(kinds, other, others);
}

bool clean_edge_kinds(const kilncook_context *context, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count, double flat, uint16_t *kinds)
{
	clean_edges edges;
	if (!clean_edges_build(context, triangles, triangle_count, vertex_count, &edges))
		return false;
	const edge_mesh m = {vertices, triangles, flat};
	memset(kinds, 0, (size_t)triangle_count * sizeof *kinds);
	for (uint32_t i = 0; i < edges.edge_count; ++i)
	{
		const uint32_t *sides = edges.sides + edges.first[i];
		uint32_t count = edges.first[i + 1] - edges.first[i];
		if (count == 2)
			judge_pair(&m, sides[0], sides[1], kinds);
		else
			for (uint32_t k = 0; k < count; ++k)
				set_kind(kinds, sides[k], count == 1 ? KILN_EDGE_BOUNDARY : KILN_EDGE_NONMANIFOLD);
	}
	clean_edges_free(context, &edges);
	return true;
}

clean_side_counts clean_count_sides(const uint16_t *kinds, uint32_t count)
{
	clean_side_counts counts = {{0}};
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			++counts.of[kiln_format_edge_kind(kinds[i], k)];
	return counts;
}
