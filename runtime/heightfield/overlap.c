// SPDX-License-Identifier: MIT
#include "field.h"
#include "primitive/touch.h"

/// Overlap queries: row by row of the cells in the shape's box, so that triangles come by increasing number.

typedef struct overlap_query
{
	const kiln_heightfield *field;
	const kiln_solid *solid;
	kiln_overlap *overlaps;
	uint32_t capacity, count;
	uint32_t first[2], end[2]; ///< of columns and rows of cells
	double low, high;		   ///< of the shape, along the axis of heights
} overlap_query;

static double component(kiln_d3 v, uint32_t axis)
{
	return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/// Sets the cells below and above the shape. Adds one on each side, for rounding. Returns false where the shape lies
/// beside the field.
static bool find_cells(overlap_query *query)
{
	const kiln_heightfield *field = query->field;
	const uint32_t axes[2] = {0, kiln_field_row_axis(field)}, counts[2] = {field->columns - 1, field->rows - 1};
	for (int i = 0; i < 2; ++i)
	{
		const double middle = component(query->solid->center, axes[i]) - (double)field->header->origin[axes[i]];
		const double reach = component(query->solid->reach, axes[i]), spacing = (double)field->header->spacing[i];
		const double low = (middle - reach) / spacing - 1, high = (middle + reach) / spacing + 2;
		if (!(low < (double)counts[i] && high > 0))
			return false;
		query->first[i] = low > 0 ? (uint32_t)low : 0;
		query->end[i] = high < (double)counts[i] ? (uint32_t)high : counts[i];
	}
	const uint32_t up = field->header->up;
	query->low = component(query->solid->center, up) - component(query->solid->reach, up);
	query->high = component(query->solid->center, up) + component(query->solid->reach, up);
	return true;
}

static bool meets_heights(const overlap_query *query, kiln_format_heightfield_range range)
{
	return (double)kiln_field_height(query->field, range.low) <= query->high &&
		   (double)kiln_field_height(query->field, range.high) >= query->low;
}

static void visit_cell(overlap_query *query, const kiln_field_block *block, uint32_t column, uint32_t row)
{
	kiln_field_cell cell;
	float at[4][3];
	if (!kiln_field_cell_at(block, column % KILN_FIELD_BLOCK, row % KILN_FIELD_BLOCK, &cell) ||
		!meets_heights(query, kiln_field_cell_range(&cell)))
		return;
	kiln_field_corners(query->field, &cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_field_triangle_corners(query->field, &cell, at, k, corners);
		kiln_solid_see(query->solid, corners, seen);
		if (!kilni_touch(query->solid, seen))
			continue;
		const uint32_t triangle = 2 * kiln_field_cell_number(query->field, column, row) + k;
		if (query->count < query->capacity)
			query->overlaps[query->count] = (kiln_overlap){KILN_NONE, triangle};
		++query->count;
	}
}

/// Visits the cells of a row, block by block.
static void visit_row(overlap_query *query, uint32_t row)
{
	const kiln_heightfield *field = query->field;
	for (uint32_t column = query->first[0]; column < query->end[0];)
	{
		const uint32_t next = (column / KILN_FIELD_BLOCK + 1) * KILN_FIELD_BLOCK;
		const uint32_t end = next < query->end[0] ? next : query->end[0];
		const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, column, row));
		const bool seen =
			!(block.head->flags & KILN_HEIGHTFIELD_EMPTY) && meets_heights(query, kiln_field_block_range(block.head));
		for (; column < end; ++column)
			if (seen)
				visit_cell(query, &block, column, row);
	}
}

static uint32_t overlap(
	const kiln_heightfield *field, const kiln_solid *solid, kiln_overlap *overlaps, uint32_t capacity)
{
	overlap_query query = {.field = field, .solid = solid, .overlaps = overlaps, .capacity = overlaps ? capacity : 0};
	if (!find_cells(&query) || !meets_heights(&query, kiln_field_node_range(field, field->level_count, 0, 0)))
		return 0;
	for (uint32_t row = query.first[1]; row < query.end[1]; ++row)
		visit_row(&query, row);
	return query.count;
}

uint32_t kiln_heightfield_overlap_sphere(
	const kiln_heightfield *field, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_sphere(&solid, sphere)
			   ? overlap(field, &solid, overlaps, capacity)
			   : 0;
}

uint32_t kiln_heightfield_overlap_box(
	const kiln_heightfield *field, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_box(&solid, box) ? overlap(field, &solid, overlaps, capacity)
																		  : 0;
}

uint32_t kiln_heightfield_overlap_capsule(
	const kiln_heightfield *field, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_capsule(&solid, capsule)
			   ? overlap(field, &solid, overlaps, capacity)
			   : 0;
}
