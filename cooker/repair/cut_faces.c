// SPDX-License-Identifier: MIT
#include "cut_faces.h"

#include "exact/exact.h"
#include "kiln_format.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// Flips for each triangle.
#define FLIPS_EACH 64u

/// A side of a triangle by its ends, the lower node first.
typedef struct cut_link
{
	uint32_t low, high, side;
} cut_link;

static int orient(const cut_faces *f, uint32_t a, uint32_t b, uint32_t c)
{
	return cut_points_orient(f->points, f->nodes[a], f->nodes[b], f->nodes[c], f->u, f->v);
}

static uint32_t turn(uint32_t side, uint32_t by)
{
	return side - side % 3 + (side % 3 + by) % 3;
}

static uint32_t *mate_of(cut_faces *f, uint32_t side)
{
	return &f->mates[side / 3][side % 3];
}

static uint32_t from(const cut_faces *f, uint32_t side)
{
	return f->corners[side / 3][side % 3];
}

static void join(cut_faces *f, uint32_t a, uint32_t b)
{
	if (a != KILN_NONE)
		*mate_of(f, a) = b;
	if (b != KILN_NONE)
		*mate_of(f, b) = a;
}

static void set_triangle(cut_faces *f, uint32_t t, uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t corners[3] = {a, b, c};
	for (int k = 0; k < 3; ++k)
	{
		f->corners[t][k] = corners[k];
		f->mates[t][k] = KILN_NONE;
		f->fixed[t][k] = 0;
		f->at[corners[k]] = t;
	}
}

static bool reserve(cut_faces *f)
{
	const kilncook_context *context = f->points->context;
	uint32_t n = f->node_count;
	f->room = 2 * n;
	f->corners = cook_alloc(context, f->room, sizeof *f->corners);
	f->mates = cook_alloc(context, f->room, sizeof *f->mates);
	f->fixed = cook_alloc(context, f->room, sizeof *f->fixed);
	f->at = cook_alloc(context, n, sizeof *f->at);
	f->next = cook_alloc(context, n, sizeof *f->next);
	f->before = cook_alloc(context, n, sizeof *f->before);
	f->outer = cook_alloc(context, n, sizeof *f->outer);
	f->crossed = cook_alloc(context, f->room, sizeof *f->crossed);
	f->chains[0] = cook_alloc(context, 2 * f->room, sizeof *f->chains[0]);
	f->chains[1] = cook_alloc(context, 2 * f->room, sizeof *f->chains[1]);
	f->ranges = cook_alloc(context, 2 * f->room, sizeof *f->ranges);
	f->marks = cook_alloc_zero(context, f->room, 1);
	f->links = cook_alloc(context, 6 * (size_t)f->room, sizeof *f->links);
	return f->corners && f->mates && f->fixed && f->at && f->next && f->before && f->outer && f->crossed &&
		   f->chains[0] && f->chains[1] && f->ranges && f->marks && f->links;
}

void cut_faces_free(cut_faces *f)
{
	const kilncook_context *context = f->points->context;
	uint32_t n = f->node_count;
	cook_free(context, f->corners, f->room, sizeof *f->corners);
	cook_free(context, f->mates, f->room, sizeof *f->mates);
	cook_free(context, f->fixed, f->room, sizeof *f->fixed);
	cook_free(context, f->at, n, sizeof *f->at);
	cook_free(context, f->next, n, sizeof *f->next);
	cook_free(context, f->before, n, sizeof *f->before);
	cook_free(context, f->outer, n, sizeof *f->outer);
	cook_free(context, f->crossed, f->room, sizeof *f->crossed);
	cook_free(context, f->chains[0], 2 * f->room, sizeof *f->chains[0]);
	cook_free(context, f->chains[1], 2 * f->room, sizeof *f->chains[1]);
	cook_free(context, f->ranges, 2 * f->room, sizeof *f->ranges);
	cook_free(context, f->marks, f->room, 1);
	cook_free(context, f->links, 6 * (size_t)f->room, sizeof *f->links);
}

static void set_hull(cut_faces *f, uint32_t a, uint32_t b, uint32_t side)
{
	f->next[a] = b;
	f->before[b] = a;
	f->outer[a] = side;
}

