// SPDX-License-Identifier: MIT
#include "sap_arrays.h"

/// Sweep and prune with sorted arrays (Baraff 1992; Cohen et al. 1995; Ericson 2005, 7.5.2): the ends of all boxes on
/// each axis, as integers, kept in order by insertion. Where a lower end passes an upper end, two boxes begin to
/// overlap on an axis; they are tested on all, and reported if they overlap.
///
/// Update: the swaps, which are as many as there are ends on the boxes' ways: by n^2 where all move, with a small
/// factor (100 k uniform boxes that all move by a tenth of their size: 80 million). Besides, three binary searches an
/// end that moves, or where 1 box in 32 does, one pass over all. Beyond 256 swaps an end, an axis is sorted again, and
/// the pairs of all that changed are found by a sweep. Boxes added or removed are merged in or taken out in one pass
/// an axis, however many or few. All pairs: sap_prune.h. Queries: sap_arrays.h; of 100 k uniform boxes some thousand
/// are looked at. 190 bytes a proxy.
/// Weak where many boxes move far, where they crowd on every axis, and at single boxes that come and go among
/// millions.

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
