// SPDX-License-Identifier: MIT
#include "sat_brute.h"

#include "convex/depth/sat_search.h"

static void all_faces(kiln_sat_search *search, int side)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t face = 0; face < search->side[side].p->hull->face_count; ++face)
		kilni_sat_try_face(search, side, face, &seed);
}

/// The ends of edge `i`; a segment has one edge.
static bool edge_ends(const kiln_polytope *p, uint32_t i, uint32_t ends[2])
{
	const kiln_feature edge = {KILN_FEATURE_EDGE, i};
	return kilni_polytope_feature_vertices(p, edge, ends, 2) == 2;
}

/// Tests the cross product of two edges in both directions; does nothing for parallel edges.
static void both_ways(kiln_sat_search *search, const uint32_t edge[2], const uint32_t other[2])
{
	const kiln_polytope *a = search->side[0].p, *b = search->side[1].p;
	kiln_d3 along_a = kiln_polytope_between(a, edge[0], edge[1]);
	kiln_d3 along_b = kiln_polytope_between(b, other[0], other[1]);
	kiln_d3 cross = kiln_d3_cross(along_a, along_b);
	double length2 = kiln_d3_length2(cross);
	if (!(length2 > 0))
		return;
	for (int sign = -1; sign <= 1; sign += 2)
	{
		kiln_sat_axis axis = {
			.kind = KILN_SAT_EDGES,
			.vertex = {edge[0], edge[1]},
			.other = {other[0], other[1]},
			.outward = kiln_d3_scale(cross, sign / sqrt(length2)),
		};
		kiln_d3 way = kiln_d3_sub(kiln_polytope_vertex(a, edge[0]), kiln_polytope_vertex(b, other[0]));
		axis.depth = kiln_d3_dot(axis.outward, way);
		++search->axes;
		kilni_sat_take(search, axis);
	}
}

void kilni_sat_brute(const kiln_polytope *a, const kiln_polytope *b, kiln_sat_result *result)
{
	kiln_sat_search search;
	uint32_t edge[2], other[2];
	kilni_sat_begin(&search, a, b);
	all_faces(&search, 0);
	all_faces(&search, 1);
	if (a->hull->edge_count + b->hull->edge_count > 0)
		for (uint32_t i = 0; edge_ends(a, i, edge); ++i)
			for (uint32_t k = 0; edge_ends(b, k, other); ++k)
				both_ways(&search, edge, other);
	kilni_sat_finish(&search, NULL, result);
}
