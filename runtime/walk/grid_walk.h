// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_WALK_H
#define KILN_BROADPHASE_GRID_WALK_H

#include <stdbool.h>
#include <stdint.h>

/// Walks of points and moving boxes through a grid, layer by layer.
///
/// Amanatides and Woo 1987 (Ericson 2005, 7.4.2) step from cell to cell, to the neighbour whose plane is crossed first.
/// With their method, a ray through an edge or corner, or along a face, takes only one of several neighbours, and sums
/// of rounded steps drift. Here a step is a layer of cells perpendicular to the axis on which the walk passes most
/// cells. The times when the box enters and leaves the layer are computed for each layer from the start. Between these
/// times the box covers, on each of the other axes, the cells from one rounded place to the other: for a ray at most
/// two or three, never one too few. Cells that are touched only at a corner are among them.
///
/// Ranges grow by a bound of all rounding, so that the walk finds every box that is stored in the cells of its own
/// rounded coordinates. Times never decrease, so ranges change monotonically until the end cuts them. A box that is met
/// in two layers is therefore met in all layers between them. So the layer before alone decides whether a box of
/// several cells was met before; no marks are needed.

typedef struct kiln_grid_walk
{
	double from[3], way[3], half[3]; ///< in units of cells
	int32_t count[3];				 ///< cells are 0 .. count - 1
	int axis;						 ///< the axis perpendicular to the layers
	int32_t layer, last, step;		 ///< the next and the last layer; step is 1 or -1
	double cells;					 ///< estimated number of cells
	// The layer that kilni_grid_walk_next found.
	int32_t min[3], max[3]; ///< min[axis] == max[axis]
	double enter, leave;	///< when the box enters and leaves the layer
	// The layer before; min > max if there was no such layer.
	int32_t before_min[3], before_max[3];
} kiln_grid_walk;

/// Begins the walk of the box from + t way, 0 <= t <= t_max, grown by half; all numbers are in units of cells of a grid
/// of `count` > 0 cells. t_max may be infinite and `way` zero; everything else is finite. The walk covers the rounding
/// of the coordinates and of the cells' own numbers.
void kilni_grid_walk_begin(kiln_grid_walk *walk, const double from[3], const double way[3], const double half[3],
	const int32_t count[3], double t_max);

/// Moves to the next layer that is touched not later than t_max, which may have decreased; returns false if there is no
/// such layer.
bool kilni_grid_walk_next(kiln_grid_walk *walk, double t_max);

/// Whether a box in the cells min .. max of the grid was met in the layer before, and so was already reported.
static inline bool kiln_grid_walk_met(const kiln_grid_walk *walk, const int32_t min[3], const int32_t max[3])
{
	return min[0] <= walk->before_max[0] && walk->before_min[0] <= max[0] && min[1] <= walk->before_max[1] &&
		   walk->before_min[1] <= max[1] && min[2] <= walk->before_max[2] && walk->before_min[2] <= max[2];
}

/// Whether to report such a box in the cell `at` of this layer: the box was not met in the layer before, and `at` is
/// the first of the cells that it shares with this layer.
static inline bool kiln_grid_walk_reports(
	const kiln_grid_walk *walk, const int32_t at[3], const int32_t min[3], const int32_t max[3])
{
	for (int i = 0; i < 3; i++)
		if (i != walk->axis && at[i] != (min[i] > walk->min[i] ? min[i] : walk->min[i]))
			return false;
	return !kiln_grid_walk_met(walk, min, max);
}

#endif
