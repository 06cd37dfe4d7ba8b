// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_KINETIC_H
#define KILN_BROADPHASE_SAP_KINETIC_H

#include "pruning.h"

/// An end of a box on an axis, and its places from time 0 to 1: a linear function of time.
typedef struct kiln_kinetic_end
{
	double at[2]; ///< at time 0 and at time 1
	uint32_t end; ///< 2 proxy; the maximum: + 1
} kiln_kinetic_end;

/// Two neighbours in a list pass each other.
typedef struct kiln_kinetic_event
{
	double time;
	uint32_t key; ///< axis 2 capacity + the end that is lesser until then
} kiln_kinetic_event;

/// The interval of a box on an axis at time 0 and 1, rounded outwards.
typedef struct kiln_kinetic_span
{
	float min, max; ///< at time 0
	double later_min, later_max;
} kiln_kinetic_span;

typedef struct kiln_kinetic
{
	kiln_pruning pruning;		///< one set: boxes around whole ways
	kiln_kinetic_end *lists[3]; ///< of each axis, sorted for one time
	uint32_t *ranks;			///< by axis and end: its place in the list
	uint32_t *queued;			///< by axis and end: the place of its event in the queue; UINT32_MAX: no event
	kiln_kinetic_event *queue;	///< a heap, the next one first
	void *scratch;				///< the memory of the queue while there is no queue
	uint32_t queue_count;
	uint32_t count;	 ///< ends in each list
	uint8_t *listed; ///< by proxy: its ends are in the lists
	uint32_t capacity;
	uint32_t laid_count; ///< number of proxies when the axis of the set was chosen
	bool moves[3];		 ///< some box is displaced along the axis
} kiln_kinetic;

/// The ends of a proxy's box. The box at time 0 is the box around the way without the displacement, rounded outward.
kiln_kinetic_span kilni_kinetic_span_of(const kiln_broadphase *broadphase, uint32_t proxy, uint32_t axis);

/// Sorts the lists for time 0. Returns false if more ends pass each other until time 1 than a queue can hold.
bool kilni_kinetic_begin(kiln_broadphase *broadphase);

/// Advances time from 0 to 1, and reports the pairs that begin to overlap on the last axis on which they did not yet.
void kilni_kinetic_run(kiln_broadphase *broadphase, kiln_pair_sink *sink);

#endif
