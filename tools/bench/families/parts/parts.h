// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PARTS_H
#define KILN_BENCH_PARTS_H

#include "bench/bench.h"

/// Adds a table of queries against a mesh and against its convex parts. Requires that bench_table_add has room for one more.
bench_table *parts_query_table(bench_result *result);

/// Measures rays, overlaps and contacts against a mesh as triangles and as convex parts. False with a message.
bool parts_query_measure(const bench_options *options, const bench_mesh *mesh, bench_table *table);

#endif
