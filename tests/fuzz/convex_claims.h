// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_CLAIMS_H
#define KILN_TESTS_CONVEX_CLAIMS_H

#include "kiln/convex.h"

/// Claims that must hold for the answers about any two objects: they are finite and in range, consistent, equal for all
/// methods to a tolerance, and independent of caches.

typedef struct claims_pair
{
	const kiln_convex_object *a, *b;
	const kiln_convex_cache *nonsense; ///< a cache of random bits; each query gets a copy
	double tolerance;				   ///< relative to sizes
	bool usable;
	double size;  ///< sum of both sizes
	double reach; ///< the largest coordinate of either
	kiln_convex_separation separation;
	kiln_convex_depth penetration;
} claims_pair;

/// Computes the known facts about both objects, then runs distance and penetration with default options, on which the
/// other claims are based. Returns NULL, or the violated claim.
const char *claims_begin(claims_pair *pair);

/// Each runs one more query. Returns NULL, or the violated claim. An invalid pair must be refused.
const char *claims_distance(const claims_pair *pair, const kiln_distance_options *options);
const char *claims_overlap(const claims_pair *pair, const kiln_collide_method *method);
const char *claims_penetration(const claims_pair *pair, const kiln_penetration_method *method);
/// Claims that distance and depth are the same in either order of a and b, and that the shortest direction is reversed.
const char *claims_swapped(const claims_pair *pair);
const char *claims_manifold(const claims_pair *pair, const kiln_manifold_options *options);
/// Claims that the contacts of b and a are the mirror image of those of a and b, where both have the same normal.
const char *claims_swapped_manifold(const claims_pair *pair, const kiln_manifold_options *options);
/// Moves the objects from their poses to other poses of the same scale.
const char *claims_motion(
	const claims_pair *pair, const kiln_pose *to_a, const kiln_pose *to_b, const kiln_time_of_impact_method *method);

#endif
