// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool list_sides(survey_work *w)
{
	survey *s = w->s;
	uint32_t count = 0, side_count = s->adjacency.edges.side_count;
	for (uint32_t side = 0; side < side_count; ++side)
		count += s->mates[side] == SURVEY_BOUNDARY;
	s->boundary_count = count;
	s->boundary = cook_alloc(w->context, count, sizeof *s->boundary);
	if (!s->boundary)
		return false;
	count = 0;
	for (uint32_t side = 0; side < side_count; ++side)
		if (s->mates[side] == SURVEY_BOUNDARY)
			s->boundary[count++] = side;
	return true;
}

/// Numbers the vertices of boundary sides; `numbers` has room for one per vertex.
static bool number_vertices(survey_work *w, uint32_t *numbers)
{
	survey *s = w->s;
	uint32_t count = 0;
	memset(numbers, 0, (size_t)w->mesh->vertex_count * sizeof *numbers);
	for (uint32_t i = 0; i < s->boundary_count; ++i)
		numbers[survey_from(w, s->boundary[i])] = numbers[survey_to(w, s->boundary[i])] = 1;
	for (uint32_t v = 0; v < w->mesh->vertex_count; ++v)
		count += numbers[v];
	s->boundary_vertex_count = count;
	s->boundary_vertices = cook_alloc(w->context, count, sizeof *s->boundary_vertices);
	s->boundary_ends = cook_alloc(w->context, s->boundary_count, sizeof *s->boundary_ends);
	if (!s->boundary_vertices || !s->boundary_ends)
		return false;
	count = 0;
	for (uint32_t v = 0; v < w->mesh->vertex_count; ++v)
		if (numbers[v])
		{
			s->boundary_vertices[count] = v;
			numbers[v] = count++;
		}
	for (uint32_t i = 0; i < s->boundary_count; ++i)
	{
		s->boundary_ends[i][0] = numbers[survey_from(w, s->boundary[i])];
		s->boundary_ends[i][1] = numbers[survey_to(w, s->boundary[i])];
	}
	return true;
}

/// The sides at each vertex.
static bool list_vertex_sides(survey_work *w)
{
	survey *s = w->s;
	uint32_t *first = cook_alloc_zero(w->context, (size_t)s->boundary_vertex_count + 1, sizeof *first);
	s->vertex_sides_first = first;
	s->vertex_sides = cook_alloc(w->context, 2 * (size_t)s->boundary_count, sizeof *s->vertex_sides);
	if (!first || !s->vertex_sides)
		return false;
	for (uint32_t i = 0; i < s->boundary_count; ++i)
		for (int k = 0; k < 2; ++k)
			++first[s->boundary_ends[i][k]];
	for (uint32_t v = 1; v <= s->boundary_vertex_count; ++v)
		first[v] += first[v - 1];
	// Filled from the back, every offset ends where it belongs and every list increases.
	for (uint32_t i = s->boundary_count; i > 0; --i)
		for (int k = 0; k < 2; ++k)
			s->vertex_sides[--first[s->boundary_ends[i - 1][k]]] = i - 1;
	return true;
}

bool survey_boundary(survey_work *w)
{
	if (!list_sides(w))
		return false;
	if (w->s->boundary_count == 0)
		return true;
	uint32_t *numbers = cook_alloc(w->context, w->mesh->vertex_count, sizeof *numbers);
	bool done = numbers && number_vertices(w, numbers) && list_vertex_sides(w);
	cook_free(w->context, numbers, w->mesh->vertex_count, sizeof *numbers);
	return done;
}

// Loops are chains of ends: end 2 i is where boundary side i begins, end 2 i + 1 where it leads. Two ends at one
// vertex are linked where one walk around it over the triangles leads from the one to the other.

/// The boundary side at the other border of a side's fan around its vertex, or KILN_NONE at an edge of three or more
/// triangles.
static uint32_t walk_fan(const survey_work *w, uint32_t side, uint32_t vertex)
{
	for (;;)
	{
		uint32_t k = side % 3;
		uint32_t other = side - k + (survey_from(w, side) == vertex ? (k + 2) % 3 : (k + 1) % 3);
		side = w->s->mates[other];
		if (side == SURVEY_BOUNDARY)
			return other;
		if (side == SURVEY_MANY)
			return KILN_NONE;
	}
}

