// SPDX-License-Identifier: MIT
#include "overlap_convex.h"

#include "box.h"
#include "kiln/convex/distance.h"
#include "math/budget.h"
#include "scene/cast_shape.h"
#include "shape/triangle_box.h"

typedef struct convex_query
{
	const kiln_heightfield *field;
	const kiln_convex_object *object;
	kiln_d3 low, high; ///< of its box
	kiln_visit_overlap *visit;
	void *user;
	kiln_convex_cache cache; ///< of the last triangle; the next one is near
} convex_query;

static bool visit_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	convex_query *query = user;
	float at[4][3];
	kiln_field_corners(query->field, cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		kiln_convex_shape shape = {.kind = KILN_CONVEX_TRIANGLE};
		const kiln_convex_object triangle = {.shape = &shape};
		bool touches = false;
		kiln_field_triangle_corners(query->field, cell, at, k, shape.triangle.corners);
		if (!kiln_triangle_box_meets(shape.triangle.corners, query->low, query->high))
			continue;
		if (!kiln_budget_take(query->field->budget, KILN_BUDGET_CONVEX))
			return false;
		if (kiln_convex_collide(query->object, &triangle, NULL, &query->cache, &touches) == KILN_OK && touches)
			query->visit(
				query->user, (kiln_overlap){KILN_NONE, 2 * kiln_field_cell_number(query->field, column, row) + k});
	}
	return true;
}

void kilni_heightfield_overlap_convex_visit(
	const kiln_heightfield *field, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	if (!kiln_field_is_open(field) || !kilni_convex_object_usable(object))
		return;
	const kiln_cast_shape box = kilni_cast_shape_of_object(object, terms);
	convex_query query = {.field = field,
		.object = object,
		.low = kiln_d3_sub(box.center, box.reach),
		.high = kiln_d3_add(box.center, box.reach),
		.visit = visit,
		.user = user};
	const double from[3] = {query.low.x, query.low.y, query.low.z};
	const double to[3] = {query.high.x, query.high.y, query.high.z};
	kilni_heightfield_walk_box(field, from, to, visit_cell, &query);
}

uint32_t kiln_heightfield_overlap_convex(
	const kiln_heightfield *field, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_overlap_list list = {overlaps, overlaps ? capacity : 0, 0};
	kilni_heightfield_overlap_convex_visit(field, object, kiln_overlap_list_add, &list);
	return list.count;
}
