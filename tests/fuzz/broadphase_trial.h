// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_TRIAL_H
#define KILN_TESTS_BROADPHASE_TRIAL_H

#include "kiln/school.h"

/// Makes random calls to a broadphase and compares every answer with an array of boxes: additions, small and large
/// moves, removals, swept moves, updates with added and removed pairs, visits, all queries, stale handles, invalid
/// input, and exhausted capacity.

/// Kinds of boxes.
typedef enum trial_boxes
{
	TRIAL_EQUAL,	 ///< of one size, each touching some others
	TRIAL_SPREAD,	 ///< of sizes 1 to 1000
	TRIAL_POINTS,	 ///< on a small lattice
	TRIAL_FLATS,	 ///< rectangles and segments
	TRIAL_LATTICE,	 ///< sides at small whole numbers: many boxes touch
	TRIAL_CLUSTERS,	 ///< some crowds, and a few boxes far from them
	TRIAL_IDENTICAL, ///< only a few different boxes
	TRIAL_FAR,		 ///< around 1e9 from the origin, on both sides, with some near it
	TRIAL_INFINITE,	 ///< some extend to infinity on one or more sides
	TRIAL_MIXED,	 ///< all of these kinds
	TRIAL_BOXES_COUNT,
} trial_boxes;

typedef struct broadphase_trial
{
	kiln_broadphase_options options; ///< capacity and the method's settings; the trial sets the filter
	trial_boxes boxes;
	uint64_t seed;
	uint32_t operations;
} broadphase_trial;

/// Runs one trial; fails the test where an answer differs. Returns a digest of every answer in its order, which must be
/// the same each time, and for every instruction set.
uint64_t broadphase_trial_run(const broadphase_trial *trial);

/// Runs all kinds of boxes, with the extent unknown, known, and too small, with few and with more boxes: `operations`
/// in total, or KILN_TRIALS. `options` has the method, and may have resolution, regions and isa.
void broadphase_trials(const kiln_broadphase_options *options, uint64_t operations);

/// Returns a box of that kind, as in the trials; `random` is the state of the random numbers.
kiln_aabb trial_box(trial_boxes kind, uint64_t *random);

/// Return the next random number, and one from 0 up to but not including 1.
uint32_t trial_random(uint64_t *random);
float trial_unit(uint64_t *random);

#endif
