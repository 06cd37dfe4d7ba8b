// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_FRONTS_H
#define KILN_BENCH_FRONTS_H

#include "bench/bench.h"
#include "bench/scenes/motion.h"
#include "kiln/front.h"

/// Measures the gain of front tracking.

/// Fronts of all pairs, or of none.
typedef struct front_set
{
	kiln_front fronts[MOTION_PAIRS_MAX];
	uint8_t *memory;
} front_set;

/// Makes empty fronts, each with room for 4096 pairs of volumes.
front_set fronts_make(uint32_t count);
void fronts_free(front_set *set);

/// Adds a table about slowly moving pairs. Returns a tool_exit.
int bench_fronts(const bench_options *options, bench_result *result);

#endif
