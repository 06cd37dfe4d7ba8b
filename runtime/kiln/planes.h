// SPDX-License-Identifier: MIT
#ifndef KILN_PLANES_H
#define KILN_PLANES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Displacements along planes: the part of a wanted displacement that several contacts leave, all of them together.

/// Most planes of one call.
#define KILN_SLIDE_PLANES_MAX 256

/// A plane that limits a displacement x: x . n >= bound, for the unit normal n. The bound is speed - gap, or, for a
/// negative gap, speed + the lesser of -gap and push_limit.
typedef struct kiln_slide_plane
{
	kiln_vec3 normal; ///< away from the surface, of any length above zero
	float gap;		  ///< distance from the surface; negative: depth in the surface
	float speed;	  ///< displacement of the surface itself along the normal; positive: the surface comes nearer
	float push_limit; ///< >= 0, also infinite: most that a depth moves the object; 0: a depth only must not grow
} kiln_slide_plane;

/// A displacement that satisfies the planes, or that violates them least.
typedef struct kiln_plane_solution
{
	kiln_vec3 displacement;
	/// 0: every plane holds, to rounding. Above 0: no displacement satisfies all planes. Then `slack` is the least
	/// amount by which all bounds must be lowered, to 2^-24 of the largest bound, and `displacement` is the answer with
	/// the lowered bounds.
	float slack;
	uint32_t active_count; ///< 0 .. 3
	/// Planes on which the displacement ends, which alone give the same displacement (but at the end of the range):
	/// `active_count` indices, increasing.
	uint32_t active[3];
} kiln_plane_solution;

/// Finds the displacement nearest to `wanted` that satisfies all planes: a quadratic programme in three variables, which
/// has one solution. The method adds the planes one after another, and solves on a plane, line or point where the last
/// one is violated (Seidel 1991; Sharir, Welzl 1992), in double, in the order of their violation. So the time is mostly
/// proportional to the number of planes, and at worst to its third power. The order of the planes changes the answer by
/// rounding only.
///
/// Where a displacement of zero satisfies all planes, the answer is no longer than `wanted`, to rounding. Planes that
/// nearly oppose each other and push leave free only a wedge far away. So no coordinate of the answer exceeds 2^10 times
/// the largest bound or coordinate of `wanted`: planes with no answer in this range count as not satisfiable.
///
/// KILN_E_ARGUMENT, with `solution` zero, for NULL, for more than KILN_SLIDE_PLANES_MAX planes, a normal of length zero,
/// a negative push_limit, and numbers that are NaN, infinite (except push_limit) or beyond 2^40 in size. No planes are
/// valid: the answer is `wanted`.
KILN_API kiln_status kiln_plane_solve(
	const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, kiln_plane_solution *solution);

#ifdef __cplusplus
}
#endif

#endif
