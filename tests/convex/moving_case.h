// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVING_CASE_H
#define KILN_TESTS_MOVING_CASE_H

#include "convex/distance/gjk.h"
#include "convex/shape/shape.h"
#include "kiln.h"

/// Moving convex shapes, and their places by the definition of a sweep, independent of the code under test.

/// Kinds that moving_case_shape makes.
typedef enum moving_kind
{
	MOVING_POINTS, ///< a random polytope
	MOVING_BOX,
	MOVING_NEEDLE, ///< a box a thousand times longer than thick
	MOVING_PLATE,  ///< a box a thousand times wider than thick
	MOVING_CAPSULE,
	MOVING_CYLINDER,
	MOVING_SPHERE,
	MOVING_SUM, ///< a rounded triangle and a segment
	MOVING_KINDS
} moving_kind;

#define MOVING_POINTS_MOST 12

typedef struct moving_case
{
	kiln_convex_shape shape, plus;
	kiln_vec3 points[MOVING_POINTS_MOST];
	kiln_sweep sweep;
} moving_case;

/// Makes a shape of about `size`, at rest at the origin. It must not move in memory.
void moving_case_shape(moving_case *c, uint64_t *random, moving_kind kind, double size);

/// Makes a sweep between places within `way` of `near`. It turns by any angle; for `turn` below 1 by a small angle, for
/// 0 not at all.
void moving_case_sweep(moving_case *c, uint64_t *random, kiln_vec3 near, double way, double turn);

/// The gap between two shapes at t, by GJK; a negative distance means that no separating plane was found.
typedef struct moving_gap
{
	double lower, upper;
} moving_gap;

moving_gap moving_case_gap(const moving_case *a, const moving_case *b, double t);

/// Returns the first of `count` times at which no plane separates them, bracketed to 2^-40; 2 without such a time.
double moving_case_first(const moving_case *a, const moving_case *b, int count);

#endif
