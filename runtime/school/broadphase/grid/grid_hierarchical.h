// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_HIERARCHICAL_H
#define KILN_BROADPHASE_GRID_HIERARCHICAL_H

#include "grid.h"
#include "grid_cells.h"

/// The number of levels: at the highest, the range is at most two cells wide.
#define KILN_GRID_LEVELS 23u

typedef struct kiln_grid_levels
{
	kiln_grid_layout layout; ///< of level 0; at level i cells are 2^i times as wide
	kiln_grid_wishes wishes;
	kiln_cell_table table;
	uint32_t *first; ///< by cell: a proxy
	uint32_t capacity;
	// By proxy.
	uint32_t *next, *previous;		   ///< in its cell
	uint32_t *place;				   ///< a cell, KILN_GRID_OUTSIDE and place in `outside`, or KILN_GRID_NONE
	kiln_grid_outside outside;		   ///< proxies not wholly inside the grid
	kiln_flags changed;				   ///< proxies moved and added by the last update
	uint64_t *keys[2];				   ///< for sorting
	uint32_t unsorted;				   ///< changes since lists were last built in the order of space
	uint32_t occupied;				   ///< bits of the levels that have boxes
	uint32_t counts[KILN_GRID_LEVELS]; ///< boxes by level
} kiln_grid_levels;

void kilni_grid_levels_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_levels_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_levels_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_grid_levels_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
