// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "clean/clean.h"

#include <math.h>
#include <string.h>

/// Most corners of a hole that is closed, and triangles that are weighed in all: n corners have n^3 / 6.
#define CORNERS_MAX 256u
#define WORK_MAX (1ull << 27)

/// Most calls of closing loops: without those in the way of the mesh, without those in each other's way, and once more.
#define ROUNDS 4

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

/// The diagonal of a loop's box.
static double measure(const repair_work *w, const survey_loop *loop)
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
	return sqrt(repair_distance2(low, high));
}

/// Reads a loop from its lowest vertex on. Returns why it can't be closed: it is too long, its sides are wound two ways, or
/// all are sides of one triangle.
static kilncook_hole_reason read_loop(closing *c, const survey_loop *loop)
{
	const survey *s = &c->w->s;
	uint32_t first = 0, lowest = KILN_NONE;
	if (loop->count < 3)
		return KILNCOOK_HOLE_NO_TRIANGLES;
	if (loop->count > CORNERS_MAX)
		return KILNCOOK_HOLE_EDGES;
	c->count = loop->count;
	c->forward = !(s->loop_sides[loop->first] & 1);
	for (uint32_t i = 0; i < c->count; ++i)
	{
		uint32_t entry = s->loop_sides[loop->first + i];
		uint32_t vertex = s->boundary_vertices[s->boundary_ends[entry / 2][entry & 1]];
		if ((entry & 1) == (c->forward ? 1u : 0u))
			return KILNCOOK_HOLE_WINDING;
		first = vertex < lowest ? i : first;
		lowest = vertex < lowest ? vertex : lowest;
	}
	for (uint32_t i = 0; i < c->count; ++i)
	{
		uint32_t entry = s->loop_sides[loop->first + (first + i) % c->count];
		c->corners[i] = s->boundary_vertices[s->boundary_ends[entry / 2][entry & 1]];
		c->like[i] = s->boundary[entry / 2] / 3;
	}
	bool alone = c->count == 3 && c->like[0] == c->like[1] && c->like[1] == c->like[2];
	return alone ? KILNCOOK_HOLE_TRIANGLE : KILNCOOK_HOLE_NO_REASON;
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

/// Fills the tables. Returns why the loop can't be closed: there is no triangulation, or not enough work left.
static kilncook_hole_reason triangulate(closing *c)
{
	uint32_t n = c->count;
	uint64_t cost = (uint64_t)n * n * n / 6 + n;
	if (cost > c->work)
		return KILNCOOK_HOLE_WORK;
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
	return c->least[0][n - 1] < (double)INFINITY ? KILNCOOK_HOLE_NO_REASON : KILNCOOK_HOLE_NO_TRIANGLES;
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

/// Finds the triangles that close a loop. Returns why there are none.
static kilncook_hole_reason prepare(closing *c, const survey_loop *loop)
{
	if (!loop->closed)
		return KILNCOOK_HOLE_OPEN;
	if (!(measure(c->w, loop) <= c->w->largest_hole))
		return KILNCOOK_HOLE_LARGE;
	kilncook_hole_reason reason = read_loop(c, loop);
	if (reason)
		return reason;
	return is_refused(c) ? KILNCOOK_HOLE_WORSE : triangulate(c);
}

/// Closes the loops, but for those whose triangles are known to be in the way of others, and stores the reasons of those that stay.
/// `owners` receives the loop of each triangle that is made.
static bool close_loops(closing *c, uint8_t *reasons, uint32_t *owners, kilncook_repair_row *row)
{
	const survey *s = &c->w->s;
	uint32_t made = 0;
	for (uint32_t i = 0; i < s->loop_count; ++i)
	{
		if (reasons[i] == KILNCOOK_HOLE_CROSSING || reasons[i] == KILNCOOK_HOLE_MANY)
			continue;
		uint32_t before = c->w->mesh.count;
		reasons[i] = (uint8_t)prepare(c, &s->loops[i]);
		if (reasons[i])
			continue;
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

/// Refuses loops whose triangles cross others of the mesh before; where there are none, loops whose triangles cross each other, or share
/// an edge with more than one. So a loop stays open for another one only if that one can be closed. `found` tells whether there are any.
static bool refuse(const repair_work *w, uint32_t first, const uint32_t *owners, uint8_t *reasons, bool *found)
{
	survey s;
	if (!repair_survey(w, &w->mesh, true, 0, &s))
		return false;
	*found = false;
	for (int among = 0; among < 2 && !*found; ++among)
	{
		for (uint64_t i = 0; i < s.pair_count; ++i)
		{
			const uint32_t ends[2] = {s.pairs[i].a, s.pairs[i].b};
			// Pairs have the lower triangle first, and closing adds the higher ones.
			if (ends[1] < first || s.pairs[i].kind == KILNCOOK_FAULT_TOUCHING || (ends[0] >= first) != (among == 1))
				continue;
			for (int k = 1 - among; k < 2; ++k)
				reasons[owners[ends[k] - first]] = KILNCOOK_HOLE_CROSSING;
			*found = true;
		}
		for (uint32_t side = 3 * first; side < 3 * w->mesh.count && among == 1; ++side)
			if (s.mates[side] == SURVEY_MANY)
			{
				reasons[owners[side / 3 - first]] = KILNCOOK_HOLE_MANY;
				*found = true;
			}
	}
	survey_free(w->context, &s);
	return true;
}

/// Closes all loops, and again without those whose triangles are in the way of others: those of the mesh before, then each other's.
static bool close_again(closing *c, uint8_t *reasons, uint32_t *owners, kilncook_repair_row *row)
{
	const kilncook_repair_row before = *row;
	uint32_t first = c->w->mesh.count;
	bool found = true;
	for (int round = 0; round < ROUNDS; ++round)
	{
		c->work = WORK_MAX;
		if (!close_loops(c, reasons, owners, row))
			return false;
		if (row->changed == before.changed)
			return true;
		if (!refuse(c->w, first, owners, reasons, &found))
			return false;
		if (!found)
			return true;
		c->w->mesh.count = first;
		*row = before;
	}
	return true;
}

/// Closes what can be closed, and stores for each loop why it stays.
static bool close_all(repair_work *w, uint8_t *reasons, kilncook_repair_row *row)
{
	closing c = {.w = w};
	c.least = cook_alloc(w->context, CORNERS_MAX, sizeof *c.least);
	c.through = cook_alloc(w->context, CORNERS_MAX, sizeof *c.through);
	uint32_t *owners = cook_alloc(w->context, w->s.boundary_count, sizeof *owners);
	bool done = c.least && c.through && owners && close_again(&c, reasons, owners, row);
	cook_free(w->context, c.least, CORNERS_MAX, sizeof *c.least);
	cook_free(w->context, c.through, CORNERS_MAX, sizeof *c.through);
	cook_free(w->context, owners, w->s.boundary_count, sizeof *owners);
	return done;
}

bool repair_holes(repair_work *w, kilncook_repair_row *row)
{
	uint32_t loops = w->s.loop_count;
	if (loops == 0)
		return true;
	uint8_t *reasons = cook_alloc_zero(w->context, loops, 1);
	bool done = reasons && close_all(w, reasons, row);
	cook_free(w->context, reasons, loops, 1);
	return done;
}

uint64_t repair_count_holes(const repair_work *w)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < w->s.loop_count; ++i)
	{
		const survey_loop *loop = &w->s.loops[i];
		count += loop->closed && loop->fault != KILNCOOK_FAULT_KIND_END && measure(w, loop) <= w->largest_hole;
	}
	return count;
}

/// Stores the reasons of the loops with the faults that the survey lists.
static void store_reasons(const survey *s, const uint8_t *reasons)
{
	uint64_t next[KILNCOOK_FAULT_KIND_END] = {0};
	for (uint64_t i = s->fault_count; i-- > 0;)
		next[s->faults[i].kind] = i;
	for (uint32_t i = 0; i < s->loop_count; ++i)
	{
		const kilncook_fault_kind kind = s->loops[i].fault;
		if (kind == KILNCOOK_FAULT_KIND_END || next[kind] >= s->fault_count || s->faults[next[kind]].kind != kind)
			continue;
		// A loop that could be closed was closed, and then something was worse.
		s->faults[next[kind]++].stays = reasons[i] ? reasons[i] : KILNCOOK_HOLE_WORSE;
	}
}

bool repair_explain_holes(
	const kilncook_context *context, const repair_options *options, const clean_mesh *mesh, const survey *s)
{
	if (s->counts[KILNCOOK_FAULT_HOLE] + s->counts[KILNCOOK_FAULT_GAP] == 0)
		return true;
	repair_work w = {.context = context, .options = options, .source = mesh, .s = *s};
	kilncook_repair_row row = {0};
	w.largest_hole = repair_largest_hole(&w);
	uint8_t *reasons = cook_alloc_zero(context, s->loop_count, 1);
	bool done = reasons && repair_take(&w) && close_all(&w, reasons, &row);
	if (done)
		store_reasons(s, reasons);
	repair_free(context, &w.mesh);
	cook_free(context, reasons, s->loop_count, 1);
	return done;
}
