// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SIMPLEX_QUICK_H
#define KILN_CONVEX_SIMPLEX_QUICK_H

#include "math/double3.h"
#include "tree/layout.h"

#include <math.h>

/// Signed volumes for the usual step of GJK. It has two conditions: the rest of the simplex was the closest face
/// before, so that the newest point belongs to the closest face now; and everything is well-conditioned. Then half the
/// volumes are not needed. If a condition does not hold, the functions decline, and the whole method decides.
///
/// Vectors that were just computed are passed by pointer instead of copied: a copy by pairs of numbers has to wait for
/// the stores of the single numbers, in a chain where every step waits for the last.

/// The least volumes and squared areas that are not spoiled by rounding, from the size of all coordinates.
typedef struct kiln_quick_limits
{
	double area2;  ///< a normal shorter than this, 2^-18 size^2, has an error of more than 2^-34 in its direction
	double volume; ///< products of three differences have smaller errors: 2^-45 size^3
} kiln_quick_limits;

static inline kiln_quick_limits kiln_quick_limits_of(double size)
{
	double size2 = size * size;
	return (kiln_quick_limits){0x1p-36 * size2 * size2, 0x1p-45 * size2 * size};
}

/// The closest point found so far. Points are numbered in the order of the arguments; the newest is 0.
typedef struct kiln_quick
{
	uint32_t count;	  ///< points that are kept; 0: no point came nearer than the initial `length2`
	uint32_t kept[3]; ///< their numbers among 1, 2 and 3
	double weight[4]; ///< of the newest, and by `kept`
	kiln_d3 v;
	double length2; ///< of v
} kiln_quick;

/// Tries the newest point and one more, to which `side` leads. If the result is short relative to the side, the sum may
/// have cancelled: then its rounding error along the side is subtracted. Returns false if a condition does not hold.
KILN_ALWAYS_INLINE bool kiln_quick_segment(kiln_d3 newest, kiln_d3 side, uint32_t other, kiln_quick *quick)
{
	double part = -kiln_d3_dot(newest, side), side2 = kiln_d3_length2(side);
	if (!(part < side2))
		return false;
	double t = part > 0 ? part / side2 : 0;
	kiln_d3 v = kiln_d3_along(newest, t, side);
	double length2 = kiln_d3_length2(v);
	if (part > 0 && length2 < 0x1p-8 * side2)
	{
		v = kiln_d3_along(v, -kiln_d3_dot(v, side) / side2, side);
		length2 = kiln_d3_length2(v);
	}
	if (!(length2 < quick->length2))
		return true;
	quick->count = part > 0 ? 2 : 1;
	quick->kept[0] = other;
	quick->weight[0] = 1 - t;
	quick->weight[1] = t;
	quick->v = v;
	quick->length2 = length2;
	return true;
}

/// A face of the newest point: the sides that lead from the newest point to two more, and their cross product.
typedef struct kiln_quick_face
{
	const kiln_d3 *newest, *side[2], *normal;
	uint32_t other[2];
} kiln_quick_face;

/// Tries the face's inner point. If the face is wider than its distance, computes the point from the plane, so that the
/// normal's direction is right to the last digits even if the sum of the corners cancels to nothing; else from the
/// corners.
KILN_ALWAYS_INLINE void kiln_quick_inner(
	const kiln_quick_face *face, double first, double second, double whole, kiln_quick *quick)
{
	double inverse = 1 / whole, height = kiln_d3_dot(*face->normal, *face->newest);
	double wide2 = kiln_d3_length2(*face->side[0]) + kiln_d3_length2(*face->side[1]);
	double s = first * inverse, t = second * inverse;
	kiln_d3 v = kiln_d3_scale(*face->normal, height * inverse);
	// |v|^2 = height^2 / whole; the square of every side is at most 2 wide2.
	if (!(whole * whole > 8 * wide2 * height * height))
		v = kiln_d3_along(kiln_d3_along(*face->newest, s, *face->side[0]), t, *face->side[1]);
	double length2 = kiln_d3_length2(v);
	if (!(length2 < quick->length2))
		return;
	quick->count = 3;
	quick->kept[0] = face->other[0];
	quick->kept[1] = face->other[1];
	quick->weight[0] = 1 - s - t;
	quick->weight[1] = s;
	quick->weight[2] = t;
	quick->v = v;
	quick->length2 = length2;
}

