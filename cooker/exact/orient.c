// SPDX-License-Identifier: MIT
#include "exact.h"

#include "determinant.h"

/// The filter's bound for a determinant of two rows, as a share of the sum of its terms' magnitudes. With u = 2^-53, a
/// term is rounded in two differences and a product, so that its error is (1 + u)^3 - 1 < 3 u + 4 u^2 of itself;
/// rounding the last difference does not change its sign. The sum of magnitudes is rounded once and the bound twice,
/// which costs less than the remaining u (Shewchuk's ccwerrboundA is (3 + 16 u) u).
#define FILTER_2 0x1p-51

/// The same for three rows. Three differences, a product, the difference of two products, the product with the third
/// column and the first of two sums make seven roundings; the sum of magnitudes is rounded four times. (Shewchuk's
/// o3derrboundA is (7 + 56 u) u.)
#define FILTER_3 0x1p-50

static int sign_of(double value)
{
	return (value > 0.0) - (value < 0.0);
}

/// Returns the sign after the filter has failed.
static int orient2d_unfiltered(const double a[2], const double b[2], const double c[2])
{
	const double *const points[3] = {a, b, c};
	exact_rows rows = exact_rows_of(points, 2, 2, 2);
	if (rows.exact)
	{
		double left_error, right_error;
		double left = two_product(rows.at[0][0], rows.at[1][1], &left_error);
		double right = two_product(rows.at[0][1], rows.at[1][0], &right_error);
		// Rounding keeps the order of the products; where the rounded products are equal, the errors decide.
		return left != right ? sign_of(left - right) : sign_of(left_error - right_error);
	}
	return exact_plane_fits(points) ? exact_sign_plane(points) : exact_sign_integers(points, 2, false);
}

int exact_orient2d(const double a[2], const double b[2], const double c[2])
{
	double x1 = a[0] - c[0], y1 = a[1] - c[1], x2 = b[0] - c[0], y2 = b[1] - c[1];
	double left = x1 * y2, right = y1 * x2;
	double area = left - right;
	double bound = FILTER_2 * (expansion_magnitude(left) + expansion_magnitude(right) + EXACT_UNDERFLOW);
	if (area > bound)
		return 1;
	if (area < -bound)
		return -1;
	// A difference is zero only between equal numbers.
	if ((x1 == 0.0 || y2 == 0.0) && (y1 == 0.0 || x2 == 0.0))
		return 0;
	return orient2d_unfiltered(a, b, c);
}

/// The determinant of three rows: sum[24].
static int determinant3(const exact_rows *rows, double *sum)
{
	double terms[3][8], pair[16];
	int counts[3];
	for (int i = 0; i < 3; ++i)
	{
		const double *p = rows->at[(i + 1) % 3], *q = rows->at[(i + 2) % 3];
		double minor[4];
		int count = expansion_cross(p[0], q[1], p[1], q[0], minor);
		counts[i] = expansion_scale(minor, count, rows->at[i][2], terms[i]);
	}
	int pairs = expansion_sum(terms[0], counts[0], terms[1], counts[1], pair);
	return expansion_sum(pair, pairs, terms[2], counts[2], sum);
}

/// Finds the sign where double represents the minors of x and y exactly, as on lattices and between most floats; false
/// elsewhere.
static bool brief_sign(const exact_rows *rows, int *sign)
{
	const double *a = rows->at[0], *b = rows->at[1], *c = rows->at[2];
	double minors[3];
	if (!rows->brief || !exact_brief_cross(b[0], c[1], b[1], c[0], &minors[0]) ||
		!exact_brief_cross(c[0], a[1], c[1], a[0], &minors[1]) ||
		!exact_brief_cross(a[0], b[1], a[1], b[0], &minors[2]))
		return false;
	const double column[3] = {a[2], b[2], c[2]};
	*sign = exact_sign_of_products(column, minors, 3);
	return true;
}

/// Returns Shewchuk's sign, which is positive where abc is seen clockwise from d, after the filter has failed.
static int orient3d_unfiltered(const double *const points[4])
{
	exact_rows rows = exact_rows_of(points, 3, 3, 3);
	double sum[24];
	int sign;
	if (brief_sign(&rows, &sign))
		return sign;
	if (rows.exact)
		return expansion_sign(sum, determinant3(&rows, sum));
	return exact_sign_integers(points, 3, false);
}

int exact_orient3d(const double a[3], const double b[3], const double c[3], const double d[3])
{
	double ax = a[0] - d[0], ay = a[1] - d[1], az = a[2] - d[2];
	double bx = b[0] - d[0], by = b[1] - d[1], bz = b[2] - d[2];
	double cx = c[0] - d[0], cy = c[1] - d[1], cz = c[2] - d[2];
	exact_filtered volume =
		exact_filter_triple(exact_filter_number(az), exact_filter_cross(bx, cy, by, cx), exact_filter_number(bz),
			exact_filter_cross(cx, ay, cy, ax), exact_filter_number(cz), exact_filter_cross(ax, by, ay, bx));
	double bound = FILTER_3 * volume.size;
	// One branch for both signs, of which neither is the usual one.
	if (expansion_magnitude(volume.value) > bound)
		return -sign_of(volume.value);
	// A difference is zero only between equal numbers: most zeros come from faces perpendicular to an axis.
	if ((az == 0.0 && bz == 0.0 && cz == 0.0) || (ay == 0.0 && by == 0.0 && cy == 0.0) ||
		(ax == 0.0 && bx == 0.0 && cx == 0.0))
		return 0;
	const double *const points[4] = {a, b, c, d};
	return -orient3d_unfiltered(points);
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
