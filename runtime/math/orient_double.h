// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_ORIENT_DOUBLE_H
#define KILN_MATH_ORIENT_DOUBLE_H

#include "double3.h"

#include <math.h>

/// Determinants of differences of points in double, with the right sign: in double where its error bound decides, else in
/// twice its digits (Dekker 1971), else by expansions (Shewchuk 1997). Coordinates are finite and of at most 2^48. Nothing is lost to underflow where those
/// that are not 0 are at least 2^-300, or all are below 2^-100 and those at least 2^-600; smaller ones may count as 0.
///
/// NaN where double does not decide and the magnitudes of the coordinates do not add up to at most KILN_ORIENT_MOST, as
/// of NaN and infinity: there is no sign then, and NaN compares as none. Callers take it as "no side proved": triangles
/// touch, points belong, nothing is culled by it.

/// A point of a plane.
typedef struct kiln_d2
{
	double x, y;
} kiln_d2;

/// (a - o) . ((b - o) x (c - o)) to 2^-46 of itself: its sign is exact. For a triangle o, a, b it is positive where c lies
/// on the side from which the corners run counterclockwise.
double kilni_orient3_value(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// The same, of which only the sign counts; faster.
double kilni_orient3_sign(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// What kilni_orient3_sign does where double does not decide.
double kilni_orient3_exact(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// d . ((a - o) x (b - o)) for a direction d, as kilni_orient3_value would tell if o + d were a double: by expansions at
/// once, for callers who have tried double. Numbers that are not 0 are at least 2^-300.
double kilni_orient3_along(const kiln_d3 *o, const kiln_d3 *d, const kiln_d3 *a, const kiln_d3 *b);

/// (a - o) x (b - o) to 2^-46 of itself: positive where b lies left of the line from o to a, 0 on it.
double kilni_orient2_value(kiln_d2 o, kiln_d2 a, kiln_d2 b);

/// The same, of which only the sign counts; faster.
double kilni_orient2_sign(kiln_d2 o, kiln_d2 a, kiln_d2 b);

/// |x|, |y|, |z| without branches, which signs at random mispredict.
static inline kiln_d3 kiln_d3_magnitudes(kiln_d3 a)
{
	return (kiln_d3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

/// Added to the error bounds in double: products that underflow are wrong by 2^-1075, and factors of at most 2^49 come
/// to them.
#define KILN_ORIENT_UNDERFLOW 0x1p-1000

/// Products of three sums of coordinates up to this, with the factor of Dekker's split, stay finite.
#define KILN_ORIENT_MOST 0x1p300

#endif
