// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVING_CASE_H
#define KILN_TESTS_MOVING_CASE_H

#include "convex/distance/gjk.h"
#include "convex/shape/shape.h"
#include "kiln.h"

/// Convex shapes on their way, and where they are by the definition of a sweep, without the code under test.

/// Kinds that moving_case_shape makes.
typedef enum moving_kind
{
	MOVING_POINTS, ///< a random polytope
	MOVING_BOX,
	MOVING_NEEDLE, ///< a box a thousand times as long as thick
	MOVING_PLATE,  ///< a box a thousand times as wide as thick
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

/// A shape of about `size`, standing still at the origin. It must stay where it is.
void moving_case_shape(moving_case *c, uint64_t *random, moving_kind kind, double size);

/// A sweep between places within `way` of `near`, that turns by anything, or by little for `turn` below 1, or not for 0.
void moving_case_sweep(moving_case *c, uint64_t *random, kiln_vec3 near, double way, double turn);

/// What is between two at t, by GJK; a negative distance says that no plane was found.
typedef struct moving_gap
{
	double lower, upper;
} moving_gap;

moving_gap moving_case_gap(const moving_case *a, const moving_case *b, double t);

/// The first of `count` times at which no plane parts them, bracketed from there to 2^-40; 2 where there is none.
double moving_case_first(const moving_case *a, const moving_case *b, int count);

#endif
