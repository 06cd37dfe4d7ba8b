// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_EPA_H
#define KILN_CONVEX_EPA_H

#include "convex/distance/gjk.h"

/// How deep two cores are in each other, by the expanding polytope algorithm (van den Bergen 2001, "Proximity Queries and
/// Penetration Depth Computation on 3D Game Objects"), as a hull that grows by beneath-beyond instead of by splitting
/// edges, so that it is convex at each step.

/// What is known of the depth: lower <= depth <= upper.
typedef struct kiln_epa_answer
{
	kiln_d3 normal; ///< unit, from `b` to `a`
	double upper;	///< a's way along it until the cores only touch; below 0 where it parts them, by so much
	double lower;	///< proved by the polytope, rounding allowed for
	bool settled;	///< false: room ran out before upper and lower met
	kiln_d3 on_a;	///< of a's core; what lies `upper` along the normal is, to what `upper` is right to, of b's
	/// Points of the cores whose mean, weighted, `on_a` is: of hulls vertices. Some may be equal.
	uint32_t count;
	kiln_d3 a[3], b[3];
	uint32_t number_a[3], number_b[3]; ///< as kilni_convex_support tells them
	uint32_t steps;					   ///< times that both supports were asked for
} kiln_epa_answer;

/// Depth of the cores, `simplex` being what kilni_gjk without an offset left of them when it could not tell them apart. Of
/// polytopes `upper` is right to 2^-46 of the coordinates, of curved ones to 2^-32 of them; `lower` is 2^-37 of them less.
/// Where the polytope's room does not do for a proof (large round bodies nearly centre in centre), `upper` is the least
/// of locally shortest ways that were found, `lower` is what was proved, and `settled` is false. Cores that touch, or have
/// no volume between them (two segments, coplanar polygons, point in point), get a depth of 0 to rounding, along a normal
/// on which they have no extent. Of ways that are equally short it is one; of coincident points x.
void kilni_epa(const kiln_convex *a, const kiln_convex *b, const kiln_simplex *simplex, kiln_epa_answer *answer);

#endif
