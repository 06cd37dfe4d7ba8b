// SPDX-License-Identifier: MIT
#include "exact/determinant.h"

/// An expansion with room for all that its place can need.
typedef struct expansion4
{
	int count;
	double terms[4];
} expansion4;

exact_range exact_range_of(const double *const *points, int count, int dimension, int degree)
{
	double least = EXACT_LEAST(degree), most = EXACT_MOST(degree);
	bool finite = true, moderate = true;
	for (int i = 0; i < count; ++i)
		for (int k = 0; k < dimension; ++k)
		{
			double size = expansion_magnitude(points[i][k]);
			finite = finite && size <= DBL_MAX;
			moderate = moderate && size <= most && (size >= least || size == 0.0);
		}
	if (!finite)
		return EXACT_NOWHERE;
	return moderate ? EXACT_EXPANSIONS : EXACT_INTEGERS;
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

/// The determinant of rows (x, y, 1) from the three minors of its pairs: terms[12].
static int minor3(const expansion4 *pq, const expansion4 *qr, const expansion4 *pr, double *terms)
{
	double sum[8];
	int count = expansion_sum(pq->terms, pq->count, qr->terms, qr->count, sum);
	return expansion_difference(sum, count, pr->terms, pr->count, terms);
}

int exact_sign_plane(const double *const points[3])
{
	expansion4 minors[3];
	double terms[12];
	minor2(points[0], points[1], &minors[0]);
	minor2(points[1], points[2], &minors[1]);
	minor2(points[0], points[2], &minors[2]);
	return expansion_sign(terms, minor3(&minors[0], &minors[1], &minors[2], terms));
}

/// Sum of alternating signs, + first, of four expansions of up to `size` <= 96 terms: sum[4 * size].
static int alternating4(const double *terms, int size, const int counts[4], double *sum)
{
	double pair[2][192];
	int pairs[2];
	for (int i = 0; i < 2; ++i)
		pairs[i] = expansion_difference(
			terms + 2 * i * size, counts[2 * i], terms + (2 * i + 1) * size, counts[2 * i + 1], pair[i]);
	return expansion_sum(pair[0], pairs[0], pair[1], pairs[1], sum);
}

/// The number of the pair i < j < 5.
static int pair_number(int i, int j)
{
	return i * (7 - i) / 2 + j - 1;
}

/// The minors of rows (x, y, 1) without each of four points, in order: terms[4][12]. `at` are the points' numbers in
/// the table of pairs.
static void minors_without(const expansion4 *pairs, const int at[4], double terms[4][12], int counts[4])
{
	for (int i = 0; i < 4; ++i)
	{
		int p = at[i == 0 ? 1 : 0], q = at[i <= 1 ? 2 : 1], r = at[i == 3 ? 2 : 3];
		counts[i] = minor3(&pairs[pair_number(p, q)], &pairs[pair_number(q, r)], &pairs[pair_number(p, r)], terms[i]);
	}
}

/// The determinant of rows (x, y, z, 1) of four points: sum[96].
static int determinant_space(const double *const *points, const expansion4 *pairs, const int at[4], double *sum)
{
	double minors[4][12], terms[4][24];
	int counts[4];
	minors_without(pairs, at, minors, counts);
	for (int i = 0; i < 4; ++i)
		counts[i] = expansion_scale(minors[i], counts[i], points[at[i]][2], terms[i]);
	return alternating4(terms[0], 24, counts, sum);
}

/// The determinant of rows (x, y, x^2 + y^2, 1) of four points: sum[384].
static int determinant_lifted(const double *const *points, const expansion4 *pairs, const int at[4], double *sum)
{
	double minors[4][12], terms[4][96], scratch[96 + 24];
	int counts[4];
	minors_without(pairs, at, minors, counts);
	for (int i = 0; i < 4; ++i)
	{
		double lift[4];
		const double *p = points[at[i]];
		int count = expansion_cross(p[0], p[0], -p[1], p[1], lift);
		counts[i] = expansion_product(minors[i], counts[i], lift, count, terms[i], scratch);
	}
	return alternating4(terms[0], 96, counts, sum);
}

static void all_pairs(const double *const *points, int count, expansion4 *pairs)
{
	for (int i = 0; i < count; ++i)
		for (int j = i + 1; j < count; ++j)
			minor2(points[i], points[j], &pairs[pair_number(i, j)]);
}

int exact_sign_space(const double *const points[4], bool lifted)
{
	const int at[4] = {0, 1, 2, 3};
	expansion4 pairs[10];
	double sum[384];
	all_pairs(points, 4, pairs);
	int count = lifted ? determinant_lifted(points, pairs, at, sum) : determinant_space(points, pairs, at, sum);
	return expansion_sign(sum, count);
}

/// x^2 + y^2 + z^2: lift[6].
static int lift_of(const double p[3], double *lift)
{
	double plane[4], square[2];
	int count = expansion_cross(p[0], p[0], -p[1], p[1], plane);
	int squares = expansion_from_product(p[2], p[2], square);
	return expansion_sum(plane, count, square, squares, lift);
}

int exact_sign_lifted_space(const double *const points[5])
{
	expansion4 pairs[10];
	// The sum so far wanders between the two halves.
	double sums[2][5760], term[1152], scratch[1152 + 192];
	int total = 0;
	all_pairs(points, 5, pairs);
	for (int i = 0; i < 5; ++i)
	{
		const int at[4] = {i == 0, i <= 1 ? 2 : 1, i <= 2 ? 3 : 2, i <= 3 ? 4 : 3};
		double minor[96], lift[6];
		int count = determinant_space(points, pairs, at, minor);
		// The fourth column of the first row has a minus.
		if (i % 2 == 0)
			expansion_negate(minor, count);
		int terms = expansion_product(minor, count, lift, lift_of(points[i], lift), term, scratch);
		total = expansion_sum(sums[i % 2], total, term, terms, sums[1 - i % 2]);
	}
	return expansion_sign(sums[1], total);
}
