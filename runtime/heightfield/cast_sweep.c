// SPDX-License-Identifier: MIT
#include "box.h"
#include "hit.h"
#include "kiln/heightfield.h"
#include "math/budget.h"
#include "scene/turning.h"

/// Casts a convex shape that turns while it moves.

typedef struct sweep_query
{
	const kiln_heightfield *field;
	kiln_turning turning;
	kiln_hit best;
} sweep_query;

static bool meet_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	sweep_query *query = user;
	float at[4][3];
	kiln_field_corners(query->field, cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		const uint32_t triangle = 2 * kiln_field_cell_number(query->field, column, row) + k;
		kiln_hit *best = &query->best, hit;
		kiln_vec3 corners[3];
		kiln_field_triangle_corners(query->field, cell, at, k, corners);
		if (!kiln_turning_meets_box(&query->turning, corners))
			continue;
		if (!kiln_budget_take(query->field->budget, KILN_BUDGET_CONVEX))
			return false;
		kiln_hit_clear(&hit);
		if (!kilni_turning_meets_triangle(&query->turning, corners, false, &hit) ||
			(best->hit && (hit.t > best->t || (hit.t == best->t && triangle > best->triangle))))
			continue;
		hit.hit = true;
		kiln_field_identify(triangle, kiln_heightfield_material(query->field, triangle / 2), &hit);
		*best = hit;
	}
	return true;
}

static void walk_spans(sweep_query *query)
{
	const kiln_turning *turning = &query->turning;
	for (uint32_t span = 0; span < turning->spans && !kiln_budget_ended(query->field->budget); ++span)
	{
		if (!kilni_turning_enter(&query->turning, span, &query->best))
			return;
		const double low[3] = {turning->low.x, turning->low.y, turning->low.z};
		const double high[3] = {turning->high.x, turning->high.y, turning->high.z};
		kilni_heightfield_walk_box(query->field, low, high, meet_cell, query);
	}
}

kiln_hit kiln_heightfield_cast_sweep(
	const kiln_heightfield *field, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	sweep_query query = {.field = field};
	if (!kiln_field_is_open(field) || !shape || !kilni_turning_begin(&query.turning, shape, sweep, tolerance))
		return query.best;
	// At the start straight casts decide.
	const kiln_convex_object object = {shape, sweep->from};
	const kiln_hit start = kiln_heightfield_cast_convex(field, &object, &(kiln_motion){.t_max = 0});
	if (start.hit || kiln_budget_ended(field->budget))
		return start;
	walk_spans(&query);
	return query.best;
}
