// SPDX-License-Identifier: MIT
#include "reflex_index.h"

#include "polygon.h"

#include <math.h>

/// Bits of a rank: two ranks, interleaved, are exact in a double.
#define RANK_BITS 26

static ear_block block_by(const clean_polygon *polygon, uint32_t r, const uint32_t abc[3])
{
	int least = 1;
	for (int i = 0; i < 3; ++i)
	{
		// Corners at the same point are handled by the cone test.
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

/// The bounds of the triangle.
static reflex_box bounds_of(const clean_polygon *polygon, const uint32_t abc[3])
{
	reflex_box box = {.count = 0};
	for (int axis = 0; axis < 2; ++axis)
	{
		box.low[axis] = box.high[axis] = polygon->nodes[abc[0]].p[axis];
		for (int i = 1; i < 3; ++i)
		{
			double value = polygon->nodes[abc[i]].p[axis];
			box.low[axis] = value < box.low[axis] ? value : box.low[axis];
			box.high[axis] = value > box.high[axis] ? value : box.high[axis];
		}
	}
	return box;
}

static bool holds(const reflex_box *box, const double p[2])
{
	return p[0] >= box->low[0] && p[0] <= box->high[0] && p[1] >= box->low[1] && p[1] <= box->high[1];
}

/// Returns the exact side of a line for the corner of a box that is furthest to the left of the line, or to the right.
static int side_of(const reflex_box *box, const double a[2], const double b[2], bool left)
{
	// (-y, x) is left of (x, y); the sign of a difference is exact.
	const double p[2] = {
		(b[1] < a[1]) == left ? box->high[0] : box->low[0], (b[0] > a[0]) == left ? box->high[1] : box->low[1]};
	return exact_orient2d(a, b, p);
}

/// Returns whether a box of places cannot block the ear, surely blocks it, or must be opened.
static ear_block look_at(const clean_polygon *polygon, const reflex_box *box, const uint32_t abc[3], ear_block worst)
{
	bool inside = true;
	for (int i = 0; i < 3; ++i)
	{
		const double *a = polygon->nodes[abc[i]].p, *b = polygon->nodes[abc[i == 2 ? 0 : i + 1]].p;
		int most = side_of(box, a, b, true);
		if (most < 0 || (most == 0 && worst == EAR_GRAZED))
			return EAR_FREE;
		inside = inside && most > 0 && side_of(box, a, b, false) > 0;
	}
	return inside ? EAR_BLOCKED : EAR_GRAZED;
}

static ear_block find_in_places(
	clean_polygon *polygon, const reflex_box *bounds, uint32_t leaf, const uint32_t abc[3], ear_block worst)
{
	const reflex_index *index = &polygon->reflex;
	uint32_t end = (leaf + 1) * REFLEX_LEAF < index->place_count ? (leaf + 1) * REFLEX_LEAF : index->place_count;
	for (uint32_t i = leaf * REFLEX_LEAF; i < end && worst != EAR_BLOCKED; ++i)
	{
		++polygon->work;
		if (index->reflex[i] == 0 || !holds(bounds, polygon->nodes[index->first[i]].p))
			continue;
		ear_block block = block_by(polygon, index->first[i], abc);
		worst = block > worst ? block : worst;
	}
	return worst;
}

static ear_block find_in_boxes(clean_polygon *polygon, const reflex_box *bounds, const uint32_t abc[3])
{
	const reflex_index *index = &polygon->reflex;
	// One sibling per level waits, and two more are on top.
	uint32_t stack[34], depth = 0;
	ear_block worst = EAR_FREE;
	stack[depth++] = 1;
	while (depth > 0 && worst != EAR_BLOCKED)
	{
		uint32_t at = stack[--depth];
		const reflex_box *box = &index->boxes[at];
		++polygon->work;
		if (box->count == 0 || box->high[0] < bounds->low[0] || box->low[0] > bounds->high[0] ||
			box->high[1] < bounds->low[1] || box->low[1] > bounds->high[1])
			continue;
		ear_block look = look_at(polygon, box, abc, worst);
		if (look == EAR_FREE)
			continue;
		if (look == EAR_BLOCKED)
			return EAR_BLOCKED;
		if (at >= index->leaf_count)
			worst = find_in_places(polygon, bounds, at - index->leaf_count, abc, worst);
		else
		{
			stack[depth++] = 2 * at + 1;
			stack[depth++] = 2 * at;
		}
	}
	return worst;
}

static ear_block find_in_list(clean_polygon *polygon, const reflex_box *bounds, const uint32_t abc[3])
{
	const reflex_index *index = &polygon->reflex;
	ear_block worst = EAR_FREE;
	for (uint32_t i = 0; i < index->listed && worst != EAR_BLOCKED; ++i)
	{
		const polygon_node *node = &polygon->nodes[index->list[i]];
		++polygon->work;
		if (!node->reflex || !holds(bounds, node->p))
			continue;
		ear_block block = block_by(polygon, index->list[i], abc);
		worst = block > worst ? block : worst;
	}
	return worst;
}

ear_block reflex_index_find(clean_polygon *polygon, const uint32_t abc[3])
{
	const reflex_box bounds = bounds_of(polygon, abc);
	return polygon->reflex.sorted ? find_in_boxes(polygon, &bounds, abc) : find_in_list(polygon, &bounds, abc);
}

/// Inserts a zero before each bit of a number.
static uint64_t spread(uint64_t bits)
{
	bits = (bits | bits << 16) & 0x0000ffff0000ffffu;
	bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
	bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
	bits = (bits | bits << 2) & 0x3333333333333333u;
	return (bits | bits << 1) & 0x5555555555555555u;
}

static bool follows(const reflex_item *a, const reflex_item *b)
{
	return a->key > b->key || (a->key == b->key && a->node > b->node);
}

static void sift(reflex_item *items, uint32_t at, uint32_t count)
{
	const reflex_item item = items[at];
	uint32_t child;
	while ((child = 2 * at + 1) < count)
	{
		if (child + 1 < count && follows(&items[child + 1], &items[child]))
			++child;
		if (!follows(&items[child], &item))
			break;
		items[at] = items[child];
		at = child;
	}
	items[at] = item;
}

/// Heapsort (J. W. J. Williams; R. W. Floyd, 1964) has no bad worst case.
static void sort(reflex_item *items, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sift(items, i, count);
	for (uint32_t end = count; end-- > 1;)
	{
		const reflex_item last = items[end];
		items[end] = items[0];
		items[0] = last;
		sift(items, 0, end);
	}
}

/// Sorts the items along an axis and adds their ranks to their numbers on the curve. Equal coordinates get equal ranks.
static void add_ranks(const clean_polygon *polygon, reflex_item *items, int axis)
{
	uint32_t count = polygon->node_count, shift = 0, rank = 0;
	while (count >> shift >> RANK_BITS)
		++shift;
	for (uint32_t i = 0; i < count; ++i)
		items[i].key = polygon->nodes[items[i].node].p[axis];
	sort(items, count);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (i > 0 && items[i].key != items[i - 1].key)
			rank = i;
		items[i].curve |= spread(rank >> shift) << axis;
	}
}

/// Numbers the places in the order of the items.
static void number_places(clean_polygon *polygon, const reflex_item *items)
{
	reflex_index *index = &polygon->reflex;
	index->place_count = 0;
	for (uint32_t i = 0; i < polygon->node_count; ++i)
	{
		uint32_t node = items[i].node;
		if (i == 0 || !polygon_coincident(polygon, node, items[i - 1].node))
		{
			index->first[index->place_count] = node;
			index->reflex[index->place_count++] = 0;
		}
		index->place[node] = index->place_count - 1;
		index->reflex[index->place_count - 1] += polygon->nodes[node].reflex;
	}
}

static void widen(reflex_box *box, const double low[2], const double high[2])
{
	for (int axis = 0; axis < 2; ++axis)
	{
		box->low[axis] = low[axis] < box->low[axis] ? low[axis] : box->low[axis];
		box->high[axis] = high[axis] > box->high[axis] ? high[axis] : box->high[axis];
	}
}

static void bound_places(clean_polygon *polygon)
{
	reflex_index *index = &polygon->reflex;
	index->leaf_count = 1;
	while (index->leaf_count * REFLEX_LEAF < index->place_count)
		index->leaf_count *= 2;
	for (uint32_t i = 0; i < index->leaf_count; ++i)
	{
		// After the last place, boxes are empty.
		reflex_box box = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, 0};
		for (uint32_t k = i * REFLEX_LEAF; k < (i + 1) * REFLEX_LEAF && k < index->place_count; ++k)
		{
			widen(&box, polygon->nodes[index->first[k]].p, polygon->nodes[index->first[k]].p);
			box.count += index->reflex[k];
		}
		index->boxes[index->leaf_count + i] = box;
	}
	for (uint32_t i = index->leaf_count; i-- > 1;)
	{
		const reflex_box *right = &index->boxes[2 * i + 1];
		index->boxes[i] = index->boxes[2 * i];
		widen(&index->boxes[i], right->low, right->high);
		index->boxes[i].count += right->count;
	}
}

