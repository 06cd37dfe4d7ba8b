// SPDX-License-Identifier: MIT
#include "check.h"
#include "exact/exact.h"

/// hull_check: checks faces, edges and the whole hull by exact signs.

int check_side(const hull_checker *c, uint32_t face, const double position[3])
{
	double corners[3][3];
	uint32_t first = c->h->face_first[face];
	for (uint32_t k = 0; k < 3; ++k)
		hull_widen(check_corner(c, first + k), corners[k]);
	return exact_orient3d(corners[0], corners[1], corners[2], position);
}

int check_turn(const int axes[2], const float a[3], const float b[3], const float c[3])
{
	double flat[3][2];
	for (int i = 0; i < 2; ++i)
	{
		flat[0][i] = (double)a[axes[i]];
		flat[1][i] = (double)b[axes[i]];
		flat[2][i] = (double)c[axes[i]];
	}
	return exact_orient2d(flat[0], flat[1], flat[2]);
}

bool check_axes(const float a[3], const float b[3], const float c[3], int axes[2])
{
	for (int i = 0; i < 3; ++i)
	{
		axes[0] = i;
		axes[1] = i == 2 ? 0 : i + 1;
		if (check_turn(axes, a, b, c) != 0)
			return true;
	}
	return false;
}

/// A polygon that always turns to the same side is convex if it goes round once, that is, if it changes from forwards
/// to backwards, in the order of positions, at most once.
static bool is_convex_polygon(const hull_checker *c, uint32_t face)
{
	uint32_t first = c->h->face_first[face], end = c->h->face_first[face + 1];
	int axes[2], side = 0;
	if (!check_axes(check_corner(c, first), check_corner(c, first + 1), check_corner(c, first + 2), axes))
		return false;
	uint32_t reversals = 0;
	for (uint32_t e = first; e < end; ++e)
	{
		uint32_t next = check_next(c, e);
		const float *p = check_corner(c, e), *q = check_corner(c, next), *r = check_corner(c, check_next(c, next));
		int turn = check_turn(axes, p, q, r);
		if (turn == 0 || (e > first && turn != side))
			return false;
		side = turn;
		reversals += hull_before(p, q) != hull_before(q, r);
	}
	return reversals == 2;
}

hull_fault check_faces(hull_checker *c)
{
	const convex_hull *h = c->h;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		c->where = f;
		if (!is_convex_polygon(c, f))
			return HULL_FLAT;
		for (uint32_t e = h->face_first[f] + 3; e < h->face_first[f + 1]; ++e)
		{
			double corner[3];
			hull_widen(check_corner(c, e), corner);
			if (check_side(c, f, corner) != 0)
				return HULL_FLAT;
		}
	}
	return HULL_SOUND;
}

/// Checks that every edge is convex: a corner of one face, and therefore the whole face, lies behind the other face.
static bool edges_bend(hull_checker *c)
{
	for (uint32_t e = 0; e < c->h->half_edge_count; ++e)
	{
		uint32_t twin = c->h->twins[e];
		double corner[3];
		hull_widen(check_corner(c, check_next(c, check_next(c, twin))), corner);
		c->where = e;
		if (e < twin && check_side(c, c->faces[e], corner) >= 0)
			return false;
	}
	return true;
}

/// Whether the ray from the centre through a position meets a face; `strictly`: inside the face.
static bool meets(const hull_checker *c, uint32_t face, const double position[3], bool strictly)
{
	const convex_hull *h = c->h;
	for (uint32_t e = h->face_first[face]; e < h->face_first[face + 1]; ++e)
	{
		double a[3], b[3];
		hull_widen(check_corner(c, e), a);
		hull_widen(check_corner(c, check_next(c, e)), b);
		if (exact_orient3d(c->centre, a, b, position) < (strictly ? 1 : 0))
			return false;
	}
	return true;
}

/// Searches for a point strictly behind all faces. The search may fail: between planes that are closer together than
/// double's resolution, no point is representable.
static bool find_centre(hull_checker *c)
{
	const convex_hull *h = c->h;
	for (int k = 0; k < 3; ++k)
	{
		double sum = 0.0;
		for (uint32_t v = 0; v < h->vertex_count; ++v)
			sum += (double)h->vertices[v][k] / (double)h->vertex_count;
		c->centre[k] = sum;
	}
	for (uint32_t f = 0; f < h->face_count; ++f)
		if (check_side(c, f, c->centre) >= 0)
			return false;
	return true;
}

/// Finds a ray from the centre through the inside of a face.
static bool find_ray(const hull_checker *c, uint32_t *face, double towards[3])
{
	for (uint32_t f = 0; f < c->h->face_count; ++f)
	{
		uint32_t first = c->h->face_first[f];
		const float *p = check_corner(c, first), *q = check_corner(c, first + 1), *r = check_corner(c, first + 2);
		for (int k = 0; k < 3; ++k)
			towards[k] = ((double)p[k] + (double)q[k] + (double)r[k]) / 3.0;
		*face = f;
		if (meets(c, f, towards, true))
			return true;
	}
	return false;
}

/// Compares each vertex with each face: no vertex may lie in front of a face.
static hull_fault check_all_vertices(hull_checker *c)
{
	for (uint32_t v = 0; v < c->h->vertex_count; ++v)
	{
		double position[3];
		hull_widen(c->h->vertices[v], position);
		c->where = v;
		for (uint32_t f = 0; f < c->h->face_count; ++f)
			if (check_side(c, f, position) > 0)
				return HULL_CONCAVE;
	}
	return HULL_SOUND;
}

/// Take a closed surface whose edges are convex and a centre behind all its faces. The surface is convex if it
/// surrounds the centre once, that is, if a ray from the centre meets one face only (Mehlhorn, Naeher, Schilz, Seel,
/// Seidel, Uhrig 1996, Checking geometric programs). Without a centre, each vertex is compared with each face: when all
/// edges are convex and no two vertices are equal, the surface can't wind round more than once.
hull_fault check_convex(hull_checker *c)
{
	uint32_t pierced;
	double towards[3];
	if (!edges_bend(c))
		return HULL_CONCAVE;
	c->has_centre = find_centre(c) && find_ray(c, &pierced, towards);
	if (!c->has_centre)
		return check_all_vertices(c);
	for (uint32_t f = 0; f < c->h->face_count; ++f)
	{
		c->where = f;
		if (f != pierced && meets(c, f, towards, false))
			return HULL_CONCAVE;
	}
	return HULL_SOUND;
}
