// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SHAPE_ORACLE_H
#define KILN_TESTS_SHAPE_ORACLE_H

#include "asset_fixture.h"
#include "math/double3.h"
#include "primitive/solid.h"

/// Independent methods for shapes against triangles, and random input for them.

/// Kinds of random triangles.
typedef enum oracle_triangle
{
	ORACLE_GENERAL,
	ORACLE_NEEDLE,	///< nearly no height
	ORACLE_INTEGER, ///< small whole coordinates, often collinear or parallel to another shape
	ORACLE_SEGMENT, ///< all corners collinear
	ORACLE_POINT,	///< all corners equal
	ORACLE_TRIANGLES
} oracle_triangle;

/// A number in -1 .. 1.
double oracle_signed(uint64_t *random);
kiln_vec3 oracle_vector(uint64_t *random, double size);
kiln_vec3 oracle_integer_vector(uint64_t *random, int most);
kiln_quat oracle_rotation(uint64_t *random);
/// Makes corners around `center`, of about `size`.
void oracle_corners(uint64_t *random, oracle_triangle kind, kiln_vec3 center, double size, kiln_vec3 corners[3]);

/// One of the three shapes; `kind` says which.
typedef struct oracle_any
{
	int kind;
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
} oracle_any;

/// The solid of a shape; false for a shape that is not solid.
bool oracle_solid(const oracle_any *shape, kiln_solid *solid);
/// A random shape of about `size`; one in `points` spheres and capsules has no radius.
oracle_any oracle_shape(uint64_t *random, kiln_vec3 center, double size, uint32_t points);

/// Checks whether two points of convex hulls are a closest pair: no corner of either hull may lie nearer to the other
/// along their difference. Returns the error in distance, 0 or more.
double oracle_pair_error(kiln_d3 x, const kiln_d3 *x_hull, int x_count, kiln_d3 y, const kiln_d3 *y_hull, int y_count);

/// Returns the distance of a solid displaced by `offset` from a triangle; any number below 0 means that they overlap.
/// Spheres and capsules use pairs of features in long double, boxes the largest separation over the axes (a lower bound
/// of the distance, exact at 0).
long double oracle_separation(const kiln_solid *solid, kiln_d3 offset, const kiln_vec3 corners[3]);

/// Whether a box, with its half extents increased by `grow`, contains a part of a triangle: clips the triangle by the
/// six planes (Sutherland and Hodgman 1974).
bool oracle_box_clips(const kiln_solid *box, double grow, const kiln_vec3 corners[3]);

#endif
