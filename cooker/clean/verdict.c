// SPDX-License-Identifier: MIT
#include "adjacency.h"

#include "kiln_format.h"
#include "memory.h"

/// Union-find over `triangle * 2 + side up`: uniting (a, up) with (b, up) means that a and b have the same winding. The
/// edges contradict each other if both states of one triangle end up in the same set.
static uint32_t find_root(uint32_t *parents, uint32_t item)
{
	while (parents[item] != item)
	{
		// Path halving keeps trees flat (R. E. Tarjan, J. van Leeuwen, 1984). Roots are lowest, so order does not
		// matter.
		parents[item] = parents[parents[item]];
		item = parents[item];
	}
	return item;
}

/// Returns whether the two sets were different.
static bool unite(uint32_t *parents, uint32_t a, uint32_t b)
{
	// Most pairs were united before, and have the same root as parent.
	if (parents[a] == parents[b])
		return false;
	a = find_root(parents, a);
	b = find_root(parents, b);
	if (a < b)
		parents[b] = a;
	else
		parents[a] = b;
	return a != b;
}

/// Returns whether a side runs from its edge's lower vertex to the higher one.
static bool runs_up(const uint32_t (*triangles)[3], uint32_t side)
{
	const uint32_t *t = triangles[side / 3];
	return t[side % 3] < t[side % 3 == 2 ? 0 : side % 3 + 1];
}

/// Properties of the edges visited so far.
typedef struct edge_tally
{
	bool odd;		 ///< an edge with an odd number of triangles exists
	bool odd_many;	 ///< an edge with an odd number of at least three triangles exists
	bool unbalanced; ///< a shared edge with more sides in one direction than in the other exists
	bool twisted;	 ///< edges of two triangles contradict each other
} edge_tally;

/// Adds an edge of `count` sides; `up` of them run from the lower vertex to the higher one.
static inline void tally_counts(uint32_t count, uint32_t up, clean_verdict *verdict, edge_tally *tally)
{
	++verdict->edge_count;
	verdict->boundary_edges += count == 1;
	verdict->nonmanifold_edges += count > 2;
	verdict->inconsistent_edges += count == 2 && up != 1;
	tally->odd |= count % 2 != 0;
	tally->odd_many |= count > 2 && count % 2 != 0;
	tally->unbalanced |= count > 1 && up != count - up;
}

static void tally_edge(
	const uint32_t (*triangles)[3], const uint32_t *sides, uint32_t count, clean_verdict *verdict, edge_tally *tally)
{
	uint32_t up = 0;
	for (uint32_t i = 0; i < count; ++i)
		up += runs_up(triangles, sides[i]);
	tally_counts(count, up, verdict, tally);
}

/// Adds all edges.
static void tally_ends(const clean_ends *ends, clean_verdict *verdict, edge_tally *tally)
{
	clean_verdict counts = *verdict;
	edge_tally seen = *tally;
	for (uint32_t v = 0, i = 0; v < ends->vertex_count; ++v)
		while (i < ends->past[v])
		{
			uint32_t first = i, up = 0;
			for (; i < ends->past[v] && ends->ends[i] >> 1 == ends->ends[first] >> 1; ++i)
				up += ends->ends[i] & 1;
			tally_counts(i - first, up, &counts, &seen);
		}
	*verdict = counts;
	*tally = seen;
}

static int32_t euler_of(const clean_verdict *verdict)
{
	int64_t euler = (int64_t)verdict->vertex_count - verdict->edge_count + verdict->triangle_count;
	return (int32_t)(euler < INT32_MIN ? INT32_MIN : euler > INT32_MAX ? INT32_MAX : euler);
}

static void conclude(clean_verdict *verdict, const edge_tally *tally)
{
	verdict->euler_characteristic = euler_of(verdict);
	verdict->flags = 0;
	if (verdict->triangle_count == 0)
		return;
	verdict->flags |= tally->odd ? 0u : (uint32_t)KILN_MESH_CLOSED;
	verdict->flags |= verdict->nonmanifold_edges ? 0u : (uint32_t)KILN_MESH_MANIFOLD;
	verdict->flags |= tally->twisted || tally->odd_many ? 0u : (uint32_t)KILN_MESH_ORIENTABLE;
	verdict->flags |= tally->unbalanced ? 0u : (uint32_t)KILN_MESH_WOUND;
}

