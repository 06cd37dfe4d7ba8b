// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_LISTS_H
#define KILN_BROADPHASE_GRID_LISTS_H

#include "grid.h"
#include "grid_cells.h"
#include "walk/grid_walk.h"

/// A uniform grid whose cells have lists of all the boxes that touch them: shared by the dense and the hashed grid,
/// which differ in how a cell is found.
///
/// Each list is doubly linked through a pool of entries. So the time for a box to leave and enter depends only on its
/// number of cells, however many boxes share them. If more than a quarter of the boxes change, the lists are rebuilt by
/// counting sort, and the entries of a cell are side by side in memory. Moving crowds, which need this most, get it.
///
/// A box in several cells is reported by one cell. For a pair, this is the first cell that holds both; for a box query,
/// the first cell that holds both the box and the query (Ericson 2005, 7.7 names the problem); for a walk, the first
/// one met. Queries write nothing.
///
/// Boxes that touch more than KILN_GRID_CELLS_MOST cells, are not wholly inside the grid, or find no free entry, are in
/// a list that every query scans.

#define KILN_GRID_CELLS_MOST 64
/// Entries in the pool per proxy.
#define KILN_GRID_ENTRIES 6u

typedef struct kiln_grid_lists
{
	kiln_grid_layout layout;
	kiln_grid_wishes wishes;
	kiln_cell_table table; ///< of the hashed grid
	bool hashed;
	uint32_t cell_capacity;
	uint32_t *first; ///< by cell: first entry, or KILN_GRID_NONE
	uint32_t capacity;
	uint32_t entry_capacity, entry_used, entry_left;
	uint32_t entry_free; ///< list of free entries, linked by `next`
	// By entry.
	uint32_t *proxy, *next, *previous, *cell;
	uint32_t *sibling; ///< next entry of the same proxy
	// By proxy.
	uint32_t *place; ///< an entry, KILN_GRID_OUTSIDE and place in `outside`, or KILN_GRID_NONE
	kiln_grid_outside outside;
	kiln_flags changed; ///< proxies moved and added by the last update
	uint64_t *keys;		///< room to sort a list by coordinates
} kiln_grid_lists;

/// A grid for the given options, without memory. `cells` is the number of possible lists: for a hashed grid the cells
/// in use, else all cells.
kiln_grid_lists kilni_grid_lists_make(const kiln_broadphase_options *options, uint32_t cells, bool hashed);

/// Bytes of such a grid.
size_t kilni_grid_lists_size(kiln_grid_lists made);

/// Begins such a grid.
void kilni_grid_lists_begin(kiln_broadphase *broadphase, kiln_grid_lists made);

void kilni_grid_lists_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);
void kilni_grid_lists_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_lists_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_lists_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_grid_lists_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

/// The cell at `at`, which is inside the grid, or KILN_GRID_NONE.
static inline uint32_t kiln_grid_lists_cell(const kiln_grid_lists *grid, const int32_t at[3])
{
	if (grid->hashed)
		return kiln_cell_table_find(&grid->table, at, 0);
	const int32_t *count = grid->layout.count;
	return ((uint32_t)at[2] * (uint32_t)count[1] + (uint32_t)at[1]) * (uint32_t)count[0] + (uint32_t)at[0];
}

/// The number of cells that may have lists.
static inline uint32_t kiln_grid_lists_end(const kiln_grid_lists *grid)
{
	const int32_t *count = grid->layout.count;
	return grid->hashed ? grid->table.used : (uint32_t)count[0] * (uint32_t)count[1] * (uint32_t)count[2];
}

#endif
