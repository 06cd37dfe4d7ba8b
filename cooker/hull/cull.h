// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_CULL_H
#define KILN_COOKER_HULL_CULL_H

#include "hull_internal.h"

/// Finds points that are certainly inside.
///
/// Columns along x, side by side over the box in y and z, divide the hull of a sample. A point in a column between the
/// column's two ends lies inside the hull of the sample, and so is no vertex of the whole hull.

#define CULL_SIDE_MAX 128

typedef struct cull_column
{
	float low; ///< ends of the inside part, both excluded; low >= high when the column has no inside part
	float high;
} cull_column;

typedef struct cull_grid
{
	int side;											///< columns along y and along z, at most CULL_SIDE_MAX
	float low[2];										///< y and z of the first column's corner
	float per_unit[2];									///< columns per unit of length along y and z
	cull_column columns[CULL_SIDE_MAX * CULL_SIDE_MAX]; ///< by z, then y
} cull_grid;

/// Whether the grid proves that a point of its cloud is inside.
static inline bool cull_inside(const cull_grid *grid, const float position[3])
{
	int y = (int)((position[1] - grid->low[0]) * grid->per_unit[0]);
	int z = (int)((position[2] - grid->low[1]) * grid->per_unit[1]);
	const cull_column *column = &grid->columns[z * grid->side + y];
	return (position[0] > column->low) & (position[0] < column->high);
}

/// Fills the columns of a grid from a sample, which is overwritten. The caller has set the grid's side. Of `cloud` only
/// the box is used. `*useful` is false when the sample would cull too few points. KILNCOOK_INTERNAL when out of memory.
kilncook_status cull_grid_make(
	const kilncook_context *context, const hull_cloud *cloud, hull_cloud *sample, cull_grid *grid, bool *useful);

#endif
