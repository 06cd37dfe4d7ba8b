// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_REACH_H
#define KILN_BROADPHASE_SAP_REACH_H

#include "sap.h"

/// How far before a point on an axis boxes may begin that reach it: the length of the longest box so far. Boxes beyond
/// a limit are `wide`, and tested one by one, so that a few long (or infinite) boxes do not make every query visit
/// everything. The limit is chosen to minimise the cost of both for a sample of the boxes. It is chosen again when the
/// number of boxes doubles or halves, when too many become wide, or when each has changed 16 times. Lengths are in
/// double and rounded to the safe side.
typedef struct kiln_sap_reach
{
	double limit;	///< longer ones are wide
	double longest; ///< of the boxes that are not wide, since the limit was set
	uint32_t *wide;
	uint32_t *place; ///< by proxy: in `wide`, + 1; 0: not wide
	uint32_t wide_count;
	uint32_t laid_wide; ///< number of wide boxes when the limit was set
} kiln_sap_reach;

typedef struct kiln_sap_reaches
{
	kiln_sap_reach axes[3];
	uint32_t laid_count; ///< number of boxes when limits were set
	uint64_t changes;	 ///< since then
} kiln_sap_reaches;

/// A stretch of an axis that holds the lower ends of the boxes to visit that are not wide; as keys, both inclusive.
typedef struct kiln_sap_stretch
{
	uint32_t first, last;
} kiln_sap_stretch;

void kilni_sap_reaches_place(kiln_sap_reaches *reaches, kiln_room *room, uint32_t capacity);

/// Applies an update; call after kilni_sap_start.
void kilni_sap_reaches_update(kiln_sap_reaches *reaches, const kiln_sap *sap, const kiln_broadphase *broadphase,
	const kiln_broadphase_changes *changes);

/// The stretch in which the boxes begin that meet a box and are not wide.
kiln_sap_stretch kilni_sap_stretch_of_box(const kiln_sap_reaches *reaches, const kiln_aabb *box, uint32_t axis);

/// The stretch in which the boxes begin that a sweep meets until its t_max and that are not wide. NULL: the stretch of
/// the sweep itself.
kiln_sap_stretch kilni_sap_stretch_of_sweep(
	const kiln_sap_reaches *reaches, const kiln_box_sweep *sweep, uint32_t axis);

/// Tests the wide boxes. Returns false if the query was ended.
bool kilni_sap_wide_box(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	const kiln_aabb *box, kiln_found_proxy *found, void *user);
bool kilni_sap_wide_sweep(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

static inline bool kiln_sap_is_wide(const kiln_sap_reaches *reaches, uint32_t axis, uint32_t index)
{
	return reaches->axes[axis].place[index] > 0;
}

#endif
