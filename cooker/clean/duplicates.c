// SPDX-License-Identifier: MIT
#include "duplicates.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum
{
	/// Up to this many triangles at one vertex are compared pairwise; larger groups are sorted.
	FEW = 24,
};

/// A triangle's vertices without the lowest one.
typedef struct entry
{
	uint32_t middle;
	uint32_t highest;
	uint32_t triangle;
} entry;

static uint32_t lowest(const uint32_t t[3])
{
	uint32_t low = t[0] < t[1] ? t[0] : t[1];
	return low < t[2] ? low : t[2];
}

static entry entry_of(const uint32_t (*triangles)[3], uint32_t triangle)
{
	const uint32_t *t = triangles[triangle];
	uint32_t high = t[0] > t[1] ? t[0] : t[1];
	high = high > t[2] ? high : t[2];
	// Unsigned arithmetic wraps, so the intermediate sum may overflow.
	return (entry){t[0] + t[1] + t[2] - lowest(t) - high, high, triangle};
}

static bool same_vertices(const entry *a, const entry *b)
{
	return a->middle == b->middle && a->highest == b->highest;
}

static int compare_entries(const void *left, const void *right)
{
	const entry *a = left, *b = right;
	if (a->middle != b->middle)
		return a->middle < b->middle ? -1 : 1;
	if (a->highest != b->highest)
		return a->highest < b->highest ? -1 : 1;
	return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/// Finds the originals of triangles with one lowest vertex, which `group` lists in their order. `entries` has room for
/// all of them.
static void match_group(
	const uint32_t (*triangles)[3], const uint32_t *group, uint32_t count, entry *entries, uint32_t *originals)
{
	for (uint32_t i = 0; i < count; ++i)
		entries[i] = entry_of(triangles, group[i]);
	if (count > FEW)
	{
		// Equal entries are sorted by triangle, so the first one is kept.
		qsort(entries, count, sizeof *entries, compare_entries);
		for (uint32_t i = 1; i < count; ++i)
			if (same_vertices(&entries[i - 1], &entries[i]))
				originals[entries[i].triangle] = originals[entries[i - 1].triangle];
		return;
	}
	for (uint32_t i = 1; i < count; ++i)
		for (uint32_t k = 0; k < i; ++k)
			if (same_vertices(&entries[k], &entries[i]))
			{
				originals[entries[i].triangle] = entries[k].triangle;
				break;
			}
}

/// Orders the triangles by their lowest vertex; the group of vertex v ends at starts[v]. Returns the size of the
/// largest group.
static uint32_t group_triangles(
	const uint32_t (*triangles)[3], uint32_t triangle_count, uint32_t vertex_count, uint32_t *starts, uint32_t *order)
{
	uint32_t largest = 0, sum = 0;
	memset(starts, 0, (size_t)vertex_count * sizeof *starts);
	for (uint32_t i = 0; i < triangle_count; ++i)
		++starts[lowest(triangles[i])];
	for (uint32_t v = 0; v < vertex_count; ++v)
	{
		uint32_t count = starts[v];
		largest = count > largest ? count : largest;
		starts[v] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < triangle_count; ++i)
		order[starts[lowest(triangles[i])]++] = i;
	return largest;
}

bool clean_find_duplicates(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, uint32_t *originals)
{
	uint32_t *order = cook_alloc(context, triangle_count, sizeof *order);
	uint32_t *starts = cook_alloc(context, vertex_count, sizeof *starts);
	entry *entries = NULL;
	uint32_t largest = 0;
	if (order && starts)
	{
		largest = group_triangles(triangles, triangle_count, vertex_count, starts, order);
		entries = cook_alloc(context, largest, sizeof *entries);
	}
	if (entries)
	{
		for (uint32_t i = 0; i < triangle_count; ++i)
			originals[i] = i;
		for (uint32_t v = 0, begin = 0; v < vertex_count; begin = starts[v++])
			if (starts[v] - begin > 1)
				match_group(triangles, order + begin, starts[v] - begin, entries, originals);
	}
	cook_free(context, order, triangle_count, sizeof *order);
	cook_free(context, starts, vertex_count, sizeof *starts);
	cook_free(context, entries, largest, sizeof *entries);
	return entries != NULL;
}
