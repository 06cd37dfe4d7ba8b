// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_CLAIMS_H
#define KILN_TESTS_CONVEX_CLAIMS_H

#include "kiln/convex.h"

/// What has to be true of the answers about any two objects, whatever they are: they are finite and in their ranges, fit
/// each other, are the same by all methods to a tolerance, and no cache changes them.

typedef struct claims_pair
{
	const kiln_convex_object *a, *b;
	const kiln_convex_cache *nonsense; ///< a cache of any bits, of which each query gets a copy
	double tolerance;				   ///< of what is relative to sizes
	bool usable;
	double size;  ///< of both across, together
	double reach; ///< largest coordinate of either
	kiln_convex_separation separation;
	kiln_convex_depth penetration;
} claims_pair;

/// What is known of both. Then distance and penetration by default are asked, on which the other claims are built.
/// NULL, or what is wrong.
const char *claims_begin(claims_pair *pair);

/// Each asks one more way. NULL, or what is wrong. Of a pair that is not usable: that it is refused.
const char *claims_distance(const claims_pair *pair, const kiln_distance_options *options);
const char *claims_overlap(const claims_pair *pair, const kiln_collide_method *method);
const char *claims_penetration(const claims_pair *pair, const kiln_penetration_method *method);
/// Distance and depth are the same in either order of a and b, and the shortest way between them leads back.
const char *claims_swapped(const claims_pair *pair);
const char *claims_manifold(const claims_pair *pair, const kiln_manifold_options *options);
/// The contacts of b and a are the mirror image of those of a and b, wherever they have the same normal.
const char *claims_swapped_manifold(const claims_pair *pair, const kiln_manifold_options *options);
/// From where the objects stand to other poses of the same scale.
const char *claims_motion(
	const claims_pair *pair, const kiln_pose *to_a, const kiln_pose *to_b, kiln_advancement method);

#endif
