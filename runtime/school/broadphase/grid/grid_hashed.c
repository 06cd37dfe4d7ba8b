// SPDX-License-Identifier: MIT
#include "grid_lists.h"

/// Uniform grid with its cells in a hash table (Teschner et al. 2003; Ericson 2005, 7.1.3). Empty cells cost nothing,
/// so cells are as small as suits the boxes, with up to a million cells on each axis.
///
/// A box is in every cell that it touches; a cell is twice as wide as the typical box. The cost is in the lookups: at
/// most one for each cell of a box, none for pairs.
///
/// Costs: as for the dense grid, but all pairs visit only the occupied cells. Rays pass empty cells at one lookup each;
/// if this is more than two lookups per box, all boxes are scanned instead. Memory: up to 280 bytes a proxy.
///
/// Weak at: many boxes larger than the others; points and small boxes far apart; long rays through empty space.

/// Cells of the table for each proxy.
#define CELLS 4u

static kiln_grid_lists make(const kiln_broadphase_options *options)
{
	return kilni_grid_lists_make(options, CELLS * options->capacity + KILN_GRID_CELLS_MOST, true);
}

static size_t hashed_size(const kiln_broadphase_options *options)
{
	return kilni_grid_lists_size(make(options));
}

static void hashed_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kilni_grid_lists_begin(broadphase, make(options));
}

const kiln_broadphase_method kiln_broadphase_grid_hashed = {
	.name = "grid-hashed",
	.size = hashed_size,
	.begin = hashed_begin,
	.apply = kilni_grid_lists_apply,
	.fresh = kilni_grid_lists_fresh,
	.all = kilni_grid_lists_all,
	.box = kilni_grid_lists_box,
	.sweep = kilni_grid_lists_sweep,
	.fresh_is_complete = true,
};
