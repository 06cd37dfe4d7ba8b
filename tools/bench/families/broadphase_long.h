// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_LONG_H
#define KILN_BENCH_BROADPHASE_LONG_H

#include "bench/scenes/broadphase.h"

/// Adds a table of what frames of the default cost at most and on average, in the scenes that are wanted.
void bench_broadphase_long(const bench_options *options, bench_result *result);

#endif
