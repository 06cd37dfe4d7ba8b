// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_ROUNDED_H
#define KILN_CONVEX_ROUNDED_H

#include "kiln/convex/shape.h"
#include "math/double3.h"

/// Spheres and capsules, whose contacts and casts have closed forms.

/// A placed sphere or capsule: a ball around each point start + (1 + t) half, -1 <= t <= 1. A sphere is a point with a ball.
typedef struct kiln_rounded
{
	kiln_d3 start, half;
	double half2; ///< squared length; 0: a sphere
	double margin;
} kiln_rounded;

/// A place on the segment, and the feature there, numbered as those of a segment in polytope.h.
typedef struct kiln_rounded_foot
{
	kiln_d3 point;
	kiln_feature feature;
} kiln_rounded_foot;

/// Places a usable object. Returns false, and sets nothing, for other shapes than spheres and capsules, and for sums.
bool kilni_rounded_of_object(const kiln_convex_object *object, kiln_rounded *rounded);

/// From the middle of b's segment to the middle of a's. The difference of the places comes first: far from the origin it keeps the
/// digits that a sum would lose.
static inline kiln_d3 kiln_rounded_between(const kiln_rounded *a, const kiln_rounded *b)
{
	return kiln_d3_add(kiln_d3_sub(a->start, b->start), kiln_d3_sub(a->half, b->half));
}

/// The foot at t. Returns false for a place beside an end by less than the share `near` of half the segment: its feature is
/// in doubt.
bool kilni_rounded_foot(const kiln_rounded *rounded, double t, double near, kiln_rounded_foot *foot);

#endif
