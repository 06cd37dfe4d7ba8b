// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_KINETIC_H
#define KILN_BROADPHASE_SAP_KINETIC_H

#include "pruning.h"

/// An end of a box on an axis, and where it is from time 0 to 1: a linear function of time.
typedef struct kiln_kinetic_end
{
	double at[2]; ///< at time 0 and at time 1
	uint32_t end; ///< 2 proxy; the maximum: + 1
} kiln_kinetic_end;

/// Two neighbours in a list pass each other.
typedef struct kiln_kinetic_event
{
	double time;
	uint32_t key; ///< axis 2 capacity + the end that is the lesser until then
} kiln_kinetic_event;

/// Where a box is on an axis at time 0 and 1: no less than that.
typedef struct kiln_kinetic_span
{
	float min, max; ///< at time 0
	double later_min, later_max;
} kiln_kinetic_span;

typedef struct kiln_kinetic
{
	kiln_pruning pruning;		///< one set: boxes around whole ways
	kiln_kinetic_end *lists[3]; ///< of each axis, in order at one time
	uint32_t *ranks;			///< by axis and end: where in the list it is
	uint32_t *queued;			///< by axis and end: where in the queue its event is; UINT32_MAX: it has none
	kiln_kinetic_event *queue;	///< a heap, the next one first
	void *scratch;				///< the queue's memory, while it isn't one
	uint32_t queue_count;
	uint32_t count;	 ///< ends in each list
	uint8_t *listed; ///< by proxy: its ends are in the lists
	uint32_t capacity;
	uint32_t laid_count; ///< proxies when the axis of the set was chosen
	bool moves[3];		 ///< something is displaced along the axis
} kiln_kinetic;

/// The ends of a proxy's box: that of time 0 is what the box around the way leaves when it is taken back, outward by
/// rounding.
kiln_kinetic_span kilni_kinetic_span_of(const kiln_broadphase *broadphase, uint32_t proxy, uint32_t axis);

/// Sorts the lists for time 0. False: more ends pass each other until time 1 than a queue is good for.
bool kilni_kinetic_begin(kiln_broadphase *broadphase);

/// Lets time go from 0 to 1, and tells pairs that begin to overlap on the last axis at which they didn't yet.
void kilni_kinetic_run(kiln_broadphase *broadphase, kiln_pair_sink *sink);

#endif
