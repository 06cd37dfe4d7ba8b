// SPDX-License-Identifier: MIT
#include "edge_kinds.h"

#include "exact/exact.h"
#include "shape/flat_edge.h"

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

/// Returns the corner of a side's triangle that is not on the side.
static uint32_t far_corner(const edge_mesh *m, uint32_t side)
{
	return m->triangles[side / 3][(side % 3 + 2) % 3];
}

static uint32_t from_corner(const edge_mesh *m, uint32_t side)
{
	return m->triangles[side / 3][side % 3];
}

static kiln_d3 at(const edge_mesh *m, uint32_t vertex)
{
	const float *p = m->vertices[vertex];
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

static bool is_flat(const edge_mesh *m, uint32_t side, uint32_t other, bool coplanar)
{
	return kiln_edge_is_flat(at(m, from_corner(m, side)), at(m, m->triangles[side / 3][(side % 3 + 1) % 3]),
		at(m, far_corner(m, side)), at(m, far_corner(m, other)), coplanar, m->flat);
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

void clean_edge_kinds_of(const clean_edges *edges, const float (*vertices)[3], const uint32_t (*triangles)[3],
	uint32_t triangle_count, double flat, uint16_t *kinds)
{
	const edge_mesh m = {vertices, triangles, flat};
	memset(kinds, 0, (size_t)triangle_count * sizeof *kinds);
	for (uint32_t i = 0; i < edges->edge_count; ++i)
	{
		const uint32_t *sides = edges->sides + edges->first[i];
		uint32_t count = edges->first[i + 1] - edges->first[i];
		if (count == 2)
			judge_pair(&m, sides[0], sides[1], kinds);
		else
			for (uint32_t k = 0; k < count; ++k)
				set_kind(kinds, sides[k], count == 1 ? KILN_EDGE_BOUNDARY : KILN_EDGE_NONMANIFOLD);
	}
}

bool clean_edge_kinds(const kilncook_context *context, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count, double flat, uint16_t *kinds)
{
	clean_edges edges;
	if (!clean_edges_build(context, triangles, triangle_count, vertex_count, &edges))
		return false;
	clean_edge_kinds_of(&edges, vertices, triangles, triangle_count, flat, kinds);
	clean_edges_free(context, &edges);
	return true;
}

clean_side_counts clean_count_sides(const uint16_t *kinds, uint32_t count)
{
	// By the kinds of a whole triangle, which are nine bits; neighbours, which often have the same, are counted apart.
	uint32_t triangles[2][512] = {{0}};
	clean_side_counts counts = {{0}};
	for (uint32_t i = 0; i < count; ++i)
		++triangles[i & 1][kinds[i] & 511u];
	for (uint32_t i = 0; i < 512; ++i)
		for (uint32_t k = 0; k < 3 && triangles[0][i] + triangles[1][i] > 0; ++k)
			counts.of[kiln_format_edge_kind(i, k)] += triangles[0][i] + triangles[1][i];
	return counts;
}
