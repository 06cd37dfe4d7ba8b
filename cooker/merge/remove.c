// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "memory.h"
#include "plane.h"
#include "star.h"

#include <math.h>
#include <string.h>

/// Vertices that were removed at one edge of a border; more are not looked at again and again.
#define CHAIN_MOST 1024

/// A vertex in line for its removal.
typedef struct merge_candidate
{
	double cost; ///< lower is removed first
	uint32_t vertex;
} merge_candidate;

typedef struct merge_removal
{
	merge_surface *surface;
	star_work star;
	merge_candidate *heap;
	uint32_t heap_count;
	uint32_t heap_capacity;
	uint32_t *next; ///< with tolerance, per vertex: the next removed one of the same edge
	bool changed;
} merge_removal;

/// A total order. Without tolerance the order changes no result; with it, positions decide between equal costs.
static bool before(const merge_surface *surface, const merge_candidate *a, const merge_candidate *b)
{
	if (a->cost < b->cost || a->cost > b->cost)
		return a->cost < b->cost;
	const float *p = surface->vertices[a->vertex], *q = surface->vertices[b->vertex];
	for (int k = 0; k < 3 && surface->tolerance > 0; ++k)
		if (p[k] < q[k] || p[k] > q[k])
			return p[k] < q[k];
	return a->vertex < b->vertex;
}

/// The heap has room for all vertices once.
static void push(merge_removal *r, double cost, uint32_t vertex)
{
	const merge_candidate item = {cost, vertex};
	uint32_t at = r->heap_count++;
	while (at > 0 && before(r->surface, &item, &r->heap[(at - 1) / 2]))
	{
		r->heap[at] = r->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	r->heap[at] = item;
}

static merge_candidate pop(merge_removal *r)
{
	merge_candidate top = r->heap[0], last = r->heap[--r->heap_count];
	uint32_t at = 0, child;
	while ((child = 2 * at + 1) < r->heap_count)
	{
		if (child + 1 < r->heap_count && before(r->surface, &r->heap[child + 1], &r->heap[child]))
			++child;
		if (!before(r->surface, &r->heap[child], &last))
			break;
		r->heap[at] = r->heap[child];
		at = child;
	}
	r->heap[at] = last;
	return top;
}

/// Removes an inner vertex. Returns whether it is gone.
static bool remove_inner(merge_removal *r, uint32_t vertex)
{
	merge_surface *surface = r->surface;
	star_work *star = &r->star;
	star_clear(star);
	star_fan *fan = star_collect(surface, star, surface->at[vertex]);
	if (!fan)
		return false;
	if (star_plan(surface, star, fan, vertex) && star_commit(surface, star))
		return true;
	star_revert(surface, star);
	surface->regions[star->fans[0].region].kept = true;
	return false;
}

/// Collects all fans of a vertex with two border edges, and its neighbours on them. False where these are not all
/// triangles of the vertex, or a fan does not lead from one border edge to the other.
static bool collect_fans(merge_removal *r, uint32_t vertex, uint32_t ends[2])
{
	merge_surface *surface = r->surface;
	star_work *star = &r->star;
	star_clear(star);
	const star_fan *fan = star_collect(surface, star, surface->at[vertex]);
	if (!fan || fan->closed)
		return false;
	uint32_t triangles = fan->count - 1, end = fan->first + fan->count - 1;
	ends[0] = star->corners[fan->first];
	ends[1] = star->corners[end];
	if (ends[0] == ends[1])
		return false;
	// The first side of the fan leads from the vertex to its first corner.
	uint32_t first = merge_prev(star->outers[fan->first]);
	for (uint32_t side = surface->links[first] & ~MERGE_BORDER; side != first;
		 side = surface->links[side] & ~MERGE_BORDER)
	{
		bool leaves = merge_from(surface, side) == vertex;
		fan = star_collect(surface, star, leaves ? side : merge_next(side));
		if (!fan)
			return false;
		uint32_t a = star->corners[fan->first], b = star->corners[fan->first + fan->count - 1];
		if (fan->closed || !((a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0])))
			return false;
		triangles += fan->count - 1;
	}
	return triangles == surface->degree[vertex];
}

/// Flips the edge behind each fan of a single triangle, which then has two; such a triangle lies along the border, and has
/// next to no height. Returns whether an edge was flipped: the fans have to be collected again.
static bool widen_fans(merge_removal *r)
{
	bool flipped = false;
	for (uint32_t f = 0; f < r->star.fan_count && !r->star.failed; ++f)
	{
		uint32_t outer = r->star.outers[r->star.fans[f].first];
		if (r->star.fans[f].count == 2 && !merge_is_border(r->surface, outer))
			flipped |= merge_flip_edge(r->surface, outer, &r->star.failed);
	}
	return flipped;
}

