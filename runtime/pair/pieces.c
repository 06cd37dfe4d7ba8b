// SPDX-License-Identifier: MIT
#include "convex/manifold/placed.h"
#include "convex/manifold/search.h"
#include "math/budget.h"
#include "pair/kernel/query.h"
#include "shape/near.h"

#include <math.h>
#include <string.h>

/// How much a depth may exceed the true one, as a share of the coordinates, with ample room for rounding.
#define DEPTH_SLACK 0x1p-16

// --- Pieces -----------------------------------------------------------------------------------------------------------

static void see_piece(const kiln_pair_part *part, const kiln_d3 corner[3], kiln_d3 eye, kiln_contact_body *body)
{
	if (part->mesh == KILN_NONE)
		kilni_contact_body_of_placed(&part->body, &part->place, eye, body);
	else
		kilni_contact_body_of_triangle(corner, body);
}

/// Sets up the search for two pieces. The options are usable.
static void see_pieces(
	const kiln_pair_pieces *pieces, const kiln_manifold_options *options, kiln_contact_search *search)
{
	search->eye = pieces->eye;
	see_piece(pieces->a, pieces->corner_a, pieces->eye, &search->a);
	see_piece(pieces->b, pieces->corner_b, pieces->eye, &search->b);
	kilni_contact_search_set(search, options);
}

/// Finds the normal of pieces that touch, even where they are proved to be apart by a rounding that the touch decision
/// allows.
static void find_normal(kiln_contact_search *search)
{
	if (kilni_contact_search_normal(search, NULL))
		return;
	search->skin = HUGE_VAL;
	kilni_contact_search_normal(search, NULL);
	search->skin = 0;
}

/// Whether a comes before b, by a's piece first.
static bool is_before(const uint32_t a[4], const uint32_t b[4])
{
	for (int i = 0; i < 4; ++i)
		if (a[i] != b[i])
			return a[i] < b[i];
	return false;
}

// --- Depth ------------------------------------------------------------------------------------------------------------

/// Whether a body is less than `depth` deep in a triangle. The depth is at most the body's extent beyond the triangle's
/// plane, on the side where this is less.
static bool is_shallow(const kiln_d3 corner[3], const kiln_convex *triangle, const kiln_convex *other, double depth)
{
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(corner[1], corner[0]), kiln_d3_sub(corner[2], corner[0]));
	double length2 = kiln_d3_length2(up);
	uint32_t seed[2] = {KILN_NONE, KILN_NONE};
	if (!(length2 > 0))
		return false;
	up = kiln_d3_scale(up, 1 / sqrt(length2));
	kiln_d3 high = kilni_convex_support(other, up, &seed[0]);
	kiln_d3 low = kilni_convex_support(other, kiln_d3_scale(up, -1), &seed[1]);
	double size = kiln_d3_largest(high) + kiln_d3_largest(low) + kiln_d3_largest(corner[0]) +
				  kiln_d3_largest(corner[1]) + kiln_d3_largest(corner[2]);
	double level = kiln_d3_dot(up, triangle->center);
	double above = kiln_d3_dot(up, high) - level, below = level - kiln_d3_dot(up, low);
	double most = kiln_double_min(above, below) + other->margin;
	return most + DEPTH_SLACK * (size + other->margin) < depth;
}

static bool is_shallower(const kiln_pair_pieces *pieces, const kiln_contact_search *search, double depth)
{
	const kiln_convex *a = &search->a.terms[0], *b = &search->b.terms[0];
	return (pieces->a->mesh != KILN_NONE && is_shallow(pieces->corner_a, a, b, depth)) ||
		   (pieces->b->mesh != KILN_NONE && is_shallow(pieces->corner_b, b, a, depth));
}

/// The deepest pair so far.
typedef struct depth_query
{
	kiln_pair_depth *deepest;
	kiln_budget *budget;
} depth_query;

static void visit_depth(void *user, const kiln_pair *pair, const kiln_pair_pieces *pieces)
{
	const depth_query *query = user;
	kiln_pair_depth *deepest = query->deepest;
	kiln_contact_search search;
	if (!kiln_budget_take(query->budget, KILN_BUDGET_CONVEX))
		return;
	see_pieces(pieces, NULL, &search);
	search.budget = query->budget;
	if (deepest->touching && is_shallower(pieces, &search, (double)deepest->depth))
		return;
	find_normal(&search);
	if (kiln_budget_ended(query->budget))
		return;
	double depth = kiln_double_max(search.depth + search.margin_a + search.margin_b, 0);
	kiln_pair_depth found;
	memset(&found, 0, sizeof found);
	found.touching = true;
	found.depth = kiln_near_float(depth);
	found.normal = kiln_d3_to(search.normal);
	found.node_a = pair->node_a;
	found.node_b = pair->node_b;
	found.triangle_a = pair->triangle_a;
	found.triangle_b = pair->triangle_b;
	const uint32_t mine[4] = {found.node_a, found.node_b, found.triangle_a, found.triangle_b};
	const uint32_t old[4] = {deepest->node_a, deepest->node_b, deepest->triangle_a, deepest->triangle_b};
	if (deepest->touching && (found.depth < deepest->depth || (found.depth == deepest->depth && !is_before(mine, old))))
		return;
	kiln_d3 on_a = kiln_d3_along(kiln_d3_add(search.eye, search.on_a), -search.margin_a, search.normal);
	found.on_a = kiln_near_vec3(on_a);
	found.on_b = kiln_near_vec3(kiln_d3_along(on_a, depth, search.normal));
	*deepest = found;
}

