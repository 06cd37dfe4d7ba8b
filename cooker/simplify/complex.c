// SPDX-License-Identifier: MIT
#include "complex.h"

#include "memory.h"

#include <string.h>

/// Most triangles around the one of two vertices that has fewer, where their common triangles are sought. Vertices of more triangles
/// count as neighbours.
#define SEARCH_MOST 1024u

bool complex_begin(
	const kilncook_context *context, const clean_mesh *mesh, const complex_kinds *kinds, complex_mesh *out)
{
	size_t corners = 3 * (size_t)mesh->triangle_count;
	*out = (complex_mesh){.kinds = *kinds,
		.vertex_count = mesh->vertex_count,
		.capacity = mesh->triangle_count,
		.count = mesh->triangle_count};
	out->triangles = cook_alloc(context, out->capacity, sizeof *out->triangles);
	out->next = cook_alloc(context, corners, sizeof *out->next);
	out->corner = cook_alloc(context, mesh->vertex_count, sizeof *out->corner);
	out->degree = cook_alloc_zero(context, mesh->vertex_count, sizeof *out->degree);
	if (!out->triangles || !out->next || !out->corner || !out->degree)
		return false;
	memcpy(out->triangles, mesh->triangles, out->capacity * sizeof *out->triangles);
	memset(out->corner, 0xff, mesh->vertex_count * sizeof *out->corner);
	for (uint32_t i = 0; i < corners; ++i)
	{
		uint32_t vertex = mesh->triangles[i / 3][i % 3], first = out->corner[vertex];
		out->next[i] = first == KILN_NONE ? i : out->next[first];
		out->next[first == KILN_NONE ? i : first] = i;
		out->corner[vertex] = i;
		++out->degree[vertex];
	}
	return true;
}

void complex_end(const kilncook_context *context, complex_mesh *c)
{
	cook_free(context, c->triangles, c->capacity, sizeof *c->triangles);
	cook_free(context, c->next, 3 * (size_t)c->capacity, sizeof *c->next);
	cook_free(context, c->corner, c->vertex_count, sizeof *c->corner);
	cook_free(context, c->degree, c->vertex_count, sizeof *c->degree);
	*c = (complex_mesh){0};
}

/// The next corner of a vertex whose triangle is left; unlinks those in between. A vertex has such corners.
static uint32_t next_corner(complex_mesh *c, uint32_t corner)
{
	uint32_t next = c->next[corner];
	while (c->triangles[next / 3][0] == KILN_NONE)
		next = c->next[next];
	c->next[corner] = next;
	return next;
}

/// A corner of a vertex, from which next_corner leads around. `degree` is above 0.
static uint32_t first_corner(complex_mesh *c, uint32_t vertex)
{
	return c->corner[vertex] = next_corner(c, c->corner[vertex]);
}

/// A corner's two next corners' vertices.
static void ends_of(const complex_mesh *c, uint32_t corner, uint32_t ends[2])
{
	const uint32_t *t = c->triangles[corner / 3];
	ends[0] = t[(corner + 1) % 3];
	ends[1] = t[(corner + 2) % 3];
}

/// Counts the sides between two vertices, in each direction. False where both have too many triangles.
static bool count_sides(complex_mesh *c, uint32_t from, uint32_t to, complex_neighbour *found)
{
	bool turned = c->degree[to] < c->degree[from];
	uint32_t at = turned ? to : from, other = turned ? from : to, count = c->degree[at], ends[2];
	*found = (complex_neighbour){.vertex = to};
	if (count > SEARCH_MOST)
		return false;
	for (uint32_t i = 0, corner = count ? first_corner(c, at) : 0; i < count; ++i, corner = next_corner(c, corner))
	{
		ends_of(c, corner, ends);
		found->out += ends[turned ? 1 : 0] == other;
		found->in += ends[turned ? 0 : 1] == other;
	}
	return true;
}

/// Whether there is a triangle of three vertices, or whether all of these have too many.
static bool has_triangle(complex_mesh *c, uint32_t a, uint32_t b, uint32_t d)
{
	uint32_t least = c->degree[b] < c->degree[a] ? b : a, ends[2];
	least = c->degree[d] < c->degree[least] ? d : least;
	const uint32_t count = c->degree[least], others[2] = {least == a ? b : a, least == d ? b : d};
	if (count > SEARCH_MOST)
		return true;
	for (uint32_t i = 0, corner = count ? first_corner(c, least) : 0; i < count; ++i, corner = next_corner(c, corner))
	{
		ends_of(c, corner, ends);
		if ((ends[0] == others[0] && ends[1] == others[1]) || (ends[0] == others[1] && ends[1] == others[0]))
			return true;
	}
	return false;
}

static complex_neighbour *add_neighbour(complex_star *star, uint32_t vertex)
{
	for (uint32_t i = 0; i < star->around_count; ++i)
		if (star->around[i].vertex == vertex)
			return &star->around[i];
	star->around[star->around_count] = (complex_neighbour){.vertex = vertex};
	return &star->around[star->around_count++];
}

bool complex_look(complex_mesh *c, uint32_t vertex, complex_star *out)
{
	uint32_t count = c->degree[vertex];
	if (count == 0 || count > COMPLEX_STAR_MOST)
		return false;
	out->vertex = vertex;
	out->count = count;
	out->around_count = 0;
	out->sound = true;
	for (uint32_t i = 0, corner = first_corner(c, vertex); i < count; ++i, corner = next_corner(c, corner))
	{
		out->triangles[i] = corner / 3;
		ends_of(c, corner, out->ends[i]);
		++add_neighbour(out, out->ends[i][0])->out;
		++add_neighbour(out, out->ends[i][1])->in;
	}
	for (uint32_t i = 0; i < out->around_count; ++i)
		out->sound &= out->around[i].out == 1 && out->around[i].in == 1;
	return true;
}

