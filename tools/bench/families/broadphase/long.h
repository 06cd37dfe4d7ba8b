// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_LONG_H
#define KILN_BENCH_BROADPHASE_LONG_H

#include "bench/scenes/broadphase.h"

/// Adds a table of the maximum and mean cost of a frame of the default method, in the selected scenes.
void bench_broadphase_long(const bench_options *options, bench_result *result);

#endif
