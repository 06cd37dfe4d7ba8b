// SPDX-License-Identifier: MIT
#include "memory.h"
#include "surface.h"

/// Most flips for each triangle. Where the work ends, triangles are the fewest, but not all edges are flipped.
#define FLIPS_MOST 64

/// Sides whose edges have to be looked at.
typedef struct flip_stack
{
	uint32_t *sides;
	uint32_t count;
	uint32_t capacity;
} flip_stack;

static bool push(const kilncook_context *context, flip_stack *stack, uint32_t side)
{
	if (stack->count == stack->capacity)
	{
		size_t capacity = (size_t)stack->capacity * 2 + 1024;
		uint32_t *sides = capacity > UINT32_MAX
							  ? NULL
							  : cook_resize(context, stack->sides, stack->capacity, capacity, sizeof *stack->sides);
		if (!sides)
			return false;
		stack->sides = sides;
		stack->capacity = (uint32_t)capacity;
	}
	stack->sides[stack->count++] = side;
	return true;
}

static bool lexicographic(const float a[3], const float b[3])
{
	for (int k = 0; k < 3; ++k)
		if (a[k] < b[k] || a[k] > b[k])
			return a[k] < b[k];
	return false;
}

/// Of the four corners of a quadrilateral, in order, whether the smallest is the second or fourth.
static bool smallest_is_odd(const merge_surface *surface, const uint32_t quad[4])
{
	int smallest = 0;
	for (int i = 1; i < 4; ++i)
		if (lexicographic(surface->vertices[quad[i]], surface->vertices[quad[smallest]]))
			smallest = i;
	return smallest % 2 != 0;
}

/// Whether the inner edge of a side can be replaced by the other diagonal of its two triangles. `quad` is a, y, b, x: the
/// side leads from a to b.
static bool can_flip(const merge_surface *surface, uint32_t side, uint32_t quad[4])
{
	uint32_t other = surface->links[side];
	const merge_region *region = &surface->regions[surface->region_of[side / 3]];
	quad[0] = merge_from(surface, side);
	quad[1] = merge_from(surface, merge_prev(other));
	quad[2] = merge_from(surface, merge_next(side));
	quad[3] = merge_from(surface, merge_prev(side));
	if (quad[1] == quad[3] || merge_orient(surface, region, quad[3], quad[0], quad[1]) <= 0 ||
		merge_orient(surface, region, quad[1], quad[2], quad[3]) <= 0)
		return false;
	// A border or another region may have the edge already.
	return surface->kinds[quad[1]] == MERGE_INNER || surface->kinds[quad[3]] == MERGE_INNER ||
		   !edge_set_find(&surface->edges, quad[1], quad[3]);
}

/// Whether the triangles of the quadrilateral are not the Delaunay triangulation of its corners.
static bool wants_flip(const merge_surface *surface, uint32_t region, const uint32_t quad[4])
{
	int inside = merge_in_circle(surface, &surface->regions[region], quad[0], quad[2], quad[3], quad[1]);
	return inside > 0 || (inside == 0 && smallest_is_odd(surface, quad));
}

/// Replaces the edge. `around` gets the sides around the new one. False when out of memory.
static bool flip(merge_surface *surface, uint32_t side, const uint32_t quad[4], uint32_t around[4])
{
	const kilncook_context *context = surface->context;
	uint32_t other = surface->links[side], region = surface->region_of[side / 3];
	if (!merge_reserve(surface, 2))
		return false;
	if (surface->kinds[quad[0]] != MERGE_INNER && surface->kinds[quad[2]] != MERGE_INNER)
		edge_set_remove(&surface->edges, quad[0], quad[2]);
	if (surface->kinds[quad[1]] != MERGE_INNER && surface->kinds[quad[3]] != MERGE_INNER &&
		!edge_set_add(context, &surface->edges, quad[1], quad[3], KILN_NONE))
		return false;
	uint32_t left = 3 * merge_add_triangle(surface, region, quad[3], quad[0], quad[1]);
	uint32_t right = 3 * merge_add_triangle(surface, region, quad[1], quad[2], quad[3]);
	const uint32_t moves[4][2] = {{merge_prev(side), left}, {merge_next(other), left + 1}, {merge_prev(other), right},
		{merge_next(side), right + 1}};
	for (int i = 0; i < 4; ++i)
	{
		merge_replace_side(surface, moves[i][0], moves[i][1]);
		around[i] = moves[i][1];
	}
	surface->links[left + 2] = right + 2;
	surface->links[right + 2] = left + 2;
	merge_free_triangle(surface, side / 3);
	merge_free_triangle(surface, other / 3);
	return true;
}

bool merge_flip_edge(merge_surface *surface, uint32_t side, bool *failed)
{
	uint32_t quad[4], around[4];
	if (!can_flip(surface, side, quad))
		return false;
	*failed = !flip(surface, side, quad, around);
	return !*failed;
}

/// Looks at all sides of the stack.
static bool settle(merge_surface *surface, flip_stack *stack, uint64_t most)
{
	while (stack->count > 0)
	{
		uint32_t side = stack->sides[--stack->count], quad[4], around[4];
		// Where a flip has replaced a triangle since, its new sides are on the stack.
		if (surface->triangles[side / 3][0] == KILN_NONE || merge_is_border(surface, side) ||
			!can_flip(surface, side, quad) || !wants_flip(surface, surface->region_of[side / 3], quad))
			continue;
		if (surface->flips >= most)
		{
			surface->limited = true;
			stack->count = 0;
			return true;
		}
		if (!flip(surface, side, quad, around))
			return false;
		++surface->flips;
		for (int i = 0; i < 4; ++i)
			if (!merge_is_border(surface, around[i]) && !push(surface->context, stack, around[i]))
				return false;
	}
	return true;
}

bool merge_flip_edges(merge_surface *surface)
{
	flip_stack stack = {0};
	uint64_t triangles = surface->slot_count - surface->free_count, most = triangles * FLIPS_MOST;
	bool done = true;
	// Triangles that flips add are settled when they are.
	for (uint32_t side = 0; side < 3 * surface->slot_count && done && !surface->limited; ++side)
	{
		if (surface->triangles[side / 3][0] == KILN_NONE || !surface->regions[surface->region_of[side / 3]].reduced ||
			merge_is_border(surface, side) || side > surface->links[side])
			continue;
		done = push(surface->context, &stack, side) && settle(surface, &stack, most);
	}
	cook_free(surface->context, stack.sides, stack.capacity, sizeof *stack.sides);
	return done;
}