/// Makes a fan of the nodes up to the first one that is off the line of the nodes before. False when all nodes are on one line.
static bool begin_hull(cut_faces *f, uint32_t *first)
{
	uint32_t apex = 2;
	int sign = 0;
	while (apex < f->node_count && (sign = orient(f, 0, 1, apex)) == 0)
		++apex;
	if (apex == f->node_count)
		return false;
	for (uint32_t i = 0; i + 1 < apex; ++i)
	{
		uint32_t t = f->count++;
		// The sides are: along the line, to the apex, from the apex.
		set_triangle(f, t, sign > 0 ? i : i + 1, sign > 0 ? i + 1 : i, apex);
		if (t > 0 && sign > 0)
			join(f, 3 * t + 2, 3 * t - 2);
		if (t > 0 && sign < 0)
			join(f, 3 * t + 1, 3 * t - 1);
		set_hull(f, from(f, 3 * t), from(f, turn(3 * t, 1)), 3 * t);
	}
	uint32_t last = 3 * (f->count - 1);
	if (sign > 0)
	{
		set_hull(f, apex - 1, apex, last + 1);
		set_hull(f, apex, 0, 2);
	}
	else
	{
		set_hull(f, 0, apex, 1);
		set_hull(f, apex, apex - 1, last + 2);
	}
	*first = apex + 1;
	return true;
}

/// Joins a node beyond all others in the order of the sweep to the sides of the hull that face it.
static void add_node(cut_faces *f, uint32_t node)
{
	uint32_t low = node - 1, high = node - 1, behind = KILN_NONE;
	while (orient(f, f->before[low], low, node) < 0)
		low = f->before[low];
	while (orient(f, high, f->next[high], node) < 0)
		high = f->next[high];
	uint32_t first = 3 * f->count;
	for (uint32_t a = low; a != high;)
	{
		uint32_t t = f->count++, b = f->next[a], side = f->outer[a];
		set_triangle(f, t, b, a, node);
		join(f, 3 * t, side);
		join(f, 3 * t + 1, behind);
		behind = 3 * t + 2;
		a = b;
	}
	set_hull(f, low, node, first + 1);
	set_hull(f, node, high, behind);
}

/// Finds, around a node, the side opposite to it through which the way to another node leaves; KILN_NONE where that node is a
/// neighbour. False when neither exists.
static bool find_exit(cut_faces *f, uint32_t a, uint32_t b, uint32_t *exit)
{
	for (int way = 0; way < 2; ++way)
	{
		uint32_t begin = 3 * f->at[a], side;
		while (from(f, begin) != a)
			++begin;
		side = begin;
		do
		{
			uint32_t p = from(f, turn(side, 1)), q = from(f, turn(side, 2));
			*exit = KILN_NONE;
			if (p == b || q == b)
				return true;
			*exit = turn(side, 1);
			if (orient(f, a, b, p) < 0 && orient(f, a, b, q) > 0)
				return true;
			// Counter-clockwise over the side that ends at the node, then clockwise over the one that begins there.
			uint32_t mate = *mate_of(f, way ? side : turn(side, 2));
			side = mate == KILN_NONE ? KILN_NONE : way ? turn(mate, 1) : mate;
		} while (side != KILN_NONE && side != begin);
		if (side == begin)
			return false;
	}
	return false;
}

/// Lists the triangles between two nodes, and the nodes on either side of the way, with its ends. Returns the number of triangles,
/// 0 when a node is in the way.
static uint32_t list_crossed(cut_faces *f, uint32_t a, uint32_t b, uint32_t exit, uint32_t lengths[2])
{
	uint32_t count = 0;
	f->chains[0][0] = f->chains[1][0] = a;
	f->chains[0][1] = from(f, turn(exit, 1));
	f->chains[1][1] = from(f, exit);
	lengths[0] = lengths[1] = 2;
	f->crossed[count++] = exit / 3;
	for (uint32_t node = KILN_NONE; node != b;)
	{
		uint32_t across = *mate_of(f, exit);
		if (across == KILN_NONE || count == f->count)
			return 0;
		f->crossed[count++] = across / 3;
		node = from(f, turn(across, 2));
		int side = node == b ? 0 : orient(f, a, b, node);
		if (node != b && side == 0)
			return 0;
		exit = turn(across, side > 0 ? 1 : 2);
		if (side >= 0)
			f->chains[0][lengths[0]++] = node;
		if (side <= 0)
			f->chains[1][lengths[1]++] = node;
	}
	return count;
}

