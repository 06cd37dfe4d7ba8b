// SPDX-License-Identifier: MIT
// Vertices whose triangles lie side by side, seen from one direction: no two of them meet but in the vertex and in edges that they
// share, and no pair of them needs a test. Seen along the direction, every triangle must run counterclockwise and all of them
// together go around the vertex at most once. A closed fan goes around as often as it crosses a ray from one side to the other.

#include "internal.h"
#include "memory.h"
#include "triangles.h"

#include "math/orient_double.h"

#include <math.h>

/// No edge of a usual mesh runs in the plane of this vector and a normal.
static const kiln_d3 odd = {0.7235, 0.5177, 0.9311};

/// The triangles around one vertex.
typedef struct star
{
	float view[3]; ///< the direction: any vector; exact
	float across
		[3]; ///< perpendicular to it, rounded: points on both sides of a line through the vertex have different signs
	uint16_t rises; ///< triangles that lead from the line's negative side to its positive one
	uint16_t falls;
	uint16_t borders; ///< boundary sides that begin here
	bool bad;
} star;

static survey_plane plane_of(const survey_work *w, uint32_t triangle, survey_corners *corners)
{
	for (int k = 0; k < 3; ++k)
	{
		const float *at = w->mesh->vertices[survey_triangle(w, triangle)[k]];
		corners->at[k] = (kiln_d3){(double)at[0], (double)at[1], (double)at[2]};
	}
	return survey_plane_of(corners);
}

/// Adds up the directions of the triangles' normals at each vertex.
static void add_normals(const survey_work *w, star *stars)
{
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
	{
		survey_corners corners;
		kiln_d3 n = plane_of(w, t, &corners).normal;
		double size = fabs(n.x) + fabs(n.y) + fabs(n.z), scale = size > 0 ? 1 / size : 0;
		for (int k = 0; k < 3; ++k)
		{
			float *view = stars[survey_triangle(w, t)[k]].view;
			view[0] += (float)(n.x * scale);
			view[1] += (float)(n.y * scale);
			view[2] += (float)(n.z * scale);
		}
	}
}

static double sum_of(const float v[3])
{
	return (double)(fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]));
}

static void cross_views(star *stars, uint32_t count)
{
	for (uint32_t v = 0; v < count; ++v)
	{
		star *s = &stars[v];
		kiln_d3 m = {(double)s->view[0], (double)s->view[1], (double)s->view[2]};
		s->across[0] = (float)(m.y * odd.z - m.z * odd.y);
		s->across[1] = (float)(m.z * odd.x - m.x * odd.z);
		s->across[2] = (float)(m.x * odd.y - m.y * odd.x);
		// Too short for `across` to be right up to rounding.
		s->bad = !(sum_of(s->view) > 0x1p-90);
	}
}

/// The side of the star's line on which a corner certainly lies: 1, -1, or 0. The vector across is wrong by at most 2^-23 of the
/// view's size, and the other roundings are far smaller.
static int line_side(const star *s, double size, const kiln_d3 *vertex, const kiln_d3 *corner)
{
	kiln_d3 p = kiln_d3_sub(*corner, *vertex);
	double value = p.x * (double)s->across[0] + p.y * (double)s->across[1] + p.z * (double)s->across[2];
	double bound = 0x1p-18 * size * (fabs(p.x) + fabs(p.y) + fabs(p.z));
	return (value > bound) - (value < -bound);
}

/// Adds a triangle to the stars of its vertices.
static void add_triangle(const survey_work *w, uint32_t t, star *stars)
{
	survey_corners corners;
	const survey_plane plane = plane_of(w, t, &corners);
	for (uint32_t k = 0; k < 3; ++k)
	{
		star *s = &stars[survey_triangle(w, t)[k]];
		if (s->bad)
			continue;
		kiln_d3 view = {(double)s->view[0], (double)s->view[1], (double)s->view[2]};
		double size = sum_of(s->view), turn = kiln_d3_dot(plane.normal, view);
		uint32_t next = k == 2 ? 0 : k + 1, last = 3 - k - next;
		int from = line_side(s, size, &corners.at[k], &corners.at[next]);
		int to = line_side(s, size, &corners.at[k], &corners.at[last]);
		// The roundings are fewer than those of the exact signs' filter, whose bound this is.
		s->bad = !(turn > 0x1p-49 * kiln_d3_dot(plane.size, kiln_d3_magnitudes(view))) || from == 0 || to == 0 ||
				 s->rises > 1 || s->falls > UINT16_MAX - 1;
		s->rises = (uint16_t)(s->rises + (from < 0 && to > 0));
		s->falls = (uint16_t)(s->falls + (from > 0 && to < 0));
	}
}

/// Adds the sides of a triangle to the stars of its vertices. A star has edges of two triangles that run against each other, and at
/// most one chain of triangles between boundary edges.
static void add_sides(const survey_work *w, uint32_t t, star *stars)
{
	for (uint32_t side = 3 * t; side < 3 * t + 3; ++side)
	{
		uint32_t mate = w->s->mates[side];
		star *from = &stars[survey_from(w, side)], *to = &stars[survey_to(w, side)];
		if (mate == SURVEY_BOUNDARY)
			from->borders = (uint16_t)(from->borders + (from->borders < 2));
		else if (mate == SURVEY_MANY || survey_from(w, mate) == survey_from(w, side))
			from->bad = to->bad = true;
	}
}

static bool is_flat(const star *s)
{
	return !s->bad && (s->borders == 0 ? s->rises == 1 : s->borders == 1 && s->rises + s->falls < 2);
}

bool survey_flat_vertices(const survey_work *w, uint8_t *flat)
{
	uint32_t count = w->mesh->vertex_count;
	star *stars = cook_alloc_zero(w->context, count, sizeof *stars);
	if (!stars)
		return false;
	add_normals(w, stars);
	cross_views(stars, count);
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
	{
		add_triangle(w, t, stars);
		add_sides(w, t, stars);
	}
	for (uint32_t v = 0; v < count; ++v)
		flat[v] = is_flat(&stars[v]);
	cook_free(w->context, stars, count, sizeof *stars);
	return true;
}
