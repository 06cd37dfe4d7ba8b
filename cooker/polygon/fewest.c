// SPDX-License-Identifier: MIT
#include "memory.h"
#include "polygon.h"

#include <string.h>

/// More pieces than any polygon has.
#define NEVER 0xffffu

/// A convex piece in the making, over a diagonal from i: corners i, first, ..., before, last. Its last corner and the one before it
/// are its place in the table.
typedef struct fewest_chain
{
	uint16_t cost;	///< pieces behind its edges so far; NEVER: no chain
	uint16_t first; ///< of several chains of the same cost, the one of the least angle at i
	uint16_t prev;	///< the corner before `before`
} fewest_chain;

/// The tables of a polygon of n corners. The part (i, k) has the corners i .. k.
typedef struct fewest_work
{
	const polygon_view *view;
	uint32_t n;
	int8_t *turns;		  ///< per i < j < k: the turn i, j, k
	bool *visible;		  ///< per i < k: an edge, or a diagonal inside the polygon
	uint16_t *pieces;	  ///< per i < k: the fewest pieces of the part
	uint16_t *closing;	  ///< per i < k: the corner before k of the piece at the diagonal
	fewest_chain *chains; ///< per i <= before < last
} fewest_work;

static size_t pair(const fewest_work *w, uint32_t i, uint32_t k)
{
	return (size_t)i * w->n + k;
}

static size_t triple(const fewest_work *w, uint32_t i, uint32_t j, uint32_t k)
{
	return pair(w, i, j) * w->n + k;
}

/// The turn at j of i < j < k or of any rotation of them.
static int turn(const fewest_work *w, uint32_t i, uint32_t j, uint32_t k)
{
	return w->turns[triple(w, i, j, k)];
}

/// Whether the diagonal from a to b leads into the polygon at a (J. O'Rourke, Computational Geometry in C, 1.6).
static bool in_cone(const fewest_work *w, uint32_t a, uint32_t b)
{
	uint32_t before = a ? a - 1 : w->n - 1, after = a + 1 < w->n ? a + 1 : 0;
	const polygon_view *view = w->view;
	if (polygon_turn(view, before, a, after) > 0)
		return polygon_turn(view, a, b, before) > 0 && polygon_turn(view, b, a, after) > 0;
	return !(polygon_turn(view, a, b, after) >= 0 && polygon_turn(view, b, a, before) >= 0);
}

/// Whether c lies on the segment ab, given that the three are on one line.
static bool is_on(const polygon_view *view, uint32_t a, uint32_t b, uint32_t c)
{
	for (int k = 0; k < 2; ++k)
	{
		uint8_t axis = view->axes[k];
		float p = polygon_at(view, a)[axis], q = polygon_at(view, b)[axis], r = polygon_at(view, c)[axis];
		if ((r < p && r < q) || (r > p && r > q))
			return false;
	}
	return true;
}

/// Whether the segments ab and cd have a common point.
static bool meet(const polygon_view *view, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	int abc = polygon_turn(view, a, b, c), abd = polygon_turn(view, a, b, d);
	int cda = polygon_turn(view, c, d, a), cdb = polygon_turn(view, c, d, b);
	if (abc * abd < 0 && cda * cdb < 0)
		return true;
	return (abc == 0 && is_on(view, a, b, c)) || (abd == 0 && is_on(view, a, b, d)) ||
		   (cda == 0 && is_on(view, c, d, a)) || (cdb == 0 && is_on(view, c, d, b));
}

static bool is_diagonal(const fewest_work *w, uint32_t a, uint32_t b)
{
	if (!in_cone(w, a, b) || !in_cone(w, b, a))
		return false;
	for (uint32_t c = 0; c < w->n; ++c)
	{
		uint32_t d = c + 1 < w->n ? c + 1 : 0;
		if (c != a && c != b && d != a && d != b && meet(w->view, a, b, c, d))
			return false;
	}
	return true;
}

static void fill_tables(fewest_work *w)
{
	for (uint32_t i = 0; i < w->n; ++i)
		for (uint32_t j = i + 1; j < w->n; ++j)
		{
			w->visible[pair(w, i, j)] = j == i + 1 || (i == 0 && j + 1 == w->n) || is_diagonal(w, i, j);
			w->pieces[pair(w, i, j)] = j == i + 1 ? 0 : NEVER;
			for (uint32_t k = j + 1; k < w->n; ++k)
				w->turns[triple(w, i, j, k)] = (int8_t)polygon_turn(w->view, i, j, k);
		}
}

