// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_H
#define KILN_CONVEX_MANIFOLD_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contact manifolds: the points that keep two touching objects apart.

/// Points of a manifold (enough to hold a body in balance).
#define KILN_MANIFOLD_POINTS 4

/// Where two objects touch, or nearly.
typedef struct kiln_contact
{
	kiln_vec3 on_a, on_b; ///< on the surfaces: on_b = on_a + depth normal
	float depth;		  ///< negative: a gap
	/// What met: the same from frame to frame as long as the same features meet, whatever the objects' order of points.
	kiln_feature feature_a, feature_b;
} kiln_contact;

typedef struct kiln_manifold
{
	kiln_vec3 normal;							 ///< unit, from b to a
	uint32_t count;								 ///< 0: they are farther apart than the skin
	kiln_contact contacts[KILN_MANIFOLD_POINTS]; ///< deepest first
} kiln_manifold;

typedef struct kiln_manifold_options
{
	float skin; ///< >= 0: contacts with a gap up to this count, too
	/// Features whose normals are within this angle of the contact's belong to the contact area: the tangent of the angle;
	/// 0: 2 degrees.
	float tolerance;
} kiln_manifold_options;

/// The manifold of two objects at once, from where they stand.
kiln_status kiln_convex_manifold(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_manifold *manifold);

#ifdef __cplusplus
}
#endif

#endif
