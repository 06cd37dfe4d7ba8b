// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DETERMINANT_H
#define KILN_COOKER_DETERMINANT_H

#include <stdbool.h>

#include "expansion.h"

/// Functions that the exact signs share after their filters have failed.

/// Differences of up to four points from a last point. The differences are exact between neighbouring numbers and on
/// lattices, which saves most of the work.
typedef struct exact_rows
{
	double at[4][3];
	bool exact; ///< all differences are exact and finite, and within the range in which expansions are exact
	bool brief; ///< and x and y have at most 26 bits, so that products of two of them are exact, too
} exact_rows;

/// Magnitudes, other than 0, between which expansions of polynomials of degree 2 to 5 are exact (expansion.h).
#define EXACT_LEAST(degree) ((degree) == 2 ? 0x1p-485 : (degree) == 3 ? 0x1p-306 : (degree) == 4 ? 0x1p-216 : 0x1p-162)
#define EXACT_MOST(degree) ((degree) == 2 ? 0x1p480 : (degree) == 3 ? 0x1p320 : (degree) == 4 ? 0x1p240 : 0x1p192)

/// Inline, so that the loops have constant lengths.
static inline exact_rows exact_rows_of(const double *const *points, int count, int dimension, int degree)
{
	exact_rows rows = {.exact = true, .brief = true};
	for (int i = 0; i < count; ++i)
		for (int k = 0; k < dimension; ++k)
		{
			double tail, difference = two_diff(points[i][k], points[count][k], &tail);
			double size = expansion_magnitude(difference);
			rows.at[i][k] = difference;
			// NaN and infinity make the tail NaN.
			rows.exact &=
				(tail == 0.0) & (size <= EXACT_MOST(degree)) & ((size >= EXACT_LEAST(degree)) | (difference == 0.0));
			if (k < 2)
				rows.brief &= upper_half(difference) == difference;
		}
	rows.brief &= rows.exact;
	return rows;
}

/// A value that a filter computed, and the sum of the magnitudes of its terms.
typedef struct exact_filtered
{
	double value;
	double size;
} exact_filtered;

/// Added to sums of products' magnitudes, because each product may have lost 2^-1075 by underflow. A filter's bound is
/// at least 2^-51 of this number, which covers that loss and its growth in products with other factors. The number is
/// large enough that its share is no denormal, which would be slow, and far smaller than products of up to five
/// differences of floats.
#define EXACT_UNDERFLOW 0x1p-960

/// a b - c d
static inline exact_filtered exact_filter_cross(double a, double b, double c, double d)
{
	double left = a * b, right = c * d;
	return (exact_filtered){left - right, expansion_magnitude(left) + expansion_magnitude(right) + EXACT_UNDERFLOW};
}

static inline exact_filtered exact_filter_number(double a)
{
	return (exact_filtered){a, expansion_magnitude(a)};
}

/// (a p + b q) + c r
static inline exact_filtered exact_filter_triple(
	exact_filtered a, exact_filtered p, exact_filtered b, exact_filtered q, exact_filtered c, exact_filtered r)
{
	return (exact_filtered){
		(a.value * p.value + b.value * q.value) + c.value * r.value,
		(a.size * p.size + b.size * q.size) + c.size * r.size + EXACT_UNDERFLOW,
	};
}

/// Computes a b - c d without rounding; false if double can't represent the result. The operands have at most 26 bits.
static inline bool exact_brief_cross(double a, double b, double c, double d, double *cross)
{
	double error;
	*cross = two_diff(a * b, c * d, &error);
	return error == 0.0;
}

/// Returns the sign of a[0] b[0] + a[1] b[1] + ... of `count` <= 4 products.
int exact_sign_of_products(const double *a, const double *b, int count);

/// Whether expansions can represent the determinant of exact_sign_plane; false for NaN and infinity.
bool exact_plane_fits(const double *const points[3]);

/// Returns the sign of the determinant whose rows are (x, y, 1) of three points, by expansions. Expansions are worth
/// their code here only. Integers take about the same time for four points in space, half of it and less where
/// exponents differ, two thirds or less for four points of a circle, and half or less for five of a sphere.
int exact_sign_plane(const double *const points[3]);

/// Returns the sign of a determinant by integers. Its rows are the points' `dimension` coordinates and 1, or, if
/// lifted, the coordinates, the sum of their squares and 1; there are dimension + lifted + 1 points with any
/// coordinates. 0 when a coordinate is NaN or infinite.
int exact_sign_integers(const double *const *points, int dimension, bool lifted);

#endif
