// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_RACE_H
#define KILN_BENCH_BROADPHASE_RACE_H

#include "bench/scenes/broadphase.h"

/// Several libraries run the same scenes, frame by frame in turns.

#define RACERS_MAX 24

typedef struct racer
{
	const broadphase_library *library;
	bench_samples frames;
	uint32_t differ; ///< frames whose pairs differ from the first racer's
	size_t bytes;	 ///< 0: unknown
	double made;	 ///< seconds for making it
	/// Used to skip larger scenes of the same kind: 0 until it has run.
	double last_frame, last_made;
	uint32_t last_count;
	bool ran;
} racer;

typedef struct race
{
	racer racers[RACERS_MAX];
	uint32_t count;
	double limit;	   ///< seconds of a frame above which only the first racer runs
	double made_limit; ///< the same for making one, if the time grows with the square of the number of boxes
	uint64_t pairs;	   ///< pairs of the last frame, by the first racer
	uint32_t changed;  ///< boxes that change in a frame
} race;

/// Adds a library; NULL does nothing.
void race_enter(race *it, const broadphase_library *library);

/// Runs all racers, except those whose times in a smaller scene of the kind predict a frame or a creation that is too
/// slow. The first racer always runs. Slow racers run few frames.
void race_run(race *it, const broadphase_kind *kind, uint32_t boxes, const bench_options *options);

/// Returns the median seconds of a frame; 0 for a racer that did not run.
double racer_frame(const racer *it);

#endif
