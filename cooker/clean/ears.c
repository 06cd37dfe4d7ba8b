// SPDX-License-Identifier: MIT
#include "polygon.h"

/// Classes of corners; higher classes are cut first. Within a class, the corner's shape, from 0 to 1, decides.
typedef enum ear_class
{
	EAR_FORCED_REFLEX = -8, ///< a reflex corner
	EAR_FORCED = -6,		///< other vertices lie inside
	EAR_FLAT = -4,			///< has no area
	EAR_TOUCHED = -2,		///< other vertices touch the cut
	EAR_CLEAN = 0,
} ear_class;

/// Beyond the polygon's limit of work, every corner counts as blocked.
static ear_block find_block(clean_polygon *polygon, const uint32_t abc[3])
{
	if (polygon->work < polygon->limit)
		return reflex_index_find(polygon, abc);
	polygon->limited = true;
	return EAR_BLOCKED;
}

static ear_class classify(clean_polygon *polygon, const uint32_t abc[3])
{
	int turn = polygon_orient(polygon, abc[0], abc[1], abc[2]);
	if (turn == 0)
		return EAR_FLAT;
	if (turn < 0)
		return EAR_FORCED_REFLEX;
	ear_block block = find_block(polygon, abc);
	if (block == EAR_BLOCKED)
		return EAR_FORCED;
	// The cut must lead into the polygon at both ends. Otherwise the cut runs along or outside the edges that touch it
	// there.
	bool inside = polygon_in_cone(polygon, abc[0], abc[2]) && polygon_in_cone(polygon, abc[2], abc[0]);
	return block == EAR_FREE && inside ? EAR_CLEAN : EAR_TOUCHED;
}

/// Squared area divided by squared edges: 0 for a needle, 1 for an equilateral triangle.
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

/// A total order: for equal ranks, the node decides.
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

static void judge_turn(clean_polygon *polygon, uint32_t node)
{
	const polygon_node *b = &polygon->nodes[node];
	reflex_index_set(polygon, node, polygon_orient(polygon, b->prev, node, b->next) <= 0);
}

/// Adds a corner to the heap, which replaces its earlier entry.
static void offer(clean_polygon *polygon, uint32_t node)
{
	polygon_node *b = &polygon->nodes[node];
	const uint32_t abc[3] = {b->prev, node, b->next};
	ear_class class = classify(polygon, abc);
	double quality = shape(polygon, abc);
	// A triangle that has to be cut with the wrong winding should be as thin as possible.
	double rank = (double)class + (class == EAR_FORCED_REFLEX ? 0.5 - 0.5 * quality : quality);
	push(polygon, (polygon_ear){rank, node, ++b->stamp});
}

/// Recomputes the ranks of the whole ring.
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

/// Removes the node from the ring and recomputes the ranks of its neighbours.
static void cut(clean_polygon *polygon, uint32_t node)
{
	uint32_t prev = polygon->nodes[node].prev, next = polygon->nodes[node].next;
	reflex_index_set(polygon, node, false);
	++polygon->nodes[node].stamp;
	polygon->nodes[prev].next = next;
	polygon->nodes[next].prev = prev;
	judge_turn(polygon, prev);
	judge_turn(polygon, next);
	offer(polygon, prev);
	offer(polygon, next);
}

/// Chooses the best corner to cut now. If the polygon is simple, a cut only changes the ranks of its two neighbours. If
/// not, other ranks become out of date, so all are recomputed before an uncertain one is used; this is so rare that no
/// corner is ranked more than some twenty times.
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

/// Finds the reflex nodes of the ring.
static void find_reflex(clean_polygon *polygon, uint32_t start)
{
	uint32_t node = start;
	do
	{
		polygon_node *n = &polygon->nodes[node];
		n->stamp = 0;
		n->reflex = polygon_orient(polygon, n->prev, node, n->next) <= 0;
		node = n->next;
	} while (node != start);
	reflex_index_begin(polygon, start);
}

uint32_t clean_cut_ears(clean_polygon *polygon, uint32_t node, uint32_t count, uint32_t (*triangles)[3])
{
	find_reflex(polygon, node);
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