/// Sorts all corners into places.
static void use_places(clean_polygon *polygon)
{
	reflex_index *index = &polygon->reflex;
	for (uint32_t i = 0; i < polygon->node_count; ++i)
		index->items[i] = (reflex_item){.node = i};
	add_ranks(polygon, index->items, 0);
	add_ranks(polygon, index->items, 1);
	for (uint32_t i = 0; i < polygon->node_count; ++i)
		index->items[i].key = (double)index->items[i].curve;
	sort(index->items, polygon->node_count);
	number_places(polygon, index->items);
	bound_places(polygon);
	index->sorted = true;
}

static void change_place(clean_polygon *polygon, uint32_t node, bool reflex)
{
	reflex_index *index = &polygon->reflex;
	uint32_t place = index->place[node], change = reflex ? 1u : UINT32_MAX;
	index->reflex[place] += change;
	for (uint32_t at = index->leaf_count + place / REFLEX_LEAF; at > 0; at /= 2)
		index->boxes[at].count += change;
}

/// Removes corners from the list that are no longer reflex.
static void tidy(clean_polygon *polygon)
{
	reflex_index *index = &polygon->reflex;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < index->listed; ++i)
	{
		polygon_node *node = &polygon->nodes[index->list[i]];
		node->listed = node->reflex;
		if (node->reflex)
			index->list[kept++] = index->list[i];
	}
	index->listed = kept;
}

void reflex_index_set(clean_polygon *polygon, uint32_t node, bool reflex)
{
	reflex_index *index = &polygon->reflex;
	polygon_node *n = &polygon->nodes[node];
	if (n->reflex == reflex)
		return;
	n->reflex = reflex;
	if (index->sorted)
		change_place(polygon, node, reflex);
	else if (reflex && !n->listed)
	{
		if (index->listed == REFLEX_LIST)
			tidy(polygon);
		if (index->listed == REFLEX_LIST)
			use_places(polygon);
		else
		{
			index->list[index->listed++] = node;
			n->listed = true;
		}
	}
}

void reflex_index_begin(clean_polygon *polygon, uint32_t start)
{
	reflex_index *index = &polygon->reflex;
	uint32_t reflex = 0, node = start;
	index->listed = 0;
	index->sorted = false;
	do
	{
		polygon_node *n = &polygon->nodes[node];
		n->listed = n->reflex && reflex < REFLEX_LIST;
		if (n->listed)
			index->list[index->listed++] = node;
		reflex += n->reflex;
		node = n->next;
	} while (node != start);
	if (reflex > REFLEX_LIST)
		use_places(polygon);
}
