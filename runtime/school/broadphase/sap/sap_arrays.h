// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_ARRAYS_H
#define KILN_BROADPHASE_SAP_ARRAYS_H

#include "sap.h"
#include "sap_reach.h"

/// The state of the kinds that keep ends in one sorted array an axis, and what they answer alike. Nothing tells where
/// the ends of a proxy are: its box of before and one binary search do.
typedef struct kiln_sap_arrays
{
	kiln_sap sap;
	kiln_sap_end *ends[3];
	uint32_t count;		 ///< ends an axis
	kiln_sap_end *batch; ///< of those that come or go
	kiln_sap_end *other; ///< the same, where two are needed
	kiln_sap_end *spare; ///< for sorting
	kiln_sap_reaches reaches;
} kiln_sap_arrays;

size_t kilni_sap_arrays_size(const kiln_broadphase_options *options);
void kilni_sap_arrays_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options);

/// Takes the ends on an axis of those that moved to where they belong, among `count` that stay.
typedef void kiln_sap_arrays_move(
	kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, const kiln_broadphase_changes *changes);

/// On each axis, ends of those removed are taken out and those of the added merged in, in one pass each; what moves in
/// between is what the kinds differ in.
void kilni_sap_arrays_apply(
	kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_sap_arrays_move *move);

/// Queries look at the lower ends of the axis on which the fewest are to be looked at: time by log n, and boxes that
/// are within the query on that axis or begin within the longest length before it.
void kilni_sap_arrays_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_sap_arrays_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
