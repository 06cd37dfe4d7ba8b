// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_TRIANGLE_CASE_H
#define KILN_TESTS_TRIANGLE_CASE_H

#include "math/double3.h"
#include "support/trials.h"

/// Pairs of triangles, and facts about them that are independent of the runtime's tests.

/// Corners on a small lattice, for which everything can be decided in integers.
typedef struct lattice_triangle
{
	int64_t at[3][3];
} lattice_triangle;

uint64_t case_next(uint64_t *state);
/// In [-1, 1], each number of it.
double case_unit(uint64_t *state);
kiln_d3 case_point(uint64_t *state);

void lattice_cross(const int64_t a[3], const int64_t b[3], int64_t c[3]);
bool lattice_zero(const int64_t v[3]);

/// Whether they have a point in common, in integers.
bool lattice_touch(const lattice_triangle *a, const lattice_triangle *b);

/// Makes pairs that share corners, edges or planes, or are degenerate, more often than random pairs.
void lattice_pair(uint64_t *state, int64_t size, lattice_triangle *a, lattice_triangle *b);

/// Its corners in one of six orders, times a power of two.
void lattice_corners(const lattice_triangle *t, int turn, double scale, kiln_d3 corners[3]);

/// Returns the least squared distance of triangles that do not touch: of the origin from their Minkowski difference,
/// that is from one of the points, segments and triangles of its nine points.
double minkowski_distance2(const kiln_d3 a[3], const kiln_d3 b[3]);

/// The largest coordinate of the differences of any two of their corners.
double pair_size(const kiln_d3 a[3], const kiln_d3 b[3]);

/// Needles, caps, nearly parallel edges and planes, far from each other or near, of all sizes.
void needle_pair(uint64_t *state, kiln_d3 a[3], kiln_d3 b[3]);

#endif
