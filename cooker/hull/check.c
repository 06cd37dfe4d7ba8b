// SPDX-License-Identifier: MIT
#include "check.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// hull_check: the checks that need no geometry.

static hull_fault fault_at(hull_checker *c, hull_fault fault, uint32_t where)
{
	c->where = where;
	return fault;
}

static bool counts_fit(const convex_hull *h)
{
	if (!h->vertices || !h->face_first || h->face_first[0] != 0)
		return false;
	if (h->dimension < 2)
		return h->vertex_count == h->dimension + 1 && h->face_count == 0 && h->half_edge_count == 0;
	if (!h->origins || !h->twins || h->half_edge_count % 2)
		return false;
	if (h->dimension == 2)
		return h->vertex_count >= 3 && h->face_count == 2 && h->half_edge_count == (uint64_t)h->vertex_count * 2;
	return h->dimension == 3 && h->vertex_count >= 4 && h->face_count >= 4;
}

static hull_fault check_range(hull_checker *c)
{
	const convex_hull *h = c->h;
	if (!counts_fit(h))
		return fault_at(c, HULL_RANGE, 0);
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		uint32_t first = h->face_first[f], end = h->face_first[f + 1];
		if (end < first || end - first < 3 || end > h->half_edge_count)
			return fault_at(c, HULL_RANGE, f);
	}
	if (h->face_first[h->face_count] != h->half_edge_count)
		return fault_at(c, HULL_RANGE, h->face_count);
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
		if (h->origins[e] >= h->vertex_count || h->twins[e] >= h->half_edge_count)
			return fault_at(c, HULL_RANGE, e);
	for (uint32_t v = 0; v < h->vertex_count; ++v)
		if (!hull_finite(h->vertices[v]))
			return fault_at(c, HULL_RANGE, v);
	return HULL_SOUND;
}

static int compare(const void *left, const void *right)
{
	const hull_point *a = left, *b = right;
	if (hull_before(a->position, b->position))
		return -1;
	if (hull_before(b->position, a->position))
		return 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static hull_fault check_repeated(hull_checker *c)
{
	uint32_t count = c->h->vertex_count;
	hull_point *sorted = cook_alloc(c->context, count, sizeof *sorted);
	if (!sorted)
		return HULL_UNCHECKED;
	for (uint32_t v = 0; v < count; ++v)
	{
		memcpy(sorted[v].position, c->h->vertices[v], sizeof sorted[v].position);
		sorted[v].index = v;
	}
	qsort(sorted, count, sizeof *sorted, compare);
	hull_fault fault = HULL_SOUND;
	for (uint32_t v = 1; v < count && fault == HULL_SOUND; ++v)
		if (hull_equal(sorted[v - 1].position, sorted[v].position))
			fault = fault_at(c, HULL_REPEATED, sorted[v].index);
	cook_free(c->context, sorted, count, sizeof *sorted);
	return fault;
}

static hull_fault check_twins(hull_checker *c)
{
	const convex_hull *h = c->h;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1]; ++e)
			c->faces[e] = f;
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
	{
		uint32_t twin = h->twins[e];
		if (h->twins[twin] != e || c->faces[twin] == c->faces[e] || h->origins[twin] != h->origins[check_next(c, e)] ||
			h->origins[e] != h->origins[check_next(c, twin)])
			return fault_at(c, HULL_OPEN, e);
	}
	return HULL_SOUND;
}

/// Checks that the surface is one piece, has a sphere's Euler characteristic and uses every vertex. Then no vertex
/// joins two cones either: splitting such a vertex would make the characteristic larger than that of any closed
/// surface.
static hull_fault check_pieces(hull_checker *c)
{
	const convex_hull *h = c->h;
	int64_t characteristic = (int64_t)h->vertex_count - h->half_edge_count / 2 + h->face_count;
	if (characteristic != 2)
		return fault_at(c, HULL_EULER, 0);
	memset(c->marks, 0, h->vertex_count * sizeof *c->marks);
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
		c->marks[h->origins[e]] = 1;
	for (uint32_t v = 0; v < h->vertex_count; ++v)
		if (!c->marks[v])
			return fault_at(c, HULL_EULER, v);
	memset(c->marks, 0, h->face_count * sizeof *c->marks);
	uint32_t count = 1;
	c->queue[0] = 0;
	c->marks[0] = 1;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t e = h->face_first[c->queue[i]]; e < h->face_first[c->queue[i] + 1]; ++e)
		{
			uint32_t other = c->faces[h->twins[e]];
			if (!c->marks[other])
				c->queue[count++] = other;
			c->marks[other] = 1;
		}
	for (uint32_t f = 0; f < h->face_count; ++f)
		if (!c->marks[f])
			return fault_at(c, HULL_EULER, f);
	return HULL_SOUND;
}

static hull_fault check_surface(hull_checker *c)
{
	hull_fault fault = check_twins(c);
	if (fault == HULL_SOUND)
		fault = check_pieces(c);
	if (fault == HULL_SOUND)
		fault = check_faces(c);
	if (fault == HULL_SOUND && c->h->dimension == 3)
		fault = check_convex(c);
	return fault;
}

hull_fault hull_check(const kilncook_context *context, const convex_hull *h, const hull_points *points, uint32_t *where)
{
	hull_checker c = {.context = context, .h = h};
	hull_fault fault = check_range(&c);
	if (fault == HULL_SOUND)
		fault = check_repeated(&c);
	if (fault == HULL_SOUND)
	{
		size_t most = h->face_count > h->vertex_count ? h->face_count : h->vertex_count;
		most = most < CHECK_SCRATCH_MIN ? CHECK_SCRATCH_MIN : most;
		size_t words = h->half_edge_count + 2 * most;
		c.faces = cook_alloc(context, words, sizeof *c.faces);
		if (!c.faces)
			fault = HULL_UNCHECKED;
		else
		{
			c.marks = c.faces + h->half_edge_count;
			c.queue = c.marks + most;
			if (h->dimension >= 2)
				fault = check_surface(&c);
		}
		if (fault == HULL_SOUND && points)
			fault = check_points(&c, points);
		cook_free(context, c.faces, words, sizeof *c.faces);
	}
	if (where)
		*where = c.where;
	return fault;
}
