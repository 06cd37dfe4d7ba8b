// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_SUPPORT_BENCH_H
#define KILN_BENCH_SUPPORT_BENCH_H

#include "bench/bench.h"
#include "hull/hull.h"

/// Adds the table of support mappings: scan, climb, hierarchy on hulls of points on an ellipsoid, and on `last`.
void support_bench(const bench_options *options, bench_result *result, const convex_hull *last);

#endif
