// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DETERMINANT_H
#define KILN_COOKER_DETERMINANT_H

#include <stdbool.h>

/// What the exact signs share once their filters have failed.

/// Where the arithmetic of a determinant is exact.
typedef enum exact_range
{
	EXACT_EXPANSIONS, ///< in expansions
	EXACT_INTEGERS,	  ///< in integers only: a product could overflow, or lose bits by underflow
	EXACT_NOWHERE,	  ///< a coordinate is NaN or infinite
} exact_range;

/// Judges the coordinates of points in a plane or in space for polynomials of the given degree, 2 to 5.
exact_range exact_range_of(const double *const *points, int count, int dimension, int degree);

/// Sign of the determinant whose rows are (x, y, 1) of three points, by expansions.
int exact_sign_plane(const double *const points[3]);
/// Sign of the determinant whose rows are (x, y, z, 1) of four points, or (x, y, x^2 + y^2, 1) if lifted, by expansions.
int exact_sign_space(const double *const points[4], bool lifted);
/// Sign of the determinant whose rows are (x, y, z, x^2 + y^2 + z^2, 1) of five points, by expansions.
int exact_sign_lifted_space(const double *const points[5]);

/// Sign of the same determinants by integers, from any finite coordinates: of `dimension` coordinates and the sum of
/// their squares if lifted; of dimension + lifted + 1 points.
int exact_sign_integers(const double *const *points, int dimension, bool lifted);

#endif