/// Adds an edge to the kinds that it has, or takes it away.
static void tally(complex_kinds *kinds, uint32_t out, uint32_t in, int sign)
{
	bool many = out + in > 2;
	kinds->border += out + in == 1 ? sign : 0;
	kinds->nonmanifold += many ? sign : 0;
	kinds->odd += many && (out + in) % 2 != 0 ? sign : 0;
	kinds->unbalanced += out + in > 1 && out != in ? sign : 0;
}

static bool is_third(const complex_star *star, uint32_t to, uint32_t vertex)
{
	for (uint32_t i = 0; i < star->count; ++i)
		if ((star->ends[i][0] == to && star->ends[i][1] == vertex) ||
			(star->ends[i][1] == to && star->ends[i][0] == vertex))
			return true;
	return false;
}

/// Merges the edges from both ends of an edge to a third corner. `shared` has the sides from the vertex of the star.
static bool may_merge(
	complex_mesh *c, const complex_star *star, uint32_t to, const complex_neighbour *shared, complex_kinds *kinds)
{
	complex_neighbour other;
	if (star->sound)
		return true;
	if (!count_sides(c, to, shared->vertex, &other))
		return false;
	uint32_t out = shared->out + other.out, in = shared->in + other.in;
	for (uint32_t i = 0; i < star->count; ++i)
	{
		const uint32_t *ends = star->ends[i];
		bool at = (ends[0] == to && ends[1] == shared->vertex) || (ends[1] == to && ends[0] == shared->vertex);
		// Each triangle at the edge has a side to the third corner and one from there.
		out -= at;
		in -= at;
	}
	tally(kinds, shared->out, shared->in, -1);
	tally(kinds, other.out, other.in, -1);
	tally(kinds, out, in, 1);
	// An edge without sides would vanish, and with it perhaps a part.
	return out + in > 0 && (c->borders_move || other.out + other.in > 1 || (shared->out == 1 && shared->in == 1));
}

/// Whether there are edges of the same kinds.
static bool same_kinds(const complex_kinds *a, const complex_kinds *b)
{
	return (a->border > 0) == (b->border > 0) && (a->nonmanifold > 0) == (b->nonmanifold > 0) &&
		   (a->odd > 0) == (b->odd > 0) && (a->unbalanced > 0) == (b->unbalanced > 0);
}

bool complex_may_collapse(complex_mesh *c, const complex_star *star, uint32_t to)
{
	complex_kinds kinds = c->kinds;
	complex_neighbour sides;
	bool third[2 * COMPLEX_STAR_MOST], at_border = false, along_border = false;
	for (uint32_t i = 0; i < star->around_count; ++i)
	{
		const complex_neighbour *n = &star->around[i];
		third[i] = n->vertex != to && is_third(star, to, n->vertex);
		const bool border = n->out + n->in == 1;
		at_border |= border;
		along_border |= border && n->vertex == to;
		if (n->vertex == to)
			tally(&kinds, n->out, n->in, -1);
		else if (third[i] && !may_merge(c, star, to, n, &kinds))
			return false;
		else if (!third[i] && (!count_sides(c, to, n->vertex, &sides) || sides.out + sides.in > 0))
			return false;
	}
	for (uint32_t i = 0; i < star->count; ++i)
	{
		const uint32_t *ends = star->ends[i];
		if (ends[0] != to && ends[1] != to && is_third(star, to, ends[0]) && is_third(star, to, ends[1]) &&
			has_triangle(c, to, ends[0], ends[1]))
			return false;
	}
	// A border moves along itself, so that it does not touch another one.
	return at_border == along_border && same_kinds(&c->kinds, &kinds);
}

/// The kinds of edges after a collapse that is allowed.
static void update_kinds(complex_mesh *c, const complex_star *star, uint32_t to)
{
	for (uint32_t i = 0; i < star->around_count && !star->sound; ++i)
	{
		const complex_neighbour *n = &star->around[i];
		if (n->vertex == to)
			tally(&c->kinds, n->out, n->in, -1);
		else if (is_third(star, to, n->vertex))
			(void)may_merge(c, star, to, n, &c->kinds);
	}
}

void complex_collapse(complex_mesh *c, const complex_star *star, uint32_t to)
{
	const uint32_t vertex = star->vertex;
	uint32_t left = 0;
	update_kinds(c, star, to);
	const uint32_t mine = first_corner(c, vertex), its = first_corner(c, to);
	for (uint32_t i = 0; i < star->count; ++i)
	{
		uint32_t *t = c->triangles[star->triangles[i]];
		const uint32_t *ends = star->ends[i];
		if (ends[0] == to || ends[1] == to)
		{
			--c->degree[ends[0]];
			--c->degree[ends[1]];
			--c->count;
			t[0] = KILN_NONE;
			continue;
		}
		for (int k = 0; k < 3; ++k)
			t[k] = t[k] == vertex ? to : t[k];
		++left;
	}
	// Two rings become one where a corner of each gets the other's next one.
	uint32_t next = c->next[mine];
	c->next[mine] = c->next[its];
	c->next[its] = next;
	c->degree[to] += left;
	c->degree[vertex] = 0;
	c->corner[vertex] = KILN_NONE;
}
