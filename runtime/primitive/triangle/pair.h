// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_PAIR_H
#define KILN_PRIMITIVE_TRIANGLE_PAIR_H

#include "math/double3.h"

/// Two triangles in double. Coordinates are finite, at most 2^44, and not so small that products of three underflow
/// (math/orient_double.h). A triangle may be a segment or point.

/// Whether the triangles have a common point, exactly; touching counts. The answer is the same for every order of the
/// corners and of the triangles. By signs of determinants (Guigue and Devillers 2003), which are always right.
bool kilni_triangles_touch(const kiln_d3 a[3], const kiln_d3 b[3]);

/// The common part of two triangles: the ends of a segment, equal where it is a point. In a common plane, `coplanar` is
/// set and the ends are the two corners of the shared area that are farthest apart. Each end lies within 2^-48 of the
/// coordinates of both triangles. Returns false, and leaves the results unchanged, when the triangles do not touch.
bool kilni_triangles_contact(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 ends[2], bool *coplanar);

/// The least squared distance, and points of the triangles at this distance (may be NULL): 0 exactly where they touch,
/// else above 0. The distance is right to 2^-40 of the triangles' sizes and distance, unless all of these are below
/// 2^-200. The result belongs to one of the closest pairs of edges, or of a corner over the other's inside (Ericson
/// 2005, 5.1.9 and 5.1.11). A plane between the triangles, perpendicular to the best pair so far, proves that they are
/// apart; only without this proof the exact touch test runs.
double kilni_triangles_distance2(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b);

/// The same result, with the place of the points on the triangles.
typedef struct kiln_triangles_near
{
	double distance2;
	kiln_d3 on_a, on_b;
	double at_a[2], at_b[2]; ///< weights of corners 1 and 2; 0 where they touch: the common part has no feature
} kiln_triangles_near;

kiln_triangles_near kilni_triangles_nearest(const kiln_d3 a[3], const kiln_d3 b[3]);

#endif
