// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_POINT_H
#define KILN_TESTS_PRIMITIVE_POINT_H

#include "kiln/primitive/point.h"
#include "support/real256.h"

/// Random numbers, and exact oracles for points in flat shapes.

/// Where random coordinates lie.
typedef enum point_family
{
	POINT_UNIT,	   ///< -1 .. 1
	POINT_LATTICE, ///< small whole numbers
	POINT_HUGE,	   ///< up to 2^40
	POINT_TINY,	   ///< about 1e-30
	POINT_FAR,	   ///< about 1e6 and of unit size
	POINT_MIXED,   ///< of sizes from 2^-20 to 2^20
	POINT_FAMILIES
} point_family;

float point_random(uint64_t *random, point_family family);
kiln_vec2 point_random2(uint64_t *random, point_family family);
kiln_vec3 point_random3(uint64_t *random, point_family family);
uint32_t point_below(uint64_t *random, uint32_t limit);

/// Returns a point of the segment ab, except for rounding; often an end.
kiln_vec2 point_between2(uint64_t *random, kiln_vec2 a, kiln_vec2 b);
kiln_vec3 point_between3(uint64_t *random, kiln_vec3 a, kiln_vec3 b);
/// Off by a few units in the last place.
float point_nudge(uint64_t *random, float x);

/// Exact.
real point_orient2(kiln_vec2 o, kiln_vec2 a, kiln_vec2 b);
real point_orient3(kiln_vec3 o, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c);

/// Whether the convex hull of points contains p: exactly, by the intersections of the line y = p.y with the segments
/// between any two.
bool point_in_hull2(kiln_vec2 p, const kiln_vec2 *points, uint32_t count);

/// Does the same for points in space that lie in a plane.
bool point_in_flat_hull(kiln_vec3 p, const kiln_vec3 *points, uint32_t count);

/// Exact: the share of each edge vector in p - corner 0, by Cramer's rule; flat tetrahedra by point_in_flat_hull.
bool point_in_tetrahedron_exactly(kiln_vec3 p, const kiln_vec3 corners[4]);

#endif
