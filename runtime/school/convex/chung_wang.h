// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CHUNG_WANG_H
#define KILN_CONVEX_CHUNG_WANG_H

#include "convex/distance/gjk.h"

/// Separating vectors (Chung, Wang 1996, "Quick Collision Detection of Polytopes in Virtual Environments", VRST '96; Chung
/// 1996, thesis). A candidate vector s is asked for its pair of supports, the points a and b of the bodies that are nearest
/// along it. If s . (a - b) > 0 then s separates the bodies. If not, every vector that does is on the other side of the
/// plane at right angles to a - b, and s, reflected there, is the next candidate.
///
/// Reflection alone finds a separating vector where there is one, but does not tell when there is none. All vectors that
/// are still possible form a cone, which each pair of supports cuts; with its edges known, the method is whole: where the
/// reflected vector is outside it, the next candidate is its middle, so that each step takes a good part of the cone
/// away, and when nothing is left, the cone's planes and the last pair tell four points of the set of differences around
/// the origin.
///
/// Both answers are proved as they are given: `apart` by a plane that lies between the bodies by more than rounding,
/// 2^-49 of the coordinates; `overlapping` by four points as in kilni_portal_holds. What isn't decided so after
/// KILN_CHUNG_WANG_STEPS pairs of supports, as from bodies that touch, and cones that are flat, GJK decides.

/// Most pairs of supports.
#define KILN_CHUNG_WANG_STEPS 32

/// Whether two bodies have a point in common; touching counts.
typedef struct kiln_chung_wang
{
	bool overlapping;
	bool by_gjk; ///< the vectors could not tell
	kiln_d3
		axis; ///< where they are apart: a vector that separates them, from b to a, of any length; else the last one asked
	uint32_t steps; ///< pairs of supports, without GJK's
} kiln_chung_wang;

/// Bodies with their margins. `axis` is asked first: a vector that separated them before, or any; zero or NaN: the one
/// between their centers. Of `simplex` only the seeds are looked at and set, unless GJK has to decide.
kiln_chung_wang kilni_chung_wang_overlap(
	const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex);

#endif
