// SPDX-License-Identifier: MIT
#include "expansion.h"

#include <stdbool.h>

/// Two expansions to be merged; the terms of f are multiplied by `sign`, which is 1 or -1.
typedef struct merging
{
	const double *e, *f;
	int m, n;
	double sign;
	int i, j; ///< the next term of each
} merging;

/// Returns the smaller of the next two terms and moves past it.
static inline double take(merging *both)
{
	bool from_e = both->j == both->n ||
				  (both->i < both->m && expansion_magnitude(both->e[both->i]) < expansion_magnitude(both->f[both->j]));
	return from_e ? both->e[both->i++] : both->sign * both->f[both->j++];
}

/// The first term is the sum itself, so that at most m + n terms are written for any numbers.
static inline int merge(const double *e, int m, const double *f, int n, double sign, double *h)
{
	merging both = {e, f, m, n, sign, 0, 0};
	int count = 0;
	if (m + n == 0)
		return 0;
	double sum = take(&both);
	while (both.i < m || both.j < n)
	{
		double error;
		sum = two_sum(sum, take(&both), &error);
		if (error != 0.0)
			h[count++] = error;
	}
	if (sum != 0.0)
		h[count++] = sum;
	return count;
}

int expansion_sum(const double *e, int m, const double *f, int n, double *h)
{
	return merge(e, m, f, n, 1.0, h);
}

int expansion_difference(const double *e, int m, const double *f, int n, double *h)
{
	return merge(e, m, f, n, -1.0, h);
}

int expansion_scale(const double *e, int m, double b, double *h)
{
	double b_upper = upper_half(b);
	if (m == 0)
		return 0;
	// As above: one term of the first product, two of each other product, and the last sum make 2 m.
	double first, sum = two_product_split(e[0], upper_half(e[0]), b, b_upper, &first);
	int count = 0;
	if (first != 0.0)
		h[count++] = first;
	for (int i = 1; i < m; ++i)
	{
		double low, error;
		double high = two_product_split(e[i], upper_half(e[i]), b, b_upper, &low);
		sum = two_sum(sum, low, &error);
		if (error != 0.0)
			h[count++] = error;
		sum = fast_two_sum(high, sum, &error);
		if (error != 0.0)
			h[count++] = error;
	}
	if (sum != 0.0)
		h[count++] = sum;
	return count;
}

int expansion_product(const double *e, int m, const double *f, int n, double *h, double *scratch)
{
	// The partial sum alternates between the two arrays, so that the last sum lies in h.
	double *scaled = scratch + 2 * m * n;
	double *from = n % 2 ? scratch : h, *to = n % 2 ? h : scratch;
	int count = 0;
	for (int j = 0; j < n; ++j)
	{
		int terms = expansion_scale(e, m, f[j], scaled);
		count = expansion_sum(from, count, scaled, terms, to);
		double *other = from;
		from = to;
		to = other;
	}
	return count;
}

int expansion_cross(double a, double b, double c, double d, double *h)
{
	double left[2], right[2];
	int m = expansion_from_product(a, b, left);
	int n = expansion_from_product(c, d, right);
	return expansion_difference(left, m, right, n, h);
}
