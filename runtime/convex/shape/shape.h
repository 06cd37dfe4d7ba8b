// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_SHAPE_H
#define KILN_CONVEX_CONVEX_SHAPE_H

#include "convex/convex.h"
#include "kiln/convex/shape.h"

/// Shapes and objects of kiln/convex/shape.h, prepared for the support mapping.

/// Whether a shape is usable, as kiln/primitive/shapes.h defines it: points are at least one, all usable; a hull is of
/// a proved blob; margins are valid sizes; at most KILN_CONVEX_TERMS_MAX shapes are added up; lines and rays have no
/// margin and take no part in sums.
bool kilni_usable_convex(const kiln_convex_shape *shape);

/// A line or a ray, which may have no end.
bool kilni_convex_is_line(const kiln_convex_shape *shape);

/// A point near the shape; for a shape that is not a sum, a stored point. Relative to this point the shape loses no
/// digits.
kiln_d3 kilni_convex_anchor(const kiln_convex_shape *shape);

/// Sets a usable shape that is not a line or ray, relative to `eye`, in terms[0], which links to one more term per
/// shape that is added. Shape and terms must stay in place as long as terms[0], or a copy of it, is used.
void kilni_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// Whether the queries of kiln/convex/ accept an object: a usable shape, not a line or ray; a pose of finite numbers,
/// scale >= 0, the translation at most KILN_COORDINATE_MAX; and scale times the shape's largest coordinate at most
/// KILN_COORDINATE_MAX. False for NULL.
bool kilni_convex_object_usable(const kiln_convex_object *object);

/// A point near a usable object, to serve as the eye for the object and its neighbourhood.
kiln_d3 kilni_convex_object_anchor(const kiln_convex_object *object);

/// Sets a usable object relative to `eye`, as kilni_convex_of_shape does. The object is turned and scaled around its
/// anchor, in double: coordinates are right to some 2^-50 of the object's size and of its distance from the eye, and
/// 2^-52 of the pose's translation.
void kilni_convex_of_object(const kiln_convex_object *object, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// A query of two objects, relative to the anchor of `a` and along a's own axes. So the most frequent operation, the
/// support of a hull without scale, needs no rotation.
typedef struct kiln_convex_pair
{
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	double margin; ///< the sum of both margins
	kiln_d3 eye;
	kiln_d3 axis[3]; ///< of a, unit
} kiln_convex_pair;

/// The points that two shapes are turned around: the middles of two hulls, or any points, of which the first has the scale of its shape.
typedef struct kiln_hulls_anchors
{
	const kiln_hull *hull_a, *hull_b; ///< or NULL
	kiln_d3 from_a, from_b;			  ///< without hulls
} kiln_hulls_anchors;

/// Sets a pair of usable objects. Both objects and the pair itself must stay in place as long as the pair is used.
void kilni_convex_pair_of(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair);

/// Transforms a vector from world coordinates to the pair's.
static inline kiln_d3 kiln_convex_pair_in(const kiln_convex_pair *pair, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(pair->axis[0], v), kiln_d3_dot(pair->axis[1], v), kiln_d3_dot(pair->axis[2], v)};
}

/// Transforms a vector from the pair's coordinates to world coordinates.
static inline kiln_d3 kiln_convex_pair_out(const kiln_convex_pair *pair, kiln_d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(pair->axis[0], v.x), v.y, pair->axis[1]), v.z, pair->axis[2]);
}

#endif
