// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_ORACLE_H
#define KILN_TESTS_HULL_ORACLE_H

#include "hull/hull.h"

/// Convex hulls by definition, for few points, by exact signs.

/// Whether `point` is a convex combination of the `count` points that are not equal to it: of four, three or two of them
/// (Caratheodory).
bool hull_oracle_inside(const float (*points)[3], uint32_t count, const float point[3]);

/// Whether a hull's vertices are the points that no others enclose, each once, and the plane of every three points that
/// has all the others on one side is that of a face.
bool hull_oracle_agrees(const convex_hull *h, const float (*points)[3], uint32_t count);

/// Whether two hulls are the same set, and the same polygons, whatever their numbers.
bool hull_oracle_same(const convex_hull *a, const convex_hull *b);

#endif
