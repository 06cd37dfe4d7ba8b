// SPDX-License-Identifier: MIT
#include "box.h"

#include "math/budget.h"

/// Walks of the cells in a box: row by row, so that triangles come by increasing number, and block by block in a row.

typedef struct box_walk
{
	const kiln_heightfield *field;
	double low, high;		   ///< of the box, along the axis of heights
	uint32_t first[2], end[2]; ///< of columns and rows of cells
	kiln_field_visit *visit;
	void *user;
} box_walk;

bool kilni_field_narrow(
	const kiln_heightfield *field, const double low[3], const double high[3], uint32_t first[2], uint32_t end[2])
{
	const uint32_t axes[2] = {0, kiln_field_row_axis(field)};
	for (int i = 0; i < 2; ++i)
	{
		const double origin = (double)field->header->origin[axes[i]], spacing = (double)field->header->spacing[i];
		const double from = (low[axes[i]] - origin) / spacing - 1, to = (high[axes[i]] - origin) / spacing + 2;
		if (!(from < (double)end[i] && to > (double)first[i]))
			return false;
		first[i] = from > (double)first[i] ? (uint32_t)from : first[i];
		end[i] = to < (double)end[i] ? (uint32_t)to : end[i];
	}
	return first[0] < end[0] && first[1] < end[1];
}

/// Sets the cells below and above the box. Returns false where the box lies beside the field.
static bool find_cells(box_walk *walk, const double low[3], const double high[3])
{
	const kiln_heightfield *field = walk->field;
	for (int axis = 0; axis < 3; ++axis)
		if (!(low[axis] <= high[axis]))
			return false;
	walk->end[0] = field->columns - 1;
	walk->end[1] = field->rows - 1;
	walk->low = low[field->header->up];
	walk->high = high[field->header->up];
	return kilni_field_narrow(field, low, high, walk->first, walk->end);
}

static bool meets_heights(const box_walk *walk, kiln_format_heightfield_range range)
{
	return (double)kiln_field_height(walk->field, range.low) <= walk->high &&
		   (double)kiln_field_height(walk->field, range.high) >= walk->low;
}

static bool visit_row(const box_walk *walk, uint32_t row)
{
	const kiln_heightfield *field = walk->field;
	for (uint32_t column = walk->first[0]; column < walk->end[0];)
	{
		const uint32_t next = (column / KILN_FIELD_BLOCK + 1) * KILN_FIELD_BLOCK;
		const uint32_t end = next < walk->end[0] ? next : walk->end[0];
		const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, column, row));
		if ((block.head->flags & KILN_HEIGHTFIELD_EMPTY) || !meets_heights(walk, kiln_field_block_range(block.head)))
			column = end;
		for (; column < end; ++column)
		{
			kiln_field_cell cell;
			if (kiln_field_cell_at(&block, column % KILN_FIELD_BLOCK, row % KILN_FIELD_BLOCK, &cell) &&
				meets_heights(walk, kiln_field_cell_range(&cell)) &&
				!(kiln_budget_take(field->budget, 1) && walk->visit(walk->user, &cell, column, row)))
				return false;
		}
	}
	return true;
}

void kilni_heightfield_walk_box(
	const kiln_heightfield *field, const double low[3], const double high[3], kiln_field_visit *visit, void *user)
{
	box_walk walk = {.field = field, .visit = visit, .user = user};
	if (!find_cells(&walk, low, high) || !meets_heights(&walk, kiln_field_node_range(field, field->level_count, 0, 0)))
		return;
	for (uint32_t row = walk.first[1]; row < walk.end[1]; ++row)
		if (!visit_row(&walk, row))
			return;
}
