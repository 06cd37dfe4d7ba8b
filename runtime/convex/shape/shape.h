// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_SHAPE_H
#define KILN_CONVEX_CONVEX_SHAPE_H

#include "convex/convex.h"
#include "kiln/convex/shape.h"

/// Shapes and objects of kiln/convex/shape.h as the support mapping sees them.

/// Usable, as kiln/primitive/shapes.h says; points: at least one, all usable; a hull: of a proved blob; margins are sizes;
/// at most KILN_CONVEX_TERMS_MAX shapes are added up; lines and rays have no margin, and are not added to or by anything.
bool kilni_usable_convex(const kiln_convex_shape *shape);

/// A line or a ray, which may have no end.
bool kilni_convex_is_line(const kiln_convex_shape *shape);

/// A point near the shape, of a shape that adds nothing a stored one: from there it is seen without losing digits.
kiln_d3 kilni_convex_anchor(const kiln_convex_shape *shape);

/// A usable shape that is no line or ray, seen from `eye`: terms[0], which leads on to as many of the others as shapes are
/// added. Shape and terms must stay where they are as long as terms[0], or a copy of it, is used.
void kilni_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// Whether an object is one that the queries of kiln/convex/ take: a usable shape, no line or ray; a pose of finite
/// numbers, scale >= 0, the translation at most KILN_COORDINATE_MAX; and scale times the shape's largest coordinate at
/// most KILN_COORDINATE_MAX. NULL is not.
bool kilni_convex_object_usable(const kiln_convex_object *object);

/// A point near a usable object, to be the eye that it, and what is near it, are seen from.
kiln_d3 kilni_convex_object_anchor(const kiln_convex_object *object);

/// A usable object, seen from `eye`: as kilni_convex_of_shape. Turned and scaled around its anchor, in double: coordinates
/// are right to some 2^-50 of the object's size and of its distance from the eye, and 2^-52 of the pose's translation.
void kilni_convex_of_object(const kiln_convex_object *object, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// Two objects as one question, seen from the anchor of `a`, and along a's own axes, so that the most asked of supports, on
/// a hull without scale, need not be turned.
typedef struct kiln_convex_pair
{
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	double margin; ///< of both
	kiln_d3 eye;
	kiln_d3 axis[3]; ///< of a, unit
} kiln_convex_pair;

/// Usable objects, which must stay where they are as long as the pair does, as must the pair itself.
void kilni_convex_pair_of(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair);

/// A vector of the world as the pair sees it.
static inline kiln_d3 kiln_convex_pair_in(const kiln_convex_pair *pair, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(pair->axis[0], v), kiln_d3_dot(pair->axis[1], v), kiln_d3_dot(pair->axis[2], v)};
}

/// A vector that the pair sees as it is in the world.
static inline kiln_d3 kiln_convex_pair_out(const kiln_convex_pair *pair, kiln_d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(pair->axis[0], v.x), v.y, pair->axis[1]), v.z, pair->axis[2]);
}

#endif
