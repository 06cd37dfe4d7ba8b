// SPDX-License-Identifier: MIT
#include "determinant.h"

#include <limits.h>

#include "integer.h"

/// A square matrix of up to four differences a row. In lifted rows, the last column (the fourth, or the third in the
/// plane) is the sum of the squares of the others.
typedef struct integer_rows
{
	integer at[4][4];
} integer_rows;

/// Computes the differences of the points from the last point, in units of the lowest bit of all coordinates.
static void make_rows(const double *const *points, int count, int dimension, integer_rows *rows)
{
	int unit = INT_MAX;
	for (int i = 0; i <= count; ++i)
		for (int k = 0; k < dimension; ++k)
		{
			int lowest = integer_unit(points[i][k]);
			unit = lowest < unit ? lowest : unit;
		}
	for (int k = 0; k < dimension; ++k)
	{
		integer origin;
		integer_from_double(points[count][k], unit, &origin);
		for (int i = 0; i < count; ++i)
		{
			integer_from_double(points[i][k], unit, &rows->at[i][k]);
			integer_subtract(&rows->at[i][k], &origin, &rows->at[i][k]);
		}
	}
}

static void make_lifts(integer_rows *rows, int count, int dimension)
{
	for (int i = 0; i < count; ++i)
	{
		integer *lift = &rows->at[i][dimension];
		integer_multiply(&rows->at[i][0], &rows->at[i][0], lift);
		for (int k = 1; k < dimension; ++k)
		{
			integer square;
			integer_multiply(&rows->at[i][k], &rows->at[i][k], &square);
			integer_add(lift, &square, lift);
		}
	}
}

/// Expands by columns (Laplace): computes each minor of the first columns and as many rows from the minors with one
/// column less. Sets of rows are bits; each set comes after its subsets.
static int determinant_sign(const integer_rows *rows, int count)
{
	integer sums[16];
	const integer *minors[16];
	for (int set = 1; set < 1 << count; ++set)
	{
		int size = 0, place = 0;
		for (int i = 0; i < count; ++i)
			size += set >> i & 1;
		sums[set].sign = sums[set].count = 0;
		minors[set] = &sums[set];
		for (int i = 0; i < count; ++i)
		{
			if (!(set >> i & 1))
				continue;
			++place;
			const integer *entry = &rows->at[i][size - 1];
			if (size == 1)
			{
				minors[set] = entry;
				break;
			}
			integer term;
			integer_multiply(minors[set & ~(1 << i)], entry, &term);
			// Along the last column the signs alternate, and the last row has a plus.
			if ((place + size) % 2 == 0)
				integer_add(&sums[set], &term, &sums[set]);
			else
				integer_subtract(&sums[set], &term, &sums[set]);
		}
	}
	return minors[(1 << count) - 1]->sign;
}

static bool all_finite(const double *const *points, int count, int dimension)
{
	for (int i = 0; i < count; ++i)
		for (int k = 0; k < dimension; ++k)
			if (!(expansion_magnitude(points[i][k]) <= DBL_MAX))
				return false;
	return true;
}

int exact_sign_integers(const double *const *points, int dimension, bool lifted)
{
	integer_rows rows;
	int count = dimension + lifted;
	if (!all_finite(points, count + 1, dimension))
		return 0;
	make_rows(points, count, dimension, &rows);
	if (lifted)
		make_lifts(&rows, count, dimension);
	return determinant_sign(&rows, count);
}
