// SPDX-License-Identifier: MIT
#include "sap_arrays.h"

/// Sweep and prune with sorted arrays (Baraff 1992; Cohen et al. 1995; Ericson 2005, 7.5.2): the ends of all boxes on
/// each axis, as integers, kept in order by insertion. Where a lower end passes an upper end, two boxes begin to
/// overlap on an axis; they are tested on all, and told if they overlap.
///
/// Update: the swaps, which are as many as there are ends on the boxes' ways: by n^2 where all move, with a small
/// factor (100 k uniform boxes that all move by a tenth of their size: 80 million). Besides, three binary searches an
/// end that moves, or where 1 box in 32 does, one pass over all. Beyond 256 swaps an end, an axis is sorted anew, and
/// the pairs of all that changed are found by a sweep. Boxes added or removed are merged in or taken out in one pass
/// an axis, however many or few. All pairs: sap_prune.h. Queries: sap_arrays.h; of 100 k uniform boxes some thousand
/// are looked at. 190 bytes a proxy.
/// Weak where many boxes move far, where they crowd on every axis, and at single boxes that come and go among
/// millions.

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_sap_arrays *arrays = broadphase->state;
	kiln_sap_start(&arrays->sap, broadphase, changes);
	const uint32_t gone = 2 * changes->removed_count, come = 2 * changes->added_count;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		kiln_sap_end *ends = arrays->ends[axis];
		kiln_sap_batch_of(
			arrays->batch, broadphase->boxes, axis, changes->removed, changes->removed_count, arrays->spare);
		kiln_sap_take_out(ends, arrays->count, arrays->batch, gone);
		const uint32_t count = arrays->count - gone;
		kiln_sap_move(&arrays->sap, ends, count, axis, changes, arrays->spare);
		kiln_sap_batch_of(arrays->batch, changes->next, axis, changes->added, changes->added_count, arrays->spare);
		kiln_sap_merge_in(ends, count, arrays->batch, come);
	}
	arrays->count += come - gone;
	kiln_sap_reaches_update(&arrays->reaches, &arrays->sap, broadphase, changes);
}

const kiln_broadphase_ops kiln_broadphase_sap_array = {
	.method = KILN_BROADPHASE_SAP_ARRAY,
	.name = "sap-array",
	.size = kiln_sap_arrays_size,
	.begin = kiln_sap_arrays_begin,
	.apply = apply,
	.fresh = kiln_sap_fresh,
	.all = kiln_sap_all,
	.box = kiln_sap_arrays_box,
	.sweep = kiln_sap_arrays_sweep,
};
