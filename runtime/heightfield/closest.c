// SPDX-License-Identifier: MIT
#include "math/budget.h"
#include "math/rounding.h"
#include "primitive/solid.h"
#include "search.h"
#include "shape/triangle_point.h"

#include <math.h>

/// The closest point of a field: the pyramid is searched from the nearest child on, within the best distance.

typedef struct closest_query
{
	kiln_field_search search; ///< its box is the query's point
	kiln_d3 point;
	float distance;	   ///< of the best; or the limit, inclusive
	uint32_t triangle; ///< KILN_NONE: nothing is found
	kiln_d3 nearest;   ///< from the query's point to the closest point
	kiln_vec3 corners[3];
} closest_query;

static void set_distance(closest_query *query, float distance)
{
	query->distance = distance;
	// A distance that rounds to this one exceeds it by at most 2^-24.
	const double most = (double)distance * (1 + 0x1p-23) + 0x1p-148;
	query->search.distance2 = most * most;
}

static void consider(closest_query *query, uint32_t triangle, const kiln_vec3 corners[3])
{
	kiln_d3 seen[3];
	for (int k = 0; k < 3; ++k)
		seen[k] = kiln_d3_sub(kiln_d3_from(corners[k]), query->point);
	const kiln_d3 nearest = kilni_triangle_closest(seen);
	const double distance2 = kiln_d3_length2(nearest);
	if (!(distance2 <= query->search.distance2))
		return;
	const float distance = (float)sqrt(distance2);
	if (distance > query->distance || (distance == query->distance && triangle > query->triangle))
		return;
	query->triangle = triangle;
	query->nearest = nearest;
	memcpy(query->corners, corners, sizeof query->corners);
	set_distance(query, distance);
}

static void visit_cell(closest_query *query, const kiln_field_block *block, uint32_t column, uint32_t row)
{
	const kiln_heightfield *field = query->search.field;
	const uint32_t first[2] = {column, row}, end[2] = {column + 1, row + 1};
	kiln_field_cell cell;
	float at[4][3];
	if (!kiln_field_cell_at(block, column % KILN_FIELD_BLOCK, row % KILN_FIELD_BLOCK, &cell) ||
		kilni_field_distance2(&query->search, first, end, kiln_field_cell_range(&cell)) > query->search.distance2 ||
		!kiln_budget_take(field->budget, 1))
		return;
	kiln_field_corners(field, &cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		kiln_vec3 corners[3];
		kiln_field_triangle_corners(field, &cell, at, k, corners);
		consider(query, 2 * kiln_field_cell_number(field, column, row) + k, corners);
	}
}

static bool visit_block(kiln_field_search *search, const uint32_t first[2], const uint32_t end[2])
{
	const kiln_heightfield *field = search->field;
	const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, first[0], first[1]));
	if ((block.head->flags & KILN_HEIGHTFIELD_EMPTY) || kiln_budget_ended(field->budget))
		return true;
	for (uint32_t row = first[1]; row < end[1]; ++row)
	{
		const uint32_t from[2] = {first[0], row}, to[2] = {end[0], row + 1};
		if (kilni_field_distance2(search, from, to, kiln_field_block_range(block.head)) > search->distance2)
			continue;
		for (uint32_t column = first[0]; column < end[0]; ++column)
			visit_cell(search->user, &block, column, row);
	}
	return true;
}

kiln_closest kiln_heightfield_closest_point(const kiln_heightfield *field, const kiln_point_query *query)
{
	if (!kiln_field_is_open(field) || !query || !(query->max_distance >= 0) ||
		!kiln_float_finite(query->max_distance) || !kilni_point_in_range(query->point))
		return (kiln_closest){0};
	const kiln_d3 point = kiln_d3_from(query->point);
	closest_query search = {.search = {.field = field,
								.low = {point.x, point.y, point.z},
								.high = {point.x, point.y, point.z},
								.visit = visit_block},
		.point = point,
		.triangle = KILN_NONE};
	search.search.user = &search;
	set_distance(&search, query->max_distance > 0 ? query->max_distance : FLT_MAX);
	kilni_field_search_blocks(&search.search);
	if (search.triangle == KILN_NONE)
		return (kiln_closest){0};
	// Computed once more from nearby, to restore what was lost from far away.
	const kiln_d3 near = kiln_d3_add(point, search.nearest);
	return (kiln_closest){.found = true,
		.distance = search.distance,
		.point = kiln_d3_to(kilni_triangle_settle(search.corners, near)),
		.triangle = search.triangle,
		.mesh = KILN_NONE,
		.source_mesh = KILN_NONE,
		.source_face = search.triangle / 2,
		.material = kiln_heightfield_material(field, search.triangle / 2),
		.node = KILN_NONE,
		.shape = KILN_NONE};
}
