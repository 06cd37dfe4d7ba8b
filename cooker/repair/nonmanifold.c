// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <string.h>

/// Corners of triangles, 3 * triangle + corner, in sets: the corners of one set share a vertex. (A. Guéziec, G. Taubin, F.
/// Lazarus, W. Horn, Cutting and Stitching, 2001: cut everything, then join triangle by triangle over edges.)
typedef struct cutting
{
	repair_work *w;
	uint32_t *sets;
	uint32_t *around; ///< the sides of an edge
	uint32_t *stack;
	uint8_t *paired;
	uint32_t room; ///< of `around`, `stack` and `paired`
} cutting;

/// Joins the corners of two sides of an edge at both ends.
static void join_sides(cutting *c, uint32_t a, uint32_t b)
{
	const repair_mesh *m = &c->w->mesh;
	uint32_t a_end = a - a % 3 + (a % 3 + 1) % 3, b_end = b - b % 3 + (b % 3 + 1) % 3;
	bool same = repair_from(m, a) == repair_from(m, b);
	(void)repair_join(c->sets, a, same ? b : b_end);
	(void)repair_join(c->sets, a_end, same ? b_end : b);
}

/// Whether a side runs its edge from the higher vertex to the lower one. Counter-clockwise around the edge, the inside of a
/// surface begins behind such a side, and ends at a side of the other direction.
static bool begins_inside(const repair_mesh *m, uint32_t side)
{
	return repair_from(m, side) > repair_to(m, side);
}

/// Pairs the sides that bound one piece of the inside, as brackets are paired; a second time around pairs what lies across
/// the start.
static void pair_inside(cutting *c, uint32_t count)
{
	uint32_t depth = 0;
	memset(c->paired, 0, count);
	for (uint32_t i = 0; i < 2 * count; ++i)
	{
		uint32_t k = i % count;
		if (c->paired[k])
			continue;
		if (begins_inside(&c->w->mesh, c->around[k]))
		{
			if (i < count)
				c->stack[depth++] = k;
		}
		else if (depth > 0)
		{
			--depth;
			c->paired[k] = c->paired[c->stack[depth]] = 1;
			join_sides(c, c->around[k], c->around[c->stack[depth]]);
		}
	}
}

/// Handles the sides without a partner, which all run in one direction. One side becomes the border of its surface. Two and more are
/// joined two by two if windings are to be repaired later, otherwise the edge stays.
static void pair_leftovers(cutting *c, uint32_t count)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (!c->paired[i])
			c->stack[left++] = c->around[i];
	if (left < 2)
		return;
	bool turns = c->w->options->steps >> KILNCOOK_REPAIR_ORIENT & 1;
	for (uint32_t i = 0; i + 1 < left && turns; i += 2)
		join_sides(c, c->stack[i], c->stack[i + 1]);
	for (uint32_t i = 1; i < count && !turns; ++i)
		join_sides(c, c->around[0], c->around[i]);
}

static bool reserve(cutting *c, uint32_t count)
{
	const kilncook_context *context = c->w->context;
	if (count <= c->room)
		return true;
	cook_free(context, c->around, c->room, sizeof *c->around);
	cook_free(context, c->stack, c->room, sizeof *c->stack);
	cook_free(context, c->paired, c->room, sizeof *c->paired);
	c->room = count;
	c->around = cook_alloc(context, count, sizeof *c->around);
	c->stack = cook_alloc(context, count, sizeof *c->stack);
	c->paired = cook_alloc(context, count, sizeof *c->paired);
	return c->around && c->stack && c->paired;
}

static bool join_all(cutting *c)
{
	const clean_edges *edges = &c->w->s.adjacency.edges;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e];
		uint32_t count = edges->first[e + 1] - edges->first[e];
		if (count == 2)
			join_sides(c, sides[0], sides[1]);
		if (count <= 2)
			continue;
		if (!reserve(c, count))
			return false;
		memcpy(c->around, sides, count * sizeof *c->around);
		if (!repair_sort_around(c->w->context, &c->w->mesh, c->around, count))
			return false;
		pair_inside(c, count);
		pair_leftovers(c, count);
	}
	return true;
}

/// Joins all corners at each vertex that is not to be cut.
static void join_refused(cutting *c, uint32_t *firsts)
{
	const repair_mesh *m = &c->w->mesh;
	memset(firsts, 0xff, m->vertex_count * sizeof *firsts);
	for (uint32_t corner = 0; corner < 3 * m->count; ++corner)
	{
		uint32_t vertex = m->corners[corner / 3][corner % 3];
		if (!repair_is_refused(c->w, vertex))
			continue;
		if (firsts[vertex] == KILN_NONE)
			firsts[vertex] = corner;
		(void)repair_join(c->sets, firsts[vertex], corner);
	}
}

/// Gives every set of corners but the first of each vertex a vertex of its own.
static bool number_sets(cutting *c, uint32_t *numbers, uint8_t *taken, kilncook_repair_row *row)
{
	repair_mesh *m = &c->w->mesh;
	for (uint32_t corner = 0; corner < 3 * m->count; ++corner)
	{
		uint32_t *vertex = &m->corners[corner / 3][corner % 3], root = repair_root(c->sets, corner);
		if (root != corner)
		{
			*vertex = numbers[root];
			continue;
		}
		numbers[corner] = *vertex;
		if (taken[*vertex])
		{
			if (!repair_add_vertex(c->w->context, m, *vertex))
				return false;
			repair_touch(c->w, *vertex);
			numbers[corner] = m->vertex_count - 1;
			++row->changed;
		}
		else
			taken[*vertex] = 1;
		*vertex = numbers[corner];
	}
	return true;
}

bool repair_nonmanifold(repair_work *w, kilncook_repair_row *row)
{
	const uint64_t *counts = w->s.counts;
	if (!counts[KILNCOOK_FAULT_NONMANIFOLD_EDGE] && !counts[KILNCOOK_FAULT_NONMANIFOLD_VERTEX])
		return true;
	size_t corners = 3 * (size_t)w->mesh.count, vertices = w->mesh.vertex_count;
	cutting c = {.w = w, .sets = cook_alloc(w->context, corners, sizeof *c.sets)};
	uint32_t *numbers = cook_alloc(w->context, corners, sizeof *numbers);
	uint32_t *firsts = cook_alloc(w->context, vertices, sizeof *firsts);
	uint8_t *taken = cook_alloc_zero(w->context, vertices, 1);
	bool done = c.sets && numbers && firsts && taken;
	for (uint32_t i = 0; i < corners && done; ++i)
		c.sets[i] = i;
	done = done && join_all(&c);
	if (done)
	{
		join_refused(&c, firsts);
		done = number_sets(&c, numbers, taken, row);
	}
	cook_free(w->context, c.sets, corners, sizeof *c.sets);
	cook_free(w->context, numbers, corners, sizeof *numbers);
	cook_free(w->context, firsts, vertices, sizeof *firsts);
	cook_free(w->context, taken, vertices, 1);
	cook_free(w->context, c.around, c.room, sizeof *c.around);
	cook_free(w->context, c.stack, c.room, sizeof *c.stack);
	cook_free(w->context, c.paired, c.room, sizeof *c.paired);
	return done;
}
