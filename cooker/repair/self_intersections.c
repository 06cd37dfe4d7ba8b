// SPDX-License-Identifier: MIT
#include "cutting.h"
#include "memory.h"

#include "exact/integer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Units of work of a call for each triangle, and in all: signs take some, and pairs of segments of one triangle.
#define WORK_EACH 4096u
#define WORK_LEAST (1u << 26)
/// Pairs of triangles that are cut, for each triangle, and in all: soups of more stay as they are.
#define PAIRS_EACH 8u
#define PAIRS_LEAST (1u << 16)
/// Times that cuts are chosen again without the triangles that can't be cut.
#define CHOICES 16

static bool reserve(cutting *c)
{
	const kilncook_context *context = c->w->context;
	const repair_mesh *m = &c->w->mesh;
	c->vertex_points = cook_alloc(context, m->vertex_count, sizeof *c->vertex_points);
	c->edges = cook_alloc(context, 3 * (size_t)m->count, sizeof *c->edges);
	c->whole = cook_alloc_zero(context, m->count, 1);
	c->spared = cook_alloc_zero(context, m->count, 1);
	c->frozen = cook_alloc_zero(context, c->w->s.adjacency.edges.edge_count, 1);
	c->groups = cook_alloc(context, m->count, sizeof *c->groups);
	c->cut = cook_alloc(context, m->count, 1);
	c->moved = cook_alloc(context, m->count, sizeof *c->moved);
	if (!c->cut || !c->spared || !c->vertex_points || !c->edges || !c->whole || !c->frozen || !c->groups || !c->moved)
		return false;
	memset(c->vertex_points, 0xff, m->vertex_count * sizeof *c->vertex_points);
	const clean_edges *edges = &c->w->s.adjacency.edges;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
		for (uint32_t i = edges->first[e]; i < edges->first[e + 1]; ++i)
			c->edges[edges->sides[i]] = e;
	for (uint32_t t = 0; t < m->count; ++t)
	{
		c->spared[t] = (repair_spared(c->w, t) & REPAIR_SPARED) != 0;
		for (int k = 0; k < 3; ++k)
			c->whole[t] |= repair_is_refused(c->w, m->corners[t][k]);
	}
	return true;
}

static void release(cutting *c, uint32_t triangles, uint32_t vertices, uint32_t edges)
{
	const kilncook_context *context = c->w->context;
	cook_free(context, c->vertex_points, vertices, sizeof *c->vertex_points);
	cook_free(context, c->edges, 3 * (size_t)triangles, sizeof *c->edges);
	cook_free(context, c->whole, triangles, 1);
	cook_free(context, c->spared, triangles, 1);
	cook_free(context, c->frozen, edges, 1);
	cook_free(context, c->groups, triangles, sizeof *c->groups);
	cook_free(context, c->cut, triangles, 1);
	cook_free(context, c->moved, triangles, sizeof *c->moved);
	cook_free(context, c->contacts, c->contact_room, sizeof *c->contacts);
	cook_free(context, c->items, c->item_room, sizeof *c->items);
	cook_free(context, c->pieces.items, c->pieces.capacity, sizeof *c->pieces.items);
	cut_points_free(&c->points);
}

/// Chooses the unit of the coordinates. False when they need more bits than exact signs have room for.
static bool choose_unit(cutting *c)
{
	const repair_mesh *m = &c->w->mesh;
	double most = 0;
	c->points.unit = INT32_MAX;
	for (uint32_t i = 0; i < 3 * m->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double at = fabs((double)m->vertices[m->corners[i / 3][i % 3]][k]);
			int unit = integer_unit(at);
			c->points.unit = unit < c->points.unit ? unit : c->points.unit;
			most = fmax(most, at);
		}
	if (!(most > 0))
		return false;
	c->points.grid = ldexp(1, (ilogb(most) > -126 ? ilogb(most) : -126) - 23);
	return ilogb(most) + 1 - c->points.unit <= CUT_BITS;
}

