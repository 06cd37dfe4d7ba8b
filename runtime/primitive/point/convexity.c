// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "point2.h"
#include "shape/face_behind.h"
#include "shape/polygon.h"
#include "shape/usable.h"

/// A walk around a polygon. The polygon is convex if every turn is to the same side, no edge leads straight back, and
/// the direction turns around once: from left to right, in the order of points, and back to left (Schorn and Fisher
/// 1994, "Testing the Convexity of a Polygon"). Exact.
typedef struct walk
{
	kiln_d2 before, here; ///< the last two corners, which differ
	bool left, right;	  ///< turns so far
	bool back;			  ///< an edge led straight back
	int changes;		  ///< changes between edges that lead to the right and edges that lead to the left
} walk;

static bool equal(kiln_d2 a, kiln_d2 b)
{
	return a.x == b.x && a.y == b.y;
}

static bool leads_right(kiln_d2 from, kiln_d2 to)
{
	return to.x > from.x || (to.x == from.x && to.y > from.y);
}

static void walk_to(walk *w, kiln_d2 next)
{
	if (equal(next, w->here))
		return;
	double side = kilni_orient2_sign(w->before, w->here, next);
	bool changed = leads_right(w->before, w->here) != leads_right(w->here, next);
	w->left |= side > 0;
	w->right |= side < 0;
	w->back |= side == 0 && changed;
	w->changes += changed;
	w->before = w->here;
	w->here = next;
}

/// Corners in a plane: given in 2D, or projected along an axis.
typedef struct corner_view
{
	const kiln_vec2 *flat; ///< or NULL
	const kiln_vec3 *corners;
	int axis;
} corner_view;

static kiln_d2 corner_at(const corner_view *view, uint32_t i)
{
	return view->flat ? kiln_d2_from(view->flat[i]) : kiln_d3_seen_along(kiln_d3_from(view->corners[i]), view->axis);
}

static bool is_convex(const corner_view *view, uint32_t count)
{
	uint32_t last = count - 1;
	walk w = {.here = corner_at(view, 0)};
	while (last > 0 && equal(corner_at(view, last), w.here))
		--last;
	w.before = corner_at(view, last);
	for (uint32_t i = 1; i <= last; ++i)
		walk_to(&w, corner_at(view, i));
	walk_to(&w, corner_at(view, 0));
	return w.left != w.right && !w.back && w.changes == 2;
}

bool kiln_polygon2_is_convex(const kiln_vec2 *corners, uint32_t count)
{
	corner_view view = {.flat = corners};
	return count >= 3 && kilni_usable_points2(corners, count) && is_convex(&view, count);
}

bool kiln_quad_is_convex(const kiln_quad *quad)
{
	if (!kilni_usable_quad(quad))
		return false;
	kiln_polygon polygon = {quad->corners, 4};
	return kiln_polygon_is_convex(&polygon);
}

bool kiln_polygon_is_convex(const kiln_polygon *polygon)
{
	if (!kilni_usable_polygon(polygon))
		return false;
	kiln_polygon_frame frame = kilni_polygon_frame_of(polygon);
	corner_view view = {.corners = polygon->corners, .axis = frame.axis};
	return is_convex(&view, polygon->count);
}

bool kiln_polyhedron_is_convex(const kiln_polyhedron *polyhedron)
{
	if (!kilni_usable_polyhedron(polyhedron))
		return false;
	bool behind = true;
	uint32_t corners = polyhedron->face_first[polyhedron->face_count];
	for (uint32_t face = 0; face < polyhedron->face_count && behind; ++face)
	{
		kiln_face_plane plane = kilni_face_plane_of(polyhedron, face);
		for (uint32_t i = 0; i < corners && behind; ++i)
		{
			kiln_d3 vertex = kiln_d3_from(polyhedron->vertices[polyhedron->face_vertices[i]]);
			behind = kilni_face_behind(&plane, &vertex);
		}
	}
	return behind;
}
