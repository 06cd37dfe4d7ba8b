// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>

bool survey_mates(survey_work *w)
{
	const clean_edges *edges = &w->s->adjacency.edges;
	uint32_t *mates = cook_alloc_whole(w->context, edges->side_count, sizeof *mates);
	w->s->mates = mates;
	if (!mates)
		return false;
	for (uint32_t edge = 0; edge < edges->edge_count; ++edge)
	{
		const uint32_t *sides = edges->sides + edges->first[edge];
		uint32_t count = edges->first[edge + 1] - edges->first[edge];
		if (count == 2)
		{
			mates[sides[0]] = sides[1];
			mates[sides[1]] = sides[0];
			continue;
		}
		for (uint32_t i = 0; i < count; ++i)
			mates[sides[i]] = count == 1 ? SURVEY_BOUNDARY : SURVEY_MANY;
	}
	return true;
}

/// Adds a fault of an edge, at the middle of the edge.
static bool add_edge(survey_work *w, kilncook_fault_kind kind, const uint32_t *sides, uint32_t count)
{
	double a[3], b[3], middle[3];
	survey_point(w, survey_from(w, sides[0]), a);
	survey_point(w, survey_to(w, sides[0]), b);
	for (int i = 0; i < 3; ++i)
		middle[i] = (a[i] + b[i]) / 2;
	kilncook_fault fault = survey_fault(kind, sides[0] / 3, sides[1] / 3, middle);
	fault.count = kind == KILNCOOK_FAULT_NONMANIFOLD_EDGE ? count : 0;
	fault.length = (float)sqrt(survey_distance2(a, b));
	return survey_add(w, &fault);
}

bool survey_edges(survey_work *w)
{
	const clean_edges *edges = &w->s->adjacency.edges;
	w->s->surveyed |= 1u << KILNCOOK_FAULT_NONMANIFOLD_EDGE | 1u << KILNCOOK_FAULT_WINDING;
	bool done = true;
	for (uint32_t edge = 0; edge < edges->edge_count && done; ++edge)
	{
		const uint32_t *sides = edges->sides + edges->first[edge];
		uint32_t count = edges->first[edge + 1] - edges->first[edge];
		if (count > 2)
			done = add_edge(w, KILNCOOK_FAULT_NONMANIFOLD_EDGE, sides, count);
		else if (count == 2 && survey_from(w, sides[0]) == survey_from(w, sides[1]))
			done = add_edge(w, KILNCOOK_FAULT_WINDING, sides, count);
	}
	return done;
}

/// The other side of a side's triangle at one of the side's ends.
static uint32_t turn(const survey_work *w, uint32_t side, uint32_t vertex)
{
	uint32_t triangle = side / 3, k = side % 3;
	return 3 * triangle + (survey_from(w, side) == vertex ? (k + 2) % 3 : (k + 1) % 3);
}

/// Triangles from a side of `triangle` around the vertex, until an edge without a second triangle, or that triangle
/// again.
static uint32_t count_fan(const survey_work *w, uint32_t triangle, uint32_t side, uint32_t vertex, bool *round)
{
	uint32_t count = 0;
	for (uint32_t mate = w->s->mates[side]; mate < SURVEY_MANY; mate = w->s->mates[turn(w, mate, vertex)])
	{
		if (mate / 3 == triangle)
		{
			*round = true;
			break;
		}
		++count;
	}
	return count;
}

/// Whether one walk around the vertex meets all its triangles.
static bool is_fan(const survey_work *w, uint32_t vertex)
{
	const clean_adjacency *adjacency = &w->s->adjacency;
	uint32_t degree = adjacency->vertex_first[vertex + 1] - adjacency->vertex_first[vertex];
	if (degree < 2)
		return true;
	uint32_t triangle = adjacency->vertex_triangles[adjacency->vertex_first[vertex]];
	uint32_t k = 0;
	while (survey_triangle(w, triangle)[k] != vertex)
		++k;
	bool round = false;
	uint32_t count = 1 + count_fan(w, triangle, 3 * triangle + k, vertex, &round);
	if (!round && count < degree)
		count += count_fan(w, triangle, 3 * triangle + (k + 2) % 3, vertex, &round);
	return count == degree;
}