/// Finds the pairs that have to be cut.
static bool find_contacts(cutting *c, const survey_pairs *pairs)
{
	c->contact_room = (uint32_t)pairs->count;
	c->contacts = cook_alloc(c->w->context, c->contact_room, sizeof *c->contacts);
	if (!c->contacts)
		return false;
	for (uint64_t i = 0; i < pairs->count; ++i)
	{
		const uint32_t triangles[2] = {pairs->pairs[i].a, pairs->pairs[i].b};
		bool needed;
		if (!cut_contact_find(
				&c->points, &c->w->mesh, c->vertex_points, triangles, &c->contacts[c->contact_count], &needed))
			return false;
		c->contact_count += needed;
	}
	return true;
}

/// Chooses what to cut until everything that is chosen can be cut. `found` receives false when a triangle is left that can't.
static bool choose(cutting *c, bool *found)
{
	const uint32_t points = c->points.count, limbs = c->points.limb_count;
	*found = false;
	for (int i = 0; i < CHOICES && !*found; ++i)
	{
		// Points of vertices beyond those of the contacts are made again.
		for (uint32_t k = points; k < c->points.count; ++k)
			if (c->points.items[k].vertex != KILN_NONE)
				c->vertex_points[c->points.items[k].vertex] = KILN_NONE;
		c->points.count = points;
		c->points.limb_count = limbs;
		c->last = i >= CHOICES / 2;
		if (!cutting_divide(c))
			return false;
		*found = !c->again;
	}
	return true;
}

static bool cut_pairs(cutting *c, const survey_pairs *pairs)
{
	uint32_t triangles = c->w->mesh.count, vertices = c->w->mesh.vertex_count;
	uint32_t edges = c->w->s.adjacency.edges.edge_count;
	bool found = false, done = reserve(c);
	if (done && choose_unit(c))
		done = find_contacts(c, pairs) && (c->contact_count == 0 || choose(c, &found));
	for (uint32_t t = 0; t < triangles && done && found; ++t)
		if (c->spared[t] && c->w->mesh.origins[t] != KILN_NONE)
			c->w->vertices.spared[c->w->mesh.origins[t]] |= REPAIR_CLUMSY;
	if (done && found && c->pieces.count > 0)
		done = cutting_write(c);
	release(c, triangles, vertices, edges);
	return done;
}

/// Finds all pairs of triangles of the mesh that meet where they should not.
static bool find_pairs(const repair_work *w, survey_pairs *out)
{
	uint8_t *all = cook_alloc(w->context, w->mesh.count, 1);
	if (!all)
		return false;
	memset(all, 1, w->mesh.count);
	const clean_mesh view = repair_view(w, &w->mesh);
	bool done = survey_pairs_of(w->context, &view, all, out);
	cook_free(w->context, all, w->mesh.count, 1);
	return done;
}

/// Counts the pairs that do more than touch.
static uint64_t count_crossings(const survey_pairs *pairs)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < pairs->count; ++i)
		count += pairs->pairs[i].kind != KILNCOOK_FAULT_TOUCHING;
	return count;
}

bool repair_self_intersections(repair_work *w, kilncook_repair_row *row)
{
	cutting c = {.w = w, .row = row};
	uint64_t triangles = w->mesh.count;
	survey_pairs pairs = {0};
	bool done = find_pairs(w, &pairs);
	// Snapping can make as many pairs as cuts take away: more cuts have no end then.
	const bool fewer = pairs.count < w->pairs;
	if (w->pairs == UINT64_MAX)
	{
		w->first_pairs = pairs.count;
		w->first_crossings = count_crossings(&pairs);
	}
	w->pairs = pairs.count;
	c.points.context = w->context;
	c.points.work = triangles * WORK_EACH + WORK_LEAST;
	if (done && fewer && pairs.count > 0 && !pairs.unfinished && pairs.count <= triangles * PAIRS_EACH + PAIRS_LEAST)
		done = cut_pairs(&c, &pairs);
	survey_pairs_free(w->context, &pairs);
	return done;
}

bool repair_count_pairs(const repair_work *w, uint64_t *crossings, uint64_t *all)
{
	survey_pairs pairs = {0};
	bool done = w->mesh.count == 0 || find_pairs(w, &pairs);
	*crossings = count_crossings(&pairs);
	*all = pairs.count;
	survey_pairs_free(w->context, &pairs);
	return done;
}
