// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PRIMITIVE_BATCHES_H
#define KILN_BENCH_PRIMITIVE_BATCHES_H

#include "bench/bench.h"
#include "bench/scenes/primitives.h"

/// Adds the table of batches: single functions against four lanes, over the pairs of the set, `rounds` times a turn.
void primitive_race_batches(
	const bench_options *options, const primitive_set *set, uint32_t rounds, bench_result *result);

#endif
