// SPDX-License-Identifier: MIT
#include "memory.h"
#include "terrain.h"

#include <math.h>
#include <string.h>

/// The cosine of the angle between two planes, from their slopes.
static double cosine_between(const double a[2], const double b[2])
{
	return (1 + a[0] * b[0] + a[1] * b[1]) / sqrt((1 + a[0] * a[0] + a[1] * a[1]) * (1 + b[0] * b[0] + b[1] * b[1]));
}

/// Whether a cell bends less along the turned diagonal. `h` are the heights of (column, row), (column + 1, row), (column, row + 1),
/// (column + 1, row + 1).
static bool bends_less_turned(const double h[4], const float spacing[2])
{
	// A plane cell has no bend, however its slopes are rounded.
	if (h[0] + h[3] == h[1] + h[2])
		return false;
	const double sx = (double)spacing[0], sy = (double)spacing[1];
	const double below = (h[1] - h[0]) / sx, above = (h[3] - h[2]) / sx;
	const double left = (h[2] - h[0]) / sy, right = (h[3] - h[1]) / sy;
	const double plain = cosine_between((double[]){below, right}, (double[]){above, left});
	const double turned = cosine_between((double[]){below, left}, (double[]){above, right});
	return turned > plain;
}

static kilncook_status choose_flat(terrain *it)
{
	const size_t columns = it->grid.columns;
	const kilncook_status status = terrain_need_cells(it, &it->turned);
	if (status != KILNCOOK_OK)
		return status;
	for (size_t row = 0; row + 1 < it->grid.rows; ++row)
		for (size_t column = 0; column + 1 < columns; ++column)
		{
			const size_t at = row * columns + column;
			const double h[4] = {terrain_height(it, at), terrain_height(it, at + 1), terrain_height(it, at + columns),
				terrain_height(it, at + columns + 1)};
			it->turned[row * (columns - 1) + column] = bends_less_turned(h, it->grid.spacing);
		}
	return KILNCOOK_OK;
}

kilncook_status terrain_choose_diagonals(terrain *it)
{
	kilncook_status status = KILNCOOK_OK;
	switch (it->how->diagonal)
	{
	case KILNCOOK_DIAGONAL_FLAT:
		return choose_flat(it);
	case KILNCOOK_DIAGONAL_TURNED:
		status = terrain_need_cells(it, &it->turned);
		if (status == KILNCOOK_OK)
			memset(it->turned, 1, terrain_cells(it));
		break;
	case KILNCOOK_DIAGONAL_PLAIN:
		if (it->turned)
			memset(it->turned, 0, terrain_cells(it));
		break;
	default:
		break;
	}
	return status;
}
