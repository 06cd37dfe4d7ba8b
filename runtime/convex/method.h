// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_METHOD_H
#define KILN_CONVEX_METHOD_H

#include "convex/depth/sat.h"
#include "convex/distance/gjk.h"
#include "convex/motion/advance.h"
#include "convex/motion/cast.h"
#include "convex/shape/polytope.h"
#include "convex/shape/shape.h"
#include "kiln/convex/cast.h"
#include "kiln/convex/distance.h"
#include "kiln/convex/penetration.h"

/// The operations of the methods that a caller selects by pointer: a program links only the methods that it names.

struct kiln_simplex_solver
{
	kiln_simplex_solve *solve;
};

/// The result of a method for two polytopes: the gap of their cores, and the closest features.
typedef struct kiln_distance_found
{
	kiln_gap gap;
	kiln_feature feature_a, feature_b;
	uint32_t steps;
} kiln_distance_found;

struct kiln_distance_method
{
	/// Returns false if the method cannot decide; then GJK decides.
	bool (*find)(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_distance_found *found);
};

struct kiln_collide_method
{
	/// Returns false if the method cannot decide; then GJK decides.
	bool (*decide)(
		const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache, bool *overlapping);
};

/// A query of two objects.
typedef struct kiln_depth_pair
{
	const kiln_convex_object *object_a, *object_b;
	kiln_convex_pair seen;
	kiln_simplex simplex;
	kiln_gap gap; ///< of the cores
} kiln_depth_pair;

/// The result, in double, along the axes of the world but relative to the eye.
typedef struct kiln_depth_found
{
	bool touching;
	double depth, lower; ///< of the objects with their margins; below 0: a gap
	kiln_d3 normal;
	kiln_d3 on_a; ///< a's point that is deepest in b
	kiln_feature feature_a, feature_b;
	uint32_t steps;
} kiln_depth_found;

struct kiln_penetration_method
{
	void (*find)(kiln_depth_pair *pair, kiln_convex_cache *cache, kiln_depth_found *found);
};

struct kiln_cast_method
{
	kiln_cast_way *way;
};

struct kiln_time_of_impact_method
{
	kiln_advance_step *go_on;
};

/// Depth of two polytopes by separating axes.
typedef void kiln_depth_axes(
	const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_sat_result *result);

/// Measures the distance of the cores, as far as the margins reach.
void kilni_depth_measure(kiln_depth_pair *pair, kiln_convex_cache *cache);

/// Computes the depth by the gap of the cores where they are apart, else by EPA.
void kilni_depth_by_cores(const kiln_depth_pair *pair, kiln_depth_found *found);

/// Computes the depth by separating axes where both are polytopes, else by the cores.
void kilni_depth_by_axes(
	kiln_depth_pair *pair, kiln_depth_axes *axes, kiln_convex_cache *cache, kiln_depth_found *found);

/// Sets the features that hold the given corners of both.
void kilni_depth_set_features(const kiln_depth_pair *pair, const kiln_d3 *a, const uint32_t *number_a, const kiln_d3 *b,
	const uint32_t *number_b, uint32_t count, kiln_depth_found *found);

#endif
