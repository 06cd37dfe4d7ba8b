// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "shape/face_behind.h"
#include "shape/polygon.h"
#include "shape/triangle_holds.h"
#include "shape/usable.h"

/// The surface consists of the triangles from each face's first corner. A shared edge has the same numbers on both
/// sides.

static kiln_d3 corner_of(const kiln_polyhedron *polyhedron, uint32_t i)
{
	return kiln_d3_from(polyhedron->vertices[polyhedron->face_vertices[i]]);
}

/// How often the triangle's projection along z runs counterclockwise around that of p, with half-open edges: -1, 0 or
/// 1. Neighbours decide by the same sign on which side of their common edge p is, so that exactly one of them contains
/// p.
static int turns_about(const kiln_d3 *p, const kiln_d3 corner[3])
{
	kiln_d2 at = {p->x, p->y};
	int turns = 0;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d2 from = {corner[i].x, corner[i].y}, to = {corner[(i + 1) % 3].x, corner[(i + 1) % 3].y};
		if ((from.y > at.y) == (to.y > at.y))
			continue;
		bool up = to.y > from.y;
		// Strictly left of the edge in its upward direction.
		double side = up ? kilni_orient2_sign(from, to, at) : kilni_orient2_sign(to, from, at);
		if (side > 0)
			turns += up ? 1 : -1;
	}
	return turns;
}

/// Adds the contribution of a triangle above p, which the half-line from p along z meets, to the winding number.
/// Returns true if p is on the triangle.
static bool add_winding(const kiln_d3 *p, const kiln_d3 corner[3], int64_t *winding)
{
	kiln_d3 low = kiln_d3_min(corner[0], kiln_d3_min(corner[1], corner[2]));
	kiln_d3 high = kiln_d3_max(corner[0], kiln_d3_max(corner[1], corner[2]));
	if (p->x < low.x || p->x > high.x || p->y < low.y || p->y > high.y || p->z > high.z)
		return false;
	if (kiln_triangle_holds(p, &corner[0], &corner[1], &corner[2]))
		return true;
	int turns = turns_about(p, corner);
	// A counterclockwise triangle faces up. p is below it if p is on its inner side.
	if (turns != 0 && (kilni_orient3_sign(&corner[0], &corner[1], &corner[2], p) < 0) == (turns > 0))
		*winding += turns;
	return false;
}

bool kiln_point_in_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_polyhedron(b))
		return false;
	kiln_d3 p = kiln_d3_from(*a);
	int64_t winding = 0;
	for (uint32_t face = 0; face < b->face_count; ++face)
		for (uint32_t i = b->face_first[face] + 2; i < b->face_first[face + 1]; ++i)
		{
			kiln_d3 corner[3] = {corner_of(b, b->face_first[face]), corner_of(b, i - 1), corner_of(b, i)};
			if (add_winding(&p, corner, &winding))
				return true;
		}
	return winding != 0;
}

bool kiln_point_in_convex_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_polyhedron(b))
		return false;
	kiln_d3 p = kiln_d3_from(*a);
	bool behind = true;
	for (uint32_t face = 0; face < b->face_count && behind; ++face)
	{
		kiln_face_plane plane = kilni_face_plane_of(b, face);
		behind = kilni_face_behind(&plane, &p);
	}
	return behind;
}
