// SPDX-License-Identifier: MIT
#include "adjacency.h"

#include "kiln_format.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum
{
	/// Entries of a vertex that are sorted in place.
	FEW = 32,
};

/// The ends of a side, the lower one first.
typedef struct side_ends
{
	uint32_t low, high;
} side_ends;

static inline side_ends ends_of(const uint32_t (*triangles)[3], uint32_t side)
{
	const uint32_t *t = triangles[side / 3];
	uint32_t from = t[side % 3], to = t[side % 3 == 2 ? 0 : side % 3 + 1];
	return from < to ? (side_ends){from, to} : (side_ends){to, from};
}

static int compare_keys(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

static void sort_keys(uint64_t *keys, uint32_t count)
{
	if (count > FEW)
	{
		qsort(keys, count, sizeof *keys, compare_keys);
		return;
	}
	for (uint32_t i = 1; i < count; ++i)
	{
		uint64_t key = keys[i];
		uint32_t k = i;
		for (; k > 0 && keys[k - 1] > key; --k)
			keys[k] = keys[k - 1];
		keys[k] = key;
	}
}

/// Puts the sides of every lower vertex together; those of vertex v end at past[v]. Answers the longest list.
static uint32_t list_by_low_end(
	const uint32_t (*triangles)[3], uint32_t side_count, uint32_t vertex_count, uint32_t *past, uint32_t *sides)
{
	uint32_t longest = 0, sum = 0;
	memset(past, 0, (size_t)vertex_count * sizeof *past);
	for (uint32_t side = 0; side < side_count; ++side)
		++past[ends_of(triangles, side).low];
	for (uint32_t v = 0; v < vertex_count; ++v)
	{
		uint32_t count = past[v];
		longest = count > longest ? count : longest;
		past[v] = sum;
		sum += count;
	}
	for (uint32_t side = 0; side < side_count; ++side)
		sides[past[ends_of(triangles, side).low]++] = side;
	return longest;
}

/// Orders the lists by the higher vertex, then the side, and notes where every edge begins. `keys` holds the longest list.
static void group_sides(
	const uint32_t (*triangles)[3], const uint32_t *past, uint32_t vertex_count, uint64_t *keys, clean_edges *edges)
{
	uint32_t groups = 0;
	for (uint32_t v = 0, begin = 0; v < vertex_count; begin = past[v++])
	{
		uint32_t count = past[v] - begin, *sides = edges->sides + begin;
		for (uint32_t i = 0; i < count; ++i)
			keys[i] = (uint64_t)ends_of(triangles, sides[i]).high << 32 | sides[i];
		sort_keys(keys, count);
		for (uint32_t i = 0; i < count; ++i)
		{
			sides[i] = (uint32_t)keys[i];
			if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32)
				edges->first[groups++] = begin + i;
		}
	}
	edges->first[groups] = edges->side_count;
	edges->edge_count = groups;
}

bool clean_edges_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_edges *edges)
{
	uint32_t count = 3 * triangle_count, longest = 0;
	*edges = (clean_edges){.side_count = count};
	edges->sides = cook_alloc_whole(context, count, sizeof *edges->sides);
	uint32_t *first = cook_alloc_whole(context, (size_t)count + 1, sizeof *first);
	uint32_t *past = cook_alloc_whole(context, vertex_count, sizeof *past);
	uint64_t *keys = NULL;
	if (edges->sides && first && past)
	{
		longest = list_by_low_end(triangles, count, vertex_count, past, edges->sides);
		keys = cook_alloc(context, longest, sizeof *keys);
	}
	if (keys)
	{
		edges->first = first;
		group_sides(triangles, past, vertex_count, keys, edges);
		edges->first = cook_resize(context, first, (size_t)count + 1, (size_t)edges->edge_count + 1, sizeof *first);
	}
	cook_free(context, past, vertex_count, sizeof *past);
	cook_free(context, keys, longest, sizeof *keys);
	if (edges->first)
		return true;
	cook_free(context, first, (size_t)count + 1, sizeof *first);
	clean_edges_free(context, edges);
	return false;
}

void clean_edges_free(const kilncook_context *context, clean_edges *edges)
{
	cook_free(context, edges->sides, edges->side_count, sizeof *edges->sides);
	cook_free(context, edges->first, (size_t)edges->edge_count + 1, sizeof *edges->first);
	*edges = (clean_edges){0};
}

void clean_twins_of(const clean_edges *edges, uint32_t (*twins)[3])
{
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e], count = edges->first[e + 1] - edges->first[e];
		for (uint32_t k = 0; k < count; ++k)
			twins[sides[k] / 3][sides[k] % 3] = count == 2 ? sides[1 - k] : KILN_NONE;
	}
}

bool clean_find_twins(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, uint32_t (*twins)[3])
{
	clean_edges edges;
	if (!clean_edges_build(context, triangles, triangle_count, vertex_count, &edges))
		return false;
	clean_twins_of(&edges, twins);
	clean_edges_free(context, &edges);
	return true;
}

static int compare_ends(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return a < b ? -1 : a > b;
}

static void sort_ends(uint32_t *ends, uint32_t count)
{
	if (count > FEW)
	{
		qsort(ends, count, sizeof *ends, compare_ends);
		return;
	}
	for (uint32_t i = 1; i < count; ++i)
	{
		uint32_t end = ends[i], k = i;
		for (; k > 0 && ends[k - 1] > end; --k)
			ends[k] = ends[k - 1];
		ends[k] = end;
	}
}

/// Adds a side to the list of its lower vertex.
static inline void add_end(clean_ends *ends, uint32_t from, uint32_t to)
{
	bool up = from < to;
	ends->ends[ends->past[up ? from : to]++] = 2 * (up ? to : from) + up;
}

bool clean_ends_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_ends *ends)
{
	*ends = (clean_ends){.vertex_count = vertex_count, .side_count = 3 * triangle_count};
	ends->ends = cook_alloc(context, ends->side_count, sizeof *ends->ends);
	ends->past = cook_alloc(context, vertex_count, sizeof *ends->past);
	if (!ends->ends || !ends->past)
	{
		clean_ends_free(context, ends);
		return false;
	}
	memset(ends->past, 0, (size_t)vertex_count * sizeof *ends->past);
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		uint32_t a = triangles[i][0], b = triangles[i][1], c = triangles[i][2];
		++ends->past[a < b ? a : b];
		++ends->past[b < c ? b : c];
		++ends->past[c < a ? c : a];
	}
	for (uint32_t v = 0, sum = 0; v < vertex_count; ++v)
	{
		uint32_t count = ends->past[v];
		ends->past[v] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		uint32_t a = triangles[i][0], b = triangles[i][1], c = triangles[i][2];
		add_end(ends, a, b);
		add_end(ends, b, c);
		add_end(ends, c, a);
	}
	for (uint32_t v = 0, begin = 0; v < vertex_count; begin = ends->past[v++])
		sort_ends(ends->ends + begin, ends->past[v] - begin);
	return true;
}

void clean_ends_free(const kilncook_context *context, clean_ends *ends)
{
	cook_free(context, ends->ends, ends->side_count, sizeof *ends->ends);
	cook_free(context, ends->past, ends->vertex_count, sizeof *ends->past);
	*ends = (clean_ends){0};
}
