// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SOLID_PAIR_H
#define KILN_PAIR_SOLID_PAIR_H

#include "convex/distance/gjk.h"

/// Two convex bodies, one of which may be a triangle, both relative to one eye: whether they touch and how far apart
/// they are, by GJK in double.

typedef struct kiln_solid_gap
{
	uint32_t steps;		///< number of steps of GJK; always set
	bool touching;		///< they have a common point, or cannot be distinguished from bodies that do
	double distance;	///< 0 where they touch, else above 0
	kiln_d3 on_a, on_b; ///< closest points; for touching bodies both are one common point
} kiln_solid_gap;

/// Returns false, and sets only the steps of `gap`, if the bodies are certainly farther apart than `limit`; 0 tests
/// only whether they touch. The touch decision does not depend on the limit.
bool kilni_solids_measure(const kiln_convex *a, const kiln_convex *b, double limit, kiln_solid_gap *gap);

#endif
