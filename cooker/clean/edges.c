// SPDX-License-Identifier: MIT
#include "adjacency.h"

#include "counting_sort.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static uint32_t low_end(const void *data, uint32_t side)
{
	const uint32_t *t = ((const uint32_t(*)[3])data)[side / 3];
	uint32_t from = t[side % 3], to = t[side % 3 == 2 ? 0 : side % 3 + 1];
	return from < to ? from : to;
}

static uint32_t high_end(const void *data, uint32_t side)
{
	const uint32_t *t = ((const uint32_t(*)[3])data)[side / 3];
	uint32_t from = t[side % 3], to = t[side % 3 == 2 ? 0 : side % 3 + 1];
	return from < to ? to : from;
}

/// Writes the offset of every group into `first` if it is not NULL; returns their number.
static uint32_t group_sides(const uint32_t (*triangles)[3], const uint32_t *sides, uint32_t count, uint32_t *first)
{
	uint32_t groups = 0, last_low = 0, last_high = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t low = low_end(triangles, sides[i]), high = high_end(triangles, sides[i]);
		if (i == 0 || low != last_low || high != last_high)
		{
			if (first)
				first[groups] = i;
			++groups;
		}
		last_low = low;
		last_high = high;
	}
	if (first)
		first[groups] = count;
	return groups;
}

bool clean_edges_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_edges *edges)
{
	uint32_t count = 3 * triangle_count;
	*edges = (clean_edges){.side_count = count};
	edges->sides = cook_alloc(context, count, sizeof *edges->sides);
	uint32_t *scratch = cook_alloc(context, count, sizeof *scratch);
	uint32_t *starts = cook_alloc(context, (size_t)vertex_count + 1, sizeof *starts);
	bool sorted = edges->sides && scratch && starts;
	if (sorted)
	{
		for (uint32_t i = 0; i < count; ++i)
			edges->sides[i] = i;
		clean_counting_sort(edges->sides, scratch, count, starts, vertex_count, high_end, triangles);
		clean_counting_sort(scratch, edges->sides, count, starts, vertex_count, low_end, triangles);
	}
	cook_free(context, scratch, count, sizeof *scratch);
	cook_free(context, starts, (size_t)vertex_count + 1, sizeof *starts);
	if (sorted)
	{
		edges->edge_count = group_sides(triangles, edges->sides, count, NULL);
		edges->first = cook_alloc(context, (size_t)edges->edge_count + 1, sizeof *edges->first);
		if (edges->first)
		{
			group_sides(triangles, edges->sides, count, edges->first);
			return true;
		}
	}
	clean_edges_free(context, edges);
	return false;
}

void clean_edges_free(const kilncook_context *context, clean_edges *edges)
{
	cook_free(context, edges->sides, edges->side_count, sizeof *edges->sides);
	cook_free(context, edges->first, (size_t)edges->edge_count + 1, sizeof *edges->first);
	*edges = (clean_edges){0};
}

enum
{
	/// Ends of a vertex that are sorted in place.
	FEW = 32,
};

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
