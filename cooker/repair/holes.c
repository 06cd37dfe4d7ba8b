// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "clean/clean.h"

#include <math.h>
#include <string.h>

/// Most corners of a hole that is closed, and triangles that are weighed in all: n corners have n^3 / 6.
#define CORNERS_MAX 256u
#define WORK_MAX (1ull << 27)

/// The closing of one hole (G. Barequet, M. Sharir, Filling Gaps in the Boundary of a Polyhedron, 1995): the triangulation of
/// least area of the polygon i .. k, for all i < k, by the triangle i, m, k that leaves the polygons i .. m and m .. k.
typedef struct closing
{
	repair_work *w;
	uint32_t corners[CORNERS_MAX]; ///< vertices around the hole
	uint32_t like[CORNERS_MAX];	   ///< per side i, i + 1: its triangle
	uint32_t count;
	bool forward;					  ///< the triangles at the border run the corners in this order
	double (*least)[CORNERS_MAX];	  ///< area from i to k; infinite when no triangles fill it
	uint16_t (*through)[CORNERS_MAX]; ///< m
	uint64_t work;
} closing;

/// Whether a loop is a hole that the caller wants closed: its box is within the limit.
static bool is_wanted(const repair_work *w, const survey_loop *loop)
{
	const survey *s = &w->s;
	double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, at[3];
	for (uint32_t i = 0; i < loop->count; ++i)
	{
		uint32_t entry = s->loop_sides[loop->first + i];
		repair_point(&w->mesh, s->boundary_vertices[s->boundary_ends[entry / 2][entry & 1]], at);
		for (int k = 0; k < 3; ++k)
		{
			low[k] = fmin(low[k], at[k]);
			high[k] = fmax(high[k], at[k]);
		}
	}
	return loop->closed && sqrt(repair_distance2(low, high)) <= w->largest_hole;
}

/// Reads a loop from its lowest vertex on. False when the loop can't be closed: it is too long, its sides are wound two ways, or
/// all are sides of one triangle.
static bool read_loop(closing *c, const survey_loop *loop)
{
	const survey *s = &c->w->s;
	uint32_t first = 0, lowest = KILN_NONE;
	if (loop->count < 3 || loop->count > CORNERS_MAX)
		return false;
	c->count = loop->count;
	c->forward = !(s->loop_sides[loop->first] & 1);
	for (uint32_t i = 0; i < c->count; ++i)
	{
		uint32_t entry = s->loop_sides[loop->first + i];
		uint32_t vertex = s->boundary_vertices[s->boundary_ends[entry / 2][entry & 1]];
		if ((entry & 1) == (c->forward ? 1u : 0u))
			return false;
		first = vertex < lowest ? i : first;
		lowest = vertex < lowest ? vertex : lowest;
	}
	for (uint32_t i = 0; i < c->count; ++i)
	{
		uint32_t entry = s->loop_sides[loop->first + (first + i) % c->count];
		c->corners[i] = s->boundary_vertices[s->boundary_ends[entry / 2][entry & 1]];
		c->like[i] = s->boundary[entry / 2] / 3;
	}
	return c->count > 3 || c->like[0] != c->like[1] || c->like[1] != c->like[2];
}

