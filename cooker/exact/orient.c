// SPDX-License-Identifier: MIT
#include "exact/determinant.h"
#include "exact/exact.h"
#include "exact/expansion.h"

/// Added to what underflow could have rounded, before the filter's bound takes a share of at least 2^-51 of it: far
/// more than the few 2^-1075 that were lost, far less than a product of any two float differences.
#define UNDERFLOW 0x1p-1000

/// The filter's bound for a determinant of two rows, as a share of the sum of its terms' magnitudes. With u = 2^-53, a
/// term is rounded in two differences and a product, so that it errs by (1 + u)^3 - 1 < 3 u + 4 u^2 of itself; the
/// last difference keeps its sign. The sum of magnitudes is rounded once and the bound twice, which costs less than the
/// u that is left (Shewchuk's ccwerrboundA is (3 + 16 u) u).
#define FILTER_2 0x1p-51

/// The same for three rows: three differences, a product, the difference of two, the product with the third column and
/// the first of two sums make seven roundings; the sum of magnitudes is rounded four times. (Shewchuk's o3derrboundA is
/// (7 + 56 u) u.)
#define FILTER_3 0x1p-50

/// The bound for the determinant of the rounded differences, itself without error: 3 u + 4 u^2 of three factors each.
#define ROUNDED_DIFFERENCES_3 0x1p-51

static int sign_of(double value)
{
	return (value > 0.0) - (value < 0.0);
}

/// The sign once the filter has failed.
static int orient2d_unfiltered(const double a[2], const double b[2], const double c[2])
{
	const double *const points[3] = {a, b, c};
	exact_range range = exact_range_of(points, 3, 2, 2);
	if (range == EXACT_NOWHERE)
		return 0;
	if (range == EXACT_INTEGERS)
		return exact_sign_integers(points, 2, false);
	double tail[4];
	double x1 = two_diff(a[0], c[0], &tail[0]), y1 = two_diff(a[1], c[1], &tail[1]);
	double x2 = two_diff(b[0], c[0], &tail[2]), y2 = two_diff(b[1], c[1], &tail[3]);
	// Differences of neighbouring or whole numbers are mostly exact, which saves two thirds of the work.
	if (tail[0] != 0.0 || tail[1] != 0.0 || tail[2] != 0.0 || tail[3] != 0.0)
		return exact_sign_plane(points);
	double left_error, right_error;
	double left = two_product(x1, y2, &left_error), right = two_product(y1, x2, &right_error);
	// Rounding keeps the order of the products; where they round to the same, the errors decide.
	return left != right ? sign_of(left - right) : sign_of(left_error - right_error);
}

int exact_orient2d(const double a[2], const double b[2], const double c[2])
{
	double x1 = a[0] - c[0], y1 = a[1] - c[1], x2 = b[0] - c[0], y2 = b[1] - c[1];
	double left = x1 * y2, right = y1 * x2;
	double area = left - right;
	double bound = FILTER_2 * (expansion_magnitude(left) + expansion_magnitude(right) + UNDERFLOW);
	if (area > bound)
		return 1;
	if (area < -bound)
		return -1;
	// A difference is zero only between equal numbers.
	if ((x1 == 0.0 || y2 == 0.0) && (y1 == 0.0 || x2 == 0.0))
		return 0;
	return orient2d_unfiltered(a, b, c);
}

/// The sign of the determinant of three rows of doubles without error, if it is sure to be that of the determinant of
/// exact differences, which lies within `bound` of it.
static bool rows_decide(const double row[3][3], double bound, int *sign)
{
	double terms[3][8], pair[16], sum[24];
	int counts[3];
	for (int i = 0; i < 3; ++i)
	{
		const double *p = row[(i + 1) % 3], *q = row[(i + 2) % 3];
		double minor[4];
		int count = expansion_cross(p[0], q[1], p[1], q[0], minor);
		counts[i] = expansion_scale(minor, count, row[i][2], terms[i]);
	}
	int pairs = expansion_sum(terms[0], counts[0], terms[1], counts[1], pair);
	int count = expansion_sum(pair, pairs, terms[2], counts[2], sum);
	*sign = expansion_sign(sum, count);
	return bound == 0.0 || expansion_magnitude(expansion_estimate(sum, count)) > bound;
}

static int orient3d_unfiltered(
	const double a[3], const double b[3], const double c[3], const double d[3], double magnitudes)
{
	const double *const points[4] = {a, b, c, d};
	exact_range range = exact_range_of(points, 4, 3, 3);
	if (range == EXACT_NOWHERE)
		return 0;
	if (range == EXACT_INTEGERS)
		return -exact_sign_integers(points, 3, false);
	double row[3][3];
	bool exact = true;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double tail;
			row[i][k] = two_diff(points[i][k], d[k], &tail);
			exact = exact && tail == 0.0;
		}
	int sign;
	if (rows_decide((const double(*)[3])row, exact ? 0.0 : ROUNDED_DIFFERENCES_3 * magnitudes, &sign))
		return -sign;
	return -exact_sign_space(points, false);
}

int exact_orient3d(const double a[3], const double b[3], const double c[3], const double d[3])
{
	double ax = a[0] - d[0], ay = a[1] - d[1], az = a[2] - d[2];
	double bx = b[0] - d[0], by = b[1] - d[1], bz = b[2] - d[2];
	double cx = c[0] - d[0], cy = c[1] - d[1], cz = c[2] - d[2];
	double bxcy = bx * cy, bycx = by * cx, cxay = cx * ay, cyax = cy * ax, axby = ax * by, aybx = ay * bx;
	double volume = az * (bxcy - bycx) + bz * (cxay - cyax) + cz * (axby - aybx);
	double magnitudes = expansion_magnitude(az) * (expansion_magnitude(bxcy) + expansion_magnitude(bycx) + UNDERFLOW) +
						expansion_magnitude(bz) * (expansion_magnitude(cxay) + expansion_magnitude(cyax) + UNDERFLOW) +
						expansion_magnitude(cz) * (expansion_magnitude(axby) + expansion_magnitude(aybx) + UNDERFLOW) +
						UNDERFLOW;
	double bound = FILTER_3 * magnitudes;
	if (volume > bound)
		return -1;
	if (volume < -bound)
		return 1;
	return orient3d_unfiltered(a, b, c, d, magnitudes);
}

bool exact_collinear(const float a[3], const float b[3], const float c[3])
{
	double u[3], v[3];
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
	}
	// Products of two float differences neither overflow nor underflow.
	for (int i = 0; i < 3; ++i)
	{
		int j = i == 2 ? 0 : i + 1;
		double left = u[i] * v[j], right = u[j] * v[i];
		if (expansion_magnitude(left - right) > FILTER_2 * (expansion_magnitude(left) + expansion_magnitude(right)))
			return false;
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = i == 2 ? 0 : i + 1;
		const double p[2] = {(double)a[i], (double)a[j]};
		const double q[2] = {(double)b[i], (double)b[j]};
		const double r[2] = {(double)c[i], (double)c[j]};
		if (orient2d_unfiltered(p, q, r) != 0)
			return false;
	}
	return true;
}
