// SPDX-License-Identifier: MIT
#include "cut_contacts.h"

#include "exact/exact.h"

#include <math.h>
#include <string.h>

/// Two triangles with their corners, and on which side of each other's planes the corners are.
typedef struct corners
{
	const uint32_t *vertices[2];
	double at[2][3][3];
	int sides[2][3]; ///< of corners of the triangle to the plane of the other
	int u, v, sign;	 ///< axes that a triangle is seen along, and how it is wound then
} corners;

uint32_t cut_vertex_point(cut_points *points, const repair_mesh *mesh, uint32_t *vertex_points, uint32_t vertex)
{
	if (vertex_points[vertex] == KILN_NONE)
		vertex_points[vertex] = cut_points_vertex(points, mesh->vertices[vertex], vertex);
	return vertex_points[vertex];
}

static int orient_seen(const corners *c, const double a[3], const double b[3], const double p[3])
{
	const double x[2] = {a[c->u], a[c->v]}, y[2] = {b[c->u], b[c->v]}, z[2] = {p[c->u], p[c->v]};
	return exact_orient2d(x, y, z);
}

/// Chooses axes along which a triangle has an area.
static void choose_axes(corners *c, int which)
{
	const double(*t)[3] = (const double(*)[3])c->at[which];
	c->sign = 0;
	for (int i = 0; i < 3 && c->sign == 0; ++i)
	{
		c->u = (i + 1) % 3;
		c->v = (i + 2) % 3;
		c->sign = orient_seen(c, t[0], t[1], t[2]);
	}
}

/// Where a point of a triangle's plane is: false outside, else `on` receives the sides that it is on, as bits.
static bool is_inside(const corners *c, int which, const double p[3], uint8_t *on)
{
	const double(*t)[3] = (const double(*)[3])c->at[which];
	*on = 0;
	for (int k = 0; k < 3; ++k)
	{
		int side = c->sign * orient_seen(c, t[k], t[(k + 1) % 3], p);
		if (side < 0)
			return false;
		*on |= (uint8_t)((side == 0) << k);
	}
	return true;
}

/// Whether the bits name two sides: their common corner.
static bool is_corner(uint8_t sides)
{
	return (sides & (sides - 1)) != 0;
}

static bool add(cut_points *points, cut_contact *out, uint32_t point, const uint8_t sides[2])
{
	if (point == KILN_NONE)
		return false;
	for (uint32_t i = 0; i < out->count; ++i)
		if (cut_points_equal(points, out->points[i], point))
		{
			// Found again as a crossing of sides: each finding knows one of them.
			for (int k = 0; k < 2; ++k)
				out->sides[i][k] |= sides[k];
			return true;
		}
	// Two triangles of different planes share a segment at most.
	if (out->count == 2)
		return true;
	for (int k = 0; k < 2; ++k)
		out->sides[out->count][k] = sides[k];
	out->points[out->count++] = point;
	return true;
}

/// Adds the corners of a triangle that are in the other.
static bool add_corners(cut_points *points, const repair_mesh *mesh, uint32_t *vertex_points, corners *c, int which,
	cut_contact *out, bool *needed)
{
	choose_axes(c, 1 - which);
	for (int k = 0; k < 3; ++k)
	{
		uint8_t on, sides[2] = {0, 0};
		if (c->sides[which][k] != 0 || !is_inside(c, 1 - which, c->at[which][k], &on))
			continue;
		*needed |= !is_corner(on);
		sides[1 - which] = is_corner(on) ? 0 : on;
		if (!add(points, out, cut_vertex_point(points, mesh, vertex_points, c->vertices[which][k]), sides))
			return false;
	}
	return true;
}

