// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_CAPPED_HULL_H
#define KILN_BENCH_CAPPED_HULL_H

#include "hull/hull.h"

/// What physics engines do to keep hulls small, as Box3D and Jolt: Quickhull takes the point that is farthest out, and
/// stops at a number of vertices. The points that are left stay outside.

/// The hull of at most `limit` >= 4 of the vertices. False when out of memory.
bool capped_hull(const kilncook_context *context, const convex_hull *from, uint32_t limit, convex_hull *out);

/// How many points lie outside of a hull of dimension 3, by exact signs.
uint32_t capped_hull_outside(const convex_hull *h, const hull_points *points);

#endif
