// SPDX-License-Identifier: MIT
#include "penetration_feature.h"

#include "convex/shape/polytope.h"

/// The most corners that are tried, and the most vertices of a polytope that is not a hull.
#define CORNERS_MOST 4

static uint32_t nearest_vertex(const kiln_polytope *polytope, kiln_d3 corner)
{
	uint32_t best = 0;
	double least = HUGE_VAL;
	for (uint32_t i = 0; i < polytope->hull->vertex_count; ++i)
	{
		double distance2 = kiln_d3_length2(kiln_d3_sub(kiln_polytope_vertex(polytope, i), corner));
		best = distance2 < least ? i : best;
		least = kiln_double_min(distance2, least);
	}
	return best;
}

/// For points, only the number of a single point is a feature.
static kiln_feature of_points(const uint32_t *numbers, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
		if (numbers[i] != numbers[0])
			return (kiln_feature){KILN_FEATURE_NONE, 0};
	return (kiln_feature){KILN_FEATURE_VERTEX, numbers[0]};
}

kiln_feature kilni_penetration_feature(const kiln_convex_object *object, const kiln_convex_pair *pair,
	const kiln_d3 *corners, const uint32_t *numbers, uint32_t count)
{
	const kiln_convex_shape *shape = object->shape;
	if (shape->plus || count == 0 || count > CORNERS_MOST)
		return (kiln_feature){KILN_FEATURE_NONE, 0};
	if (shape->kind == KILN_CONVEX_POINTS)
		return of_points(numbers, count);
	if (shape->kind == KILN_CONVEX_HULL)
		return kilni_polytope_feature(&(kiln_polytope){.hull = shape->hull}, numbers, count);
	if (!corners)
		return (kiln_feature){KILN_FEATURE_NONE, 0};
	kiln_polytope_room room;
	kiln_polytope polytope;
	uint32_t vertices[CORNERS_MOST];
	if (!kilni_polytope_of_object(object, pair->eye, &room, &polytope))
		return (kiln_feature){KILN_FEATURE_NONE, 0};
	for (uint32_t i = 0; i < count; ++i)
		vertices[i] = nearest_vertex(&polytope, kiln_convex_pair_out(pair, corners[i]));
	return kilni_polytope_feature(&polytope, vertices, count);
}
