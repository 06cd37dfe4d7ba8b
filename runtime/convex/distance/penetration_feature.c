// SPDX-License-Identifier: MIT
#include "penetration_feature.h"

#include "convex/shape/polytope.h"
#include "tree/layout.h"

/// The most corners that are tried, and the most vertices of a polytope that is not a hull.
#define CORNERS_MOST 4

KILN_RARE static uint32_t nearest_vertex(const kiln_polytope *polytope, kiln_d3 corner)
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

/// The feature whose corners are nearest.
KILN_RARE static kiln_feature by_corners(
	const kiln_convex_object *object, const kiln_convex_pair *pair, const kiln_d3 *corners, uint32_t count)
{
	kiln_polytope_room room;
	kiln_polytope polytope;
	uint32_t vertices[CORNERS_MOST];
	if (!kilni_polytope_of_object(object, pair->eye, &room, &polytope))
		return (kiln_feature){KILN_FEATURE_NONE, 0};
	for (uint32_t i = 0; i < count; ++i)
		vertices[i] = nearest_vertex(&polytope, kiln_convex_pair_out(pair, corners[i]));
	return kilni_polytope_feature(&polytope, vertices, count);
}

/// For points, only the number of a single point is a feature.
static kiln_feature of_points(const uint32_t *numbers, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
		if (numbers[i] != numbers[0])
			return (kiln_feature){KILN_FEATURE_NONE, 0};
	return (kiln_feature){KILN_FEATURE_VERTEX, numbers[0]};
}

/// Bars whose squared length is below this may count as none in a polytope.
#define SHORT2 0x1p-280

/// Whether the numbers of a core's vertices are those of the same shape as a polytope: no bar is so short, and no two are so
/// nearly parallel, that they count as none there. The axes of boxes are perpendicular.
static bool is_numbered(const kiln_convex *core)
{
	if (!kiln_convex_is_box(core))
		return false;
	const kiln_d3 *bar = core->bars;
	for (uint32_t i = 0; i < core->bar_count; ++i)
		if (!(kiln_d3_length2(bar[i]) > SHORT2))
			return false;
	if (core->bar_count != 2)
		return true;
	const double area2 = kiln_d3_length2(kiln_d3_cross(bar[0], bar[1]));
	return area2 > 0x1p-80 * kiln_d3_length2(bar[0]) * kiln_d3_length2(bar[1]);
}

/// The feature of vertices of a box, rectangle, segment or point, by the bits in which their numbers differ.
static kiln_feature of_box(uint32_t bars, const uint32_t *numbers, uint32_t count)
{
	// The numbers of edges in polytope.h, by the lower vertex: of a box along axis 0, 1 and 2, of a rectangle along 0 and 1.
	static const uint8_t edges[3][8] = {{8, 0, 11, 0, 9, 0, 10, 0}, {3, 4, 0, 0, 1, 6, 0, 0}, {0, 7, 2, 5, 0, 0, 0, 0}};
	static const uint8_t sides[2][4] = {{0, 0, 2, 0}, {3, 1, 0, 0}};
	uint32_t differ = 0;
	for (uint32_t i = 1; i < count; ++i)
		differ |= numbers[i] ^ numbers[0];
	const uint32_t low = numbers[0] & ~differ;
	switch (differ)
	{
	case 0:
		return (kiln_feature){KILN_FEATURE_VERTEX, low};
	case 1:
	case 2:
	case 4:
		return (kiln_feature){KILN_FEATURE_EDGE, bars == 3	 ? edges[differ / 2][low]
												 : bars == 2 ? sides[differ / 2][low]
															 : 0};
	case 7:
		return (kiln_feature){KILN_FEATURE_NONE, 0};
	default:
		// Two axes: 3, 5 or 6. The third one leads to the face.
		return (kiln_feature){KILN_FEATURE_FACE, bars == 3 ? 2 * ((7 - differ) / 2) + (low > 0) : 0};
	}
}

kiln_feature kilni_penetration_feature(const kiln_convex_object *object, const kiln_convex *core,
	const kiln_convex_pair *pair, const kiln_d3 *corners, const uint32_t *numbers, uint32_t count)
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
	if (is_numbered(core))
		return of_box(core->bar_count, numbers, count);
	return by_corners(object, pair, corners, count);
}
