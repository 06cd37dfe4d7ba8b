// SPDX-License-Identifier: MIT
#include "cells.h"
#include "math/rounding.h"

static void lay_out(kiln_cells *cells, const kiln_spread *spread)
{
	double edge = 0;
	for (unsigned i = 0; i < 3; i++)
	{
		double width = spread->high[i] - spread->low[i];
		edge = width > edge ? width : edge;
	}
	for (unsigned i = 0; i < 3; i++)
		cells->origin[i] = 0.5 * (spread->low[i] + spread->high[i]) - 0.5 * edge;
	cells->scale = (double)(KILN_CELLS_LAST + 1) / edge;
	cells->spread = *spread;
	cells->made = true;
}

void kilni_cells_begin(kiln_cells *cells, const kiln_aabb *extent)
{
	kiln_spread spread = {.low = {-1, -1, -1}, .high = {1, 1, 1}};
	lay_out(cells, &spread);
	cells->made = false;
	cells->extent_given = kilni_spread_from_extent(extent, &spread);
	if (cells->extent_given)
		lay_out(cells, &spread);
}

bool kilni_cells_follow(kiln_cells *cells, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_spread now;
	if (cells->extent_given || !kilni_spread_look(broadphase, changes, &now) ||
		(cells->made && !kilni_spread_strays(&cells->spread, &now)))
		return false;
	lay_out(cells, &now);
	return true;
}

kiln_aabb kilni_units_bounds(const kiln_cells *cells, const kiln_units *units)
{
	float low[3], high[3];
	// One more unit on each side is far more than rounding may shift a box.
	for (unsigned i = 0; i < 3; i++)
	{
		low[i] = units->low[i] <= 0 ? -HUGE_VALF
									: kiln_float_down(cells->origin[i] + (double)(units->low[i] - 1) / cells->scale);
		high[i] = units->high[i] >= KILN_CELLS_LAST
					  ? HUGE_VALF
					  : kiln_float_up(cells->origin[i] + (double)(units->high[i] + 2) / cells->scale);
	}
	return (kiln_aabb){.min = {low[0], low[1], low[2]}, .max = {high[0], high[1], high[2]}};
}