/// Room for the triangles at one vertex.
typedef struct vertex_room
{
	uint64_t *links; ///< neighbour and triangle, two for each triangle
	uint32_t *sets;
	uint32_t capacity; ///< in triangles
} vertex_room;

static int compare_links(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

static uint32_t find_set(uint32_t *sets, uint32_t i)
{
	while (sets[i] != i)
		i = sets[i] = sets[sets[i]];
	return i;
}

/// Surfaces at a vertex: sets of its triangles that are connected by edges at it, of however many triangles.
static uint32_t count_surfaces(const survey_work *w, uint32_t vertex, const vertex_room *room)
{
	const clean_adjacency *adjacency = &w->s->adjacency;
	const uint32_t *triangles = adjacency->vertex_triangles + adjacency->vertex_first[vertex];
	uint32_t degree = adjacency->vertex_first[vertex + 1] - adjacency->vertex_first[vertex], links = 0;
	for (uint32_t i = 0; i < degree; ++i)
	{
		room->sets[i] = i;
		for (int k = 0; k < 3; ++k)
			if (survey_triangle(w, triangles[i])[k] != vertex)
				room->links[links++] = (uint64_t)survey_triangle(w, triangles[i])[k] << 32 | i;
	}
	qsort(room->links, links, sizeof *room->links, compare_links);
	uint32_t surfaces = degree;
	for (uint32_t i = 1; i < links; ++i)
		if (room->links[i] >> 32 == room->links[i - 1] >> 32)
		{
			uint32_t a = find_set(room->sets, (uint32_t)room->links[i]);
			uint32_t b = find_set(room->sets, (uint32_t)room->links[i - 1]);
			room->sets[a > b ? a : b] = a > b ? b : a;
			surfaces -= a != b;
		}
	return surfaces;
}

static bool add_vertex(survey_work *w, uint32_t vertex, uint32_t surfaces)
{
	const clean_adjacency *adjacency = &w->s->adjacency;
	uint32_t triangle = adjacency->vertex_triangles[adjacency->vertex_first[vertex]];
	double at[3];
	survey_point(w, vertex, at);
	kilncook_fault fault = survey_fault(KILNCOOK_FAULT_NONMANIFOLD_VERTEX, triangle, KILN_NONE, at);
	fault.count = surfaces;
	++w->s->components[adjacency->components[triangle]].nonmanifold_vertices;
	return survey_add(w, &fault);
}

bool survey_vertices(survey_work *w)
{
	const uint32_t *first = w->s->adjacency.vertex_first;
	vertex_room room = {0};
	w->s->surveyed |= 1u << KILNCOOK_FAULT_NONMANIFOLD_VERTEX;
	bool done = true;
	for (uint32_t v = 0; v < w->mesh->vertex_count && done; ++v)
	{
		if (is_fan(w, v))
			continue;
		uint32_t degree = first[v + 1] - first[v];
		if (degree > room.capacity)
		{
			uint64_t *links =
				cook_resize(w->context, room.links, 2 * (size_t)room.capacity, 2 * (size_t)degree, sizeof *links);
			room.links = links ? links : room.links;
			uint32_t *sets = links ? cook_resize(w->context, room.sets, room.capacity, degree, sizeof *sets) : NULL;
			if (!sets)
			{
				// Both blocks are freed by their sizes: the first may have grown alone.
				cook_free(w->context, room.links, 2 * (size_t)(links ? degree : room.capacity), sizeof *links);
				cook_free(w->context, room.sets, room.capacity, sizeof *sets);
				return false;
			}
			room.sets = sets;
			room.capacity = degree;
		}
		uint32_t surfaces = count_surfaces(w, v, &room);
		if (surfaces > 1)
			done = add_vertex(w, v, surfaces);
	}
	cook_free(w->context, room.links, 2 * (size_t)room.capacity, sizeof *room.links);
	cook_free(w->context, room.sets, room.capacity, sizeof *room.sets);
	return done;
}