/// Finds the best chain i, ..., before, last among those that end in `before`. All angles of the piece i, first, ..., last are at
/// most 180 degrees.
static fewest_chain extend(const fewest_work *w, uint32_t i, uint32_t before, uint32_t last)
{
	fewest_chain best = {NEVER, 0, 0};
	uint32_t more = w->pieces[pair(w, before, last)];
	if (!w->visible[pair(w, before, last)] || more == NEVER || turn(w, i, before, last) < 0)
		return best;
	for (uint32_t prev = i; prev < before; ++prev)
	{
		const fewest_chain *chain = &w->chains[triple(w, i, prev, before)];
		// The turn at i is that of (last, i, first), the turn at `before` that of (prev, before, last).
		if (chain->cost == NEVER || (prev > i && turn(w, prev, before, last) < 0) ||
			(chain->first < last && turn(w, i, chain->first, last) < 0))
			continue;
		uint32_t cost = chain->cost + more;
		if (cost < best.cost || (cost == best.cost && chain->first > best.first))
			best = (fewest_chain){(uint16_t)cost, chain->first, (uint16_t)prev};
	}
	return best;
}

/// Fills the tables for the part (i, k), whose smaller parts are done.
static void solve(fewest_work *w, uint32_t i, uint32_t k)
{
	uint16_t *pieces = &w->pieces[pair(w, i, k)];
	for (uint32_t before = i + 1; before < k; ++before)
	{
		fewest_chain *chain = &w->chains[triple(w, i, before, k)];
		*chain = extend(w, i, before, k);
		if (w->visible[pair(w, i, k)] && chain->cost != NEVER && chain->cost + 1u < *pieces)
		{
			*pieces = (uint16_t)(chain->cost + 1u);
			w->closing[pair(w, i, k)] = (uint16_t)before;
		}
	}
	bool begins = w->visible[pair(w, i, k)] && *pieces != NEVER;
	w->chains[triple(w, i, i, k)] = begins ? (fewest_chain){*pieces, (uint16_t)k, 0} : (fewest_chain){NEVER, 0, 0};
}

/// Adds the piece at the diagonal of a part, and the parts behind its other edges to the stack. Returns the stack's size.
static uint32_t add_piece(
	const fewest_work *w, const uint32_t part[2], uint32_t (*stack)[2], uint32_t count, piece_list *out)
{
	uint32_t i = part[0], last = part[1], before = w->closing[pair(w, i, last)];
	piece_add(out, i);
	// From the back, which is clockwise: the corners are turned around at the end.
	uint32_t start = out->pieces.corner_count;
	for (;;)
	{
		piece_add(out, last);
		if (last - before > 1)
		{
			stack[count][0] = before;
			stack[count++][1] = last;
		}
		if (before == i)
			break;
		uint32_t prev = w->chains[triple(w, i, before, last)].prev;
		last = before;
		before = prev;
	}
	for (uint32_t a = start, b = out->pieces.corner_count; !out->failed && a + 1 < b; ++a, --b)
	{
		uint32_t corner = out->pieces.corners[a];
		out->pieces.corners[a] = out->pieces.corners[b - 1];
		out->pieces.corners[b - 1] = corner;
	}
	piece_end(out);
	return count;
}

static bool add_pieces(const kilncook_context *context, const fewest_work *w, piece_list *out)
{
	uint32_t(*stack)[2] = cook_alloc(context, w->n, sizeof *stack);
	uint32_t count = 1;
	if (!stack)
		return false;
	stack[0][0] = 0;
	stack[0][1] = w->n - 1;
	while (count > 0)
	{
		const uint32_t part[2] = {stack[count - 1][0], stack[count - 1][1]};
		count = add_piece(w, part, stack, count - 1, out);
	}
	cook_free(context, stack, w->n, sizeof *stack);
	return true;
}

bool polygon_fewest(const kilncook_context *context, const polygon_view *view, piece_list *out, bool *found)
{
	size_t n = view->count, pairs = n * n, triples = n * n * n;
	fewest_work w = {.view = view, .n = view->count};
	w.turns = cook_alloc(context, triples, sizeof *w.turns);
	w.visible = cook_alloc(context, pairs, sizeof *w.visible);
	w.pieces = cook_alloc(context, pairs, sizeof *w.pieces);
	w.closing = cook_alloc_zero(context, pairs, sizeof *w.closing);
	w.chains = cook_alloc(context, triples, sizeof *w.chains);
	bool done = w.turns && w.visible && w.pieces && w.closing && w.chains;
	if (done)
	{
		fill_tables(&w);
		for (uint32_t gap = 1; gap < w.n; ++gap)
			for (uint32_t i = 0; i + gap < w.n; ++i)
				solve(&w, i, i + gap);
		*found = w.pieces[pair(&w, 0, w.n - 1)] != NEVER;
		done = !*found || add_pieces(context, &w, out);
	}
	cook_free(context, w.turns, triples, sizeof *w.turns);
	cook_free(context, w.visible, pairs, sizeof *w.visible);
	cook_free(context, w.pieces, pairs, sizeof *w.pieces);
	cook_free(context, w.closing, pairs, sizeof *w.closing);
	cook_free(context, w.chains, triples, sizeof *w.chains);
	return done;
}