/// Triangulates what a chain and the segment between its ends bound, with triangles from the list of those crossed. Each range
/// takes the node that is first seen around its own first node: the triangle holds no other node of the chain.
static bool fill_chain(cut_faces *f, const uint32_t *chain, uint32_t length, bool right, uint32_t *used, uint32_t count)
{
	uint32_t depth = 0;
	f->ranges[depth][0] = 0;
	f->ranges[depth++][1] = length - 1;
	int way = right ? -1 : 1;
	while (depth > 0)
	{
		uint32_t low = f->ranges[--depth][0], high = f->ranges[depth][1], best = KILN_NONE;
		uint32_t a = chain[low], b = chain[high];
		if (high - low < 2)
			continue;
		for (uint32_t i = low + 1; i < high; ++i)
		{
			if (way * orient(f, a, b, chain[i]) <= 0)
				continue;
			int order = best == KILN_NONE ? -1 : way * orient(f, a, chain[best], chain[i]);
			// Of several on one line, the nearest: the order of the nodes is that along the line.
			bool nearer = order == 0 && (chain[i] > a ? chain[i] < chain[best] : chain[i] > chain[best]);
			if (order < 0 || nearer)
				best = i;
		}
		if (best == KILN_NONE || *used == count)
			return false;
		set_triangle(f, f->crossed[(*used)++], a, right ? chain[best] : b, right ? b : chain[best]);
		f->ranges[depth][0] = low;
		f->ranges[depth++][1] = best;
		f->ranges[depth][0] = best;
		f->ranges[depth++][1] = high;
	}
	return true;
}

static int compare_links(const void *left, const void *right)
{
	const cut_link *a = left, *b = right;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	return a->side < b->side ? -1 : a->side > b->side;
}

static cut_link link_of(const cut_faces *f, uint32_t side)
{
	uint32_t a = from(f, side), b = from(f, turn(side, 1));
	return (cut_link){a < b ? a : b, a < b ? b : a, side};
}

/// Makes a constraint a side.
static cut_result add_constraint(cut_faces *f, uint32_t a, uint32_t b)
{
	uint32_t exit, lengths[2], links = 0, used = 0;
	if (!find_exit(f, a, b, &exit))
		return CUT_REFUSED;
	if (exit == KILN_NONE)
		return CUT_DONE;
	uint32_t count = list_crossed(f, a, b, exit, lengths);
	if (count == 0)
		return CUT_REFUSED;
	f->points->work -= count < f->points->work ? count : f->points->work;
	for (uint32_t i = 0; i < count; ++i)
		f->marks[f->crossed[i]] = 1;
	// The sides behind, which stay.
	for (uint32_t i = 0; i < 3 * count; ++i)
	{
		uint32_t mate = f->mates[f->crossed[i / 3]][i % 3];
		if (mate != KILN_NONE && !f->marks[mate / 3])
			f->links[links++] = link_of(f, mate);
	}
	bool done = fill_chain(f, f->chains[0], lengths[0], false, &used, count) &&
				fill_chain(f, f->chains[1], lengths[1], true, &used, count) && used == count;
	for (uint32_t i = 0; i < count; ++i)
	{
		f->marks[f->crossed[i]] = 0;
		for (uint32_t k = 0; k < 3 && done; ++k)
			f->links[links++] = link_of(f, 3 * f->crossed[i] + k);
	}
	if (!done)
		return CUT_REFUSED;
	qsort(f->links, links, sizeof *f->links, compare_links);
	for (uint32_t i = 0; i + 1 < links; ++i)
		if (f->links[i].low == f->links[i + 1].low && f->links[i].high == f->links[i + 1].high)
			join(f, f->links[i].side, f->links[i + 1].side);
	return CUT_DONE;
}

/// A snapped point, as seen.
static void seen(const cut_faces *f, uint32_t node, double at[2])
{
	const float *snapped = f->points->items[f->nodes[node]].snapped;
	at[0] = (double)snapped[f->u];
	at[1] = (double)snapped[f->v];
}