/// Twice the area of a triangle; infinite for one without area, and for slivers.
static double weigh(const closing *c, uint32_t i, uint32_t m, uint32_t k)
{
	const float(*v)[3] = (const float(*)[3])c->w->mesh.vertices;
	const float *a = v[c->corners[i]], *b = v[c->corners[m]], *d = v[c->corners[k]];
	double p[3][3], normal[3];
	if (clean_is_sliver(a, b, d))
		return (double)INFINITY;
	repair_point(&c->w->mesh, c->corners[i], p[0]);
	repair_point(&c->w->mesh, c->corners[m], p[1]);
	repair_point(&c->w->mesh, c->corners[k], p[2]);
	repair_normal(p[0], p[1], p[2], normal);
	return sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

/// Fills the tables. False when there is no triangulation, or not enough work left.
static bool triangulate(closing *c)
{
	uint32_t n = c->count;
	uint64_t cost = (uint64_t)n * n * n / 6 + n;
	if (cost > c->work)
		return false;
	c->work -= cost;
	for (uint32_t i = 0; i + 1 < n; ++i)
		c->least[i][i + 1] = 0;
	for (uint32_t span = 2; span < n; ++span)
		for (uint32_t i = 0; i + span < n; ++i)
		{
			uint32_t k = i + span;
			c->least[i][k] = (double)INFINITY;
			// An edge that is there already would get more than two triangles.
			if (span + 1 < n && repair_count_at_edge(c->w, c->corners[i], c->corners[k]) > 0)
				continue;
			for (uint32_t m = i + 1; m < k; ++m)
			{
				double sides = c->least[i][m] + c->least[m][k];
				double area = sides < c->least[i][k] ? sides + weigh(c, i, m, k) : (double)INFINITY;
				if (area < c->least[i][k])
				{
					c->least[i][k] = area;
					c->through[i][k] = (uint16_t)m;
				}
			}
		}
	return c->least[0][n - 1] < (double)INFINITY;
}

/// Adds the triangles of the best triangulation, like a triangle at the border each.
static bool fill(closing *c)
{
	repair_mesh *m = &c->w->mesh;
	uint16_t stack[CORNERS_MAX][2];
	uint32_t depth = 0;
	stack[depth][0] = 0;
	stack[depth++][1] = (uint16_t)(c->count - 1);
	while (depth > 0)
	{
		uint16_t i = stack[--depth][0], k = stack[depth][1];
		if (k - i < 2)
			continue;
		uint16_t middle = c->through[i][k];
		const uint32_t corners[3] = {
			c->corners[c->forward ? k : i], c->corners[middle], c->corners[c->forward ? i : k]};
		if (!repair_add_triangle(c->w->context, m, corners, c->like[i]))
			return false;
		m->origins[m->count - 1] = KILN_NONE;
		stack[depth][0] = i;
		stack[depth++][1] = middle;
		stack[depth][0] = middle;
		stack[depth++][1] = k;
	}
	return true;
}

/// Whether an attempt before this one made a verdict worse at a corner of the loop.
static bool is_refused(const closing *c)
{
	for (uint32_t i = 0; i < c->count; ++i)
		if (repair_is_refused(c->w, c->corners[i]))
			return true;
	return false;
}

/// Closes the loops that are not refused. `owners` receives the loop of each triangle that is made.
static bool close_loops(closing *c, const uint8_t *refused, uint32_t *owners, kilncook_repair_row *row)
{
	const survey *s = &c->w->s;
	uint32_t made = 0;
	for (uint32_t i = 0; i < s->loop_count; ++i)
	{
		if (refused[i] || !is_wanted(c->w, &s->loops[i]))
			continue;
		uint32_t before = c->w->mesh.count;
		if (!read_loop(c, &s->loops[i]) || is_refused(c) || !triangulate(c))
		{
			++row->left;
			continue;
		}
		if (!fill(c))
			return false;
		for (uint32_t t = before; t < c->w->mesh.count; ++t)
			owners[made++] = i;
		for (uint32_t k = 0; k < c->count; ++k)
			repair_touch(c->w, c->corners[k]);
		++row->changed;
	}
	row->made += made;
	return true;
}

/// Refuses loops whose triangles cross others, or share an edge with more than one. `found` tells whether there are any.
static bool refuse(const repair_work *w, uint32_t first, const uint32_t *owners, uint8_t *refused, bool *found)
{
	survey s;
	if (!repair_survey(w, &w->mesh, true, 0, &s))
		return false;
	*found = false;
	for (uint64_t i = 0; i < s.pair_count; ++i)
		for (int k = 0; k < 2; ++k)
		{
			uint32_t t = k ? s.pairs[i].b : s.pairs[i].a;
			if (t >= first && s.pairs[i].kind != KILNCOOK_FAULT_TOUCHING)
				refused[owners[t - first]] = 1;
		}
	for (uint32_t side = 3 * first; side < 3 * w->mesh.count; ++side)
		if (s.mates[side] == SURVEY_MANY)
			refused[owners[side / 3 - first]] = 1;
	for (uint32_t t = first; t < w->mesh.count; ++t)
		*found = *found || refused[owners[t - first]];
	survey_free(w->context, &s);
	return true;
}

/// Closes all loops, and once more without those whose triangles are in the way of others.
static bool close_twice(closing *c, uint8_t *refused, uint32_t *owners, kilncook_repair_row *row)
{
	const kilncook_repair_row before = *row;
	uint32_t first = c->w->mesh.count;
	bool found = false;
	if (!close_loops(c, refused, owners, row))
		return false;
	if (row->changed == before.changed)
		return true;
	if (!refuse(c->w, first, owners, refused, &found))
		return false;
	if (!found)
		return true;
	c->w->mesh.count = first;
	*row = before;
	for (uint32_t i = 0; i < c->w->s.loop_count; ++i)
		row->left += refused[i];
	c->work = WORK_MAX;
	return close_loops(c, refused, owners, row);
}

bool repair_holes(repair_work *w, kilncook_repair_row *row)
{
	uint32_t loops = w->s.loop_count, sides = w->s.boundary_count;
	row->left = 0;
	if (loops == 0)
		return true;
	closing c = {.w = w, .work = WORK_MAX};
	c.least = cook_alloc(w->context, CORNERS_MAX, sizeof *c.least);
	c.through = cook_alloc(w->context, CORNERS_MAX, sizeof *c.through);
	uint8_t *refused = cook_alloc_zero(w->context, loops, 1);
	uint32_t *owners = cook_alloc(w->context, sides, sizeof *owners);
	bool done = c.least && c.through && refused && owners && close_twice(&c, refused, owners, row);
	cook_free(w->context, c.least, CORNERS_MAX, sizeof *c.least);
	cook_free(w->context, c.through, CORNERS_MAX, sizeof *c.through);
	cook_free(w->context, refused, loops, 1);
	cook_free(w->context, owners, sides, sizeof *owners);
	return done;
}
