// SPDX-License-Identifier: MIT
#include "hull/pack/internal.h"

#include "memory.h"

/// A hull whose faces are cut into triangles, coplanar triangles included. Compared with the polyhedron, the added
/// edges cost a query an additional look but do not affect its correctness. Half-edges 3 t, 3 t + 1, 3 t + 2 belong to
/// triangle t, counter-clockwise.
typedef struct surface
{
	const kilncook_context *context;
	const convex_hull *h;
	const hull_ranks *ranks;
	uint32_t vertex_count;
	uint32_t half_edge_count;
	uint32_t *origins;
	uint32_t *twins;
	uint32_t *out;	  ///< per vertex: a half-edge that starts there
	uint32_t *degree; ///< per vertex
	uint32_t *alive;  ///< the vertices that remain, increasing
	uint32_t *block;  ///< per vertex: the last round, counted from 1, in which the vertex must stay
	uint32_t alive_count;
	uint32_t *words; ///< the memory of the arrays
	size_t word_count;
} surface;

/// The vertices around a removed vertex, and the half-edges around the hole.
typedef struct hole
{
	uint32_t count;
	uint32_t ring[HULL_HIERARCHY_DEGREE];
	uint32_t outer[HULL_HIERARCHY_DEGREE];	   ///< twin of ring[i] -> ring[i + 1]
	uint32_t triangles[HULL_HIERARCHY_DEGREE]; ///< the triangles of the hole before the removal
} hole;

