// SPDX-License-Identifier: MIT
#include "cover.h"

#include "exact/exact.h"
#include "exact/integer.h"
#include "memory.h"

#include <math.h>
#include <string.h>

#define CLIPS_MOST (1u << 16)
#define SOLIDS_MOST 256
#define LINES_MOST 4096
#define POLYGON_MOST 96

/// A linear function on the triangle, by its values at the three corners. Outside of the solid that it bounds, it is positive.
typedef struct line
{
	integer at[3];
} line;

/// A face of a solid that crosses the triangle: a plane through three points; an edge of a flat hull, across an axis; or a side of a box.
typedef struct face
{
	enum
	{
		FACE_PLANE,
		FACE_EDGE,
		FACE_SIDE,
	} kind;
	int axis;
	int turn; ///< sign with which the function is positive outside
	double points[3][3];
} face;

/// A convex polygon in the triangle: the numbers of its lines, around. A corner is between a line and the next one.
typedef struct polygon
{
	uint32_t lines[POLYGON_MOST];
	uint32_t count;
} polygon;

/// The work on one triangle.
typedef struct cover
{
	const kilncook_context *context;
	double corners[3][3];
	line *lines; ///< the sides of the triangle, then the faces that cross it, by solid
	uint32_t line_count;
	uint32_t line_capacity;
	uint32_t firsts[SOLIDS_MOST + 1]; ///< of each solid that the triangle crosses: its first line
	uint32_t solid_count;
	uint32_t clips;
	cover_verdict verdict; ///< COVER_UNDECIDED or COVER_NO_MEMORY end the work
} cover;

void cover_bound(cover_solid *solid)
{
	for (int k = 0; k < 3; ++k)
	{
		double center = (double)solid->center[k], half = (double)solid->half_extents[k];
		solid->low[k] = solid->hull ? HUGE_VAL : nextafter(center - half, -HUGE_VAL);
		solid->high[k] = solid->hull ? -HUGE_VAL : nextafter(center + half, HUGE_VAL);
		for (uint32_t i = 0; solid->hull && i < solid->hull->vertex_count; ++i)
		{
			double x = (double)solid->hull->vertices[i][k];
			solid->low[k] = x < solid->low[k] ? x : solid->low[k];
			solid->high[k] = x > solid->high[k] ? x : solid->high[k];
		}
	}
}

static void difference(double a, double b, int unit, integer *out)
{
	integer x, y;
	integer_from_double(a, unit, &x);
	integer_from_double(b, unit, &y);
	integer_subtract(&x, &y, out);
}

/// a d - b c.
static void determinant2(const integer *a, const integer *b, const integer *c, const integer *d, integer *out)
{
	integer left, right;
	integer_multiply(a, d, &left);
	integer_multiply(b, c, &right);
	integer_subtract(&left, &right, out);
}

static int lowest_unit(const double (*points)[3], int count, int unit)
{
	for (int i = 0; i < 3 * count; ++i)
	{
		int own = integer_unit(points[i / 3][i % 3]);
		unit = own < unit ? own : unit;
	}
	return unit;
}

/// Computes the function of a face at a point, exactly.
static void value_at(const face *f, const double p[3], int unit, integer *out)
{
	integer rows[3][3], minor, term;
	int u = (f->axis + 1) % 3, v = (f->axis + 2) % 3;
	if (f->kind == FACE_SIDE)
	{
		// The point's way past the side: (p - centre) turn - half.
		integer half;
		difference(p[f->axis], f->points[0][f->axis], unit, out);
		out->sign *= f->turn;
		integer_from_double(f->points[1][f->axis], unit, &half);
		integer_subtract(out, &half, out);
		return;
	}
	for (int k = 0; k < 3; ++k)
	{
		difference(f->points[1][k], f->points[0][k], unit, &rows[0][k]);
		difference(f->points[2][k], f->points[0][k], unit, &rows[1][k]);
		difference(p[k], f->points[0][k], unit, &rows[2][k]);
	}
	if (f->kind == FACE_EDGE)
	{
		determinant2(&rows[0][u], &rows[0][v], &rows[2][u], &rows[2][v], out);
		out->sign *= f->turn;
		return;
	}
	out->sign = out->count = 0;
	for (int k = 0; k < 3; ++k)
	{
		int a = (k + 1) % 3, b = (k + 2) % 3;
		integer sum;
		determinant2(&rows[0][a], &rows[0][b], &rows[1][a], &rows[1][b], &minor);
		integer_multiply(&minor, &rows[2][k], &term);
		integer_add(out, &term, &sum);
		*out = sum;
	}
}

/// Sign of the function of a face at a point.
static int sign_at(const face *f, const double p[3])
{
	if (f->kind == FACE_PLANE)
		return exact_orient3d(f->points[0], f->points[1], f->points[2], p);
	int unit = lowest_unit((const double(*)[3])f->points, 3, lowest_unit((const double(*)[3])p, 1, 2000));
	integer value;
	value_at(f, p, unit, &value);
	return value.sign;
}

