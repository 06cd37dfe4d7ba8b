// SPDX-License-Identifier: MIT
#include "polygon.h"

#include "kiln_format.h"

/// Returns twice the signed area of a ring. Only its sign is used, and only when the area is far from zero.
static double ring_area(const clean_polygon *polygon, uint32_t first)
{
	const double *origin = polygon->nodes[first].p;
	double area = 0.0;
	uint32_t node = first;
	do
	{
		const double *p = polygon->nodes[node].p;
		const double *q = polygon->nodes[polygon->nodes[node].next].p;
		area += (p[0] - origin[0]) * (q[1] - origin[1]) - (p[1] - origin[1]) * (q[0] - origin[0]);
		node = polygon->nodes[node].next;
	} while (node != first);
	return area;
}

static void reverse_ring(clean_polygon *polygon, uint32_t first)
{
	uint32_t node = first;
	do
	{
		polygon_node *n = &polygon->nodes[node];
		uint32_t next = n->next;
		n->next = n->prev;
		n->prev = next;
		node = next;
	} while (node != first);
}

/// Returns whether p is further right than q, or equally far right and lower.
static bool further_right(const double p[2], const double q[2])
{
	return p[0] > q[0] || (p[0] == q[0] && p[1] < q[1]);
}

static uint32_t rightmost(const clean_polygon *polygon, uint32_t first)
{
	uint32_t best = first;
	for (uint32_t node = polygon->nodes[first].next; node != first; node = polygon->nodes[node].next)
		if (further_right(polygon->nodes[node].p, polygon->nodes[best].p))
			best = node;
	return best;
}

static bool boxes_meet(const double *a, const double *b, const double *c, const double *d)
{
	for (int axis = 0; axis < 2; ++axis)
	{
		double low = a[axis] < b[axis] ? a[axis] : b[axis];
		double high = a[axis] < b[axis] ? b[axis] : a[axis];
		if ((c[axis] < low && d[axis] < low) || (c[axis] > high && d[axis] > high))
			return false;
	}
	return true;
}

/// Returns whether the edge that begins at `edge` meets the segment from a to b, except at a common end.
static bool edge_blocks(const clean_polygon *polygon, uint32_t edge, uint32_t a, uint32_t b)
{
	uint32_t end = polygon->nodes[edge].next;
	const polygon_node *n = polygon->nodes;
	if (!boxes_meet(n[a].p, n[b].p, n[edge].p, n[end].p))
		return false;
	if (polygon_coincident(polygon, edge, a) || polygon_coincident(polygon, edge, b) ||
		polygon_coincident(polygon, end, a) || polygon_coincident(polygon, end, b))
		return false;
	return polygon_orient(polygon, a, b, edge) * polygon_orient(polygon, a, b, end) <= 0 &&
		   polygon_orient(polygon, edge, end, a) * polygon_orient(polygon, edge, end, b) <= 0;
}

/// Returns whether a bridge from `node` of the outer ring to `hole` crosses no edge and leads into the polygon at both
/// ends. Returns false beyond the limit of work.
static bool visible(clean_polygon *polygon, uint32_t node, uint32_t hole)
{
	if (polygon_coincident(polygon, node, hole))
		return polygon_in_cone(polygon, node, polygon->nodes[hole].next);
	if (!polygon_in_cone(polygon, node, hole))
		return false;
	if (polygon->nodes[hole].next != hole && !polygon_in_cone(polygon, hole, node))
		return false;
	if (polygon->work >= polygon->limit)
	{
		polygon->limited = true;
		return false;
	}
	polygon->work += polygon->node_count;
	for (uint32_t edge = 0; edge < polygon->node_count; ++edge)
		if (edge_blocks(polygon, edge, node, hole))
			return false;
	return true;
}

/// Finds the nearest node of the outer ring that is visible from the hole's node. If no node is visible, which only
/// happens when the hole is not inside, finds the nearest node. KILN_NONE beyond the limit of work.
static uint32_t find_bridge(clean_polygon *polygon, uint32_t outer, uint32_t hole, bool blind)
{
	uint32_t best = KILN_NONE;
	double best_distance = 0.0;
	uint32_t node = outer;
	if (polygon->limited)
		return KILN_NONE;
	do
	{
		double x = polygon->nodes[node].p[0] - polygon->nodes[hole].p[0];
		double y = polygon->nodes[node].p[1] - polygon->nodes[hole].p[1];
		double distance = x * x + y * y;
		++polygon->work;
		if ((best == KILN_NONE || distance < best_distance) && (blind || visible(polygon, node, hole)))
		{
			best = node;
			best_distance = distance;
		}
		node = polygon->nodes[node].next;
	} while (node != outer);
	return best;
}

/// Joins two rings into one: outer node, the hole's ring from its node around to a copy of this node, copy of the outer
/// node.
static void join(clean_polygon *polygon, uint32_t outer, uint32_t hole)
{
	polygon_node *n = polygon->nodes;
	uint32_t outer_copy = polygon->node_count++, hole_copy = polygon->node_count++;
	n[outer_copy] = n[outer];
	n[hole_copy] = n[hole];
	uint32_t after = n[outer].next;
	uint32_t last = n[hole].prev == hole ? hole : n[hole].prev;
	n[outer].next = hole;
	n[hole].prev = outer;
	n[last].next = hole_copy;
	n[hole_copy].prev = last;
	n[hole_copy].next = outer_copy;
	n[outer_copy].prev = hole_copy;
	n[outer_copy].next = after;
	n[after].prev = outer_copy;
}

/// Sifts down the hole at `at` in a heap of `count`; the hole to be joined last is on top.
static void sift(const clean_polygon *polygon, uint32_t *heap, uint32_t count, uint32_t at)
{
	const polygon_node *n = polygon->nodes;
	for (;;)
	{
		uint32_t last = at;
		for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; ++child)
		{
			const double *p = n[heap[child]].p, *q = n[heap[last]].p;
			// If two holes are at the same point, the one with the higher number comes last.
			if (further_right(q, p) || (!further_right(p, q) && heap[child] > heap[last]))
				last = child;
		}
		if (last == at)
			return;
		uint32_t moved = heap[at];
		heap[at] = heap[last];
		heap[last] = moved;
		at = last;
	}
}

/// Sorts holes from right to left by their rightmost nodes.
static void sort_holes(const clean_polygon *polygon, uint32_t *holes, uint32_t count)
{
	for (uint32_t i = count / 2; i > 0; --i)
		sift(polygon, holes, count, i - 1);
	for (uint32_t left = count; left > 1; --left)
	{
		uint32_t last = holes[0];
		holes[0] = holes[left - 1];
		holes[left - 1] = last;
		sift(polygon, holes, left - 1, 0);
	}
}

void clean_bridge_holes(clean_polygon *polygon, uint32_t *firsts, uint32_t contour_count)
{
	uint32_t *holes = firsts + 1, count = 0;
	for (uint32_t i = 1; i < contour_count; ++i)
	{
		uint32_t first = firsts[i];
		if (first == KILN_NONE)
			continue;
		if (ring_area(polygon, first) > 0.0)
			reverse_ring(polygon, first);
		holes[count++] = rightmost(polygon, first);
	}
	// From right to left: all holes that can stand between a hole and the outer ring are then already joined.
	sort_holes(polygon, holes, count);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t node = find_bridge(polygon, firsts[0], holes[i], false);
		if (node == KILN_NONE)
			node = polygon->limited ? firsts[0] : find_bridge(polygon, firsts[0], holes[i], true);
		join(polygon, node, holes[i]);
	}
}
