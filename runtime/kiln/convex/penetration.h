// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_H
#define KILN_CONVEX_PENETRATION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Depth of two convex objects in each other: the shortest translation that moves them apart.
///
/// Depths are right to 1e-6 of the objects' size, most to the rounding of float32, wherever the pair stands, because a
/// query computes relative to one of the objects. Objects may be flat, needles, segments and points, equal and in the
/// same place, or a million times as large as each other. Round objects whose centers nearly coincide are right to 1e-5
/// of their size. All methods find the same depth, except MPR, whose depth may be larger. Of several ways out with the
/// same length, to rounding, each method reports one. Nothing is allocated; the stack holds some 40 KB.

/// A method to compute the depth. kiln/school.h has one more.
typedef struct kiln_penetration_method kiln_penetration_method;

/// Separating axes, with edges pruned on the Gauss map (Gregorius 2013): polytopes, also with margins. The planes are
/// those that the asset stores, so depths are right to 2^-21 of the size. EPA computes the depths of other shapes.
KILN_API extern const kiln_penetration_method kiln_penetration_sat;
/// Minkowski portal refinement (Snethen 2008): a way out that is never too short, and mostly near the shortest.
KILN_API extern const kiln_penetration_method kiln_penetration_mpr;

/// Depth, normal and deepest points of two objects.
typedef struct kiln_convex_depth
{
	/// The objects have a point in common; touching is overlap. Never false for objects with a common point. True also
	/// for objects that are apart by less than rounding (kiln/convex/distance.h states how much).
	bool touching;
	float depth; ///< >= 0: length of a's way along `normal` until they only touch; 0 where they are apart
	/// The true depth is at least this number. Mostly `lower` is depth to rounding, for round objects deep in each
	/// other some hundredths less, and 0 where nothing is proved, as with MPR. Where the objects are apart `lower` is
	/// the negative of a proved gap. The true gap may be wider: the number is not the distance.
	float lower;
	/// Unit, from b to a. Where objects only touch, cross or coincide without a common volume: one way that moves them
	/// apart.
	kiln_vec3 normal;
	/// The point of a that is deepest in b, and the point of b's surface there: on_b = on_a + depth normal, to the
	/// rounding of coordinates. The way of MPR need not be the shortest: then on_b lies in the plane that touches b
	/// there, but maybe not on b. Where the objects are apart, points near the closest points.
	kiln_vec3 on_a, on_b;
	/// Features that touch when a has moved out. Where faces come to lie on each other, the parts of them that bound
	/// the contact. NONE for curved shapes and sums.
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< supports of either object, or axes that were tested
} kiln_convex_depth;

/// Computes depth, normal and deepest points. `method` NULL is the expanding polytope (EPA, van den Bergen 2001), which
/// starts from the result of GJK and takes any shapes. EPA was the fastest exact method in all measurements, up to 256
/// vertices. EPA computes what another method cannot; SAT computes polytopes with more faces than EPA has room for.
/// `cache` may be NULL. With a cache GJK starts from the cached simplex, and SAT from the cached axis; the query stores
/// its result in the cache. KILN_E_ARGUMENT, with `penetration` zero, for objects that are not usable.
KILN_API kiln_status kiln_convex_penetration(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_penetration_method *method, kiln_convex_cache *cache, kiln_convex_depth *penetration);

#ifdef __cplusplus
}
#endif

#endif
