// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// Most rounds in which edges are paired again. What is not manifold after them stays.
#define PAIR_ROUNDS 8
/// Most sides of an edge that is paired again: the pairs that are tried grow with the square of the number.
#define PAIR_SIDES 64

/// Corners of triangles, 3 * triangle + corner, in sets: the corners of one set share a vertex. (A. Guéziec, G. Taubin, F.
/// Lazarus, W. Horn, Cutting and Stitching, 2001: cut everything, then join triangle by triangle over edges.)
typedef struct cutting
{
	repair_work *w;
	uint32_t *sets;
	uint32_t *firsts;  ///< per vertex: the first corner at it, for vertices that are not to be cut
	uint8_t *again;	   ///< per edge: it is paired side by side, since its inside's pairs do not come apart
	uint32_t *around;  ///< the sides of an edge
	uint32_t *stack;   ///< numbers in `around`
	uint32_t *partner; ///< per number in `around`: the side that it is paired with, as a number too, or KILN_NONE
	uint64_t *ends;	   ///< per number in `around`: the sets at the edge's lower and at its higher vertex
	uint32_t room;	   ///< of `around`, `stack`, `partner` and `ends`
} cutting;

static uint32_t end_corner(uint32_t side)
{
	return side - side % 3 + (side % 3 + 1) % 3;
}

/// Joins the corners of two sides of an edge at both ends.
static void join_sides(cutting *c, uint32_t a, uint32_t b)
{
	const repair_mesh *m = &c->w->mesh;
	uint32_t a_end = end_corner(a), b_end = end_corner(b);
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
	memset(c->partner, 0xff, count * sizeof *c->partner);
	for (uint32_t i = 0; i < 2 * count; ++i)
	{
		uint32_t k = i % count;
		if (c->partner[k] != KILN_NONE)
			continue;
		if (begins_inside(&c->w->mesh, c->around[k]))
		{
			if (i < count)
				c->stack[depth++] = k;
		}
		else if (depth > 0)
		{
			--depth;
			c->partner[k] = c->stack[depth];
			c->partner[c->stack[depth]] = k;
		}
	}
}

/// Whether sides of one direction are paired, since windings are repaired later.
static bool pairs_any(const cutting *c)
{
	return c->w->options->steps >> KILNCOOK_REPAIR_ORIENT & 1;
}

/// Handles the sides without a partner. One side becomes the border of its surface. Of two and more, those of one direction are
/// joined two by two if windings are to be repaired later, otherwise the edge stays.
static void pair_leftovers(cutting *c, uint32_t count)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (c->partner[i] == KILN_NONE)
			c->stack[left++] = c->around[i];
	if (left < 2)
		return;
	for (uint32_t i = 0; i + 1 < left && pairs_any(c); i += 2)
		join_sides(c, c->stack[i], c->stack[i + 1]);
	for (uint32_t i = 1; i < count && !pairs_any(c); ++i)
		join_sides(c, c->around[0], c->around[i]);
}

/// Finds the sets at both ends of each side.
static void find_ends(cutting *c, const uint32_t *sides, uint32_t count)
{
	const repair_mesh *m = &c->w->mesh;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t from = repair_root(c->sets, sides[i]), to = repair_root(c->sets, end_corner(sides[i]));
		bool falls = begins_inside(m, sides[i]);
		c->ends[i] = (uint64_t)(falls ? to : from) << 32 | (falls ? from : to);
	}
}

/// Whether two sides can be paired, and a third one does not come to their edge: its surface does not meet theirs around both ends.
static bool may_pair(const cutting *c, uint32_t count, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		bool low = c->ends[i] >> 32 == c->ends[a] >> 32 || c->ends[i] >> 32 == c->ends[b] >> 32;
		bool high = (uint32_t)c->ends[i] == (uint32_t)c->ends[a] || (uint32_t)c->ends[i] == (uint32_t)c->ends[b];
		if (i != a && i != b && low && high)
			return false;
	}
	return true;
}

static void pair_sides(cutting *c, uint32_t count, uint32_t a, uint32_t b)
{
	c->partner[a] = b;
	c->partner[b] = a;
	join_sides(c, c->around[a], c->around[b]);
	find_ends(c, c->around, count);
}

/// Pairs sides that can be, of opposite directions or of one.
static void pair_free(cutting *c, uint32_t count, bool opposite)
{
	const repair_mesh *m = &c->w->mesh;
	for (uint32_t a = 0; a < count; ++a)
		for (uint32_t b = a + 1; b < count && c->partner[a] == KILN_NONE; ++b)
			if (c->partner[b] == KILN_NONE && may_pair(c, count, a, b) &&
				opposite == (begins_inside(m, c->around[a]) != begins_inside(m, c->around[b])))
				pair_sides(c, count, a, b);
}

/// Pairs the sides of an edge whose surfaces meet again around its ends: first those that bound one piece of the inside, then others,
/// as far as no third side comes to their edge. One side may be left as a border; with more, the edge stays.
static void pair_again(cutting *c, uint32_t count)
{
	uint32_t left = 0;
	memcpy(c->stack, c->partner, count * sizeof *c->stack);
	memset(c->partner, 0xff, count * sizeof *c->partner);
	find_ends(c, c->around, count);
	for (uint32_t i = 0; i < count; ++i)
		if (c->stack[i] != KILN_NONE && c->stack[i] > i && may_pair(c, count, i, c->stack[i]))
			pair_sides(c, count, i, c->stack[i]);
	pair_free(c, count, true);
	if (pairs_any(c))
		pair_free(c, count, false);
	for (uint32_t i = 0; i < count; ++i)
		left += c->partner[i] == KILN_NONE;
	for (uint32_t i = 1; i < count && left > 1; ++i)
		join_sides(c, c->around[0], c->around[i]);
}