static uint32_t next_in_triangle(uint32_t half_edge)
{
	return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

static uint32_t previous_in_triangle(uint32_t half_edge)
{
	return half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1;
}

static void pair(surface *s, uint32_t a, uint32_t b)
{
	s->twins[a] = b;
	s->twins[b] = a;
}

static bool surface_allocate(surface *s)
{
	const convex_hull *h = s->h;
	s->vertex_count = h->vertex_count;
	s->half_edge_count = 3 * (h->half_edge_count - 2 * h->face_count);
	s->word_count = 2 * (size_t)s->half_edge_count + 4 * (size_t)s->vertex_count;
	s->words = cook_alloc(s->context, s->word_count, sizeof *s->words);
	if (!s->words)
		return false;
	s->origins = s->words;
	s->twins = s->origins + s->half_edge_count;
	s->out = s->twins + s->half_edge_count;
	s->degree = s->out + s->vertex_count;
	s->alive = s->degree + s->vertex_count;
	s->block = s->alive + s->vertex_count;
	return true;
}

/// Returns the corner of a face with the lowest rank, counted from the face's first corner: the fan starts there.
static uint32_t lowest_corner(const surface *s, uint32_t face)
{
	uint32_t first = s->h->face_first[face], count = s->h->face_first[face + 1] - first, lowest = 0;
	for (uint32_t i = 1; i < count; ++i)
		if (s->ranks->rank_of[s->h->origins[first + i]] < s->ranks->rank_of[s->h->origins[first + lowest]])
			lowest = i;
	return lowest;
}

/// Cuts every face into a fan. `half_of` gets, for each half-edge of the hull, its new number.
static void cut_faces(surface *s, uint32_t *half_of)
{
	const convex_hull *h = s->h;
	uint32_t half = 0;
	for (uint32_t face = 0; face < h->face_count; ++face)
	{
		uint32_t first = h->face_first[face], count = h->face_first[face + 1] - first;
		uint32_t corner = lowest_corner(s, face), apex = first + corner;
		half_of[apex] = half;
		for (uint32_t i = 1; i + 1 < count; ++i, half += 3)
		{
			uint32_t b = first + (corner + i) % count, c = first + (corner + i + 1) % count;
			s->origins[half] = s->ranks->rank_of[h->origins[apex]];
			s->origins[half + 1] = s->ranks->rank_of[h->origins[b]];
			s->origins[half + 2] = s->ranks->rank_of[h->origins[c]];
			half_of[b] = half + 1;
			if (i > 1)
				pair(s, half, half - 1);
		}
		half_of[first + (corner + count - 1) % count] = half - 1;
	}
	for (uint32_t i = 0; i < h->half_edge_count; ++i)
		s->twins[half_of[i]] = half_of[h->twins[i]];
}

static kilncook_status surface_make(surface *s)
{
	uint32_t *half_of = cook_alloc(s->context, s->h->half_edge_count, sizeof *half_of);
	bool memory = half_of && surface_allocate(s);
	if (memory)
	{
		cut_faces(s, half_of);
		s->alive_count = s->vertex_count;
		for (uint32_t i = 0; i < s->vertex_count; ++i)
		{
			s->alive[i] = i;
			s->degree[i] = s->block[i] = 0;
		}
		for (uint32_t i = 0; i < s->half_edge_count; ++i)
		{
			++s->degree[s->origins[i]];
			s->out[s->origins[i]] = i;
		}
	}
	cook_free(s->context, half_of, s->h->half_edge_count, sizeof *half_of);
	return memory ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

/// Collects the star of a vertex with at most HULL_HIERARCHY_DEGREE neighbours, counter-clockwise from the lowest
/// neighbour.
static void star(const surface *s, uint32_t vertex, hole *around)
{
	uint32_t start = s->out[vertex], half = start;
	do
	{
		if (s->origins[s->twins[half]] < s->origins[s->twins[start]])
			start = half;
		half = s->twins[previous_in_triangle(half)];
	} while (half != s->out[vertex]);
	around->count = 0;
	half = start;
	do
	{
		around->ring[around->count] = s->origins[s->twins[half]];
		around->outer[around->count] = s->twins[next_in_triangle(half)];
		around->triangles[around->count++] = half / 3;
		half = s->twins[previous_in_triangle(half)];
	} while (half != start);
}

static const float *position(const surface *s, uint32_t rank)
{
	return s->h->vertices[s->ranks->vertex_of[rank]];
}

/// Returns the ring vertex between i and j whose plane with them is the highest: no other ring vertex lies in front of
/// it.
static uint32_t highest_between(const surface *s, const hole *around, uint32_t i, uint32_t j)
{
	const float *a = position(s, around->ring[i]), *c = position(s, around->ring[j]);
	uint32_t best = i + 1;
	for (uint32_t k = i + 2; k < j; ++k)
		if (hull_side(a, position(s, around->ring[best]), c, position(s, around->ring[k])) > 0)
			best = k;
	return best;
}

/// Closes a hole with the visible part, seen from the removed vertex, of the hull of its ring. No other vertex can show
/// there, because every new face has its corners among the neighbours.
static void close_hole(surface *s, const hole *around)
{
	struct span
	{
		uint32_t i, j, parent; ///< the half-edge that runs ring[i] -> ring[j] on the other side
	} spans[HULL_HIERARCHY_DEGREE] = {{0, around->count - 1, around->outer[around->count - 1]}};
	uint32_t pending = 1, used = 0;
	while (pending > 0)
	{
		struct span span = spans[--pending];
		uint32_t k = highest_between(s, around, span.i, span.j);
		uint32_t half = 3 * around->triangles[used++];
		s->origins[half] = around->ring[span.i];
		s->origins[half + 1] = around->ring[k];
		s->origins[half + 2] = around->ring[span.j];
		pair(s, half + 2, span.parent);
		for (uint32_t side = 0; side < 2; ++side)
		{
			uint32_t i = side ? k : span.i, j = side ? span.j : k;
			s->out[around->ring[i]] = half + side;
			++s->degree[around->ring[i]];
			++s->degree[around->ring[j]];
			if (j == i + 1)
				pair(s, half + side, around->outer[i]);
			else
				spans[pending++] = (struct span){i, j, half + side};
		}
	}
	// The loop counted the m - 1 sides of the chain and the m - 3 diagonals once each. Only the diagonals are new
	// edges, and every neighbour lost its edge to the removed vertex.
	for (uint32_t i = 0; i + 1 < around->count; ++i)
	{
		--s->degree[around->ring[i]];
		--s->degree[around->ring[i + 1]];
	}
	for (uint32_t i = 0; i < around->count; ++i)
		--s->degree[around->ring[i]];
	s->out[around->ring[around->count - 1]] = s->twins[around->outer[around->count - 1]];
}

/// Chooses an independent set, low degrees first: marks its vertices with `round` in round_of. Returns their number.
static uint32_t choose(surface *s, hull_hierarchy *made, uint32_t round)
{
	uint32_t chosen = 0;
	for (uint32_t degree = 3; degree <= HULL_HIERARCHY_DEGREE; ++degree)
		for (uint32_t i = 0; i < s->alive_count; ++i)
		{
			uint32_t vertex = s->alive[i];
			if (s->degree[vertex] != degree || s->block[vertex] == round + 1)
				continue;
			made->round_of[vertex] = round;
			++chosen;
			uint32_t half = s->out[vertex];
			do
			{
				s->block[s->origins[s->twins[half]]] = round + 1;
				half = s->twins[previous_in_triangle(half)];
			} while (half != s->out[vertex]);
			s->block[vertex] = round + 1;
		}
	return chosen;
}

/// Makes room for the rings of `more` vertices.
static bool reserve_rings(const kilncook_context *context, hull_hierarchy *made, uint32_t more)
{
	size_t needed = (size_t)made->ring_total + (size_t)more * HULL_HIERARCHY_DEGREE;
	if (needed <= made->ring_capacity)
		return true;
	if (needed > UINT32_MAX)
		return false;
	uint32_t *rings = cook_resize(context, made->rings, made->ring_capacity, needed, sizeof *rings);
	if (!rings)
		return false;
	made->rings = rings;
	made->ring_capacity = (uint32_t)needed;
	return true;
}

/// Removes the chosen vertices. Independent stars share no triangle: removing one vertex does not change the star of
/// another.
static void leave_out(surface *s, hull_hierarchy *made, uint32_t round)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < s->alive_count; ++i)
	{
		uint32_t vertex = s->alive[i];
		if (made->round_of[vertex] != round)
		{
			s->alive[kept++] = vertex;
			continue;
		}
		hole around;
		star(s, vertex, &around);
		made->ring_first[vertex] = made->ring_total;
		made->ring_count[vertex] = around.count;
		for (uint32_t k = 0; k < around.count; ++k)
			made->rings[made->ring_total++] = around.ring[k];
		close_hole(s, &around);
	}
	s->alive_count = kept;
}

