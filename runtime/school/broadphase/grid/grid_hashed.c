// SPDX-License-Identifier: MIT
#include "grid_lists.h"

/// Uniform grid, its cells in a hash table (Teschner et al. 2003; Ericson 2005, 7.1.3): cells that are empty cost
/// nothing, so they are as small as the boxes want them, over up to a million cells on each axis.
///
/// A box is in every cell that it touches; a cell is twice as wide as the typical box. What costs are lookups: at most
/// one for each cell of a box, none for pairs.
///
/// Costs: as those of the dense grid, and all pairs only as many cells as are occupied. Rays pass empty cells at a
/// lookup each; where these are more than two for each box, all boxes are looked at instead. Memory: up to 280 bytes a
/// proxy.
///
/// Weak at: many boxes larger than the others, points and small boxes far apart, long rays through emptiness.

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
