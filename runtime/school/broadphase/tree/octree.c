// SPDX-License-Identifier: MIT
#include "cell_octree.h"

/// Octree: a box is at the lowest cell that contains it (Ericson 2005, 7.3.1 and 7.3.2). This cell follows, without a
/// walk, from the bits in which the units of the box's ends differ. Cells are made from a pool where there are more
/// than eight boxes (cell_octree.h). A box that moves within its cell costs nothing. All pairs are found in a copy of
/// the tree in preorder, with the bounds of the boxes instead of cells (flat_tree.h). Pairs of few boxes are found in
/// the tree itself, from the root to all cells that the box touches. Queries use the copy if the last update made one.
///
/// Costs: update O(1) for a move within a cell, else O(depth); all pairs O(n log n) as long as boxes overlap few
/// others; queries O(log n + answers), in the tree itself plus the boxes across the middles of cells. About 210 bytes a
/// proxy. Weak at such boxes: a small box across the middle of the world is at the root, and every query tests it. The
/// loose octree does not have this weakness.

static void octree_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kilni_cell_octree_begin(broadphase, options, false);
}

const kiln_broadphase_method kiln_broadphase_octree = {
	.name = "octree",
	.size = kilni_cell_octree_size,
	.begin = octree_begin,
	.apply = kilni_cell_octree_apply,
	.fresh = kilni_cell_octree_fresh,
	.all = kilni_cell_octree_all,
	.box = kilni_cell_octree_box,
	.sweep = kilni_cell_octree_sweep,
	.fresh_is_complete = true,
};
