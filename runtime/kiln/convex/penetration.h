// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_H
#define KILN_CONVEX_PENETRATION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How deep two convex objects are in each other: the shortest translation that parts them.

typedef enum kiln_penetration_method
{
	KILN_PENETRATION_AUTO = 0,		///< the fastest exact one for the two shapes
	KILN_PENETRATION_EPA = 1,		///< expanding polytope (van den Bergen 2001); any shapes
	KILN_PENETRATION_SAT = 2,		///< separating axes, edges pruned on the Gauss map (Gregorius 2013); polytopes
	KILN_PENETRATION_SAT_BRUTE = 3, ///< all separating axes: an oracle; polytopes
	KILN_PENETRATION_MPR = 4,		///< Minkowski portal refinement (Snethen 2008): never too small, mostly near
	KILN_PENETRATION_METHOD_COUNT = 5,
} kiln_penetration_method;

typedef struct kiln_penetration
{
	bool touching;	  ///< false: they are apart; depth is 0, `lower` and normal tell of a gap that was proved
	float depth;	  ///< a's way along `normal` until they only touch
	float lower;	  ///< the true depth is at least this; where they are apart the negative of a gap that is proved
	kiln_vec3 normal; ///< unit, from b to a
	kiln_vec3 on_a, on_b; ///< a's point that is deepest in b, and b's surface there: on_b = on_a + depth normal
	kiln_feature feature_a, feature_b; ///< that touch when a is moved out
	uint32_t steps;
} kiln_penetration;

/// Depth, normal and witness points. What a method can't do, EPA does. KILN_E_ARGUMENT, with `penetration` zero, for
/// objects that are not usable.
kiln_status kiln_convex_penetration(const kiln_convex_object *a, const kiln_convex_object *b,
	kiln_penetration_method method, kiln_convex_cache *cache, kiln_penetration *penetration);

#ifdef __cplusplus
}
#endif

#endif
