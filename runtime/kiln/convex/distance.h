// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_DISTANCE_H
#define KILN_CONVEX_DISTANCE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Distance and overlap of two convex objects. Touching is overlap.

/// Finds the closest point of a simplex. All solvers find the same point, to rounding. kiln/school.h has solvers
/// besides the default.
typedef struct kiln_simplex_solver kiln_simplex_solver;

/// A method to compute the distance. kiln/school.h has methods besides the default.
typedef struct kiln_distance_method kiln_distance_method;

/// Options of kiln_convex_distance. `{0}` is the default.
typedef struct kiln_distance_options
{
	const kiln_distance_method *method; ///< NULL: GJK
	const kiln_simplex_solver *solver;	///< for GJK; NULL: Signed Volumes (Montanari, Petrinic, Barbieri 2017)
	float limit;						///< the query ignores distances above the limit; 0: no limit
	/// 0 .. 1: the query stops when the distance is proved to this share of itself, which saves steps on curved shapes.
	/// 0: to 2^-46 of the coordinates, which closest points need to be right to the rounding of float32.
	float tolerance;
} kiln_distance_options;

/// Distance and closest points of two objects.
typedef struct kiln_convex_separation
{
	bool found;			  ///< false: farther apart than the limit; only `lower` and `steps` are set
	float distance;		  ///< 0 exactly where the objects overlap, to rounding
	float lower;		  ///< a plane proves at least this distance; distance - lower is the uncertainty
	kiln_vec3 on_a, on_b; ///< closest points; where the objects overlap one common point
	kiln_vec3 normal;	  ///< unit, from b to a; zero where cores overlap
	/// Vertex, edge or face of a polytope, or of the core of a rounded polytope, that holds the closest point. NONE for
	/// curved shapes and sums, and where cores overlap.
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< of the method: supports of each; pairs of features (V-Clip); vertices (QP)
} kiln_convex_separation;

/// Computes the distance and the closest points of two objects.
///
/// The default is GJK (Gilbert, Johnson, Keerthi 1988) on supports, with the stopping rules of van den Bergen (1999)
/// and simplices solved by Signed Volumes (Montanari, Petrinic, Barbieri 2017), in double, on the cores. The margins
/// are subtracted at the end, so that rounded shapes lose nothing where they touch. GJK ends when distance and lower
/// bound agree to 2^-46 of the coordinates relative to `a`, or when no step comes nearer, after at most 128 steps.
///
/// Errors are those of rounding to float32, except where simplices are nearly flat: 2^-33 of the coordinates, 2^-28 for
/// bodies 60000 times as long as thin. Objects as near as that may be reported as touching, but never the other way
/// round: shapes with a common point are at distance 0. kiln_hull_contains and kiln_scene_closest_point decide exactly
/// whether a point is in a hull. So a point outside, but as near as that, has distance 0 here, and is outside there.
/// Shapes without extent, coincident shapes, and one shape inside the other are no special cases.
///
/// `cache` holds the state of the last query of the same pair and makes this query short: 1 step where the same
/// features are nearest, no step where the objects still overlap. Answers with and without a cache agree to rounding.
///
/// NULL options are the defaults; a NULL cache is no cache. KILN_E_ARGUMENT, with `separation` zero, for objects that
/// are not usable, and for options out of range, NaN among them.
KILN_API kiln_status kiln_convex_distance(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache, kiln_convex_separation *separation);

/// A method to decide whether two objects overlap. kiln/school.h has more methods.
typedef struct kiln_collide_method kiln_collide_method;

/// Minkowski portal refinement (Snethen 2008).
KILN_API extern const kiln_collide_method kiln_collide_mpr;
/// Separating axes (Gottschalk 1996), with edges pruned on the Gauss map (Gregorius 2013): polytopes without margins.
KILN_API extern const kiln_collide_method kiln_collide_sat;

/// Reports whether two objects have a point in common. `method` NULL is GJK, which ends at the first separating axis.
/// With GJK the result is true exactly where kiln_convex_distance is 0; with other methods too, except for the rounding
/// of shapes that just touch. GJK decides where a method cannot: curved shapes, sums and, for separating axes, margins.
/// The cache is as for distances. GJK, MPR and Chung-Wang first try the cached axis or simplex, so that a pair that
/// stays apart takes one step. KILN_E_ARGUMENT, with `touching` false, for objects that are not usable.
KILN_API kiln_status kiln_convex_collide(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_collide_method *method, kiln_convex_cache *cache, bool *touching);

#ifdef __cplusplus
}
#endif

#endif