/// Appends the line of a face.
static bool add_line(cover *c, const face *f)
{
	if (c->line_count == c->line_capacity)
	{
		uint32_t larger = c->line_capacity + c->line_capacity / 2 + 16;
		line *lines =
			larger <= LINES_MOST ? cook_resize(c->context, c->lines, c->line_capacity, larger, sizeof *lines) : NULL;
		if (!lines)
		{
			c->verdict = larger > LINES_MOST ? COVER_UNDECIDED : COVER_NO_MEMORY;
			return false;
		}
		c->lines = lines;
		c->line_capacity = larger;
	}
	line *out = &c->lines[c->line_count++];
	if (!f)
		return true;
	int unit = lowest_unit((const double(*)[3])f->points, 3, lowest_unit((const double(*)[3])c->corners, 3, 2000));
	for (int k = 0; k < 3; ++k)
		value_at(f, c->corners[k], unit, &out->at[k]);
	return true;
}

/// What a face says of a triangle.
typedef enum face_verdict
{
	FACE_HOLDS,	  ///< the triangle is not outside of it, nowhere
	FACE_CROSSES, ///< its line was added
	FACE_PARTS,	  ///< no area of the triangle is behind it
	FACE_FAILS,	  ///< the work ends
} face_verdict;

static face_verdict judge_face(cover *c, const face *f)
{
	bool out = false, in = false;
	for (int k = 0; k < 3; ++k)
	{
		int sign = sign_at(f, c->corners[k]);
		out |= sign > 0;
		in |= sign < 0;
	}
	if (!out)
		return FACE_HOLDS;
	if (!in)
		return FACE_PARTS;
	return add_line(c, f) ? FACE_CROSSES : FACE_FAILS;
}

static void corner_of(const convex_hull *h, uint32_t half_edge, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)h->vertices[h->origins[half_edge]][k];
}

/// Makes face `i` of a solid; of a flat hull, the edge `i` of its first face, across an axis along which the hull has an area.
static face face_of(const cover_solid *solid, uint32_t i, int axis, int turn)
{
	const convex_hull *h = solid->hull;
	face f = {.kind = FACE_PLANE, .axis = axis, .turn = turn};
	if (!h)
	{
		f = (face){.kind = FACE_SIDE, .axis = (int)(i / 2), .turn = i % 2 ? 1 : -1};
		for (int k = 0; k < 3; ++k)
		{
			f.points[0][k] = (double)solid->center[k];
			f.points[1][k] = (double)solid->half_extents[k];
		}
		return f;
	}
	bool flat = h->dimension == 2;
	uint32_t first = flat ? i : h->face_first[i], count = flat ? h->face_first[1] : 3;
	f.kind = flat ? FACE_EDGE : FACE_PLANE;
	for (uint32_t k = 0; k < 3; ++k)
		corner_of(h, flat ? (first + k) % count : first + k, f.points[k]);
	return f;
}

/// Finds an axis along which a flat hull has an area, and the turn of its first face there.
static int find_axis(const convex_hull *h, int *turn)
{
	double p[3][3];
	for (uint32_t k = 0; k < 3; ++k)
		corner_of(h, k, p[k]);
	for (int axis = 0; axis < 3; ++axis)
	{
		int u = (axis + 1) % 3, v = (axis + 2) % 3;
		double flat[3][2];
		for (int k = 0; k < 3; ++k)
		{
			flat[k][0] = p[k][u];
			flat[k][1] = p[k][v];
		}
		*turn = -exact_orient2d(flat[0], flat[1], flat[2]);
		if (*turn)
			return axis;
	}
	return 0;
}

/// Adds the lines of a solid that the triangle crosses. Returns whether the solid contains the triangle.
static bool add_solid(cover *c, const cover_solid *solid)
{
	const convex_hull *h = solid->hull;
	bool apart = h && h->dimension < 2;
	int axis = 0, turn = 0;
	uint32_t faces = !h ? 6 : h->dimension == 3 ? h->face_count : 0, before = c->line_count;
	for (int k = 0; k < 3; ++k)
	{
		bool below = true, above = true;
		for (int i = 0; i < 3; ++i)
		{
			below &= c->corners[i][k] < solid->low[k];
			above &= c->corners[i][k] > solid->high[k];
		}
		apart |= below || above;
	}
	if (h && h->dimension == 2 && !apart)
	{
		face plane = {.kind = FACE_PLANE};
		for (uint32_t k = 0; k < 3; ++k)
			corner_of(h, k, plane.points[k]);
		for (int k = 0; k < 3; ++k)
			apart |= sign_at(&plane, c->corners[k]) != 0;
		faces = h->face_first[1];
		axis = find_axis(h, &turn);
	}
	for (uint32_t i = 0; i < faces && !apart && c->verdict == COVER_GAP; ++i)
	{
		face f = face_of(solid, i, axis, turn);
		apart = judge_face(c, &f) == FACE_PARTS;
	}
	if (apart)
		c->line_count = before;
	return !apart && c->line_count == before && c->verdict == COVER_GAP;
}

