// SPDX-License-Identifier: MIT
#include "memory.h"
#include "polygon.h"

#include <stdlib.h>

/// A side of a triangle, by its edge; then an inner edge.
typedef struct join_edge
{
	double length; ///< squared, along the axis w
	uint32_t low;
	uint32_t high;
	uint32_t side;
	uint32_t other;
} join_edge;

/// Pieces in the making: sides in rings.
typedef struct join_rings
{
	const polygon_view *view;
	uint32_t *from; ///< per side, 3 triangle + k: its corner
	uint32_t *next;
	uint32_t *prev;
	bool *gone; ///< the side is inside a piece
} join_rings;

static int compare_ends(const void *left, const void *right)
{
	const join_edge *a = left, *b = right;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	return (a->side > b->side) - (a->side < b->side);
}

static int compare_lengths(const void *left, const void *right)
{
	const join_edge *a = left, *b = right;
	if (a->length < b->length || a->length > b->length)
		return a->length > b->length ? -1 : 1;
	return compare_ends(left, right);
}

static double length_of(const polygon_view *view, uint32_t a, uint32_t b)
{
	double sum = 0.0;
	for (int k = 0; k < 2; ++k)
	{
		double d = (double)polygon_at(view, a)[view->axes[k]] - (double)polygon_at(view, b)[view->axes[k]];
		sum += d * d;
	}
	return sum;
}

/// Finds the edges of two triangles, longest first.
static uint32_t find_edges(const join_rings *r, uint32_t side_count, join_edge *edges)
{
	uint32_t count = 0;
	for (uint32_t side = 0; side < side_count; ++side)
	{
		uint32_t a = r->from[side], b = r->from[r->next[side]];
		edges[side] = (join_edge){length_of(r->view, a, b), a < b ? a : b, a < b ? b : a, side, side};
	}
	qsort(edges, side_count, sizeof *edges, compare_ends);
	for (uint32_t i = 0; i + 1 < side_count; ++i)
		if (edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high)
		{
			join_edge edge = edges[i];
			edge.other = edges[++i].side;
			edges[count++] = edge;
		}
	qsort(edges, count, sizeof *edges, compare_lengths);
	return count;
}

/// Whether the angle at `b` from `a` to `c` is at most 180 degrees, where both parts of it are.
static bool is_convex(const polygon_view *view, uint32_t a, uint32_t b, uint32_t c)
{
	int turn = polygon_turn(view, a, b, c);
	if (turn != 0)
		return turn > 0;
	// On one line: 180 degrees if b is between, 360 if not.
	for (int k = 0; k < 2; ++k)
	{
		uint8_t axis = view->axes[k];
		float p = polygon_at(view, a)[axis], q = polygon_at(view, b)[axis], r = polygon_at(view, c)[axis];
		if (p != r)
			return (p < q && q < r) || (p > q && q > r);
	}
	return false;
}

/// Joins the two pieces at an edge, if they stay convex.
static void join_at(join_rings *r, uint32_t side, uint32_t other)
{
	uint32_t before = r->prev[side], after = r->next[side], other_before = r->prev[other], other_after = r->next[other];
	// An edge of one piece on both sides, such as a bridge to a hole, stays.
	if (after == other || before == other ||
		!is_convex(r->view, r->from[before], r->from[side], r->from[r->next[other_after]]) ||
		!is_convex(r->view, r->from[other_before], r->from[other], r->from[r->next[after]]))
		return;
	r->next[before] = other_after;
	r->prev[other_after] = before;
	r->next[other_before] = after;
	r->prev[after] = other_before;
	r->gone[side] = r->gone[other] = true;
}

static void add_pieces(const join_rings *r, uint32_t side_count, bool *seen, piece_list *out)
{
	for (uint32_t side = 0; side < side_count; ++side)
	{
		if (r->gone[side] || seen[side])
			continue;
		uint32_t at = side;
		do
		{
			seen[at] = true;
			piece_add(out, r->from[at]);
			at = r->next[at];
		} while (at != side);
		piece_end(out);
	}
}

bool polygon_join(const kilncook_context *context, const polygon_view *view, const uint32_t (*triangles)[3],
	uint32_t triangle_count, piece_list *out)
{
	uint32_t sides = 3 * triangle_count;
	join_rings r = {.view = view};
	r.from = cook_alloc(context, sides, sizeof *r.from);
	r.next = cook_alloc(context, sides, sizeof *r.next);
	r.prev = cook_alloc(context, sides, sizeof *r.prev);
	r.gone = cook_alloc_zero(context, sides, sizeof *r.gone);
	bool *seen = cook_alloc_zero(context, sides, sizeof *seen);
	join_edge *edges = cook_alloc(context, sides, sizeof *edges);
	bool done = r.from && r.next && r.prev && r.gone && seen && edges;
	if (done)
	{
		for (uint32_t side = 0; side < sides; ++side)
		{
			r.from[side] = triangles[side / 3][side % 3];
			r.next[side] = side % 3 == 2 ? side - 2 : side + 1;
			r.prev[side] = side % 3 == 0 ? side + 2 : side - 1;
		}
		uint32_t count = find_edges(&r, sides, edges);
		for (uint32_t i = 0; i < count; ++i)
			join_at(&r, edges[i].side, edges[i].other);
		add_pieces(&r, sides, seen, out);
	}
	cook_free(context, r.from, sides, sizeof *r.from);
	cook_free(context, r.next, sides, sizeof *r.next);
	cook_free(context, r.prev, sides, sizeof *r.prev);
	cook_free(context, r.gone, sides, sizeof *r.gone);
	cook_free(context, seen, sides, sizeof *seen);
	cook_free(context, edges, sides, sizeof *edges);
	return done;
}
