// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "bounds/core.h"
#include "kiln/primitive/point.h"
#include "math/orient_double.h"
#include "shape/usable.h"

#include <float.h>

/// Quads, tetrahedra and polyhedra, as triangles. The triangles share edges, so no line passes between them (Ericson
/// 2005, 5.3.4 and 5.3.5). Clipping by planes would need planes that four rounded corners of a face have in common.
/// This method needs no such planes, and works for solids that are concave, flat or needles.

static kiln_intersection meet_quad(const kiln_path *path, const kiln_quad *b)
{
	kiln_intersection best = {0};
	if (!path->usable || !kilni_usable_quad(b))
		return best;
	for (uint32_t i = 0; i < 2; ++i)
	{
		kiln_vec3 corners[3] = {b->corners[0], b->corners[i + 1], b->corners[i + 2]};
		kiln_pierce pierce = kilni_path_pierce(path, corners);
		kiln_intersection here = kilni_path_meets_pierce(path, corners, &pierce);
		float last = best.hit && best.leave > here.leave ? best.leave : here.leave;
		if (!here.hit)
			continue;
		if (!best.hit || here.t < best.t)
		{
			best = here;
			best.face = i;
		}
		best.leave = last;
	}
	best.u = best.v = 0;
	return best;
}

/// The part of a solid's surface that a path meets.
typedef struct surface
{
	const kiln_path *path;
	bool line;			///< the path's whole line meets the surface
	bool met;			///< the path itself meets it
	double first, last; ///< where first and last
	kiln_d3 normal;		///< outward, at `first`
	uint32_t face;
	double after; ///< the line's first crossing behind the path's end
	bool leaving; ///< that crossing leads out
} surface;

static surface surface_of(const kiln_path *path)
{
	return (surface){.path = path, .first = HUGE_VAL, .last = -HUGE_VAL, .after = HUGE_VAL};
}

/// Adds a triangle of the surface. The sign of `outward` says whether the triangle's normal leads outward; 0: unknown.
static void meet_face(surface *s, const kiln_vec3 corners[3], uint32_t face, double outward)
{
	const kiln_path *path = s->path;
	kiln_pierce pierce = kilni_path_pierce(path, corners);
	if (!pierce.line)
		return;
	s->line = true;
	double out = pierce.turn * outward;
	if (!pierce.met)
	{
		// Where faces meet, a crossing that leads out decides.
		bool nearer = pierce.first < s->after || (pierce.first == s->after && out > 0);
		if (pierce.first > path->high && nearer)
		{
			s->after = pierce.first;
			s->leaving = out > 0;
		}
		return;
	}
	s->met = true;
	double first = kiln_double_min(kiln_double_max(pierce.first, path->low), path->high);
	s->last = kiln_double_max(s->last, kiln_double_min(pierce.last, path->high));
	if (first >= s->first)
		return;
	double sign = outward != 0 ? outward : -pierce.turn;
	s->first = first;
	s->face = face;
	s->normal = kiln_d3_scale(kilni_corners_normal(corners), sign < 0 ? -1 : 1);
}

static kiln_intersection meet_surface(const surface *s, bool begins)
{
	kiln_intersection result = {0};
	const kiln_path *path = s->path;
	if (!begins && (!s->met || fabs(s->first) > (double)FLT_MAX))
		return result;
	double t = begins ? 0 : s->first, last = kiln_double_max(s->last, t);
	if (s->leaving)
		last = path->high;
	result.hit = true;
	result.inside = begins;
	result.t = (float)t;
	result.leave = (float)kiln_double_min(last, (double)FLT_MAX);
	result.point = begins ? path->begin : kiln_d3_to(kilni_path_at(path, t));
	result.normal = kilni_path_normal(path, begins ? (kiln_d3){0, 0, 0} : s->normal);
	result.face = begins ? 0 : s->face;
	return result;
}

static kiln_intersection meet_tetrahedron(const kiln_path *path, const kiln_tetrahedron *b)
{
	static const uint8_t others[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
	if (!path->usable || !kilni_usable_tetrahedron(b))
		return (kiln_intersection){0};
	if (kiln_path_is_point(path))
		return kilni_path_meets_point(path, kiln_point_in_tetrahedron(&path->begin, b));
	kiln_d3 c[4];
	for (int i = 0; i < 4; ++i)
		c[i] = kiln_d3_from(b->corners[i]);
	// Above 0 if corner 3 lies on the side from which 0, 1, 2 run counterclockwise: then the faces above lead outward.
	double outward = kilni_orient3_sign(&c[0], &c[1], &c[2], &c[3]);
	surface s = surface_of(path);
	for (uint32_t i = 0; i < 4; ++i)
	{
		const uint8_t *o = others[i];
		kiln_vec3 corners[3] = {b->corners[o[0]], b->corners[o[1]], b->corners[o[2]]};
		meet_face(&s, corners, i, outward);
	}
	return meet_surface(&s, path->begins && s.line && kiln_point_in_tetrahedron(&path->begin, b));
}

static kiln_intersection meet_polyhedron(const kiln_path *path, const kiln_polyhedron *b)
{
	if (!path->usable || !kilni_usable_polyhedron(b))
		return (kiln_intersection){0};
	if (kiln_path_is_point(path))
		return kilni_path_meets_point(path, kiln_point_in_polyhedron(&path->begin, b));
	surface s = surface_of(path);
	for (uint32_t i = 0; i < b->face_count; ++i)
	{
		const uint32_t *face = b->face_vertices + b->face_first[i];
		uint32_t count = b->face_first[i + 1] - b->face_first[i];
		for (uint32_t j = 2; j < count; ++j)
		{
			kiln_vec3 corners[3] = {b->vertices[face[0]], b->vertices[face[j - 1]], b->vertices[face[j]]};
			meet_face(&s, corners, i, 1);
		}
	}
	return meet_surface(&s, path->begins && s.line && kiln_point_in_polyhedron(&path->begin, b));
}

KILN_INTERSECT(quad, kiln_quad)
KILN_INTERSECT(tetrahedron, kiln_tetrahedron)
KILN_INTERSECT(polyhedron, kiln_polyhedron)
