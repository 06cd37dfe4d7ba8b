// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_CAPPED_HULL_H
#define KILN_BENCH_CAPPED_HULL_H

#include "hull/hull.h"

/// The way in which physics engines such as Box3D and Jolt keep hulls small: Quickhull adds the farthest point, and
/// stops at a number of vertices. The remaining points stay outside.

/// Builds the hull of at most `limit` >= 4 of the vertices. False when out of memory.
bool capped_hull(const kilncook_context *context, const convex_hull *from, uint32_t limit, convex_hull *out);

/// Counts the points outside a hull of dimension 3, by exact signs.
uint32_t capped_hull_outside(const convex_hull *h, const hull_points *points);

#endif
