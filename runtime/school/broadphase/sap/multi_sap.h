// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_MULTI_SAP_H
#define KILN_BROADPHASE_MULTI_SAP_H

#include "pruning.h"

/// The most cells per axis.
#define KILN_MULTI_SAP_AXIS 64u
/// Cells per axis of a group, for sweeps: a group's bounds stand for those of its cells.
#define KILN_MULTI_SAP_GROUP 4u
#define KILN_MULTI_SAP_GROUPS (KILN_MULTI_SAP_AXIS / KILN_MULTI_SAP_GROUP)

/// The layout of the cells. Everything outside is in the outermost cells.
typedef struct kiln_multi_sap_grid
{
	uint32_t cells[3]; ///< 1 .. KILN_MULTI_SAP_AXIS
	double origin[3];
	double size[3];	   ///< of a cell; 0 on an axis with a single one
	double inverse[3]; ///< 1 / size; 0 on an axis with a single one
	uint32_t axis;	   ///< along which the boxes in cells are sorted
} kiln_multi_sap_grid;

/// The kind of place that a box has.
typedef enum kiln_multi_sap_kind
{
	KILN_MULTI_SAP_NONE = 0,
	KILN_MULTI_SAP_CELLS = 1, ///< in the cells from low to high
	KILN_MULTI_SAP_LARGE = 2, ///< in the last set, and over the cells from low to high
} kiln_multi_sap_kind;

typedef struct kiln_multi_sap_place
{
	uint8_t low[3], high[3];
	uint8_t kind;
	uint8_t unused;
} kiln_multi_sap_place;

typedef struct kiln_multi_sap
{
	kiln_pruning pruning; ///< a set for each cell, and the last one
	kiln_multi_sap_grid grid;
	kiln_multi_sap_place *places; ///< by proxy
	kiln_multi_sap_place *nexts;  ///< by proxy, for proxies that the running update changes: the new place
	kiln_aabb *groups;			  ///< bounds of groups of cells
	uint32_t *group_stamps;		  ///< the update that set a group's bounds last
	uint32_t groups_an_axis[3];
	uint32_t cell_limit; ///< the most cells for which there is room
	bool fixed;			 ///< the caller fixed the cells
	uint32_t laid_count; ///< proxies when the grid was last laid out
	uint64_t moved;		 ///< changes since the grid was last checked
} kiln_multi_sap;

/// The number of cells per axis from the options; 0: to be chosen, with at most the returned limit.
uint32_t kilni_multi_sap_resolution(const kiln_broadphase_options *options);
uint32_t kilni_multi_sap_limit(const kiln_broadphase_options *options);

/// A grid over a box, with `each` cells per axis.
kiln_multi_sap_grid kilni_multi_sap_grid_over(const double low[3], const double high[3], uint32_t each);

/// Whether the boxes after the changes need another grid; sets that grid.
bool kilni_multi_sap_outgrown(
	const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_multi_sap_grid *grid);

/// The cell of a point on an axis. Monotone: a greater number is never in a lesser cell. So boxes that overlap share a
/// cell.
static inline uint32_t kiln_multi_sap_coordinate(const kiln_multi_sap_grid *grid, uint32_t axis, float x)
{
	const double at = ((double)x - grid->origin[axis]) * grid->inverse[axis];
	const uint32_t last = grid->cells[axis] - 1;
	// Infinity times 0 is NaN, which is not greater than 0.
	return !(at > 0) ? 0 : at >= (double)last ? last : (uint32_t)at;
}

/// The cells that a box touches.
static inline void kiln_multi_sap_cells(
	const kiln_multi_sap_grid *grid, const kiln_aabb *box, kiln_multi_sap_place *place)
{
	for (uint32_t i = 0; i < 3; i++)
	{
		place->low[i] = (uint8_t)kiln_multi_sap_coordinate(grid, i, kiln_box_low(box, i));
		place->high[i] = (uint8_t)kiln_multi_sap_coordinate(grid, i, kiln_box_high(box, i));
	}
}

static inline uint32_t kiln_multi_sap_cell(const kiln_multi_sap_grid *grid, uint32_t x, uint32_t y, uint32_t z)
{
	return x + grid->cells[0] * (y + grid->cells[1] * z);
}

#endif
