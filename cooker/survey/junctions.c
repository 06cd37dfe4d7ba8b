// SPDX-License-Identifier: MIT
#include "junctions.h"

#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Distance of a point from a segment, squared: from the lower end on, whichever way the segment runs.
static double segment_distance2(const float point[3], const float side[2][3])
{
	const int low = survey_compare_positions(side[1], side[0]) < 0;
	double at[3], from[3], to[3];
	for (int i = 0; i < 3; ++i)
	{
		at[i] = (double)point[i];
		from[i] = (double)side[low][i];
		to[i] = (double)side[1 - low][i];
	}
	return survey_segment_distance2(at, from, to);
}

double survey_sides_apart(const float a[2][3], const float b[2][3])
{
	double least = HUGE_VAL, second = HUGE_VAL;
	for (int i = 0; i < 4; ++i)
	{
		const double distance2 = i < 2 ? segment_distance2(a[i], b) : segment_distance2(b[i - 2], a);
		second = fmin(second, fmax(least, distance2));
		least = fmin(least, distance2);
	}
	return sqrt(second);
}

static void load_ends(const survey_work *w, uint32_t side, float ends[2][3])
{
	for (int k = 0; k < 2; ++k)
		memcpy(ends[k], w->mesh->vertices[w->s->boundary_vertices[w->s->boundary_ends[side][k]]], sizeof ends[k]);
}

/// Whether a boundary side that begins at a vertex on another side runs along that side: where the shorter one of them ends, the
/// other one is within the tolerance.
static bool runs_along(const survey_work *w, uint32_t own, uint32_t side)
{
	float a[2][3], b[2][3];
	double from[3], to[3];
	load_ends(w, own, a);
	load_ends(w, side, b);
	for (int i = 0; i < 3; ++i)
	{
		from[i] = (double)a[0][i];
		to[i] = (double)a[1][i];
	}
	const double tolerance = w->s->tolerance;
	return survey_distance2(from, to) > 4 * tolerance * tolerance &&
		   survey_sides_apart((const float(*)[3])a, (const float(*)[3])b) <= tolerance;
}

/// Visits the pairs of sides, and stores both orders of each where `out` is not NULL. Returns the number of entries.
static uint64_t list(const survey_work *w, uint64_t *out)
{
	const survey *s = w->s;
	uint64_t count = 0;
	for (uint32_t v = 0; v < s->boundary_vertex_count; ++v)
	{
		const uint32_t side = s->junctions[v];
		for (uint32_t i = s->vertex_sides_first[v]; side != KILN_NONE && i < s->vertex_sides_first[v + 1]; ++i)
		{
			const uint32_t own = s->vertex_sides[i];
			const uint64_t a = s->boundary[own], b = s->boundary[side];
			if (a / 3 == b / 3 || !runs_along(w, own, side))
				continue;
			if (out)
			{
				out[count] = a << 32 | b;
				out[count + 1] = b << 32 | a;
			}
			count += 2;
		}
	}
	return count;
}

static int compare_pairs(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

bool survey_junctions(
	const kilncook_context *context, const clean_mesh *mesh, const survey *s, survey_junction_list *junctions)
{
	survey found = *s;
	const survey_work w = {.context = context, .mesh = mesh, .s = &found};
	*junctions = (survey_junction_list){.capacity = s->boundary_vertex_count ? list(&w, NULL) : 0};
	if (junctions->capacity == 0)
		return true;
	junctions->pairs = cook_alloc(context, (size_t)junctions->capacity, sizeof *junctions->pairs);
	if (!junctions->pairs)
		return false;
	(void)list(&w, junctions->pairs);
	// Both ends of a side can be T-junctions with one other side.
	qsort(junctions->pairs, (size_t)junctions->capacity, sizeof *junctions->pairs, compare_pairs);
	for (uint64_t i = 0; i < junctions->capacity; ++i)
		if (i == 0 || junctions->pairs[i] != junctions->pairs[i - 1])
			junctions->pairs[junctions->count++] = junctions->pairs[i];
	return true;
}

void survey_junctions_free(const kilncook_context *context, survey_junction_list *junctions)
{
	cook_free(context, junctions->pairs, (size_t)junctions->capacity, sizeof *junctions->pairs);
	*junctions = (survey_junction_list){0};
}
