// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_ORACLE_H
#define KILN_TESTS_HULL_ORACLE_H

#include "hull/hull.h"

/// Convex hulls by definition, for few points, by exact signs.

/// Whether `point` is a convex combination of other points that differ from it: of four, three or two of them
/// (Caratheodory).
bool hull_oracle_inside(const float (*points)[3], uint32_t count, const float point[3]);

/// Whether a hull's vertices are exactly the points that no others enclose, each once, and every plane through three
/// points with all others on one side is a face's plane.
bool hull_oracle_agrees(const convex_hull *h, const float (*points)[3], uint32_t count);

/// Whether two hulls are the same set with the same polygons, whatever their numbers.
bool hull_oracle_same(const convex_hull *a, const convex_hull *b);

#endif