/// Fills `parents` (2 * triangle_count) with the windings required by edges of two triangles.
static void unite_windings(
	const uint32_t (*triangles)[3], uint32_t triangle_count, const clean_edges *edges, uint32_t *parents)
{
	for (uint32_t i = 0; i < 2 * triangle_count; ++i)
		parents[i] = i;
	for (uint32_t edge = 0; edge < edges->edge_count; ++edge)
	{
		const uint32_t *sides = edges->sides + edges->first[edge];
		if (edges->first[edge + 1] - edges->first[edge] != 2)
			continue;
		uint32_t a = sides[0] / 3 * 2, b = sides[1] / 3 * 2;
		uint32_t differ = runs_up(triangles, sides[0]) == runs_up(triangles, sides[1]);
		unite(parents, a, b + differ);
		unite(parents, a + 1, b + 1 - differ);
	}
}

static bool count_components(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, uint32_t *component_count)
{
	uint32_t *parents = cook_alloc_whole(context, vertex_count, sizeof *parents);
	if (!parents)
		return false;
	for (uint32_t i = 0; i < vertex_count; ++i)
		parents[i] = i;
	uint32_t count = vertex_count;
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		count -= unite(parents, triangles[i][0], triangles[i][1]);
		count -= unite(parents, triangles[i][0], triangles[i][2]);
	}
	cook_free(context, parents, vertex_count, sizeof *parents);
	*component_count = count;
	return true;
}

bool clean_judge(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, const clean_edges *edges, clean_verdict *verdict, uint32_t *component_count)
{
	clean_verdict result = {.vertex_count = vertex_count, .triangle_count = triangle_count};
	edge_tally tally = {0};
	for (uint32_t edge = 0; edge < edges->edge_count; ++edge)
		tally_edge(
			triangles, edges->sides + edges->first[edge], edges->first[edge + 1] - edges->first[edge], &result, &tally);
	// If every edge is consistent as wound, no contradiction is possible.
	if (result.inconsistent_edges > 0)
	{
		uint32_t *parents = cook_alloc(context, (size_t)triangle_count * 2, sizeof *parents);
		if (!parents)
			return false;
		unite_windings(triangles, triangle_count, edges, parents);
		for (uint32_t i = 0; i < triangle_count && !tally.twisted; ++i)
			tally.twisted = find_root(parents, 2 * i) == find_root(parents, 2 * i + 1);
		cook_free(context, parents, (size_t)triangle_count * 2, sizeof *parents);
	}
	uint32_t components;
	if (!count_components(context, triangles, triangle_count, vertex_count, &components))
		return false;
	conclude(&result, &tally);
	*verdict = result;
	*component_count = components;
	return true;
}

bool clean_judge_surface(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_verdict *verdict, uint32_t *component_count)
{
	clean_verdict result = {.vertex_count = vertex_count, .triangle_count = triangle_count};
	edge_tally tally = {0};
	clean_ends ends;
	if (!clean_ends_build(context, triangles, triangle_count, vertex_count, &ends))
		return false;
	tally_ends(&ends, &result, &tally);
	clean_ends_free(context, &ends);
	if (result.inconsistent_edges == 0)
	{
		if (!count_components(context, triangles, triangle_count, vertex_count, component_count))
			return false;
		conclude(&result, &tally);
		*verdict = result;
		return true;
	}
	clean_edges edges;
	if (!clean_edges_build(context, triangles, triangle_count, vertex_count, &edges))
		return false;
	bool done = clean_judge(context, triangles, triangle_count, vertex_count, &edges, verdict, component_count);
	clean_edges_free(context, &edges);
	return done;
}

