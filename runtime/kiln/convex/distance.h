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
	float limit;	 ///< distances above it are of no interest; 0: all are
	float tolerance; ///< stop when the distance is proved to this part of itself; 0: to float32's rounding
} kiln_distance_options;

typedef struct kiln_convex_separation
{
	bool found;		///< false: farther apart than the limit; only `lower` is set
	float distance; ///< 0 where they overlap
	float lower;	///< proved: they are at least this far apart
	kiln_vec3 on_a, on_b;
	kiln_vec3 normal; ///< unit, from b to a; zero where cores overlap
	kiln_feature feature_a, feature_b;
	uint32_t steps; ///< of the method
} kiln_convex_separation;

/// Distance and closest points. NULL options: the defaults; NULL cache: none. KILN_E_ARGUMENT, with `separation` zero, for
/// objects that are not usable.
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

/// Whether two objects have a point in common. What a method can't do, GJK does.
kiln_status kiln_convex_overlap(const kiln_convex_object *a, const kiln_convex_object *b, kiln_overlap_method method,
	kiln_convex_cache *cache, bool *overlapping);

#ifdef __cplusplus
}
#endif

#endif
