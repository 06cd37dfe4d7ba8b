// SPDX-License-Identifier: MIT
#include "internal.h"

#include "exact/exact.h"
#include "memory.h"

#include <string.h>

/// Most triangles around a vertex whose vertices are marked.
#define AROUND_MOST 256u

/// The triangles of a result, by vertices that are numbered by first use.
typedef struct compact
{
	uint32_t (*triangles)[3];
	uint32_t *numbers; ///< per vertex of the mesh
	uint32_t *vertices;
	uint32_t vertex_count;
} compact;

static bool make_compact(const simplify_work *work, const simplify_trial *trial, compact *c)
{
	uint32_t vertices = work->mesh->vertex_count;
	*c = (compact){0};
	c->triangles = cook_alloc(work->context, trial->count, sizeof *c->triangles);
	c->numbers = cook_alloc(work->context, vertices, sizeof *c->numbers);
	c->vertices = cook_alloc(work->context, vertices, sizeof *c->vertices);
	if (!c->triangles || !c->numbers || !c->vertices)
		return false;
	memset(c->numbers, 0xff, vertices * sizeof *c->numbers);
	for (uint32_t i = 0; i < trial->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t vertex = work->wedge_vertex[trial->triangles[i][k]];
			if (c->numbers[vertex] == KILN_NONE)
			{
				c->numbers[vertex] = c->vertex_count;
				c->vertices[c->vertex_count++] = vertex;
			}
			c->triangles[i][k] = c->numbers[vertex];
		}
	return true;
}

static void free_compact(const simplify_work *work, const simplify_trial *trial, compact *c)
{
	cook_free(work->context, c->triangles, trial->count, sizeof *c->triangles);
	cook_free(work->context, c->numbers, work->mesh->vertex_count, sizeof *c->numbers);
	cook_free(work->context, c->vertices, work->mesh->vertex_count, sizeof *c->vertices);
}

/// Marks the vertices of a triangle, and all around these, as kept.
static void keep_around(simplify_work *work, uint32_t vertex)
{
	const clean_adjacency *adjacency = &work->adjacency;
	uint32_t first = adjacency->vertex_first[vertex], end = adjacency->vertex_first[vertex + 1];
	for (uint32_t i = first; i < end && i < first + AROUND_MOST; ++i)
		for (int k = 0; k < 3; ++k)
			work->kept[work->mesh->triangles[adjacency->vertex_triangles[i]][k]] = true;
	work->kept[vertex] = true;
}

/// Marks the vertices around the ends of an edge that the mesh does not explain. Returns whether anything was new.
static bool mark(simplify_work *work, uint32_t a, uint32_t b)
{
	bool fresh = !work->kept[a] || !work->kept[b];
	keep_around(work, a);
	keep_around(work, b);
	return fresh;
}

static bool has_area(const simplify_work *work, const uint32_t vertices[3])
{
	const float(*at)[3] = (const float(*)[3])work->mesh->vertices;
	return !exact_collinear(at[vertices[0]], at[vertices[1]], at[vertices[2]]);
}

/// Marks around triangles without area.
static bool check_areas(simplify_work *work, const simplify_trial *trial, const compact *c, bool *marked)
{
	bool good = true;
	for (uint32_t i = 0; i < trial->count; ++i)
	{
		const uint32_t *t = c->triangles[i];
		const uint32_t at[3] = {c->vertices[t[0]], c->vertices[t[1]], c->vertices[t[2]]};
		if (has_area(work, at))
			continue;
		good = false;
		*marked |= mark(work, at[0], at[1]);
		*marked |= mark(work, at[2], at[2]);
	}
	return good;
}

/// Whether an edge is sound, or must be as it is because its ends are fixed: two sides in opposite directions, whose triangles have
/// different third vertices.
static bool edge_is_sound(const simplify_work *work, const compact *c, const uint32_t *sides, uint32_t count)
{
	uint32_t a = sides[0], b = sides[count - 1];
	const uint32_t *ta = c->triangles[a / 3], *tb = c->triangles[b / 3];
	uint32_t ends[2] = {ta[a % 3], ta[(a % 3 + 1) % 3]};
	if (count == 2 && ta[a % 3] != tb[b % 3] && ta[(a % 3 + 2) % 3] != tb[(b % 3 + 2) % 3])
		return true;
	return count != 2 && work->fixed[c->vertices[ends[0]]] && work->fixed[c->vertices[ends[1]]];
}

static bool mark_edges(simplify_work *work, const simplify_trial *trial, const compact *c, bool *marked)
{
	clean_edges edges;
	if (!clean_edges_build(work->context, (const uint32_t(*)[3])c->triangles, trial->count, c->vertex_count, &edges))
		return false;
	for (uint32_t i = 0; i < edges.edge_count; ++i)
	{
		const uint32_t *sides = edges.sides + edges.first[i];
		if (edge_is_sound(work, c, sides, edges.first[i + 1] - edges.first[i]))
			continue;
		const uint32_t *t = c->triangles[sides[0] / 3];
		*marked |= mark(work, c->vertices[t[sides[0] % 3]], c->vertices[t[(sides[0] % 3 + 1) % 3]]);
	}
	clean_edges_free(work->context, &edges);
	return true;
}

/// Whether a result has the topology of the mesh.
static bool agrees(const clean_mesh *mesh, const clean_verdict *verdict, uint32_t components)
{
	return (mesh->flags & ~verdict->flags) == 0 && verdict->boundary_edges == mesh->boundary_edges &&
		   verdict->nonmanifold_edges == mesh->nonmanifold_edges &&
		   verdict->inconsistent_edges == mesh->inconsistent_edges &&
		   verdict->euler_characteristic == mesh->euler_characteristic && components == mesh->component_count;
}

bool simplify_check(simplify_work *work, const simplify_trial *trial, bool *good, bool *marked)
{
	compact c;
	clean_verdict verdict;
	uint32_t components = 0;
	*good = false;
	*marked = false;
	if (trial->count == 0)
		return true;
	bool done = make_compact(work, trial, &c);
	if (done && check_areas(work, trial, &c, marked))
	{
		done = clean_judge_surface(
			work->context, (const uint32_t(*)[3])c.triangles, trial->count, c.vertex_count, &verdict, &components);
		*good = done && agrees(work->mesh, &verdict, components);
		if (done && !*good)
			done = mark_edges(work, trial, &c, marked);
	}
	free_compact(work, trial, &c);
	return done;
}
