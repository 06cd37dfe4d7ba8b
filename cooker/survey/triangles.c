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

/// a x b and the sums of the magnitudes of its terms.
static survey_plane cross(kiln_d3 a, kiln_d3 b)
{
	kiln_d3 p = {a.y * b.z, a.z * b.x, a.x * b.y}, q = {a.z * b.y, a.x * b.z, a.y * b.x};
	return (survey_plane){kiln_d3_sub(p, q), kiln_d3_add(kiln_d3_magnitudes(p), kiln_d3_magnitudes(q))};
}

survey_plane survey_plane_of(const survey_corners *t)
{
	return cross(kiln_d3_sub(t->at[1], t->at[0]), kiln_d3_sub(t->at[2], t->at[0]));
}

/// The side of a plane through `origin` on which a point certainly lies: 1, -1, or 0 where rounding decides. The sign is that of the
/// determinant of three vectors, two differences of points among them, which takes at most seven roundings.
static inline int side_of(const survey_plane *plane, const kiln_d3 *origin, const kiln_d3 *point)
{
	kiln_d3 w = kiln_d3_sub(*point, *origin);
	double value = kiln_d3_dot(plane->normal, w);
	double bound = 0x1p-49 * kiln_d3_dot(plane->size, kiln_d3_magnitudes(w)) + KILN_ORIENT_UNDERFLOW;
	return (value > bound) - (value < -bound);
}

/// Whether all these corners certainly lie on one side of a plane: `side`, or either side where `side` is 0.
static inline bool all_on_side(
	const survey_plane *plane, const kiln_d3 *origin, const kiln_d3 points[3], uint32_t corners, int side)
{
	for (uint32_t i = 0; i < 3; ++i)
		if (corners >> i & 1)
		{
			int found = side_of(plane, origin, &points[i]);
			if (found == 0 || found == -side)
				return false;
			side = found;
		}
	return true;
}

/// Whether a plane across `a`, through one of its edges and along its normal as computed, has the third corner of `a` on one side,
/// and all corners of `b` on the other side but those that they share, which are ends of the edge. Nothing else is then common.
static bool edge_parts(const survey_corners *a, uint32_t of_a, kiln_d3 normal, const survey_corners *b, uint32_t of_b)
{
	for (uint32_t i = 0; i < 3; ++i)
	{
		uint32_t next = i == 2 ? 0 : i + 1, third = 3 - i - next;
		if (of_a >> third & 1)
			continue;
		const survey_plane across = cross(kiln_d3_sub(a->at[next], a->at[i]), normal);
		int inside = side_of(&across, &a->at[i], &a->at[third]);
		if (inside != 0 && all_on_side(&across, &a->at[i], b->at, 7u & ~of_b, -inside))
			return true;
	}
	return false;
}

static kiln_d3 scaled_to_one(kiln_d3 v)
{
	double scale = 1 / (fabs(v.x) + fabs(v.y) + fabs(v.z));
	return (kiln_d3){v.x * scale, v.y * scale, v.z * scale};
}

/// The middle direction from a corner into a triangle, nearly.
static kiln_d3 inwards(const survey_corners *t, uint32_t corner)
{
	uint32_t next = corner == 2 ? 0 : corner + 1, last = 3 - corner - next;
	return kiln_d3_add(
		scaled_to_one(kiln_d3_sub(t->at[next], t->at[corner])), scaled_to_one(kiln_d3_sub(t->at[last], t->at[corner])));
}

/// Whether a plane through the only vertex that two triangles share has all else of them on different sides. Any normal will do for
/// the proof; this one is in the middle between their directions.
static bool vertex_parts(const survey_corners *a, uint32_t of_a, const survey_corners *b, uint32_t of_b)
{
	kiln_d3 normal =
		kiln_d3_sub(inwards(a, of_a >> 1), inwards(b, of_b >> 1)); // the bits 1, 2, 4 are the corners 0, 1, 2
	const survey_plane plane = {normal, kiln_d3_magnitudes(normal)};
	const kiln_d3 *vertex = &a->at[of_a >> 1];
	return all_on_side(&plane, vertex, a->at, 7u & ~of_a, 1) && all_on_side(&plane, vertex, b->at, 7u & ~of_b, -1);
}

/// The corners of `points`, as bits, that are certainly on the plane of another triangle, where all other corners are certainly on
/// one side of it; 0 where this is not certain. A sum whose terms are all 0 has
/// no rounding.
static uint32_t touching_corners(const survey_plane *plane, const kiln_d3 *origin, const kiln_d3 points[3])
{
	uint32_t on = 0;
	int side = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		kiln_d3 w = kiln_d3_sub(points[i], *origin);
		int found = side_of(plane, origin, &points[i]);
		if (found == 0 && kiln_d3_dot(plane->size, kiln_d3_magnitudes(w)) > 0)
			return 0;
		if (found != 0 && found == -side)
			return 0;
		on |= found == 0 ? 1u << i : 0;
		side = found != 0 ? found : side;
	}
	return side != 0 ? on : 0;
}

/// Whether each of two triangles touches the other's plane in one corner only, and these corners are different points. All that they
/// have in common would be in both corners.
static bool corners_part(
	const survey_corners *a, const survey_plane *of_a, const survey_corners *b, const survey_plane *of_b)
{
	uint32_t on_a = touching_corners(of_b, &b->at[0], a->at);
	if (on_a == 0 || (on_a & (on_a - 1)))
		return false;
	uint32_t on_b = touching_corners(of_a, &a->at[0], b->at);
	if (on_b == 0 || (on_b & (on_b - 1)))
		return false;
	const kiln_d3 *p = &a->at[on_a >> 1], *q = &b->at[on_b >> 1]; // the bits 1, 2, 4 are the corners 0, 1, 2
	return p->x != q->x || p->y != q->y || p->z != q->z;
}

bool survey_apart(const survey_corners *a, const survey_plane *plane, const survey_corners *b)
{
	shared_vertices shared = find_shared(a, b);
	if (all_on_side(plane, &a->at[0], b->at, 7u & ~shared.of_b, 0))
		return true;
	const survey_plane other = survey_plane_of(b);
	if (all_on_side(&other, &b->at[0], a->at, 7u & ~shared.of_a, 0))
		return true;
	if (shared.count == 1 && vertex_parts(a, shared.of_a, b, shared.of_b))
		return true;
	if (shared.count == 0 && corners_part(a, plane, b, &other))
		return true;
	return edge_parts(a, shared.of_a, plane->normal, b, shared.of_b) ||
		   edge_parts(b, shared.of_b, other.normal, a, shared.of_a);
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
