// SPDX-License-Identifier: MIT
#include "polygon.h"

/// How willingly a corner is cut; its shape, from 0 to 1, decides inside a class.
typedef enum ear_class
{
	EAR_FORCED_REFLEX = -8, ///< turns the wrong way
	EAR_FORCED = -6,		///< something lies inside
	EAR_FLAT = -4,			///< has no area
	EAR_TOUCHED = -2,		///< something touches the cut
	EAR_CLEAN = 0,
} ear_class;

/// What the reflex corners leave of an ear.
typedef enum ear_block
{
	EAR_FREE,
	EAR_GRAZED,
	EAR_BLOCKED,
} ear_block;

static ear_block block_by(const clean_polygon *polygon, uint32_t r, const uint32_t abc[3])
{
	int least = 1;
	for (int i = 0; i < 3; ++i)
	{
		// A corner at the same place is the business of the cone test.
		if (polygon_coincident(polygon, r, abc[i]))
			return EAR_FREE;
		int side = polygon_orient(polygon, abc[i], abc[i == 2 ? 0 : i + 1], r);
		if (side < 0)
			return EAR_FREE;
		if (side < least)
			least = side;
	}
	return least == 0 ? EAR_GRAZED : EAR_BLOCKED;
}

/// Where in the ordered part of the list x would stand.
static uint32_t first_from(const clean_polygon *polygon, double x)
{
	uint32_t low = 0, high = polygon->reflex_sorted;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (polygon->nodes[polygon->reflex[middle]].p[0] < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/// Only a reflex corner can lie in an ear without another reflex corner lying there too.
static ear_block find_block(const clean_polygon *polygon, const uint32_t abc[3])
{
	double low[2], high[2];
	for (int axis = 0; axis < 2; ++axis)
	{
		low[axis] = high[axis] = polygon->nodes[abc[0]].p[axis];
		for (int i = 1; i < 3; ++i)
		{
			double value = polygon->nodes[abc[i]].p[axis];
			low[axis] = value < low[axis] ? value : low[axis];
			high[axis] = value > high[axis] ? value : high[axis];
		}
	}
	ear_block worst = EAR_FREE;
	for (uint32_t i = first_from(polygon, low[0]); i < polygon->reflex_count && worst != EAR_BLOCKED; ++i)
	{
		uint32_t r = polygon->reflex[i];
		const polygon_node *node = &polygon->nodes[r];
		if (node->p[0] > high[0] && i < polygon->reflex_sorted)
			i = polygon->reflex_sorted - 1;
		else if (node->reflex && node->p[0] >= low[0] && node->p[0] <= high[0] && node->p[1] >= low[1] &&
				 node->p[1] <= high[1] && r != abc[0] && r != abc[1] && r != abc[2])
		{
			ear_block block = block_by(polygon, r, abc);
			worst = block > worst ? block : worst;
		}
	}
	return worst;
}

static ear_class classify(const clean_polygon *polygon, const uint32_t abc[3])
{
	int turn = polygon_orient(polygon, abc[0], abc[1], abc[2]);
	if (turn == 0)
		return EAR_FLAT;
	if (turn < 0)
		return EAR_FORCED_REFLEX;
	ear_block block = find_block(polygon, abc);
	if (block == EAR_BLOCKED)
		return EAR_FORCED;
	// The cut must lead into the polygon at both ends, else it runs along or outside of what touches it there.
	bool inside = polygon_in_cone(polygon, abc[0], abc[2]) && polygon_in_cone(polygon, abc[2], abc[0]);
	return block == EAR_FREE && inside ? EAR_CLEAN : EAR_TOUCHED;
}

/// Squared area over squared edges: 0 for a needle, 1 for an equilateral triangle.
static double shape(const clean_polygon *polygon, const uint32_t abc[3])
{
	double u[3], v[3], edges = 0.0;
	for (int i = 0; i < 3; ++i)
	{
		double a = (double)polygon->positions[polygon->nodes[abc[0]].vertex][i];
		double b = (double)polygon->positions[polygon->nodes[abc[1]].vertex][i];
		double c = (double)polygon->positions[polygon->nodes[abc[2]].vertex][i];
		u[i] = b - a;
		v[i] = c - a;
		edges += u[i] * u[i] + v[i] * v[i] + (c - b) * (c - b);
	}
	double x = u[1] * v[2] - u[2] * v[1];
	double y = u[2] * v[0] - u[0] * v[2];
	double z = u[0] * v[1] - u[1] * v[0];
	double squares = edges * edges;
	return squares > 0.0 ? 12.0 * (x * x + y * y + z * z) / squares : 0.0;
}

/// A total order: equal ranks go by node.
static bool before(const polygon_ear *a, const polygon_ear *b)
{
	return a->rank > b->rank || (a->rank == b->rank && a->node < b->node);
}

static void push(clean_polygon *polygon, polygon_ear ear)
{
	uint32_t at = polygon->heap_count++;
	while (at > 0 && before(&ear, &polygon->heap[(at - 1) / 2]))
	{
		polygon->heap[at] = polygon->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	polygon->heap[at] = ear;
}

static polygon_ear pop(clean_polygon *polygon)
{
	polygon_ear top = polygon->heap[0];
	polygon_ear last = polygon->heap[--polygon->heap_count];
	uint32_t at = 0, child;
	while ((child = 2 * at + 1) < polygon->heap_count)
	{
		if (child + 1 < polygon->heap_count && before(&polygon->heap[child + 1], &polygon->heap[child]))
			++child;
		if (!before(&polygon->heap[child], &last))
			break;
		polygon->heap[at] = polygon->heap[child];
		at = child;
	}
	polygon->heap[at] = last;
	return top;
}

/// Strikes those off the list that no longer are reflex. Done when they are most of it, so it costs nothing in the end.
static void tidy_reflex(clean_polygon *polygon)
{
	uint32_t kept = 0, sorted = 0;
	for (uint32_t i = 0; i < polygon->reflex_count; ++i)
	{
		uint32_t node = polygon->reflex[i];
		polygon->nodes[node].listed = polygon->nodes[node].reflex;
		if (!polygon->nodes[node].reflex)
			continue;
		sorted += i < polygon->reflex_sorted;
		polygon->reflex[kept++] = node;
	}
	polygon->reflex_count = kept;
	polygon->reflex_sorted = sorted;
	polygon->reflex_gone = 0;
}

static void update_reflex(clean_polygon *polygon, uint32_t node, bool reflex)
{
	polygon_node *n = &polygon->nodes[node];
	if (n->reflex == reflex)
		return;
	n->reflex = reflex;
	if (!reflex)
		++polygon->reflex_gone;
	else if (n->listed)
		--polygon->reflex_gone;
	else
		polygon->reflex[polygon->reflex_count++] = node;
	n->listed = true;
	if (polygon->reflex_gone > polygon->reflex_count / 2 + 8)
		tidy_reflex(polygon);
}

static void judge_turn(clean_polygon *polygon, uint32_t node)
{
	const polygon_node *b = &polygon->nodes[node];
	update_reflex(polygon, node, polygon_orient(polygon, b->prev, node, b->next) <= 0);
}

/// Puts a corner on the heap, in the place of its earlier entry.
static void offer(clean_polygon *polygon, uint32_t node)
{
	polygon_node *b = &polygon->nodes[node];
	const uint32_t abc[3] = {b->prev, node, b->next};
	ear_class class = classify(polygon, abc);
	double quality = shape(polygon, abc);
	// What has to be cut the wrong way round should be as thin as possible.
	double rank = (double)class + (class == EAR_FORCED_REFLEX ? 0.5 - 0.5 * quality : quality);
	push(polygon, (polygon_ear){rank, node, ++b->stamp});
}

/// Judges the whole ring afresh.
static void offer_all(clean_polygon *polygon, uint32_t start)
{
	polygon->heap_count = 0;
	uint32_t node = start;
	do
	{
		offer(polygon, node);
		node = polygon->nodes[node].next;
	} while (node != start);
}

static void emit(const clean_polygon *polygon, uint32_t node, uint32_t triangle[3])
{
	const polygon_node *b = &polygon->nodes[node];
	triangle[0] = polygon->nodes[b->prev].vertex;
	triangle[1] = b->vertex;
	triangle[2] = polygon->nodes[b->next].vertex;
}

/// Takes the node out of the ring and judges its neighbours again.
static void cut(clean_polygon *polygon, uint32_t node)
{
	uint32_t prev = polygon->nodes[node].prev, next = polygon->nodes[node].next;
	update_reflex(polygon, node, false);
	++polygon->nodes[node].stamp;
	polygon->nodes[prev].next = next;
	polygon->nodes[next].prev = prev;
	judge_turn(polygon, prev);
	judge_turn(polygon, next);
	offer(polygon, prev);
	offer(polygon, next);
}

/// The best corner to cut now. A cut changes the verdict on its two neighbours only, if the polygon is simple; if not,
/// other verdicts grow stale, so all are made afresh before a doubtful one is used - rarely enough to stay quadratic.
static polygon_ear choose(clean_polygon *polygon, uint32_t start, uint32_t remaining, uint32_t *cuts)
{
	for (;;)
	{
		polygon_ear ear = pop(polygon);
		if (ear.stamp != polygon->nodes[ear.node].stamp)
			continue;
		if (ear.rank >= 0.0 || *cuts == 0 || *cuts < remaining / 16)
			return ear;
		offer_all(polygon, start);
		*cuts = 0;
	}
}

/// Finds the reflex nodes of the ring and lists them from left to right; the heap does the sorting.
static void list_reflex(clean_polygon *polygon, uint32_t start)
{
	polygon->heap_count = polygon->reflex_count = polygon->reflex_gone = 0;
	uint32_t node = start;
	do
	{
		polygon_node *n = &polygon->nodes[node];
		n->stamp = 0;
		n->reflex = n->listed = polygon_orient(polygon, n->prev, node, n->next) <= 0;
		if (n->reflex)
			push(polygon, (polygon_ear){-n->p[0], node, 0});
		node = n->next;
	} while (node != start);
	while (polygon->heap_count > 0)
		polygon->reflex[polygon->reflex_count++] = pop(polygon).node;
	polygon->reflex_sorted = polygon->reflex_count;
}

uint32_t clean_cut_ears(clean_polygon *polygon, uint32_t node, uint32_t count, uint32_t (*triangles)[3])
{
	list_reflex(polygon, node);
	offer_all(polygon, node);
	uint32_t forced = 0, cuts = 0;
	for (uint32_t remaining = count; remaining > 3; --remaining)
	{
		polygon_ear ear = choose(polygon, node, remaining, &cuts);
		forced += ear.rank < (double)EAR_FLAT;
		emit(polygon, ear.node, *triangles++);
		node = polygon->nodes[ear.node].next;
		cut(polygon, ear.node);
		++cuts;
	}
	emit(polygon, node, *triangles);
	return forced + (polygon_orient(polygon, polygon->nodes[node].prev, node, polygon->nodes[node].next) < 0);
}
