// SPDX-License-Identifier: MIT
#include "field.h"

void kilni_heightfield_corners(const kiln_heightfield *field, uint32_t triangle, kiln_vec3 corners[3])
{
	const uint32_t column = triangle / 2 % (field->columns - 1), row = triangle / 2 / (field->columns - 1);
	kiln_field_cell cell;
	float at[4][3];
	if (!kiln_field_find_cell(field, column, row, &cell))
		return;
	kiln_field_corners(field, &cell, column, row, at);
	kiln_field_triangle_corners(field, &cell, at, triangle & 1, corners);
}

static bool cell_exists(const kiln_heightfield *field, uint32_t cell)
{
	return kiln_field_is_open(field) && cell / (field->columns - 1) < field->rows - 1;
}

bool kiln_heightfield_triangle(const kiln_heightfield *field, uint32_t triangle, kiln_vec3 corners[3])
{
	if (!corners || kiln_heightfield_material(field, triangle / 2) == KILN_NONE)
		return false;
	kilni_heightfield_corners(field, triangle, corners);
	return true;
}

uint32_t kiln_heightfield_material(const kiln_heightfield *field, uint32_t cell)
{
	if (!cell_exists(field, cell))
		return KILN_NONE;
	return kiln_field_material(field, cell % (field->columns - 1), cell / (field->columns - 1));
}

bool kiln_heightfield_sample(const kiln_heightfield *field, uint32_t column, uint32_t row, kiln_vec3 *point)
{
	if (!kiln_field_is_open(field) || !point || column >= field->columns || row >= field->rows)
		return false;
	// The last samples are those of the last cells' far corners.
	const uint32_t cell_column = column < field->columns - 1 ? column : column - 1;
	const uint32_t cell_row = row < field->rows - 1 ? row : row - 1;
	const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, cell_column, cell_row));
	const uint32_t steps =
		block.head->base + kiln_field_offset(&block, column - cell_column / KILN_FIELD_BLOCK * KILN_FIELD_BLOCK,
							   row - cell_row / KILN_FIELD_BLOCK * KILN_FIELD_BLOCK);
	float at[3];
	at[0] = kiln_field_across(field, 0, column);
	at[kiln_field_row_axis(field)] = kiln_field_across(field, 1, row);
	at[field->header->up] = kiln_field_height(field, steps);
	*point = (kiln_vec3){at[0], at[1], at[2]};
	return true;
}
