// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SPATIAL_TREE_H
#define KILN_BROADPHASE_SPATIAL_TREE_H

#include "cell_tree.h"
#include "school/broadphase/marks.h"
#include "spread.h"

/// Shared by the parts of the regular spatial tree; spatial_tree.c explains the tree.

#define KILN_SPATIAL_AXES 3
#define KILN_SPATIAL_LINKS 8u
#define KILN_SPATIAL_NOWHERE UINT32_MAX

/// A box in a cell's list: link 8 proxy + i belongs to the i-th of its cells.
typedef struct kiln_spatial_link
{
	uint32_t next, previous; ///< links + 1; 0: no link
	uint32_t node;
} kiln_spatial_link;

/// A box in a compact array of a cell's boxes.
typedef struct kiln_spatial_box
{
	kiln_aabb box;
	uint32_t proxy;
	bool searched; ///< its pairs are searched
} kiln_spatial_box;

/// The cells from low to high on every axis.
typedef struct kiln_spatial_range
{
	uint32_t low[KILN_SPATIAL_AXES], high[KILN_SPATIAL_AXES];
} kiln_spatial_range;

typedef struct kiln_spatial_tree
{
	kiln_spread spread;
	bool extent_given; ///< the caller gave the extent
	bool laid;		   ///< there were boxes for the layout
	uint32_t resolution;
	uint32_t changes; ///< changes since the spread was last sampled
	uint32_t laid_count;
	double origin[KILN_SPATIAL_AXES], scale[KILN_SPATIAL_AXES]; ///< the cell of a coordinate is (x - origin) scale
	kiln_cell_tree cells;
	kiln_spatial_link *links;	 ///< KILN_SPATIAL_LINKS of each proxy
	kiln_cell_key (*corners)[2]; ///< by proxy: its first and last cell
	uint32_t *large;			 ///< proxies that are in no cell
	uint32_t large_count;
	uint32_t *large_places;		///< by proxy: place in `large`, + 1; 0: in cells; KILN_SPATIAL_NOWHERE: not in the tree
	kiln_spatial_box *gathered; ///< room for the boxes of one cell
	uint32_t changed;			///< number of proxies that the last update changed
	kiln_stamps stamps;
} kiln_spatial_tree;

static inline kiln_spatial_range kiln_spatial_range_of(const kiln_spatial_tree *state, uint32_t proxy)
{
	kiln_spatial_range cells;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
	{
		cells.low[axis] = kiln_cell_place(state->corners[proxy][0], axis);
		cells.high[axis] = kiln_cell_place(state->corners[proxy][1], axis);
	}
	return cells;
}

static inline uint64_t kiln_spatial_count(const kiln_spatial_range *cells)
{
	uint64_t count = 1;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
		count *= (uint64_t)cells->high[axis] - cells->low[axis] + 1;
	return count;
}

/// Whether a cell is the first common cell of a range and a box with this first cell.
static inline bool kiln_spatial_home(kiln_cell_key cell, const kiln_spatial_range *query, kiln_cell_key corner)
{
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
	{
		uint32_t own = kiln_cell_place(corner, axis);
		if (kiln_cell_place(cell, axis) != (own > query->low[axis] ? own : query->low[axis]))
			return false;
	}
	return true;
}

/// Every overlapping pair; and every pair with a changed box.
void kilni_spatial_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_spatial_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);

#endif
