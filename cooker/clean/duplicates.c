// SPDX-License-Identifier: MIT
#include "duplicates.h"

#include "counting_sort.h"
#include "memory.h"

static uint32_t lowest(const void *data, uint32_t triangle)
{
	const uint32_t *t = ((const uint32_t(*)[3])data)[triangle];
	uint32_t low = t[0] < t[1] ? t[0] : t[1];
	return low < t[2] ? low : t[2];
}

static uint32_t highest(const void *data, uint32_t triangle)
{
	const uint32_t *t = ((const uint32_t(*)[3])data)[triangle];
	uint32_t high = t[0] > t[1] ? t[0] : t[1];
	return high > t[2] ? high : t[2];
}

static uint32_t middle(const void *data, uint32_t triangle)
{
	const uint32_t *t = ((const uint32_t(*)[3])data)[triangle];
	// Unsigned arithmetic wraps, so the sum may overflow on the way.
	return t[0] + t[1] + t[2] - lowest(data, triangle) - highest(data, triangle);
}

static bool same_vertices(const void *data, uint32_t a, uint32_t b)
{
	return lowest(data, a) == lowest(data, b) && middle(data, a) == middle(data, b) &&
		   highest(data, a) == highest(data, b);
}

bool clean_find_duplicates(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, bool *duplicate)
{
	uint32_t *order = cook_alloc(context, triangle_count, sizeof *order);
	uint32_t *scratch = cook_alloc(context, triangle_count, sizeof *scratch);
	uint32_t *starts = cook_alloc(context, (size_t)vertex_count + 1, sizeof *starts);
	bool done = order && scratch && starts;
	if (done)
	{
		for (uint32_t i = 0; i < triangle_count; ++i)
			order[i] = i;
		clean_counting_sort(order, scratch, triangle_count, starts, vertex_count, highest, triangles);
		clean_counting_sort(scratch, order, triangle_count, starts, vertex_count, middle, triangles);
		clean_counting_sort(order, scratch, triangle_count, starts, vertex_count, lowest, triangles);
		memset(duplicate, 0, (size_t)triangle_count * sizeof *duplicate);
		// The sorts are stable: among equals the first triangle comes first and stays.
		for (uint32_t i = 1; i < triangle_count; ++i)
			duplicate[scratch[i]] = same_vertices(triangles, scratch[i - 1], scratch[i]);
	}
	cook_free(context, order, triangle_count, sizeof *order);
	cook_free(context, scratch, triangle_count, sizeof *scratch);
	cook_free(context, starts, (size_t)vertex_count + 1, sizeof *starts);
	return done;
}