/// The number of a boundary side.
static uint32_t number_of(const survey *s, uint32_t side)
{
	uint32_t low = 0, high = s->boundary_count;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (s->boundary[middle] < side)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void link_by_fans(const survey_work *w, uint32_t *links)
{
	const survey *s = w->s;
	for (uint32_t end = 0; end < 2 * s->boundary_count; ++end)
	{
		uint32_t side = s->boundary[end / 2];
		uint32_t vertex = end & 1 ? survey_to(w, side) : survey_from(w, side);
		uint32_t other = walk_fan(w, side, vertex);
		if (other != KILN_NONE)
			links[end] = 2 * number_of(s, other) + (survey_to(w, other) == vertex);
		else
			links[end] = KILN_NONE;
	}
}

/// Moves entry `i` of a heap of ends, whose last end by position is on top, to its place.
static void sift(const survey_work *w, uint32_t *ends, uint32_t i, uint32_t count)
{
	for (uint32_t child = 2 * i + 1; child < count; i = child, child = 2 * i + 1)
	{
		if (child + 1 < count && survey_compare_sides(w, ends[child] / 2, ends[child + 1] / 2) < 0)
			++child;
		if (survey_compare_sides(w, ends[i] / 2, ends[child] / 2) >= 0)
			return;
		uint32_t kept = ends[i];
		ends[i] = ends[child];
		ends[child] = kept;
	}
}

/// Sorts ends of different sides by the positions of their sides.
static void sort_ends(const survey_work *w, uint32_t *ends, uint32_t count)
{
	for (uint32_t i = count / 2; i > 0; --i)
		sift(w, ends, i - 1, count);
	for (uint32_t last = count; last > 1; --last)
	{
		uint32_t kept = ends[0];
		ends[0] = ends[last - 1];
		ends[last - 1] = kept;
		sift(w, ends, 0, last - 1);
	}
}

/// Links the remaining ends at each vertex in pairs, by the positions of their sides. `ends` has room for all sides.
static void link_leftovers(const survey_work *w, uint32_t *links, uint32_t *ends)
{
	const survey *s = w->s;
	for (uint32_t v = 0; v < s->boundary_vertex_count; ++v)
	{
		uint32_t count = 0;
		for (uint32_t i = s->vertex_sides_first[v]; i < s->vertex_sides_first[v + 1]; ++i)
		{
			uint32_t side = s->vertex_sides[i], end = 2 * side + (s->boundary_ends[side][1] == v);
			if (links[end] == KILN_NONE)
				ends[count++] = end;
		}
		if (count > 2)
			sort_ends(w, ends, count);
		for (uint32_t i = 0; i + 1 < count; i += 2)
		{
			links[ends[i]] = ends[i + 1];
			links[ends[i + 1]] = ends[i];
		}
	}
}

/// Memory for splitting chains into loops that pass no vertex twice.
typedef struct loop_room
{
	uint32_t *links;
	uint8_t *seen;	 ///< per side
	uint32_t *stack; ///< the ends that wait for their loop to close
	uint32_t *waits; ///< per boundary vertex: the place in the stack that leaves it, or KILN_NONE
} loop_room;

static uint32_t end_vertex(const survey *s, uint32_t end)
{
	return s->boundary_ends[end / 2][end & 1];
}

/// Moves the stack from a place on into a loop of its own.
static void close_loop(survey *s, const loop_room *room, uint32_t from, uint32_t depth, bool closed)
{
	survey_loop *loop = &s->loops[s->loop_count];
	*loop = (survey_loop){
		s->loop_count ? loop[-1].first + loop[-1].count : 0, depth - from, closed, KILNCOOK_FAULT_KIND_END};
	for (uint32_t i = from; i < depth; ++i)
	{
		s->loop_sides[loop->first + i - from] = room->stack[i];
		room->waits[end_vertex(s, room->stack[i])] = KILN_NONE;
	}
	++s->loop_count;
}

/// Adds the loops of the chain that begins with this end; its side is the first of the chain.
static void follow(survey *s, const loop_room *room, uint32_t begin)
{
	uint32_t end = begin, depth = 0;
	do
	{
		room->seen[end / 2] = 1;
		room->waits[end_vertex(s, end)] = depth;
		room->stack[depth++] = end;
		uint32_t from = room->waits[end_vertex(s, end ^ 1)];
		if (from != KILN_NONE)
		{
			close_loop(s, room, from, depth, true);
			depth = from;
		}
		end = room->links[end ^ 1];
	} while (end != KILN_NONE && end != begin);
	if (depth > 0)
		close_loop(s, room, 0, depth, false);
}

/// Finds where a chain begins: an open one at that of its two ends whose side comes first by position, a closed one at its first
/// side. A chain that passes a vertex several times comes apart into the same loops for every order of the triangles then.
static uint32_t find_begin(const survey_work *w, const uint32_t *links, uint32_t begin)
{
	uint32_t end = begin, first = begin / 2, last = begin;
	do
	{
		last = end ^ 1;
		first = survey_compare_sides(w, end / 2, first) < 0 ? end / 2 : first;
		end = links[last];
	} while (end != KILN_NONE && end != begin);
	if (end == begin)
		return 2 * first;
	int order = survey_compare_sides(w, begin / 2, last / 2);
	return order < 0 || (order == 0 && begin < last) ? begin : last;
}

static void follow_all(const survey_work *w, const loop_room *room)
{
	survey *s = w->s;
	// Open chains from their ends first.
	for (uint32_t end = 0; end < 2 * s->boundary_count; ++end)
		if (room->links[end] == KILN_NONE && !room->seen[end / 2])
			follow(s, room, find_begin(w, room->links, end));
	for (uint32_t i = 0; i < s->boundary_count; ++i)
		if (!room->seen[i])
			follow(s, room, find_begin(w, room->links, 2 * i));
}

bool survey_loops(survey_work *w)
{
	survey *s = w->s;
	uint32_t count = s->boundary_count;
	if (count == 0)
		return true;
	loop_room room = {
		.links = cook_alloc(w->context, 2 * (size_t)count, sizeof *room.links),
		.seen = cook_alloc_zero(w->context, count, sizeof *room.seen),
		.stack = cook_alloc(w->context, count, sizeof *room.stack),
		.waits = cook_alloc(w->context, s->boundary_vertex_count, sizeof *room.waits),
	};
	s->loops = cook_alloc(w->context, count, sizeof *s->loops);
	s->loop_sides = cook_alloc(w->context, count, sizeof *s->loop_sides);
	bool done = room.links && room.seen && room.stack && room.waits && s->loops && s->loop_sides;
	if (done)
	{
		memset(room.waits, 0xff, (size_t)s->boundary_vertex_count * sizeof *room.waits);
		link_by_fans(w, room.links);
		link_leftovers(w, room.links, room.stack);
		follow_all(w, &room);
	}
	cook_free(w->context, room.links, 2 * (size_t)count, sizeof *room.links);
	cook_free(w->context, room.seen, count, sizeof *room.seen);
	cook_free(w->context, room.stack, count, sizeof *room.stack);
	cook_free(w->context, room.waits, s->boundary_vertex_count, sizeof *room.waits);
	return done;
}
