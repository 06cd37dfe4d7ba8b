// SPDX-License-Identifier: MIT
#include "sap_arrays.h"

/// Sweep and prune with sorted arrays (Baraff 1992; Cohen et al. 1995; Ericson 2005, 7.5.2): the ends of all boxes on
/// each axis, as integers, kept in order by insertion. Where a lower end passes an upper end, two boxes begin to
/// overlap on an axis; they are tested on all, and reported if they overlap.
///
/// Update: the swaps, as many as there are ends on the boxes' ways: n^2 if all move, with a small factor (100 k uniform
/// boxes that all move by a tenth of their size: 80 million). In addition, three binary searches per end that moves or,
/// if 1 box in 32 moves, one pass over all. Beyond 256 swaps per end, an axis is sorted again, and the pairs of all
/// changed boxes are found by a sweep. Added or removed boxes are merged in or taken out in one pass per axis, however
/// many or few. All pairs: sap_prune.h. Queries: sap_arrays.h; of 100 k uniform boxes some thousand are visited. 190
/// bytes a proxy. Weak if many boxes move far, if they crowd on every axis, and at single boxes that are added and
/// removed among millions.

static void move(kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, const kiln_broadphase_changes *changes)
{
	kilni_sap_move(&arrays->sap, arrays->ends[axis], count, axis, changes, arrays->spare);
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kilni_sap_arrays_apply(broadphase, changes, move);
}

const kiln_broadphase_method kiln_broadphase_sap_array = {
	.name = "sap-array",
	.size = kilni_sap_arrays_size,
	.begin = kilni_sap_arrays_begin,
	.apply = apply,
	.fresh = kilni_sap_fresh,
	.all = kilni_sap_all,
	.box = kilni_sap_arrays_box,
	.sweep = kilni_sap_arrays_sweep,
};
