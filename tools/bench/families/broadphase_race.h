// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_RACE_H
#define KILN_BENCH_BROADPHASE_RACE_H

#include "bench/scenes/broadphase.h"

/// Several libraries in the same scenes, frame by frame in turns.

#define RACERS_MAX 24

typedef struct racer
{
	const broadphase_library *library;
	bench_samples frames;
	uint32_t differ; ///< frames whose pairs are not the first racer's
	size_t bytes;	 ///< 0: not known
	double made;	 ///< seconds that making it took
	/// What larger scenes of the same kind are judged by: 0 until it ran.
	double last_frame, last_made;
	uint32_t last_count;
	bool ran;
} racer;

typedef struct race
{
	racer racers[RACERS_MAX];
	uint32_t count;
	double limit;	   ///< seconds of a frame above which nobody but the first is asked
	double made_limit; ///< the same of making one, if that grows with the square of the number of boxes
	uint64_t pairs;	   ///< of the last frame, by the first racer
	uint32_t changed;  ///< boxes a frame
} race;

/// Adds a library; NULL does nothing.
void race_enter(race *it, const broadphase_library *library);

/// Runs all that are not too slow by what they took for a smaller scene of the kind, to find pairs or to be made. The first
/// always runs. Who is slow runs few frames.
void race_run(race *it, const broadphase_kind *kind, uint32_t boxes, const bench_options *options);

/// Median seconds of a frame; 0 for one that did not run.
double racer_frame(const racer *it);

#endif