/// Adds the points at which sides of a triangle pierce the other.
static bool add_piercings(cut_points *points, const corners *c, int which, cut_contact *out, bool *needed)
{
	const double(*own)[3] = (const double(*)[3])c->at[which], (*other)[3] = (const double(*)[3])c->at[1 - which];
	for (int k = 0; k < 3; ++k)
	{
		const double *a = own[k], *b = own[(k + 1) % 3];
		if (c->sides[which][k] * c->sides[which][(k + 1) % 3] >= 0)
			continue;
		int most = 0, least = 0;
		uint8_t sides[2] = {0, 0}, on = 0;
		for (int i = 0; i < 3; ++i)
		{
			int side = exact_orient3d(a, b, other[i], other[(i + 1) % 3]);
			most = side > most ? side : most;
			least = side < least ? side : least;
			on |= (uint8_t)((side == 0) << i);
		}
		// A corner of the other triangle is found as that.
		if ((most > 0 && least < 0) || is_corner(on))
			continue;
		sides[which] = (uint8_t)(1u << k);
		sides[1 - which] = on;
		*needed = true;
		if (!add(points, out, cut_points_pierce(points, a, b, other), sides))
			return false;
	}
	return true;
}

/// Whether a segment between two points is a side of a triangle.
static bool is_side(
	const cut_points *points, const cut_contact *contact, const uint32_t vertices[3], const repair_mesh *mesh)
{
	for (int i = 0; i < 2; ++i)
	{
		const cut_point *p = &points->items[contact->points[i]];
		bool found = false;
		for (int k = 0; k < 3 && !found; ++k)
			found = p->vertex != KILN_NONE && survey_compare_positions(mesh->vertices[vertices[k]], p->snapped) == 0;
		if (!found)
			return false;
	}
	return true;
}

/// Whether two triangles of one plane have to be cut: a corner of one is in the other, and is no corner there, or sides cross.
static bool coplanar_needs_cut(corners *c)
{
	uint8_t on;
	for (int which = 0; which < 2; ++which)
	{
		choose_axes(c, 1 - which);
		for (int k = 0; k < 3; ++k)
			if (is_inside(c, 1 - which, c->at[which][k], &on) && !is_corner(on))
				return true;
	}
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
		{
			const double *a = c->at[0][i], *b = c->at[0][(i + 1) % 3], *p = c->at[1][k], *q = c->at[1][(k + 1) % 3];
			if (orient_seen(c, a, b, p) * orient_seen(c, a, b, q) < 0 &&
				orient_seen(c, p, q, a) * orient_seen(c, p, q, b) < 0)
				return true;
		}
	// All corners of one are corners of the other: the same triangle.
	return false;
}

bool cut_contact_find(cut_points *points, const repair_mesh *mesh, uint32_t *vertex_points, const uint32_t triangles[2],
	cut_contact *out, bool *needed)
{
	corners c;
	*out = (cut_contact){.triangles = {triangles[0], triangles[1]}};
	*needed = false;
	for (int t = 0; t < 2; ++t)
	{
		c.vertices[t] = mesh->corners[triangles[t]];
		for (int k = 0; k < 3; ++k)
			repair_point(mesh, c.vertices[t][k], c.at[t][k]);
	}
	bool flat = true;
	for (int t = 0; t < 2; ++t)
		for (int k = 0; k < 3; ++k)
		{
			const double(*other)[3] = (const double(*)[3])c.at[1 - t];
			c.sides[t][k] = exact_orient3d(other[0], other[1], other[2], c.at[t][k]);
			flat &= c.sides[t][k] == 0;
		}
	out->coplanar = flat;
	if (flat)
	{
		*needed = coplanar_needs_cut(&c);
		return true;
	}
	for (int t = 0; t < 2; ++t)
		if (!add_corners(points, mesh, vertex_points, &c, t, out, needed) || !add_piercings(points, &c, t, out, needed))
			return false;
	if (out->count == 2 && !*needed)
		*needed = !is_side(points, out, c.vertices[0], mesh) || !is_side(points, out, c.vertices[1], mesh);
	return true;
}
