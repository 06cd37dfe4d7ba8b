// SPDX-License-Identifier: MIT
#include "view.h"

#include "heightfield/field.h"

#include <stdlib.h>
#include <string.h>

void view_field_open(
	kiln_result *result, const kiln_heightfield **field, view_field_figures *figures, const void *data, size_t size)
{
	kiln_heightfield *opened = malloc(sizeof *opened);
	*field = NULL;
	if (opened == NULL)
	{
		*result = (kiln_result){.status = KILN_E_CAPACITY, .reason = "no memory"};
		return;
	}
	*result = kiln_heightfield_open(opened, data, size);
	if (result->status != KILN_OK)
	{
		free(opened);
		return;
	}
	*field = opened;
	*figures = (view_field_figures){opened->columns, opened->rows, opened->header->material_count,
		{opened->min.x, opened->min.y, opened->min.z}, {opened->max.x, opened->max.y, opened->max.z}};
}

// Samples of a side at the corners of the squares.
typedef struct field_squares
{
	const kiln_heightfield *field;
	uint32_t stride;
	uint32_t columns, rows; // of squares
} field_squares;

// The end of a square's cells.
static uint32_t end_of(uint32_t square, uint32_t stride, uint32_t samples)
{
	const uint64_t end = ((uint64_t)square + 1) * stride;
	return end < samples - 1 ? (uint32_t)end : samples - 1;
}

// Whether a square is drawn: it exists, and no cell of it is a hole.
static bool is_drawn(const field_squares *squares, uint32_t column, uint32_t row)
{
	const kiln_heightfield *field = squares->field;
	if (column >= squares->columns || row >= squares->rows)
		return false;
	const uint32_t last = end_of(column, squares->stride, field->columns);
	for (uint32_t r = row * squares->stride; r < end_of(row, squares->stride, field->rows); ++r)
	{
		for (uint32_t c = column * squares->stride; c < last; ++c)
		{
			const uint32_t flags = field->blocks[kiln_field_block_of(field, c, r)].flags;
			if (!(flags & (KILN_HEIGHTFIELD_HOLES | KILN_HEIGHTFIELD_EMPTY)))
				c |= KILN_FIELD_BLOCK - 1; // on to the next block
			else if (kiln_heightfield_material(field, kiln_field_cell_number(field, c, r)) == KILN_NONE)
				return false;
		}
	}
	return true;
}

// The kind of the side between two corners of a square (1: in the last column, 2: in the last row).
static kiln_edge_kind side_kind(const field_squares *squares, uint32_t column, uint32_t row, uint32_t a, uint32_t b)
{
	const uint32_t same = ~(a ^ b) & 3;
	if (same == 0)
		return KILN_EDGE_FLAT;
	// Below 0 the numbers wrap, and no square has them.
	if (same == 1)
		column += a & 1 ? 1 : UINT32_MAX;
	else
		row += a & 2 ? 1 : UINT32_MAX;
	return is_drawn(squares, column, row) ? KILN_EDGE_FLAT : KILN_EDGE_BOUNDARY;
}

// Stores the triangles of a square.
static void store_square(const field_squares *squares, uint32_t column, uint32_t row, float (*corners)[9],
	uint32_t (*records)[VIEW_TRIANGLE_RECORD])
{
	const kiln_heightfield *field = squares->field;
	const uint32_t first_column = column * squares->stride, first_row = row * squares->stride;
	const uint32_t cell = kiln_field_cell_number(field, first_column, first_row);
	// A square of many cells is cut along the plain diagonal.
	kiln_field_cell own;
	const bool turned = squares->stride == 1 && kiln_field_find_cell(field, column, row, &own) && own.turned;
	for (uint32_t i = 0; i < 2; ++i)
	{
		const uint8_t *order = kiln_field_triangle(field, turned, i);
		uint32_t edges = 0;
		for (int k = 0; k < 3; ++k)
		{
			kiln_vec3 at = {0};
			kiln_heightfield_sample(field,
				order[k] & 1 ? end_of(column, squares->stride, field->columns) : first_column,
				order[k] & 2 ? end_of(row, squares->stride, field->rows) : first_row, &at);
			memcpy(corners[i] + 3 * k, (const float[3]){at.x, at.y, at.z}, 3 * sizeof(float));
			edges |= (uint32_t)side_kind(squares, column, row, order[k], order[(k + 1) % 3]) << (3 * k);
		}
		memcpy(records[i], (const uint32_t[]){cell, 0, kiln_heightfield_material(field, cell), edges}, sizeof *records);
	}
}

uint32_t view_field_triangles(const kiln_heightfield *field, uint32_t stride, uint32_t first, uint32_t count,
	float (*corners)[9], uint32_t (*records)[VIEW_TRIANGLE_RECORD])
{
	const field_squares squares = {field, stride, (field->columns - 2) / stride + 1, (field->rows - 2) / stride + 1};
	const uint64_t all = (uint64_t)squares.columns * squares.rows;
	uint32_t stored = 0;
	for (uint64_t i = first; i < all && i < (uint64_t)first + count; ++i)
	{
		const uint32_t column = (uint32_t)(i % squares.columns), row = (uint32_t)(i / squares.columns);
		if (!is_drawn(&squares, column, row))
			continue;
		store_square(&squares, column, row, corners + stored, records + stored);
		stored += 2;
	}
	return stored;
}