/// Whether the vertex lies exactly on the segment ab, between its ends.
static bool is_between(const merge_surface *surface, uint32_t a, uint32_t vertex, uint32_t b)
{
	const float *p = surface->vertices[a], *q = surface->vertices[vertex], *s = surface->vertices[b];
	int k = p[0] != s[0] ? 0 : p[1] != s[1] ? 1 : 2;
	return ((p[k] < q[k] && q[k] < s[k]) || (p[k] > q[k] && q[k] > s[k])) && exact_collinear(p, q, s);
}

static uint32_t chain_of(const merge_surface *surface, uint32_t a, uint32_t b)
{
	const edge_entry *entry = edge_set_find(&surface->edges, a, b);
	return entry ? entry->value : KILN_NONE;
}

/// Returns the largest distance of the vertex, and of those removed before at its two border edges, from the edge that
/// replaces these, in the planes of all regions there, rounded up. INFINITY for too many.
static double chain_distance(const merge_removal *r, uint32_t vertex, const uint32_t ends[2])
{
	const merge_surface *surface = r->surface;
	const uint32_t chains[3] = {chain_of(surface, ends[0], vertex), chain_of(surface, ends[1], vertex), vertex};
	double most = 0.0;
	for (uint32_t f = 0; f < r->star.fan_count; ++f)
	{
		const merge_region *region = &surface->regions[r->star.fans[f].region];
		uint32_t count = 0;
		for (int i = 0; i < 3; ++i)
			for (uint32_t v = chains[i]; v != KILN_NONE; v = i < 2 ? r->next[v] : KILN_NONE)
			{
				if (++count > CHAIN_MOST)
					return (double)INFINITY;
				double distance = merge_plane_distance(surface, region, v, ends[0], ends[1]);
				most = distance > most ? distance : most;
			}
	}
	return most;
}

/// Joins the lists of removed vertices at the two edges of a vertex, with the vertex in front.
static uint32_t join_chains(merge_removal *r, uint32_t vertex, const uint32_t ends[2])
{
	uint32_t first = chain_of(r->surface, ends[0], vertex), last = vertex;
	r->next[vertex] = first;
	while (r->next[last] != KILN_NONE)
		last = r->next[last];
	r->next[last] = chain_of(r->surface, ends[1], vertex);
	return vertex;
}

/// Takes the edges at a removed vertex out of the set.
static void forget_edges(merge_removal *r, uint32_t vertex)
{
	for (uint32_t i = 0; i < r->star.corner_count; ++i)
		edge_set_remove(&r->surface->edges, vertex, r->star.corners[i]);
}

/// Replaces the fans at a vertex whose new border edge is in the set.
static bool replace_fans(merge_removal *r, uint32_t vertex, const uint32_t ends[2])
{
	merge_surface *surface = r->surface;
	star_work *star = &r->star;
	bool planned = true;
	for (uint32_t f = 0; f < star->fan_count && planned; ++f)
		planned = star_plan(surface, star, &star->fans[f], vertex);
	if (!planned || !star_commit(surface, star))
	{
		star_revert(surface, star);
		return false;
	}
	uint32_t chain = surface->tolerance > 0 ? join_chains(r, vertex, ends) : KILN_NONE;
	forget_edges(r, vertex);
	edge_set_find(&surface->edges, ends[0], ends[1])->value = chain;
	return true;
}

typedef enum removal_answer
{
	REMOVAL_DONE,
	REMOVAL_NEVER, ///< the vertex is a corner
	REMOVAL_LATER, ///< the cost has grown
	REMOVAL_KEPT,  ///< something is in the way
} removal_answer;

/// Replaces the fans at a vertex, unless its two neighbours have an edge.
static removal_answer join_ends(merge_removal *r, uint32_t vertex, const uint32_t ends[2])
{
	merge_surface *surface = r->surface;
	if (!edge_set_find(&surface->edges, ends[0], ends[1]))
	{
		if (!edge_set_add(surface->context, &surface->edges, ends[0], ends[1], KILN_NONE))
			r->star.failed = true;
		else if (replace_fans(r, vertex, ends))
			return REMOVAL_DONE;
		else
			edge_set_remove(&surface->edges, ends[0], ends[1]);
	}
	for (uint32_t f = 0; f < r->star.fan_count; ++f)
		surface->regions[r->star.fans[f].region].kept = true;
	return REMOVAL_KEPT;
}

