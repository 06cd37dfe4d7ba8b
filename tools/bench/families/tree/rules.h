// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RULES_H
#define KILN_BENCH_RULES_H

#include "bench/bench.h"

/// Compares the rules that divide a range of triangles on a few meshes: time to build, cost of the tree by the surface
/// area heuristic, rays a second. Adds a table to the result; returns a tool_exit.
int bench_rules(const bench_options *options, bench_result *result);

#endif
