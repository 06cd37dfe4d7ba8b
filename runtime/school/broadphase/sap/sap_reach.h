// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_REACH_H
#define KILN_BROADPHASE_SAP_REACH_H

#include "sap.h"

/// How far before a point on an axis boxes may begin that reach it: the longest box that was seen. So that a few long
/// ones (or infinite ones) don't have every query look at everything, those beyond a limit are `wide`, and looked at
/// one by one. The limit is laid where both cost least for a sample of the boxes: when their number doubles or halves,
/// too many become wide, or each has changed 16 times. Lengths are in double and rounded to the safe side.
typedef struct kiln_sap_reach
{
	double limit;	///< longer ones are wide
	double longest; ///< of those that are not, since the limit was laid
	uint32_t *wide;
	uint32_t *place; ///< by proxy: in `wide`, + 1; 0: not wide
	uint32_t wide_count;
	uint32_t laid_wide; ///< when the limit was laid
} kiln_sap_reach;

typedef struct kiln_sap_reaches
{
	kiln_sap_reach axes[3];
	uint32_t laid_count; ///< boxes when limits were laid
	uint64_t changes;	 ///< since then
} kiln_sap_reaches;

/// A stretch of an axis where lower ends of boxes that are not wide are to be looked at, as keys, both included.
typedef struct kiln_sap_stretch
{
	uint32_t first, last;
} kiln_sap_stretch;

void kilni_sap_reaches_place(kiln_sap_reaches *reaches, kiln_room *room, uint32_t capacity);

/// Takes an update in; after kilni_sap_start.
void kilni_sap_reaches_update(kiln_sap_reaches *reaches, const kiln_sap *sap, const kiln_broadphase *broadphase,
	const kiln_broadphase_changes *changes);

/// Where boxes begin that meet a box and are not wide.
kiln_sap_stretch kilni_sap_stretch_of_box(const kiln_sap_reaches *reaches, const kiln_aabb *box, uint32_t axis);

/// Where boxes begin that a sweep meets until its t_max and are not wide. NULL: where the sweep itself is.
kiln_sap_stretch kilni_sap_stretch_of_sweep(
	const kiln_sap_reaches *reaches, const kiln_box_sweep *sweep, uint32_t axis);

/// The wide boxes. False: the query is at an end.
bool kilni_sap_wide_box(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	const kiln_aabb *box, kiln_found_proxy *found, void *user);
bool kilni_sap_wide_sweep(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

static inline bool kiln_sap_is_wide(const kiln_sap_reaches *reaches, uint32_t axis, uint32_t index)
{
	return reaches->axes[axis].place[index] > 0;
}

#endif