static bool reserve(cutting *c, uint32_t count)
{
	const kilncook_context *context = c->w->context;
	if (count <= c->room)
		return true;
	cook_free(context, c->around, c->room, sizeof *c->around);
	cook_free(context, c->stack, c->room, sizeof *c->stack);
	cook_free(context, c->partner, c->room, sizeof *c->partner);
	cook_free(context, c->ends, c->room, sizeof *c->ends);
	c->room = count;
	c->around = cook_alloc(context, count, sizeof *c->around);
	c->stack = cook_alloc(context, count, sizeof *c->stack);
	c->partner = cook_alloc(context, count, sizeof *c->partner);
	c->ends = cook_alloc(context, count, sizeof *c->ends);
	return c->around && c->stack && c->partner && c->ends;
}

/// Joins the sides of the edges of three and more triangles, of those that are paired again or of the others.
static bool join_many(cutting *c, bool again)
{
	const clean_edges *edges = &c->w->s.adjacency.edges;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e];
		uint32_t count = edges->first[e + 1] - edges->first[e];
		if (count <= 2 || c->again[e] != again)
			continue;
		if (!reserve(c, count))
			return false;
		memcpy(c->around, sides, count * sizeof *c->around);
		if (!repair_sort_around(c->w->context, &c->w->mesh, c->around, count))
			return false;
		pair_inside(c, count);
		for (uint32_t i = 0; i < count && !again; ++i)
			if (c->partner[i] != KILN_NONE && c->partner[i] > i)
				join_sides(c, c->around[i], c->around[c->partner[i]]);
		if (again)
			pair_again(c, count);
		else
			pair_leftovers(c, count);
	}
	return true;
}

/// Joins all corners at each vertex that is not to be cut.
static void join_refused(cutting *c)
{
	const repair_mesh *m = &c->w->mesh;
	memset(c->firsts, 0xff, m->vertex_count * sizeof *c->firsts);
	for (uint32_t corner = 0; corner < 3 * m->count; ++corner)
	{
		uint32_t vertex = m->corners[corner / 3][corner % 3];
		if (!repair_is_refused(c->w, vertex))
			continue;
		if (c->firsts[vertex] == KILN_NONE)
			c->firsts[vertex] = corner;
		(void)repair_join(c->sets, c->firsts[vertex], corner);
	}
}

static bool join_all(cutting *c)
{
	const clean_edges *edges = &c->w->s.adjacency.edges;
	for (uint32_t i = 0; i < 3 * c->w->mesh.count; ++i)
		c->sets[i] = i;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
		if (edges->first[e + 1] - edges->first[e] == 2)
			join_sides(c, edges->sides[edges->first[e]], edges->sides[edges->first[e] + 1]);
	join_refused(c);
	return join_many(c, false) && join_many(c, true);
}

static int compare_ends(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

/// Whether three sides of an edge have the same two sets.
static bool stays(cutting *c, const uint32_t *sides, uint32_t count)
{
	find_ends(c, sides, count);
	qsort(c->ends, count, sizeof *c->ends, compare_ends);
	for (uint32_t i = 2; i < count; ++i)
		if (c->ends[i] == c->ends[i - 2])
			return true;
	return false;
}

/// Joins all, then pairs those edges again that the pairs of the inside do not cut apart, since their surfaces meet again around both
/// ends. Other edges can become such edges then.
static bool join_in_rounds(cutting *c)
{
	const clean_edges *edges = &c->w->s.adjacency.edges;
	bool more = true, done = join_all(c);
	for (int round = 0; round < PAIR_ROUNDS && more && done; ++round)
	{
		more = false;
		for (uint32_t e = 0; e < edges->edge_count; ++e)
		{
			uint32_t count = edges->first[e + 1] - edges->first[e];
			if (count <= 2 || count > PAIR_SIDES || c->again[e] || !stays(c, edges->sides + edges->first[e], count))
				continue;
			c->again[e] = 1;
			more = true;
		}
		done = !more || join_all(c);
	}
	return done;
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
			if (!repair_add_vertex(c->w->context, m, *vertex) || !repair_add_parent(c->w, *vertex))
				return false;
			repair_touch(c->w, repair_parent(c->w, *vertex));
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
	uint32_t edges = w->s.adjacency.edges.edge_count;
	cutting c = {.w = w,
		.sets = cook_alloc(w->context, corners, sizeof *c.sets),
		.firsts = cook_alloc(w->context, vertices, sizeof *c.firsts),
		.again = cook_alloc_zero(w->context, edges, 1)};
	uint32_t *numbers = cook_alloc(w->context, corners, sizeof *numbers);
	uint8_t *taken = cook_alloc_zero(w->context, vertices, 1);
	bool done =
		c.sets && c.firsts && c.again && numbers && taken && join_in_rounds(&c) && number_sets(&c, numbers, taken, row);
	cook_free(w->context, c.sets, corners, sizeof *c.sets);
	cook_free(w->context, c.firsts, vertices, sizeof *c.firsts);
	cook_free(w->context, c.again, edges, 1);
	cook_free(w->context, numbers, corners, sizeof *numbers);
	cook_free(w->context, taken, vertices, 1);
	cook_free(w->context, c.around, c.room, sizeof *c.around);
	cook_free(w->context, c.stack, c.room, sizeof *c.stack);
	cook_free(w->context, c.partner, c.room, sizeof *c.partner);
	cook_free(w->context, c.ends, c.room, sizeof *c.ends);
	return done;
}
