// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_DISTANCE_H
#define KILN_CONVEX_DISTANCE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far apart two convex objects are, and whether they overlap. Touching is overlap.

/// Finds the closest point of a simplex. All solvers find the same point, to rounding. kiln/school.h has others than the
/// default.
typedef struct kiln_simplex_solver kiln_simplex_solver;

/// A way to the distance. kiln/school.h has others than the default.
typedef struct kiln_distance_method kiln_distance_method;

typedef struct kiln_distance_options
{
	const kiln_distance_method *method; ///< NULL: GJK
	const kiln_simplex_solver *solver;	///< of GJK; NULL: Signed Volumes (Montanari, Petrinic, Barbieri 2017)
	float limit;						///< distances above it are of no interest; 0: all are
	/// In 0 .. 1: stop when the distance is proved to this part of itself, which saves steps on curved shapes. 0: to 2^-46
	/// of the coordinates, which closest points need to be right to float32's rounding.
	float tolerance;
} kiln_distance_options;

typedef struct kiln_convex_separation
{
	bool found;			  ///< false: farther apart than the limit; only `lower` and `steps` are set
	float distance;		  ///< 0 where they overlap, and only there, to rounding
	float lower;		  ///< proved by a plane: they are at least this far apart; distance - lower is the gap left
	kiln_vec3 on_a, on_b; ///< closest points; where they overlap one point of both, the same
	kiln_vec3 normal;	  ///< unit, from b to a; zero where cores overlap
	/// Vertex, edge or face of polytopes, or of the core of rounded ones, that holds the closest point; NONE of curved
	/// shapes and sums, and where cores overlap.
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< of the method: supports of each; pairs of features (V-Clip); vertices (QP)
} kiln_convex_separation;

/// Distance and closest points. By default GJK (Gilbert, Johnson, Keerthi 1988) on supports, with the stopping rules of van
/// den Bergen (1999) and simplices solved by Signed Volumes (Montanari, Petrinic, Barbieri 2017), in double, on the cores;
/// margins are taken off at the end, so that rounded shapes lose nothing where they touch. It ends when distance and lower
/// bound agree to 2^-46 of the coordinates as seen from `a`, or no step comes nearer; at most 128 steps. Errors are those of
/// rounding to float32 but where simplices are nearly flat: 2^-33 of the coordinates, 2^-28 for bodies 60000 times as
/// long as thin; what is that near may be told to touch, never the other way round: shapes that have a point in common are
/// at distance 0. kiln_hull_contains and kiln_scene_closest_point decide exactly instead where a point is in a hull, so that a
/// point as near as that outside is at distance 0 here, and outside there. Shapes without extent, coincident ones and one
/// inside the other are as any.
///
/// `cache`: what was left by the last query of the same pair makes this one short: 1 step where the same features are
/// nearest, none where they still overlap. Answers with and without agree to rounding.
///
/// NULL options: the defaults; NULL cache: none. KILN_E_ARGUMENT, with `separation` zero, for objects that are not usable,
/// and options out of range, NaN among them.
KILN_API kiln_status kiln_convex_distance(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache, kiln_convex_separation *separation);

/// A way to decide whether two objects overlap. kiln/school.h has more.
typedef struct kiln_collide_method kiln_collide_method;

/// Minkowski portal refinement (Snethen 2008).
KILN_API extern const kiln_collide_method kiln_collide_mpr;
/// Separating axes (Gottschalk 1996), edges pruned on the Gauss map (Gregorius 2013): polytopes without margins.
KILN_API extern const kiln_collide_method kiln_collide_sat;

/// Whether two objects have a point in common. `method` NULL: GJK, ended by the first separating axis. True where
/// kiln_convex_distance is 0: by GJK exactly there; by other methods but for the rounding of shapes that just touch. GJK
/// decides what a method cannot: curved shapes, sums and, for separating axes, margins. The cache as for distances; GJK,
/// MPR and Chung-Wang first try the cache's axis or simplex, so that a pair that stays apart takes one step.
/// KILN_E_ARGUMENT, with `touching` false, for objects that are not usable.
KILN_API kiln_status kiln_convex_collide(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_collide_method *method, kiln_convex_cache *cache, bool *touching);

#ifdef __cplusplus
}
#endif

#endif