/// Whether the side between two triangles is to be flipped: its triangles are not Delaunay after snapping, or one of them is
/// turned over, and those that take their place are in order before and after snapping.
static bool wants_flip(cut_faces *f, uint32_t side)
{
	uint32_t mate = *mate_of(f, side);
	if (mate == KILN_NONE || f->fixed[side / 3][side % 3])
		return false;
	uint32_t a = from(f, side), b = from(f, mate), c = from(f, turn(side, 2)), d = from(f, turn(mate, 2));
	double p[2], q[2], r[2], s[2];
	seen(f, a, p);
	seen(f, b, q);
	seen(f, c, r);
	seen(f, d, s);
	if (exact_orient2d(r, p, s) <= 0 || exact_orient2d(s, q, r) <= 0)
		return false;
	bool turned = exact_orient2d(p, q, r) <= 0 || exact_orient2d(q, p, s) <= 0;
	if (!turned && exact_incircle(p, q, r, s) <= 0)
		return false;
	return orient(f, c, a, d) > 0 && orient(f, d, b, c) > 0;
}

static void flip(cut_faces *f, uint32_t side)
{
	uint32_t mate = *mate_of(f, side), t = side / 3, u = mate / 3;
	uint32_t a = from(f, side), b = from(f, mate), c = from(f, turn(side, 2)), d = from(f, turn(mate, 2));
	const uint32_t sides[4] = {turn(side, 1), turn(side, 2), turn(mate, 1), turn(mate, 2)};
	uint32_t mates[4];
	uint8_t fixed[4];
	for (int i = 0; i < 4; ++i)
	{
		mates[i] = *mate_of(f, sides[i]);
		fixed[i] = f->fixed[sides[i] / 3][sides[i] % 3];
	}
	// From b to c, c to a, a to d and d to b.
	set_triangle(f, t, c, a, d);
	set_triangle(f, u, d, b, c);
	const uint32_t places[4] = {3 * u + 1, 3 * t, 3 * t + 1, 3 * u};
	for (int i = 0; i < 4; ++i)
	{
		join(f, places[i], mates[i]);
		f->fixed[places[i] / 3][places[i] % 3] = fixed[i];
	}
	join(f, 3 * t + 2, 3 * u + 2);
}

static void mark_fixed(cut_faces *f, const uint32_t (*constraints)[2], uint32_t count)
{
	uint32_t links = 0;
	for (uint32_t side = 0; side < 3 * f->count; ++side)
		f->links[links++] = link_of(f, side);
	qsort(f->links, links, sizeof *f->links, compare_links);
	for (uint32_t i = 0, k = 0; i < count && k < links;)
	{
		const cut_link wanted = {constraints[i][0], constraints[i][1], 0};
		if (f->links[k].low == wanted.low && f->links[k].high == wanted.high)
		{
			f->fixed[f->links[k].side / 3][f->links[k].side % 3] = 1;
			++k;
		}
		else if (compare_links(&f->links[k], &wanted) < 0)
			++k;
		else
			++i;
	}
}

cut_result cut_faces_build(cut_faces *f, const uint32_t (*constraints)[2], uint32_t count)
{
	uint32_t first;
	if (!reserve(f))
		return CUT_MEMORY;
	if (!begin_hull(f, &first))
		return CUT_REFUSED;
	for (uint32_t i = first; i < f->node_count && f->points->work > 0; ++i)
		add_node(f, i);
	for (uint32_t i = 0; i < count && f->points->work > 0; ++i)
	{
		cut_result result = add_constraint(f, constraints[i][0], constraints[i][1]);
		if (result != CUT_DONE)
			return result;
	}
	if (f->points->work == 0)
		return CUT_REFUSED;
	mark_fixed(f, constraints, count);
	uint64_t flips = (uint64_t)f->count * FLIPS_EACH;
	for (bool again = true; again;)
	{
		again = false;
		for (uint32_t side = 0; side < 3 * f->count && flips > 0; ++side)
			if (wants_flip(f, side))
			{
				flip(f, side);
				again = true;
				--flips;
			}
		again &= flips > 0 && f->points->work > 0;
	}
	return CUT_DONE;
}
