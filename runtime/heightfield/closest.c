// SPDX-License-Identifier: MIT
#include "field.h"
#include "math/budget.h"
#include "math/double3.h"
#include "math/rounding.h"
#include "primitive/solid.h"
#include "shape/triangle_point.h"

#include <math.h>

/// The closest point of a field: the pyramid is searched from the nearest child on, within the best distance.

typedef struct closest_query
{
	const kiln_heightfield *field;
	kiln_d3 point;
	float distance;	   ///< of the best; or the limit, inclusive
	double distance2;  ///< what is farther than this is not searched
	uint32_t triangle; ///< KILN_NONE: nothing is found
	kiln_d3 nearest;   ///< from the query's point to the closest point
	kiln_vec3 corners[3];
} closest_query;

static void set_distance(closest_query *query, float distance)
{
	query->distance = distance;
	// A distance that rounds to this one exceeds it by at most 2^-24.
	const double most = (double)distance * (1 + 0x1p-23) + 0x1p-148;
	query->distance2 = most * most;
}

static double component(kiln_d3 v, uint32_t axis)
{
	return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static double excess(double low, double p, double high)
{
	return kiln_double_max(kiln_double_max(low - p, p - high), 0);
}

/// At most the squared distance of the cells from `first` to `end`, whose heights are in the range.
static double distance2_of(
	const closest_query *query, const uint32_t first[2], const uint32_t end[2], kiln_format_heightfield_range range)
{
	const kiln_heightfield *field = query->field;
	const uint32_t axes[3] = {0, kiln_field_row_axis(field), field->header->up};
	double sum = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const float low = i < 2 ? kiln_field_across(field, i, first[i]) : kiln_field_height(field, range.low);
		const float high = i < 2 ? kiln_field_across(field, i, end[i]) : kiln_field_height(field, range.high);
		const double away = excess((double)low, component(query->point, axes[i]), (double)high);
		sum += away * away;
	}
	// Below what rounding of the triangle's own distance may lose.
	return sum * (1 - 0x1p-40);
}

static void consider(closest_query *query, uint32_t triangle, const kiln_vec3 corners[3])
{
	kiln_d3 seen[3];
	for (int k = 0; k < 3; ++k)
		seen[k] = kiln_d3_sub(kiln_d3_from(corners[k]), query->point);
	const kiln_d3 nearest = kilni_triangle_closest(seen);
	const double distance2 = kiln_d3_length2(nearest);
	if (!(distance2 <= query->distance2))
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
	const kiln_heightfield *field = query->field;
	const uint32_t first[2] = {column, row}, end[2] = {column + 1, row + 1};
	kiln_field_cell cell;
	float at[4][3];
	if (!kiln_field_cell_at(block, column % KILN_FIELD_BLOCK, row % KILN_FIELD_BLOCK, &cell) ||
		distance2_of(query, first, end, kiln_field_cell_range(&cell)) > query->distance2 ||
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

/// The children of a node, and their size in cells.
typedef struct closest_children
{
	uint32_t low[2], high[2];
	uint32_t size;
} closest_children;

static closest_children children_of(const kiln_heightfield *field, uint32_t level, const uint32_t node[2])
{
	const uint32_t fan = level ? KILN_HEIGHTFIELD_FAN : KILN_FIELD_BLOCK;
	const uint32_t counts[2] = {level ? kiln_field_node_columns(field, level - 1) : field->columns - 1,
		level ? kiln_field_node_rows(field, level - 1) : field->rows - 1};
	closest_children children = {.size = level ? kiln_field_node_side(level - 1) : 1};
	for (int i = 0; i < 2; ++i)
	{
		children.low[i] = node[i] * fan;
		children.high[i] = children.low[i] + fan < counts[i] ? children.low[i] + fan : counts[i];
	}
	return children;
}

/// At most the squared distance of a child that is a node.
static double child_distance2(
	const closest_query *query, uint32_t level, const closest_children *children, uint32_t column, uint32_t row)
{
	const kiln_heightfield *field = query->field;
	const uint32_t first[2] = {column * children->size, row * children->size};
	const uint32_t cells[2] = {field->columns - 1, field->rows - 1};
	uint32_t end[2];
	for (int i = 0; i < 2; ++i)
		end[i] = first[i] + children->size < cells[i] ? first[i] + children->size : cells[i];
	return distance2_of(query, first, end, kiln_field_node_range(field, level - 1, column, row));
}

static void visit_block(closest_query *query, const uint32_t node[2])
{
	const kiln_heightfield *field = query->field;
	const closest_children children = children_of(field, 0, node);
	const kiln_field_block block = kiln_field_block_at(field, node[1] * field->block_columns + node[0]);
	if ((block.head->flags & KILN_HEIGHTFIELD_EMPTY) || kiln_budget_ended(field->budget))
		return;
	for (uint32_t row = children.low[1]; row < children.high[1]; ++row)
	{
		const uint32_t first[2] = {children.low[0], row}, end[2] = {children.high[0], row + 1};
		if (distance2_of(query, first, end, kiln_field_block_range(block.head)) > query->distance2)
			continue;
		for (uint32_t column = children.low[0]; column < children.high[0]; ++column)
			visit_cell(query, &block, column, row);
	}
}

/// Searches a node: first its nearest child, then those that may still be nearer. Recursion ends after
/// KILN_HEIGHTFIELD_LEVELS_MAX levels.
static void visit_node(closest_query *query, uint32_t level, const uint32_t node[2])
{
	if (level == 0)
	{
		visit_block(query, node);
		return;
	}
	const closest_children children = children_of(query->field, level, node);
	uint32_t nearest[2] = {children.low[0], children.low[1]};
	double least = HUGE_VAL;
	for (uint32_t row = children.low[1]; row < children.high[1]; ++row)
		for (uint32_t column = children.low[0]; column < children.high[0]; ++column)
		{
			const double distance2 = child_distance2(query, level, &children, column, row);
			if (distance2 >= least)
				continue;
			least = distance2;
			nearest[0] = column;
			nearest[1] = row;
		}
	if (least > query->distance2 || kiln_budget_ended(query->field->budget))
		return;
	visit_node(query, level - 1, nearest);
	for (uint32_t row = children.low[1]; row < children.high[1]; ++row)
		for (uint32_t column = children.low[0]; column < children.high[0]; ++column)
		{
			const uint32_t child[2] = {column, row};
			if ((column != nearest[0] || row != nearest[1]) &&
				child_distance2(query, level, &children, column, row) <= query->distance2)
				visit_node(query, level - 1, child);
		}
}

kiln_closest kiln_heightfield_closest_point(const kiln_heightfield *field, const kiln_point_query *query)
{
	const uint32_t root[2] = {0, 0};
	if (!kiln_field_is_open(field) || !query || !(query->max_distance >= 0) ||
		!kiln_float_finite(query->max_distance) || !kilni_point_in_range(query->point))
		return (kiln_closest){0};
	closest_query search = {.field = field, .point = kiln_d3_from(query->point), .triangle = KILN_NONE};
	set_distance(&search, query->max_distance > 0 ? query->max_distance : FLT_MAX);
	visit_node(&search, field->level_count, root);
	if (search.triangle == KILN_NONE)
		return (kiln_closest){0};
	// Computed once more from nearby, to restore what was lost from far away.
	const kiln_d3 near = kiln_d3_add(search.point, search.nearest);
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
