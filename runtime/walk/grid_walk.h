// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_WALK_H
#define KILN_BROADPHASE_GRID_WALK_H

#include <stdbool.h>
#include <stdint.h>

/// Walks of points and moving boxes through a grid, layer by layer.
///
/// Amanatides and Woo 1987 (Ericson 2005, 7.4.2) step from cell to cell, to the neighbour whose plane is crossed first;
/// a ray that goes through an edge or corner, or along a face, takes one of several neighbours, and sums of rounded
/// steps drift. Here a step is a layer of cells across the axis on which most cells are passed. The times when the box
/// enters and leaves it are recomputed for each, and between these two the box covers, on each of the other axes,
/// the cells from one rounded place to the other: of a ray at most two or three, never one too few. What is touched
/// through a corner is among them like everything else.
///
/// Ranges grow by a bound of all rounding, so that a box held by the cells that its own rounded coordinates give is
/// found. As times never go back, ranges change monotonely, until the end cuts them: a box that is met in some layers
/// is met in all between. So whether a box of several cells was met before is known from the layer before alone,
/// without marks.

typedef struct kiln_grid_walk
{
	double from[3], way[3], half[3]; ///< in cells
	int32_t count[3];				 ///< cells are 0 .. count - 1
	int axis;						 ///< whose layers they are
	int32_t layer, last, step;		 ///< the next one; step is 1 or -1
	double cells;					 ///< about how many cells there will be
	// The layer that kilni_grid_walk_next found.
	int32_t min[3], max[3]; ///< min[axis] == max[axis]
	double enter, leave;	///< when the box enters and leaves it
	// The one before; min > max where there is none.
	int32_t before_min[3], before_max[3];
} kiln_grid_walk;

/// Of from + t way, 0 <= t <= t_max, grown by half, all in cells of a grid of `count` > 0 cells. t_max may be infinite,
/// way zero, all else is finite. Rounding of the coordinates, and of the cells' own numbers, is seen to.
void kilni_grid_walk_begin(kiln_grid_walk *walk, const double from[3], const double way[3], const double half[3],
	const int32_t count[3], double t_max);

/// The next layer that is touched not later than t_max, which may have become less; false: none.
bool kilni_grid_walk_next(kiln_grid_walk *walk, double t_max);

/// Whether a box that is in the cells min .. max of the grid was met in the layer before, and so reported.
static inline bool kiln_grid_walk_met(const kiln_grid_walk *walk, const int32_t min[3], const int32_t max[3])
{
	return min[0] <= walk->before_max[0] && walk->before_min[0] <= max[0] && min[1] <= walk->before_max[1] &&
		   walk->before_min[1] <= max[1] && min[2] <= walk->before_max[2] && walk->before_min[2] <= max[2];
}

/// Whether such a box is to be reported in the cell `at` of this layer: it was not met in the layer before, and this is the
/// first of the cells that it shares with this layer.
static inline bool kiln_grid_walk_tells(
	const kiln_grid_walk *walk, const int32_t at[3], const int32_t min[3], const int32_t max[3])
{
	for (int i = 0; i < 3; i++)
		if (i != walk->axis && at[i] != (min[i] > walk->min[i] ? min[i] : walk->min[i]))
			return false;
	return !kiln_grid_walk_met(walk, min, max);
}

#endif