static kilncook_status build_rounds(surface *s, hull_hierarchy *made)
{
	made->vertex_count = s->vertex_count;
	made->round_of = cook_alloc(s->context, s->vertex_count, 3 * sizeof *made->round_of);
	if (!made->round_of)
		return KILNCOOK_INTERNAL;
	made->ring_first = made->round_of + s->vertex_count;
	made->ring_count = made->ring_first + s->vertex_count;
	for (uint32_t i = 0; i < s->vertex_count; ++i)
	{
		made->round_of[i] = KILN_NONE;
		made->ring_first[i] = made->ring_count[i] = 0;
	}
	while (s->alive_count > HULL_HIERARCHY_COARSE && made->rounds < KILN_HULL_LEVELS_MAX)
	{
		uint32_t chosen = choose(s, made, made->rounds);
		if (!reserve_rings(s->context, made, chosen))
			return KILNCOOK_INTERNAL;
		leave_out(s, made, made->rounds++);
	}
	for (uint32_t i = 0; i < s->alive_count; ++i)
		made->round_of[s->alive[i]] = made->rounds;
	return KILNCOOK_OK;
}

kilncook_status hull_hierarchy_build(
	const kilncook_context *context, const convex_hull *h, const hull_ranks *ranks, hull_hierarchy *out)
{
	surface s = {.context = context, .h = h, .ranks = ranks};
	hull_hierarchy made = {0};
	kilncook_status status = surface_make(&s);
	if (status == KILNCOOK_OK)
		status = build_rounds(&s, &made);
	cook_free(context, s.words, s.word_count, sizeof *s.words);
	if (status == KILNCOOK_OK)
	{
		*out = made;
		return status;
	}
	hull_hierarchy_free(context, &made);
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the hierarchy of a convex hull");
	return status;
}

void hull_hierarchy_free(const kilncook_context *context, hull_hierarchy *hierarchy)
{
	cook_free(context, hierarchy->round_of, hierarchy->vertex_count, 3 * sizeof *hierarchy->round_of);
	cook_free(context, hierarchy->rings, hierarchy->ring_capacity, sizeof *hierarchy->rings);
	*hierarchy = (hull_hierarchy){0};
}