/// Sign of a line's function at the corner between two lines.
static int corner_sign(const cover *c, uint32_t at, uint32_t a, uint32_t b)
{
	const line *l = &c->lines[at], *x = &c->lines[a], *y = &c->lines[b];
	integer sum = {0}, weights = {0}, more;
	for (int k = 0; k < 3; ++k)
	{
		int i = (k + 1) % 3, j = (k + 2) % 3;
		integer weight, term;
		determinant2(&x->at[i], &x->at[j], &y->at[i], &y->at[j], &weight);
		integer_add(&weights, &weight, &more);
		weights = more;
		integer_multiply(&weight, &l->at[k], &term);
		integer_add(&sum, &term, &more);
		sum = more;
	}
	// The corner's weights have one sign, as the corner is in the triangle.
	return sum.sign * weights.sign;
}

/// Cuts a polygon along a line and keeps the side where the function has the sign `side`. Without area, no lines are left.
static void clip(cover *c, const polygon *p, uint32_t at, int side, polygon *out)
{
	int signs[POLYGON_MOST];
	bool kept = false;
	out->count = 0;
	if (++c->clips > CLIPS_MOST || p->count + 1 > POLYGON_MOST)
		c->verdict = COVER_UNDECIDED;
	if (c->verdict != COVER_GAP)
		return;
	for (uint32_t i = 0; i < p->count; ++i)
	{
		signs[i] = side * corner_sign(c, at, p->lines[i], p->lines[(i + 1) % p->count]);
		kept |= signs[i] > 0;
	}
	for (uint32_t i = 0; i < p->count && kept; ++i)
	{
		int before = signs[(i + p->count - 1) % p->count], after = signs[i];
		if (before > 0 || after > 0)
			out->lines[out->count++] = p->lines[i];
		// A corner on the line ends an edge that is kept; the new line goes on from there, unless the polygon stays on its side.
		if (before > 0 && after <= 0 && !(after == 0 && signs[(i + 1) % p->count] > 0))
			out->lines[out->count++] = at;
	}
}

/// Whether the solids from `solid` on contain a polygon.
static bool holds(cover *c, const polygon *p, uint32_t solid)
{
	polygon rest, next, out;
	for (; solid < c->solid_count && c->verdict == COVER_GAP; ++solid)
	{
		uint32_t first = c->firsts[solid], end = c->firsts[solid + 1];
		rest = *p;
		for (uint32_t i = first; i < end && rest.count; ++i)
		{
			clip(c, &rest, i, -1, &next);
			rest = next;
		}
		if (rest.count)
			break;
	}
	if (solid == c->solid_count || c->verdict != COVER_GAP)
		return false;
	rest = *p;
	for (uint32_t i = c->firsts[solid]; i < c->firsts[solid + 1]; ++i)
	{
		clip(c, &rest, i, 1, &out);
		if (out.count && !holds(c, &out, solid + 1))
			return false;
		clip(c, &rest, i, -1, &next);
		rest = next;
	}
	return c->verdict == COVER_GAP;
}

cover_verdict cover_triangle(
	const kilncook_context *context, const float corners[3][3], const cover_solid *solids, uint32_t count)
{
	cover c = {.context = context, .verdict = COVER_GAP};
	polygon whole = {.lines = {0, 1, 2}, .count = 3};
	bool done = false;
	for (int i = 0; i < 9; ++i)
		c.corners[i / 3][i % 3] = (double)corners[i / 3][i % 3];
	for (int i = 0; i < 3; ++i)
	{
		if (!add_line(&c, NULL))
			break;
		for (int k = 0; k < 3; ++k)
			integer_from_double(i == k ? -1 : 0, 0, &c.lines[i].at[k]);
	}
	for (uint32_t i = 0; i < count && !done && c.verdict == COVER_GAP; ++i)
	{
		c.firsts[c.solid_count] = c.line_count;
		done = add_solid(&c, &solids[i]);
		if (c.line_count == c.firsts[c.solid_count])
			continue;
		if (++c.solid_count == SOLIDS_MOST)
			c.verdict = COVER_UNDECIDED;
		c.firsts[c.solid_count] = c.line_count;
	}
	if (!done && c.verdict == COVER_GAP)
		done = holds(&c, &whole, 0);
	cook_free(context, c.lines, c.line_capacity, sizeof *c.lines);
	return done ? COVER_WHOLE : c.verdict;
}
