// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DETERMINANT_H
#define KILN_COOKER_DETERMINANT_H

#include <stdbool.h>

#include "expansion.h"

/// What the exact signs share once their filters have failed.

/// Differences of up to four points from a last one. They are exact between neighbouring numbers and on lattices, which
/// saves most of the work.
typedef struct exact_rows
{
	double at[4][3];
	bool exact; ///< not rounded, finite, and neither so large nor so small that expansions aren't exact
	bool brief; ///< and x and y have at most 26 bits, so that products of two of them are not rounded either
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
			// NaN and infinity leave NaN as tail.
			rows.exact &=
				(tail == 0.0) & (size <= EXACT_MOST(degree)) & ((size >= EXACT_LEAST(degree)) | (difference == 0.0));
			if (k < 2)
				rows.brief &= upper_half(difference) == difference;
		}
	rows.brief &= rows.exact;
	return rows;
}

/// A value of a filter, and the sum of the magnitudes of its terms.
typedef struct exact_filtered
{
	double value;
	double size;
} exact_filtered;

/// Added to sizes of products, which may have lost 2^-1075 each by underflow: the share of it that a filter's bound
/// takes, 2^-51 or more, covers that and all that comes of it in products with other factors. That share is no denormal,
/// which would be slow; products of up to five differences of floats are far greater.
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

/// a b - c d without rounding: false if double doesn't hold it. The operands have at most 26 bits.
static inline bool exact_brief_cross(double a, double b, double c, double d, double *cross)
{
	double error;
	*cross = two_diff(a * b, c * d, &error);
	return error == 0.0;
}

/// Sign of a[0] b[0] + a[1] b[1] + ... of `count` <= 4 products.
int exact_sign_of_products(const double *a, const double *b, int count);

/// Whether expansions hold the determinant of exact_sign_plane; false for NaN and infinity.
bool exact_plane_fits(const double *const points[3]);

/// Sign of the determinant whose rows are (x, y, 1) of three points, by expansions. Only here do they pay: integers take
/// about the same time for four points in space, half of it and less where exponents differ, for four points of a circle
/// two thirds or less, and for five of a sphere half or less.
int exact_sign_plane(const double *const points[3]);

/// Sign of the determinant of the points' rows (coordinates, 1), or (coordinates, sum of their squares, 1) if lifted, of
/// `dimension` coordinates, by integers: of dimension + lifted + 1 points with any coordinates. 0 when one is NaN or
/// infinite.
int exact_sign_integers(const double *const *points, int dimension, bool lifted);

#endif
