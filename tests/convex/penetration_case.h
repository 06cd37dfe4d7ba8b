// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PENETRATION_CASE_H
#define KILN_TESTS_PENETRATION_CASE_H

#include "kiln/convex/penetration.h"
#include "kiln/school.h"
#include "math/double3.h"
#include "support/hull_case.h"

/// Inputs of the tests of depths, and asymmetric hulls whose vertices are known exactly.

static const kiln_penetration_method *const penetration_methods[] = {
	NULL, &kiln_penetration_sat, &kiln_penetration_sat_brute, &kiln_penetration_mpr};

#define PENETRATION_METHODS ((int)(sizeof penetration_methods / sizeof penetration_methods[0]))

/// Returns the answer; the status must be KILN_OK. `cache` may be NULL.
kiln_convex_depth penetration_by(const kiln_penetration_method *method, const kiln_convex_object *a,
	const kiln_convex_object *b, kiln_convex_cache *cache);

/// Uses the default method, with shapes in world coordinates.
kiln_convex_depth penetration_of(const kiln_convex_object *a, const kiln_convex_object *b);
kiln_convex_depth penetration_of_shapes(const kiln_convex_shape *a, const kiln_convex_shape *b);

float penetration_distance(const kiln_convex_object *a, const kiln_convex_object *b);

/// How far a point is from an object.
float penetration_away(kiln_vec3 point, const kiln_convex_object *b);

/// Any rotation, and a translation in each coordinate up to `away`.
kiln_pose penetration_pose(uint64_t *random, double away);

double penetration_dot(kiln_vec3 a, kiln_vec3 b);

/// A cooked hull of points on a grid, with a margin larger than rounding errors.
typedef struct grid_hull
{
	hull_case cooked;
	kiln_vec3 points[64];
	uint32_t count;
} grid_hull;

/// `flat` is its extent along y, as a share of the others. The case frees it.
void grid_hull_make(grid_hull *hull, uint64_t *random, double flat, double size);

#endif
