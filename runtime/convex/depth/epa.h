// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_EPA_H
#define KILN_CONVEX_EPA_H

#include "convex/distance/gjk.h"

/// The depth of two overlapping cores, by the expanding polytope algorithm (van den Bergen 2001, "Proximity Queries and
/// Penetration Depth Computation on 3D Game Objects"). Here the polytope is a hull that grows by beneath-beyond instead
/// of by splitting edges, so that it is convex at each step.

/// The bounds of the depth: lower <= depth <= upper.
typedef struct kiln_epa_answer
{
	kiln_d3 normal; ///< unit, from `b` to `a`
	double upper;	///< a's way along it until the cores only touch; below 0 where they are apart by so much
	double lower;	///< proved by the polytope, with room for rounding
	bool settled;	///< false: the room was full before upper and lower met
	kiln_d3 on_a;	///< on a's core; on_a + upper normal is on b's core, within the error of `upper`
	/// Points of the cores whose weighted mean is `on_a`; vertices for hulls. Some may be equal.
	uint32_t count;
	kiln_d3 a[3], b[3];
	uint32_t number_a[3], number_b[3]; ///< as kilni_convex_support reports them
	uint32_t steps;					   ///< number of calls of both supports
} kiln_epa_answer;

/// The depth of the cores. `simplex` is the final simplex of kilni_gjk, without an offset, which could not separate
/// them. For polytopes `upper` has an error of at most 2^-46 of the coordinates, for curved cores 2^-32; `lower` is
/// 2^-37 of them less. If the polytope's room is too small for a proof (large round bodies nearly center in center),
/// `upper` is the least of the locally shortest ways found, `lower` is the proven bound, and `settled` is false. Cores
/// that touch, or have no volume between them (two segments, coplanar polygons, point in point), get a depth of 0
/// within rounding, along a normal on which they have no extent. Of equally short ways, any one; for coincident points
/// x.
void kilni_epa(const kiln_convex *a, const kiln_convex *b, const kiln_simplex *simplex, kiln_epa_answer *answer);

#endif