static void store_verdict(const clean_verdict *verdict, uint32_t components, clean_mesh *mesh)
{
	mesh->unjudged = false;
	mesh->flags = verdict->flags;
	mesh->edge_count = verdict->edge_count;
	mesh->boundary_edges = verdict->boundary_edges;
	mesh->nonmanifold_edges = verdict->nonmanifold_edges;
	mesh->inconsistent_edges = verdict->inconsistent_edges;
	mesh->component_count = components;
	mesh->euler_characteristic = verdict->euler_characteristic;
}

bool clean_judge_mesh(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_mesh *mesh)
{
	clean_verdict verdict;
	uint32_t components;
	if (!clean_judge_surface(context, triangles, triangle_count, vertex_count, &verdict, &components))
		return false;
	store_verdict(&verdict, components, mesh);
	return true;
}

void clean_judge_parts(const clean_adjacency *adjacency, clean_mesh *mesh)
{
	clean_verdict sum = {.flags = adjacency->component_count ? KILN_MESH_FLAGS_KNOWN : 0};
	for (uint32_t i = 0; i < adjacency->component_count; ++i)
	{
		const clean_verdict *part = &adjacency->verdicts[i];
		sum.flags &= part->flags;
		sum.vertex_count += part->vertex_count;
		sum.edge_count += part->edge_count;
		sum.triangle_count += part->triangle_count;
		sum.boundary_edges += part->boundary_edges;
		sum.nonmanifold_edges += part->nonmanifold_edges;
		sum.inconsistent_edges += part->inconsistent_edges;
	}
	sum.euler_characteristic = euler_of(&sum);
	store_verdict(&sum, adjacency->component_count, mesh);
}

/// Numbers the connected parts by their first triangle, in `components`; `parents` holds a set per vertex and `numbers`
/// has room for one number per vertex.
static uint32_t number_components(const uint32_t (*triangles)[3], uint32_t triangle_count, uint32_t vertex_count,
	uint32_t *parents, uint32_t *numbers, uint32_t *components)
{
	for (uint32_t i = 0; i < vertex_count; ++i)
	{
		parents[i] = i;
		numbers[i] = KILN_NONE;
	}
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		unite(parents, triangles[i][0], triangles[i][1]);
		unite(parents, triangles[i][0], triangles[i][2]);
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		uint32_t root = find_root(parents, triangles[i][0]);
		if (numbers[root] == KILN_NONE)
			numbers[root] = count++;
		components[i] = numbers[root];
	}
	return count;
}

static void tally_components(const uint32_t (*triangles)[3], clean_adjacency *adjacency, edge_tally *tallies)
{
	const clean_edges *edges = &adjacency->edges;
	for (uint32_t i = 0; i < adjacency->vertex_count; ++i)
		if (adjacency->vertex_first[i] < adjacency->vertex_first[i + 1])
			++adjacency->verdicts[adjacency->components[adjacency->vertex_triangles[adjacency->vertex_first[i]]]]
				  .vertex_count;
	for (uint32_t i = 0; i < adjacency->triangle_count; ++i)
		++adjacency->verdicts[adjacency->components[i]].triangle_count;
	for (uint32_t edge = 0; edge < edges->edge_count; ++edge)
	{
		const uint32_t *sides = edges->sides + edges->first[edge];
		uint32_t component = adjacency->components[sides[0] / 3];
		tally_edge(triangles, sides, edges->first[edge + 1] - edges->first[edge], &adjacency->verdicts[component],
			&tallies[component]);
	}
}

/// Looks for contradictions between windings, where any two triangles disagree.
static bool find_twists(const kilncook_context *context, const uint32_t (*triangles)[3],
	const clean_adjacency *adjacency, edge_tally *tallies)
{
	bool consistent = true;
	for (uint32_t i = 0; i < adjacency->component_count; ++i)
		consistent &= adjacency->verdicts[i].inconsistent_edges == 0;
	if (consistent)
		return true;
	size_t count = (size_t)adjacency->triangle_count * 2;
	uint32_t *windings = cook_alloc(context, count, sizeof *windings);
	if (!windings)
		return false;
	unite_windings(triangles, adjacency->triangle_count, &adjacency->edges, windings);
	for (uint32_t i = 0; i < adjacency->triangle_count; ++i)
		tallies[adjacency->components[i]].twisted |= find_root(windings, 2 * i) == find_root(windings, 2 * i + 1);
	cook_free(context, windings, count, sizeof *windings);
	return true;
}