/// The prepared objects of a query.
typedef struct piece_sides
{
	kiln_pair_side a, b;
	kiln_pair_options options;
} piece_sides;

static bool begin(piece_sides *sides, const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	if (!kilni_pair_options_of(&sides->options, options) || !kilni_pair_side_of(&sides->a, a) ||
		!kilni_pair_side_of(&sides->b, b))
		return false;
	kilni_budget_begin(sides->options.budget);
	return true;
}

kiln_status kiln_pair_penetration(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_depth *deepest)
{
	piece_sides sides;
	if (!deepest)
		return KILN_E_ARGUMENT;
	memset(deepest, 0, sizeof *deepest);
	deepest->node_a = deepest->node_b = deepest->triangle_a = deepest->triangle_b = KILN_NONE;
	if (!begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	depth_query query = {deepest, sides.options.budget};
	kilni_sides_pieces(&sides.a, &sides.b, &sides.options, visit_depth, &query);
	return kiln_budget_status(sides.options.budget);
}

// --- Manifolds --------------------------------------------------------------------------------------------------------

typedef struct manifold_query
{
	const kiln_manifold_options *contact;
	kiln_pair_manifold *manifolds;
	uint32_t capacity;
	kiln_budget *budget;
	uint64_t count;
} manifold_query;

static bool comes_before(const kiln_pair_manifold *a, const kiln_pair_manifold *b)
{
	const uint32_t one[4] = {a->node_a, a->triangle_a, a->node_b, a->triangle_b};
	const uint32_t other[4] = {b->node_a, b->triangle_a, b->node_b, b->triangle_b};
	return is_before(one, other);
}

/// Sinks the manifold at `i` of a heap, whose last one is on top, to its place.
static void sink(kiln_pair_manifold *heap, uint32_t count, uint32_t i)
{
	const kiln_pair_manifold sinking = heap[i];
	for (uint64_t below = 2 * (uint64_t)i + 1; below < count; below = 2 * (uint64_t)i + 1)
	{
		below += below + 1 < count && comes_before(&heap[below], &heap[below + 1]);
		if (!comes_before(&sinking, &heap[below]))
			break;
		heap[i] = heap[below];
		i = (uint32_t)below;
	}
	heap[i] = sinking;
}

static void heap_up(kiln_pair_manifold *manifolds, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sink(manifolds, count, i);
}

/// Heapsort (Williams 1964): in place; no two manifolds have the same numbers.
static void sort(kiln_pair_manifold *manifolds, uint32_t count)
{
	heap_up(manifolds, count);
	for (uint32_t last = count; last-- > 1;)
	{
		const kiln_pair_manifold top = manifolds[0];
		manifolds[0] = manifolds[last];
		manifolds[last] = top;
		sink(manifolds, last, 0);
	}
}

/// A full array is a heap with its last manifold on top, which is replaced by one that comes before it.
static void visit_manifold(void *user, const kiln_pair *pair, const kiln_pair_pieces *pieces)
{
	manifold_query *query = user;
	kiln_contact_search search;
	kiln_pair_manifold found = {
		.node_a = pair->node_a, .node_b = pair->node_b, .triangle_a = pair->triangle_a, .triangle_b = pair->triangle_b};
	const bool full = query->count >= query->capacity;
	if (full && (query->capacity == 0 || !comes_before(&found, &query->manifolds[0])))
	{
		++query->count;
		return;
	}
	if (!kiln_budget_take(query->budget, KILN_BUDGET_CONVEX))
		return;
	see_pieces(pieces, query->contact, &search);
	search.budget = query->budget;
	find_normal(&search);
	if (kiln_budget_ended(query->budget))
		return;
	kilni_contact_search_manifold(&search, &found.manifold);
	query->manifolds[full ? 0 : query->count] = found;
	if (full)
		sink(query->manifolds, query->capacity, 0);
	else if (query->count + 1 == query->capacity)
		heap_up(query->manifolds, query->capacity);
	++query->count;
}

kiln_status kiln_pair_manifolds(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	const kiln_manifold_options *contact, kiln_pair_manifold *manifolds, uint32_t capacity, uint32_t *count)
{
	piece_sides sides;
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	if ((!manifolds && capacity > 0) || !kilni_contact_options_usable(contact) || (contact && contact->skin != 0) ||
		!begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	manifold_query query = {contact, manifolds, capacity, sides.options.budget, 0};
	kilni_sides_pieces(&sides.a, &sides.b, &sides.options, visit_manifold, &query);
	sort(manifolds, query.count < capacity ? (uint32_t)query.count : capacity);
	*count = kiln_pair_count(query.count);
	return kiln_budget_status(sides.options.budget);
}