/// Removes a vertex of a border, if its two border edges are on one line.
static removal_answer remove_straight(merge_removal *r, merge_candidate *candidate)
{
	merge_surface *surface = r->surface;
	uint32_t ends[2], vertex = candidate->vertex;
	if (!collect_fans(r, vertex, ends))
		return REMOVAL_NEVER;
	if (!(surface->tolerance > 0))
		return is_between(surface, ends[0], vertex, ends[1]) ? join_ends(r, vertex, ends) : REMOVAL_NEVER;
	double distance = chain_distance(r, vertex, ends);
	if (!(distance <= surface->tolerance / 2))
		return REMOVAL_NEVER;
	if (distance > candidate->cost)
	{
		candidate->cost = distance;
		return REMOVAL_LATER;
	}
	if (widen_fans(r) && !collect_fans(r, vertex, ends))
		return REMOVAL_NEVER;
	removal_answer answer = r->star.failed ? REMOVAL_KEPT : join_ends(r, vertex, ends);
	if (answer == REMOVAL_DONE && distance > surface->border_moved)
		surface->border_moved = distance;
	return answer;
}

static removal_answer remove_candidate(merge_removal *r, merge_candidate *candidate)
{
	const merge_surface *surface = r->surface;
	uint32_t vertex = candidate->vertex;
	if (surface->kinds[vertex] == MERGE_STRAIGHT)
		return remove_straight(r, candidate);
	// Vertices of few triangles first: the work is O(n log n) then, whatever the degrees are.
	if ((double)surface->degree[vertex] > candidate->cost)
	{
		candidate->cost = (double)surface->degree[vertex];
		return REMOVAL_LATER;
	}
	return remove_inner(r, vertex) ? REMOVAL_DONE : REMOVAL_KEPT;
}

/// Looks at the vertices of a kind that are marked in `kept`; marks stay where something is in the way.
static void remove_kind(merge_removal *r, merge_vertex_kind kind, uint8_t *kept)
{
	const merge_surface *surface = r->surface;
	r->heap_count = 0;
	for (uint32_t i = 0; i < surface->vertex_count; ++i)
		if (surface->kinds[i] == kind && surface->degree[i] > 0 && kept[i])
			push(r, kind == MERGE_INNER ? (double)surface->degree[i] : 0.0, i);
	while (r->heap_count > 0 && !r->star.failed)
	{
		merge_candidate candidate = pop(r);
		removal_answer answer = remove_candidate(r, &candidate);
		if (answer == REMOVAL_LATER)
			push(r, candidate.cost, candidate.vertex);
		kept[candidate.vertex] = answer == REMOVAL_KEPT;
		r->changed |= answer == REMOVAL_DONE;
	}
}

/// One look at every vertex that is marked. *again: vertices went, others are kept, and may go now.
static void run(merge_removal *r, uint8_t *kept, bool *again)
{
	merge_surface *surface = r->surface;
	for (uint32_t i = 0; i < surface->region_count; ++i)
		surface->regions[i].kept = false;
	r->changed = false;
	remove_kind(r, MERGE_INNER, kept);
	remove_kind(r, MERGE_STRAIGHT, kept);
	bool any = false;
	for (uint32_t i = 0; i < surface->region_count && !any; ++i)
		any = surface->regions[i].kept;
	*again = any && r->changed;
}

bool merge_reduce(merge_surface *surface)
{
	const kilncook_context *context = surface->context;
	uint32_t count = surface->vertex_count;
	merge_removal r = {.surface = surface, .heap_capacity = count};
	r.heap = cook_alloc(context, count, sizeof *r.heap);
	r.next = surface->tolerance > 0 ? cook_alloc(context, count, sizeof *r.next) : NULL;
	uint8_t *kept = cook_alloc(context, count, 1);
	bool done = r.heap && kept && (r.next || !(surface->tolerance > 0));
	if (done)
	{
		memset(kept, 1, count);
		for (bool again = true; again && done;)
		{
			run(&r, kept, &again);
			// Flips may free the edges that were in the way.
			done = !r.star.failed && merge_flip_edges(surface);
		}
	}
	star_free(context, &r.star);
	cook_free(context, r.heap, count, sizeof *r.heap);
	cook_free(context, r.next, count, sizeof *r.next);
	cook_free(context, kept, count, 1);
	return done;
}
