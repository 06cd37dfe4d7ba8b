// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_SHAPE_H
#define KILN_CONVEX_CONVEX_SHAPE_H

#include "convex.h"
#include "kiln/convex/shape.h"

/// Shapes and objects of kiln/convex/shape.h as the support mapping sees them.

/// Usable, as kiln/primitive/shapes.h says; points: at least one, all usable; a hull: of a proved blob; margins are sizes;
/// at most KILN_CONVEX_TERMS shapes are added up; lines and rays have no margin, and are not added to or by anything.
bool kiln_usable_convex(const kiln_convex_shape *shape);

/// A line or a ray, which may have no end.
bool kiln_convex_is_line(const kiln_convex_shape *shape);

/// A point near the shape, of a shape that adds nothing a stored one: from there it is seen without losing digits.
kiln_d3 kiln_convex_anchor(const kiln_convex_shape *shape);

/// A usable shape that is no line or ray, seen from `eye`: terms[0], which leads on to as many of the others as shapes are
/// added. Shape and terms must stay where they are as long as terms[0], or a copy of it, is used.
void kiln_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS]);

/// Whether an object is one that the queries of kiln/convex/ take: a usable shape, no line or ray; a pose of finite
/// numbers, scale >= 0, the translation at most KILN_COORDINATE_MAX; and scale times the shape's largest coordinate at
/// most KILN_COORDINATE_MAX. NULL is not.
bool kiln_convex_object_usable(const kiln_convex_object *object);

/// A point near a usable object, to be the eye that it, and what is near it, are seen from.
kiln_d3 kiln_convex_object_anchor(const kiln_convex_object *object);

/// A usable object, seen from `eye`: as kiln_convex_of_shape. Turned and scaled around its anchor, in double: coordinates
/// are right to some 2^-50 of the object's size and of its distance from the eye, and 2^-52 of the pose's translation.
void kiln_convex_of_object(const kiln_convex_object *object, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS]);

#endif
