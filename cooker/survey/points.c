// SPDX-License-Identifier: MIT
#include "points.h"

#include "curve.h"
#include "memory.h"

#include <math.h>

bool points_build(const kilncook_context *context, const float (*points)[3], uint32_t count, points_tree *tree)
{
	*tree = (points_tree){.points = points, .count = count};
	tree->order = cook_alloc(context, count, sizeof *tree->order);
	bool done =
		tree->order && curve_order(context, points, count, tree->order) && pyramid_begin(context, count, &tree->boxes);
	if (!done)
	{
		points_free(context, tree);
		return false;
	}
	for (uint32_t i = 0; i < count; ++i)
		pyramid_set(&tree->boxes, i, points[tree->order[i]], points[tree->order[i]]);
	pyramid_finish(&tree->boxes);
	return true;
}

void points_free(const kilncook_context *context, points_tree *tree)
{
	cook_free(context, tree->order, tree->count, sizeof *tree->order);
	pyramid_free(context, &tree->boxes);
	*tree = (points_tree){0};
}

/// The next float in a direction.
static float outwards(double x, float direction)
{
	return nextafterf((float)x, direction);
}

/// The box around all that is near, rounded outwards, and the segment.
static pyramid_region prepare(const points_query *query, pyramid_segment *segment)
{
	pyramid_region region = {.segment = query->box ? NULL : segment};
	double size = 0;
	for (int k = 0; k < 3; ++k)
		size = fmax(size, fmax(fabs(query->a[k]), fabs(query->b[k])));
	// With room for the rounding of clipping.
	segment->reach = query->reach + 0x1p-44 * (size + query->reach);
	for (int k = 0; k < 3; ++k)
	{
		double way = query->b[k] - query->a[k], more = query->box ? query->reach : segment->reach;
		segment->from[k] = query->a[k];
		segment->share[k] = fabs(way) > segment->reach ? 1 / way : 0;
		region.min[k] = outwards((way < 0 ? query->b[k] : query->a[k]) - more, -INFINITY);
		region.max[k] = outwards((way < 0 ? query->a[k] : query->b[k]) + more, INFINITY);
	}
	return region;
}

typedef struct points_search
{
	const points_tree *tree;
	bool (*visit)(void *user, uint32_t point);
	void *user;
	bool ended; ///< by the visitor
} points_search;

static bool visit_group(void *user, uint32_t box, uint32_t first, uint32_t others)
{
	(void)box;
	points_search *s = user;
	for (uint32_t i = first; others && !s->ended; others >>= 1, ++i)
		s->ended = (others & 1) && !s->visit(s->user, s->tree->order[i]);
	return !s->ended;
}

bool points_visit(const points_tree *tree, const points_query *query, bool (*visit)(void *user, uint32_t point),
	void *user, uint64_t *work)
{
	pyramid_segment segment;
	const pyramid_region region = prepare(query, &segment);
	points_search search = {tree, visit, user, false};
	return pyramid_query(&tree->boxes, &region, 0, visit_group, &search, work) || search.ended;
}
