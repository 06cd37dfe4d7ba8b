// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PENETRATION_H
#define KILN_CONVEX_PENETRATION_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How deep two convex objects are in each other: the shortest translation that parts them.
///
/// Depths are right to 1e-6 of the objects' size, most to float32's rounding, wherever the pair stands: what is computed is
/// seen from one of the objects. Objects may be flat, needles, segments and points, equal and in the same place, or a
/// million times as large as each other; round ones nearly centre in centre are right to 1e-5 of their size.
/// All methods tell the same depth, but for MPR, which may tell more; of several ways out that are equally short,
/// to rounding, each tells one. Nothing is allocated; the stack holds some 40 KB.

/// A way to the depth. kiln/school.h has one more.
typedef struct kiln_penetration_method kiln_penetration_method;

/// Separating axes, edges pruned on the Gauss map (Gregorius 2013); polytopes, also with margins. Planes are those that
/// the asset stores: depths are right to 2^-21 of the size. EPA does the others.
KILN_API extern const kiln_penetration_method kiln_penetration_sat;
/// Minkowski portal refinement (Snethen 2008): a way out that is never too short, and mostly near the shortest.
KILN_API extern const kiln_penetration_method kiln_penetration_mpr;

typedef struct kiln_convex_depth
{
	/// They have a point in common; touching is overlap. Never false for objects that have; true for those that are apart
	/// by less than rounding (kiln/convex/distance.h says by how much).
	bool touching;
	float depth; ///< >= 0: a's way along `normal` until they only touch; 0 where they are apart
	/// The true depth is at least this: mostly depth to rounding, some hundredths less for round objects deep in each other,
	/// and 0 where nothing is proved, as by MPR. Where they are apart the negative of a gap that is proved, which may be
	/// wider: it is not the distance.
	float lower;
	/// Unit, from b to a. For objects that only touch, cross or coincide without a volume in common one that parts them.
	kiln_vec3 normal;
	/// a's point that is deepest in b, and b's surface there: on_b = on_a + depth normal, to the rounding of coordinates. By
	/// MPR, whose way need not be the shortest, on_b is in the plane that touches b there, but need not be of b. Where they
	/// are apart, points near those that are closest.
	kiln_vec3 on_a, on_b;
	/// That touch when a is moved out: of faces that come to lie on each other the parts of them that bound the contact.
	/// NONE of curved shapes and sums.
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< supports of either object, or axes that were looked at
} kiln_convex_depth;

/// Depth, normal and witness points. `method` NULL: the expanding polytope (EPA, van den Bergen 2001) on what GJK leaves,
/// any shapes; the fastest exact method for all that was measured, up to 256 vertices. EPA does what another method
/// cannot; SAT settles polytopes of more faces than EPA has room for. `cache` may be NULL: with one GJK starts from its simplex, and SAT from its axis; it takes the answer's.
/// KILN_E_ARGUMENT, with `penetration` zero, for objects that are not usable.
KILN_API kiln_status kiln_convex_penetration(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_penetration_method *method, kiln_convex_cache *cache, kiln_convex_depth *penetration);

#ifdef __cplusplus
}
#endif

#endif