/// Tries a triangle with the newest point. `*inner` is set to whether the origin's foot is in it. Returns false if a
/// condition does not hold.
KILN_ALWAYS_INLINE bool kiln_quick_triangle(
	const kiln_quick_face *face, kiln_quick_limits limits, kiln_quick *quick, bool *inner)
{
	double whole = kiln_d3_length2(*face->normal);
	// The areas that the foot of the origin spans with the sides at the newest point.
	double second = kiln_d3_dot(*face->normal, kiln_d3_cross(*face->newest, *face->side[0]));
	double first = kiln_d3_dot(*face->normal, kiln_d3_cross(*face->side[1], *face->newest));
	if (!(whole > limits.area2) || !(first + second < whole))
		return false;
	*inner = first > 0 && second > 0;
	if (*inner)
	{
		kiln_quick_inner(face, first, second, whole, quick);
		return true;
	}
	int i = second > 0;
	if (!kiln_quick_segment(*face->newest, *face->side[i], face->other[i], quick))
		return false;
	return first > 0 || second > 0 || kiln_quick_segment(*face->newest, *face->side[1], face->other[1], quick);
}

/// Tries the triangle of the newest point, 1 and 2.
KILN_ALWAYS_INLINE bool kiln_quick_three(
	const kiln_d3 *newest, const kiln_d3 *p, const kiln_d3 *q, kiln_quick_limits limits, kiln_quick *quick)
{
	const kiln_d3 side[2] = {kiln_d3_sub(*p, *newest), kiln_d3_sub(*q, *newest)};
	const kiln_d3 normal = kiln_d3_cross(side[0], side[1]);
	const kiln_quick_face face = {newest, {&side[0], &side[1]}, &normal, {1, 2}};
	bool inner;
	return kiln_quick_triangle(&face, limits, quick, &inner);
}

/// The origin is in a tetrahedron; `volume` holds its volumes with the faces of the newest point.
static inline bool kiln_quick_inside(const double volume[3], double whole, kiln_quick *quick)
{
	double sum = volume[0] + volume[1] + volume[2];
	if (!(sum < (1 - 0x1p-30) * whole))
		return false;
	quick->count = 4;
	quick->v = (kiln_d3){0, 0, 0};
	quick->length2 = 0;
	double inverse = 1 / whole;
	quick->weight[0] = (whole - sum) * inverse;
	quick->kept[0] = 1;
	quick->kept[1] = 2;
	quick->kept[2] = 3;
	quick->weight[1] = volume[0] * inverse;
	quick->weight[2] = volume[1] * inverse;
	quick->weight[3] = volume[2] * inverse;
	return true;
}

/// Tries the tetrahedron of the newest point, 1, 2 and 3. The origin is in it when the origin is certainly on the inner
/// side of every face. Else the closest point is on one of the newest point's faces that have the origin outside. If
/// the origin's foot on one of these lies in the face, this foot is the closest point.
KILN_ALWAYS_INLINE bool kiln_quick_four(const kiln_d3 *newest, const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r,
	kiln_quick_limits limits, kiln_quick *quick)
{
	const kiln_d3 side[3] = {kiln_d3_sub(*p, *newest), kiln_d3_sub(*q, *newest), kiln_d3_sub(*r, *newest)};
	const kiln_d3 normal[3] = {
		kiln_d3_cross(side[1], side[2]), kiln_d3_cross(side[2], side[0]), kiln_d3_cross(side[0], side[1])};
	// Without a branch: every other one would be guessed wrong.
	double whole = kiln_d3_dot(normal[0], side[0]), sign = -copysign(1, whole);
	const double volume[3] = {sign * kiln_d3_dot(normal[0], *newest), sign * kiln_d3_dot(normal[1], *newest),
		sign * kiln_d3_dot(normal[2], *newest)};
	whole = -sign * whole;
	double surest =
		kiln_double_min(kiln_double_min(fabs(volume[0]), fabs(volume[1])), kiln_double_min(fabs(volume[2]), whole));
	if (!(surest > limits.volume))
		return false;
	if (volume[0] > 0 && volume[1] > 0 && volume[2] > 0)
		return kiln_quick_inside(volume, whole, quick);
	for (uint32_t i = 0; i < 3; ++i)
	{
		if (volume[i] > 0)
			continue;
		uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
		const kiln_quick_face face = {newest, {&side[j], &side[k]}, &normal[i], {j + 1, k + 1}};
		bool inner;
		if (!kiln_quick_triangle(&face, limits, quick, &inner))
			return false;
		if (inner)
			break;
	}
	return true;
}

#endif
