// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_ARRAYS_H
#define KILN_BROADPHASE_SAP_ARRAYS_H

#include "sap.h"
#include "sap_reach.h"

/// The state of the kinds that keep ends in one sorted array per axis, and their common queries. The place of a proxy's
/// ends is not stored: it follows from its old box by a binary search.
typedef struct kiln_sap_arrays
{
	kiln_sap sap;
	kiln_sap_end *ends[3];
	uint32_t count;		 ///< ends per axis
	kiln_sap_end *batch; ///< of added or removed ends
	kiln_sap_end *other; ///< a second batch, where two are needed
	kiln_sap_end *spare; ///< for sorting
	kiln_sap_reaches reaches;
} kiln_sap_arrays;

size_t kilni_sap_arrays_size(const kiln_broadphase_options *options);
void kilni_sap_arrays_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options);

/// Moves the ends of moved proxies on an axis to their places, among `count` that stay.
typedef void kiln_sap_arrays_move(
	kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, const kiln_broadphase_changes *changes);

/// On each axis, ends of removed proxies are taken out and those of added ones merged in, in one pass each; the kinds
/// differ in how ends move in between.
void kilni_sap_arrays_apply(
	kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_sap_arrays_move *move);

/// Queries visit the lower ends of the axis with the fewest to visit: log n, plus the boxes that are within the query
/// on that axis, or begin within the longest length before it.
void kilni_sap_arrays_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_sap_arrays_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
