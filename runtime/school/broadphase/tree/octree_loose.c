// SPDX-License-Identifier: MIT
#include "cell_octree.h"

/// Loose octree (Ulrich 2000; Ericson 2005, 7.3.6): cells extend by half their edge on every side. So a box belongs to
/// the cell of its middle at the level of its size, wherever it lies, and is found without a walk. It is held there, or
/// above if the cell has no node yet for lack of boxes (cell_octree.h). All pairs are found in a copy of the tree in
/// preorder, with the bounds of the boxes instead of cells (flat_tree.h); queries use the copy if the last update made
/// one.
///
/// Costs: update O(1) for a move within a cell, else O(depth); all pairs O(n log n) as long as boxes overlap few
/// others; queries O(log n + answers), with up to eight cells a level where the octree has one. About 210 bytes a
/// proxy. Weak at boxes of many sizes in one place, because each level is searched.

static void octree_loose_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kilni_cell_octree_begin(broadphase, options, true);
}

const kiln_broadphase_method kiln_broadphase_octree_loose = {
	.name = "octree-loose",
	.size = kilni_cell_octree_size,
	.begin = octree_loose_begin,
	.apply = kilni_cell_octree_apply,
	.fresh = kilni_cell_octree_fresh,
	.all = kilni_cell_octree_all,
	.box = kilni_cell_octree_box,
	.sweep = kilni_cell_octree_sweep,
	.fresh_is_complete = true,
};
