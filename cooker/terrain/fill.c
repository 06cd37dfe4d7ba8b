// SPDX-License-Identifier: MIT
#include "memory.h"
#include "terrain.h"

#include <string.h>

static void copy_height(terrain *it, size_t to, size_t from)
{
	if (it->levels)
		it->levels[to] = it->levels[from];
	else
		it->heights[to] = it->heights[from];
}

/// Fills a row from its known samples: from the left, then those before the first one. Returns false where the row has none.
static bool fill_row(terrain *it, size_t first)
{
	const size_t columns = it->grid.columns;
	size_t known = 0;
	while (known < columns && it->unknown[first + known])
		++known;
	if (known == columns)
		return false;
	for (size_t i = 0; i < known; ++i)
		copy_height(it, first + i, first + known);
	for (size_t i = known; i < columns; ++i)
		if (it->unknown[first + i])
			copy_height(it, first + i, first + i - 1);
	return true;
}

static void copy_row(terrain *it, size_t to, size_t from)
{
	for (size_t i = 0; i < it->grid.columns; ++i)
		copy_height(it, to + i, from + i);
}

/// Gives all unknown samples a height.
static void fill_samples(terrain *it)
{
	const size_t columns = it->grid.columns, rows = it->grid.rows;
	size_t first_full = rows;
	for (size_t row = 0; row < rows; ++row)
	{
		if (fill_row(it, row * columns))
			first_full = row < first_full ? row : first_full;
		else if (first_full < rows)
			copy_row(it, row * columns, (row - 1) * columns);
	}
	for (size_t row = 0; row < first_full && first_full < rows; ++row)
		copy_row(it, row * columns, first_full * columns);
	if (first_full < rows)
		return;
	if (it->levels)
		memset(it->levels, 0, terrain_samples(it) * sizeof *it->levels);
	else
		memset(it->heights, 0, terrain_samples(it) * sizeof *it->heights);
}

kilncook_status terrain_fill(terrain *it)
{
	if (!it->unknown)
		return KILNCOOK_OK;
	const kilncook_status status = terrain_need_cells(it, &it->holes);
	if (status != KILNCOOK_OK)
		return status;
	const size_t columns = it->grid.columns;
	for (size_t row = 0; row + 1 < it->grid.rows; ++row)
		for (size_t column = 0; column + 1 < columns; ++column)
		{
			const uint8_t *at = it->unknown + row * columns + column;
			if (at[0] | at[1] | at[columns] | at[columns + 1])
				it->holes[row * (columns - 1) + column] = 1;
		}
	fill_samples(it);
	return KILNCOOK_OK;
}
