// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_TRIAL_H
#define KILN_TESTS_BROADPHASE_TRIAL_H

#include "kiln/school.h"

/// Random calls to a broadphase, every answer compared with what a plain array of boxes says: additions, moves small and
/// far, removals, swept moves, updates with what they add and remove, visits, all queries, stale handles, input that is
/// refused, and capacity that runs out.

/// What boxes there are.
typedef enum trial_boxes
{
	TRIAL_EQUAL,	 ///< of one size, each touching some others
	TRIAL_SPREAD,	 ///< of sizes 1 to 1000
	TRIAL_POINTS,	 ///< on a small lattice
	TRIAL_FLATS,	 ///< rectangles and segments
	TRIAL_LATTICE,	 ///< sides at small whole numbers: touching everywhere
	TRIAL_CLUSTERS,	 ///< some crowds, and a few far from them
	TRIAL_IDENTICAL, ///< a few different boxes only
	TRIAL_FAR,		 ///< around 1e9 from the origin, on either side, with some near it
	TRIAL_INFINITE,	 ///< some reach to infinity on one or more sides
	TRIAL_MIXED,	 ///< of all these
	TRIAL_BOXES_COUNT,
} trial_boxes;

typedef struct broadphase_trial
{
	kiln_broadphase_options options; ///< capacity and all that a method is to be tried with; the filter is the trial's
	trial_boxes boxes;
	uint64_t seed;
	uint32_t operations;
} broadphase_trial;

/// Runs one; fails the test where an answer differs. Returns a digest of every answer in the order that it came in: that
/// must be the same each time, and for every instruction set.
uint64_t broadphase_trial_run(const broadphase_trial *trial);

/// All kinds of boxes, with the extent unknown, known, and too small, few boxes and more: `operations` in all, or KILN_TRIALS.
/// `options` has the method, and may have resolution, regions and isa.
void broadphase_trials(const kiln_broadphase_options *options, uint64_t operations);

/// A box of that kind, as in the trials; `random` is the state of the numbers.
kiln_aabb trial_box(trial_boxes kind, uint64_t *random);

/// The next number, and one from 0 up to but not including 1.
uint32_t trial_random(uint64_t *random);
float trial_unit(uint64_t *random);

#endif
