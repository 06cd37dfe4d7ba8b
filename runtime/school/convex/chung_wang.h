// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CHUNG_WANG_H
#define KILN_CONVEX_CHUNG_WANG_H

#include "convex/distance/gjk.h"

/// Separating vectors (Chung, Wang 1996, "Quick Collision Detection of Polytopes in Virtual Environments", VRST '96;
/// Chung 1996, thesis). Each candidate vector s has a pair of supports: the points a and b of the bodies that are
/// nearest along s. If s . (a - b) > 0, s separates the bodies. If not, every separating vector is on the other side of
/// the plane perpendicular to a - b, and s, reflected in this plane, is the next candidate.
///
/// Reflection alone finds a separating vector if one exists, but does not end if none exists. All vectors that are
/// still possible form a cone, and each pair of supports cuts the cone. The edges of the cone complete the method: if
/// the reflected vector is outside the cone, the next candidate is the cone's middle, so that each step removes a good
/// part of the cone. When nothing is left, the cone's planes and the last pair give four points of the set of
/// differences around the origin.
///
/// Both answers are proved: `apart` by a plane between the bodies with more room than rounding, 2^-49 of the
/// coordinates; `overlapping` by four points as in kilni_portal_holds. GJK decides the pairs without a decision after
/// KILN_CHUNG_WANG_STEPS pairs of supports, such as bodies that touch, and flat cones.

/// The most pairs of supports.
#define KILN_CHUNG_WANG_STEPS 32

/// Whether two bodies have a common point; touching counts.
typedef struct kiln_chung_wang
{
	bool overlapping;
	bool by_gjk;	///< the vectors could not decide
	kiln_d3 axis;	///< if apart: a vector that separates them, from b to a, of any length; else the last candidate
	uint32_t steps; ///< pairs of supports, without GJK's
} kiln_chung_wang;

/// Tests bodies with their margins. The first candidate is `axis`: a vector that separated them before, or any; for
/// zero or NaN the direction between their centers. Of `simplex` only the seeds are read and set, unless GJK has to
/// decide.
kiln_chung_wang kilni_chung_wang_overlap(
	const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex);

#endif
