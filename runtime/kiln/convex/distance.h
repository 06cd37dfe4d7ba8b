// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_DISTANCE_H
#define KILN_CONVEX_DISTANCE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far apart two convex objects are, and whether they overlap. Touching is overlap.

/// How the closest point of a simplex is found. All find the same, to rounding.
typedef enum kiln_simplex_solver
{
	KILN_SIMPLEX_SIGNED_VOLUMES = 0, ///< Montanari, Petrinic, Barbieri 2017
	KILN_SIMPLEX_JOHNSON = 1,		 ///< Gilbert, Johnson, Keerthi 1988, with a backup
	KILN_SIMPLEX_BRUTE = 2,			 ///< every face of the simplex: an oracle
	KILN_SIMPLEX_SOLVER_COUNT = 3,
} kiln_simplex_solver;

/// Ways to the distance.
typedef enum kiln_distance_method
{
	KILN_DISTANCE_GJK = 0,	 ///< any shapes
	KILN_DISTANCE_VCLIP = 1, ///< polytopes (Mirtich 1998); others by GJK
	KILN_DISTANCE_QP = 2,	 ///< polytopes that are apart, as a quadratic programme: an oracle; others by GJK
	KILN_DISTANCE_METHOD_COUNT = 3,
} kiln_distance_method;

typedef struct kiln_distance_options
{
	kiln_distance_method method;
	kiln_simplex_solver solver;
	float limit; ///< distances above it are of no interest; 0: all are
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
/// at distance 0. Shapes without extent, coincident ones and one inside the other are as any.
///
/// `cache`: what was left by the last query of the same pair makes this one short: 1 step where the same features are
/// nearest, none where they still overlap. Answers with and without agree to rounding.
///
/// NULL options: the defaults; NULL cache: none. KILN_E_ARGUMENT, with `separation` zero, for objects that are not usable,
/// and options out of range, NaN among them.
kiln_status kiln_convex_distance(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache, kiln_convex_separation *separation);

/// Ways to tell whether two objects overlap.
typedef enum kiln_overlap_method
{
	KILN_OVERLAP_GJK = 0,		 ///< ended by the first separating axis
	KILN_OVERLAP_MPR = 1,		 ///< Minkowski portal refinement (Snethen 2008)
	KILN_OVERLAP_CHUNG_WANG = 2, ///< separating vector (Chung, Wang 1996); polytopes
	KILN_OVERLAP_SEIDEL = 3,	 ///< a separating plane by linear programming (Seidel 1991); polytopes
	KILN_OVERLAP_SAT = 4,		 ///< separating axes; polytopes
	KILN_OVERLAP_METHOD_COUNT = 5,
} kiln_overlap_method;

/// Whether two objects have a point in common: true where kiln_convex_distance is 0, by GJK exactly so, by others but for
/// the rounding of shapes that just touch. What a method can't do, GJK does: curved shapes, sums and, for separating axes,
/// margins; and what one can't decide. The cache as for distances; GJK, MPR and Chung-Wang first ask along its axis or
/// simplex, so that a pair that stays apart takes a step. KILN_E_ARGUMENT, with `overlapping` false, for objects that are
/// not usable and methods that are none.
kiln_status kiln_convex_overlap(const kiln_convex_object *a, const kiln_convex_object *b, kiln_overlap_method method,
	kiln_convex_cache *cache, bool *overlapping);

#ifdef __cplusplus
}
#endif

#endif