/// Fills the table of triangles at every vertex.
static void fill_vertex_table(const uint32_t (*triangles)[3], clean_adjacency *adjacency)
{
	uint32_t *first = adjacency->vertex_first;
	for (uint32_t i = 0; i <= adjacency->vertex_count; ++i)
		first[i] = 0;
	for (uint32_t i = 0; i < adjacency->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
			++first[triangles[i][k]];
	for (uint32_t i = 1; i <= adjacency->vertex_count; ++i)
		first[i] += first[i - 1];
	// Filled from the back: every offset ends at its final value and every list is increasing.
	for (uint32_t i = adjacency->triangle_count; i > 0; --i)
		for (int k = 0; k < 3; ++k)
			adjacency->vertex_triangles[--first[triangles[i - 1][k]]] = i - 1;
}

/// Computes connected parts and their verdicts, and frees the memory used for it.
static bool build_components(
	const kilncook_context *context, const uint32_t (*triangles)[3], clean_adjacency *adjacency)
{
	uint32_t vertex_count = adjacency->vertex_count, triangle_count = adjacency->triangle_count;
	uint32_t *parents = cook_alloc_whole(context, vertex_count, sizeof *parents);
	uint32_t *numbers = cook_alloc_whole(context, vertex_count, sizeof *numbers);
	edge_tally *tallies = NULL;
	bool done = parents && numbers;
	if (done)
	{
		adjacency->component_count =
			number_components(triangles, triangle_count, vertex_count, parents, numbers, adjacency->components);
		tallies = cook_alloc_zero(context, adjacency->component_count, sizeof *tallies);
		adjacency->verdicts = cook_alloc_zero(context, adjacency->component_count, sizeof *adjacency->verdicts);
		done = tallies && adjacency->verdicts;
	}
	if (done)
	{
		tally_components(triangles, adjacency, tallies);
		done = find_twists(context, triangles, adjacency, tallies);
	}
	for (uint32_t i = 0; done && i < adjacency->component_count; ++i)
		conclude(&adjacency->verdicts[i], &tallies[i]);
	cook_free(context, parents, vertex_count, sizeof *parents);
	cook_free(context, numbers, vertex_count, sizeof *numbers);
	cook_free(context, tallies, adjacency->component_count, sizeof *tallies);
	return done;
}

bool clean_adjacency_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_adjacency *adjacency)
{
	*adjacency = (clean_adjacency){.vertex_count = vertex_count, .triangle_count = triangle_count};
	if (!clean_edges_build(context, triangles, triangle_count, vertex_count, &adjacency->edges))
		return false;
	adjacency->vertex_first = cook_alloc_whole(context, (size_t)vertex_count + 1, sizeof *adjacency->vertex_first);
	adjacency->vertex_triangles =
		cook_alloc_whole(context, (size_t)triangle_count * 3, sizeof *adjacency->vertex_triangles);
	adjacency->components = cook_alloc_whole(context, triangle_count, sizeof *adjacency->components);
	bool done = adjacency->vertex_first && adjacency->vertex_triangles && adjacency->components;
	if (done)
	{
		fill_vertex_table(triangles, adjacency);
		done = build_components(context, triangles, adjacency);
	}
	if (!done)
		clean_adjacency_free(context, adjacency);
	return done;
}

void clean_adjacency_free(const kilncook_context *context, clean_adjacency *adjacency)
{
	clean_edges_free(context, &adjacency->edges);
	cook_free(context, adjacency->vertex_first, (size_t)adjacency->vertex_count + 1, sizeof *adjacency->vertex_first);
	cook_free(context, adjacency->vertex_triangles, (size_t)adjacency->triangle_count * 3,
		sizeof *adjacency->vertex_triangles);
	cook_free(context, adjacency->components, adjacency->triangle_count, sizeof *adjacency->components);
	cook_free(context, adjacency->verdicts, adjacency->component_count, sizeof *adjacency->verdicts);
	*adjacency = (clean_adjacency){0};
}
