// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SOLID_PAIR_H
#define KILN_PAIR_SOLID_PAIR_H

#include "convex/distance/gjk.h"

/// Two convex bodies, one of which may be a triangle, both seen from one eye: whether they touch and how far apart they
/// are, by GJK in double.

typedef struct kiln_solid_gap
{
	uint32_t steps;		///< of GJK; always set
	bool touching;		///< they have a point in common, or cannot be distinguished from two that do
	double distance;	///< 0 where they touch, else above 0
	kiln_d3 on_a, on_b; ///< closest points; of two that touch one point twice, which both have
} kiln_solid_gap;

/// False, with `gap` not set but for its steps, where they are surely farther apart than `limit`; 0 asks only whether they touch. Whether
/// they do does not depend on the limit.
bool kilni_solids_measure(const kiln_convex *a, const kiln_convex *b, double limit, kiln_solid_gap *gap);

#endif
