// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_PAIR_H
#define KILN_PRIMITIVE_TRIANGLE_PAIR_H

#include "math/double3.h"

/// Two triangles in double. Coordinates are finite, of at most 2^44, and not so small that products of three underflow
/// (math/orient_double.h). Triangles may be segments and points: then they are that segment or point.

/// Whether they have a point in common, exactly; touching counts. The answer is the same for every order of the corners
/// and of the triangles. By signs of determinants (Guigue and Devillers 2003), which are always right.
bool kilni_triangles_touch(const kiln_d3 a[3], const kiln_d3 b[3]);

/// What two triangles share: the ends of a segment, equal where it is a point. In a common plane, `coplanar` is set and the
/// ends are the two corners of the shared area that are farthest apart. Each end lies within 2^-48 of the coordinates of
/// both. False, and the results untouched, when they do not touch.
bool kilni_triangles_contact(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 ends[2], bool *coplanar);

/// Least squared distance, and points of the triangles that are that far apart (NULL: not asked): 0 exactly where they
/// touch, else above. The distance is right to 2^-40 of the triangles' sizes and distance, unless all of these are below
/// 2^-200. One of the closest edges, or of a corner over the other's inside (Ericson 2005, 5.1.9 and 5.1.11).
/// Before the exact test whether they touch, a plane between them that the best pair so far stands upon is proof.
double kilni_triangles_distance2(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b);

/// The same, and where on the triangles the points are.
typedef struct kiln_triangles_near
{
	double distance2;
	kiln_d3 on_a, on_b;
	double at_a[2], at_b[2]; ///< weights of corners 1 and 2; 0 where they touch: what they share has no feature
} kiln_triangles_near;

kiln_triangles_near kilni_triangles_nearest(const kiln_d3 a[3], const kiln_d3 b[3]);

#endif
