// SPDX-License-Identifier: MIT
#include "triangles.h"

#include "primitive/triangle/pair_signs.h"

/// The vertices that two triangles share.
typedef struct shared_vertices
{
	uint32_t count;
	uint32_t of_a, of_b; ///< corners, as bits
} shared_vertices;

static shared_vertices find_shared(const survey_corners *a, const survey_corners *b)
{
	shared_vertices shared = {0};
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			if (a->vertices[i] == b->vertices[k])
			{
				++shared.count;
				shared.of_a |= 1u << i;
				shared.of_b |= 1u << k;
			}
	return shared;
}

/// Whether the edge of `a` opposite to a corner touches `b`.
static bool far_edge_touches(const survey_corners *a, uint32_t corner, const survey_corners *b)
{
	uint32_t i = corner >> 1; // the bits 1, 2, 4 are the corners 0, 1, 2
	const kiln_d3 edge[3] = {a->at[(i + 1) % 3], a->at[(i + 2) % 3], a->at[(i + 2) % 3]};
	return kilni_triangles_touch(edge, b->at);
}

static kiln_d2 seen_along(const kiln_d3 *p, int axis)
{
	return axis == 0 ? (kiln_d2){p->y, p->z} : axis == 1 ? (kiln_d2){p->z, p->x} : (kiln_d2){p->x, p->y};
}

/// Whether the whole inside of `other` lies on the outer side of an edge of `t`.
static bool edge_divides(const kiln_d2 t[3], double turn, const kiln_d2 other[3])
{
	for (int i = 0; i < 3; ++i)
	{
		bool outside = true;
		for (int k = 0; k < 3 && outside; ++k)
			outside = turn * kilni_orient2_sign(t[i], t[(i + 1) % 3], other[k]) <= 0;
		if (outside)
			return true;
	}
	return false;
}

/// Whether two triangles of one plane share an area: no edge of either divides them.
static bool share_area(const survey_corners *a, const survey_corners *b)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_d2 p[3], q[3];
		for (int k = 0; k < 3; ++k)
		{
			p[k] = seen_along(&a->at[k], axis);
			q[k] = seen_along(&b->at[k], axis);
		}
		double turn_a = kilni_orient2_sign(p[0], p[1], p[2]), turn_b = kilni_orient2_sign(q[0], q[1], q[2]);
		if (turn_a == 0)
			continue;
		return !edge_divides(p, turn_a > 0 ? 1 : -1, q) && !edge_divides(q, turn_b > 0 ? 1 : -1, p);
	}
	return false;
}

/// Classifies two triangles that touch beyond the vertices that they share.
static kilncook_fault_kind judge(
	const survey_corners *a, kiln_plane_signs of_a, const survey_corners *b, kiln_plane_signs of_b)
{
	if (kiln_signs_zero(of_a))
		return share_area(a, b) ? KILNCOOK_FAULT_COPLANAR : KILNCOOK_FAULT_TOUCHING;
	if (!of_a.above || !of_a.below || !of_b.above || !of_b.below)
		return KILNCOOK_FAULT_TOUCHING;
	// The line of both planes runs through both insides: they meet where the two pieces of it overlap in more than a
	// point.
	kiln_crossing crossing = kilni_cross_planes(a->at, of_a, b->at, of_b);
	bool overlap = kiln_crossing_order(&crossing, 1, 1) < 0 && kiln_crossing_order(&crossing, 2, 2) > 0;
	return overlap ? KILNCOOK_FAULT_CROSSING : KILNCOOK_FAULT_TOUCHING;
}

/// Whether all corners of a triangle but the shared ones, which are in the other's plane, lie on one side of that
/// plane.
static bool is_apart(kiln_plane_signs signs, uint32_t shared)
{
	uint32_t rest = 7u & ~shared;
	return (signs.above & rest) == rest || (signs.below & rest) == rest;
}

kilncook_fault_kind survey_meet(const survey_corners *a, const survey_corners *b)
{
	shared_vertices shared = find_shared(a, b);
	kiln_plane_signs of_b = kilni_signs_to_plane(a->at, b->at);
	if (is_apart(of_b, shared.of_b))
		return KILNCOOK_FAULT_KIND_END;
	kiln_plane_signs of_a = kilni_signs_to_plane(b->at, a->at);
	if (is_apart(of_a, shared.of_a))
		return KILNCOOK_FAULT_KIND_END;
	bool touch;
	if (shared.count == 0)
		touch = kilni_triangles_touch(a->at, b->at);
	else if (shared.count == 1)
		// What they share is convex and holds the vertex: if there is more, it reaches the far edge of one of them.
		touch = far_edge_touches(a, shared.of_a, b) || far_edge_touches(b, shared.of_b, a);
	else
		touch = share_area(a, b);
	return touch ? judge(a, of_a, b, of_b) : KILNCOOK_FAULT_KIND_END;
}
