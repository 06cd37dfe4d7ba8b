// SPDX-License-Identifier: MIT
#include "determinant.h"

/// An expansion with room for the longest result in its place.
typedef struct expansion4
{
	int count;
	double terms[4];
} expansion4;

bool exact_plane_fits(const double *const points[3])
{
	bool fits = true;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 2; ++k)
		{
			double size = expansion_magnitude(points[i][k]);
			fits = fits && size <= EXACT_MOST(2) && (size >= EXACT_LEAST(2) || size == 0.0);
		}
	return fits;
}

int exact_sign_of_products(const double *a, const double *b, int count)
{
	double pairs[4][2], sum = 0.0;
	bool rounded = false;
	for (int i = 0; i < count; ++i)
	{
		double error;
		pairs[i][1] = two_product(a[i], b[i], &pairs[i][0]);
		sum = two_sum(sum, pairs[i][1], &error);
		rounded |= (error != 0.0) | (pairs[i][0] != 0.0);
	}
	if (!rounded)
		return (sum > 0.0) - (sum < 0.0);
	double total[2][8], pair[2];
	int terms = 0;
	for (int i = 0; i < count; ++i)
	{
		int length = expansion_from_two(pairs[i][1], pairs[i][0], pair);
		terms = expansion_sum(total[i % 2], terms, pair, length, total[1 - i % 2]);
	}
	return expansion_sign(total[count % 2], terms);
}

/// x y' - x' y of two points.
static void minor2(const double *p, const double *q, expansion4 *minor)
{
	minor->count = expansion_cross(p[0], q[1], p[1], q[0], minor->terms);
}

int exact_sign_plane(const double *const points[3])
{
	expansion4 pq, qr, pr;
	double sum[8], terms[12];
	minor2(points[0], points[1], &pq);
	minor2(points[1], points[2], &qr);
	minor2(points[0], points[2], &pr);
	int count = expansion_sum(pq.terms, pq.count, qr.terms, qr.count, sum);
	return expansion_sign(terms, expansion_difference(sum, count, pr.terms, pr.count, terms));
}
