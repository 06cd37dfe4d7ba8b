// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_ORIENT_DOUBLE_H
#define KILN_MATH_ORIENT_DOUBLE_H

#include "double3.h"

#include <math.h>

/// Determinants of differences of points in double, with the right sign. Double decides where its error bound allows,
/// else numbers with twice its digits (Dekker 1971), else expansions (Shewchuk 1997). Coordinates are finite and at
/// most 2^48. Underflow loses nothing where all nonzero coordinates are at least 2^-300. Underflow also loses nothing
/// where all coordinates are below 2^-100 and the nonzero ones at least 2^-600. Smaller coordinates may count as 0.
///
/// Returns NaN where double does not decide and the sum of the coordinates' magnitudes exceeds KILN_ORIENT_MOST or is
/// NaN: no sign is known then, and every comparison with NaN is false. Callers treat NaN as "no side proved": triangles
/// touch, points count as inside, nothing is culled.

/// A point of a plane.
typedef struct kiln_d2
{
	double x, y;
} kiln_d2;

/// (a - o) . ((b - o) x (c - o)) with a relative error of at most 2^-46, so that its sign is exact. For a triangle o,
/// a, b the value is positive where c lies on the side from which the corners run counterclockwise.
double kilni_orient3_value(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// As kilni_orient3_value, but only the sign of the result is exact; faster.
double kilni_orient3_sign(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// The slow path of kilni_orient3_sign, where double does not decide.
double kilni_orient3_exact(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c);

/// d . ((a - o) x (b - o)) for a direction d: the value that kilni_orient3_value would return if o + d were a double.
/// Uses expansions at once, for callers who have tried double. Nonzero numbers are at least 2^-300.
double kilni_orient3_along(const kiln_d3 *o, const kiln_d3 *d, const kiln_d3 *a, const kiln_d3 *b);

/// (a - o) x (b - o) with a relative error of at most 2^-46: positive where b lies left of the line from o to a, 0 on
/// the line.
double kilni_orient2_value(kiln_d2 o, kiln_d2 a, kiln_d2 b);

/// As kilni_orient2_value, but only the sign of the result is exact; faster.
double kilni_orient2_sign(kiln_d2 o, kiln_d2 a, kiln_d2 b);

/// |x|, |y|, |z| without branches, because random signs would mispredict.
static inline kiln_d3 kiln_d3_magnitudes(kiln_d3 a)
{
	return (kiln_d3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

/// Added to the error bounds in double. A product that underflows is wrong by 2^-1075, and later factors of at most
/// 2^49 magnify this error.
#define KILN_ORIENT_UNDERFLOW 0x1p-1000

/// Up to this size, products of three sums of coordinates stay finite, also after the factor of Dekker's split.
#define KILN_ORIENT_MOST 0x1p300

#endif
