// SPDX-License-Identifier: MIT
#include "grid_lists.h"

/// Uniform grid, an array of all cells; a box is in every cell that it touches (Ericson 2005, 7.1.1; Levinthal 1966).
///
/// A box is stored in every cell, instead of in one cell whose neighbours are searched. So boxes up to four cells wide
/// have room, one scene may have boxes of many sizes, and a query visits only its own cells. A cell is twice as wide as
/// the typical box, which is then in 3.4 cells.
///
/// Costs: update as many steps as a box has cells, all pairs the cells and the pairs that share one, a query its cells.
/// Memory: up to 176 bytes a proxy. There are at most 4 cells a proxy (4096 for few proxies): where boxes are sparse,
/// cells are wider than their size or options.resolution would make them.
///
/// Weak at: dense clusters far apart, which share few cells; many boxes larger than the others.

static kiln_grid_lists make(const kiln_broadphase_options *options)
{
	return kilni_grid_lists_make(options, 4 * options->capacity + 4096, false);
}

static size_t dense_size(const kiln_broadphase_options *options)
{
	return kilni_grid_lists_size(make(options));
}

static void dense_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kilni_grid_lists_begin(broadphase, make(options));
}

const kiln_broadphase_method kiln_broadphase_grid_dense = {
	.name = "grid-dense",
	.size = dense_size,
	.begin = dense_begin,
	.apply = kilni_grid_lists_apply,
	.fresh = kilni_grid_lists_fresh,
	.all = kilni_grid_lists_all,
	.box = kilni_grid_lists_box,
	.sweep = kilni_grid_lists_sweep,
	.fresh_is_complete = true,
};
