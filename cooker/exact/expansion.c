// SPDX-License-Identifier: MIT
#include "exact/expansion.h"

/// Merges f with its signs times `sign`, which is 1 or -1.
static inline int merge(const double *e, int m, const double *f, int n, double sign, double *h)
{
	int i = 0, j = 0, count = 0;
	double sum = 0.0;
	while (i < m || j < n)
	{
		double error, next;
		if (j == n || (i < m && expansion_magnitude(e[i]) < expansion_magnitude(f[j])))
			next = e[i++];
		else
			next = sign * f[j++];
		sum = two_sum(sum, next, &error);
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
	double b_upper = upper_half(b), sum = 0.0;
	int count = 0;
	for (int i = 0; i < m; ++i)
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
	// The sum so far wanders between the two arrays, so that it ends in h.
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
