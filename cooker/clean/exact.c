// SPDX-License-Identifier: MIT
#include "exact.h"

#include <assert.h>
#include <float.h>

// Error-free sums need every operation rounded to double at once.
static_assert(FLT_EVAL_METHOD == 0, "exact predicates need arithmetic in the type's own precision");

/// Above twice Shewchuk's ccwerrboundA, (3 + 16 eps) eps with eps = 2^-53.
#define FILTER_BOUND 7e-16

static double magnitude(double value)
{
	return value < 0.0 ? -value : value;
}

/// a + b = *sum + *error exactly (Knuth; Shewchuk theorem 7).
static void two_sum(double a, double b, double *sum, double *error)
{
	double s = a + b;
	double b_virtual = s - a;
	double a_virtual = s - b_virtual;
	*sum = s;
	*error = (a - a_virtual) + (b - b_virtual);
}

/// Splits into two halves of at most 26 bits (Dekker; Shewchuk theorem 17).
static void split(double a, double *high, double *low)
{
	double c = 134217729.0 * a; // 2^27 + 1
	*high = c - (c - a);
	*low = a - *high;
}

/// a * b = *product + *error exactly (Dekker, Veltkamp; Shewchuk theorem 18).
static void two_product(double a, double b, double *product, double *error)
{
	double a_high, a_low, b_high, b_low;
	split(a, &a_high, &a_low);
	split(b, &b_high, &b_low);
	double p = a * b;
	*product = p;
	*error = a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

/// Sign of the sum of `count` <= 12 terms (Shewchuk, GROW-EXPANSION: the last nonzero component carries the sign).
static int sum_sign(const double *terms, int count)
{
	double expansion[12];
	for (int used = 0; used < count; ++used)
	{
		double carry = terms[used];
		for (int i = 0; i < used; ++i)
			two_sum(carry, expansion[i], &carry, &expansion[i]);
		expansion[used] = carry;
	}
	for (int i = count - 1; i >= 0; --i)
		if (expansion[i] != 0.0)
			return expansion[i] > 0.0 ? 1 : -1;
	return 0;
}

static int orient2d_exact(const double a[2], const double b[2], const double c[2])
{
	double terms[12];
	two_product(a[0], b[1], &terms[0], &terms[1]);
	two_product(-a[1], b[0], &terms[2], &terms[3]);
	two_product(b[0], c[1], &terms[4], &terms[5]);
	two_product(-b[1], c[0], &terms[6], &terms[7]);
	two_product(c[0], a[1], &terms[8], &terms[9]);
	two_product(-c[1], a[0], &terms[10], &terms[11]);
	return sum_sign(terms, 12);
}

/// a - b, and whether that is exact.
static double difference(double a, double b, bool *exact)
{
	double d, error;
	two_sum(a, -b, &d, &error);
	*exact = *exact && error == 0.0;
	return d;
}

/// The sign once the filter has failed. Differences of neighbouring or whole numbers are mostly exact, which saves two
/// thirds of the work.
static int orient2d_unfiltered(const double a[2], const double b[2], const double c[2])
{
	bool exact = true;
	double x1 = difference(a[0], c[0], &exact), y1 = difference(a[1], c[1], &exact);
	double x2 = difference(b[0], c[0], &exact), y2 = difference(b[1], c[1], &exact);
	if (!exact)
		return orient2d_exact(a, b, c);
	double terms[4];
	two_product(x1, y2, &terms[0], &terms[1]);
	two_product(-y1, x2, &terms[2], &terms[3]);
	return sum_sign(terms, 4);
}

int clean_orient2d(const double a[2], const double b[2], const double c[2])
{
	double left = (a[0] - c[0]) * (b[1] - c[1]);
	double right = (a[1] - c[1]) * (b[0] - c[0]);
	double area = left - right;
	double bound = FILTER_BOUND * (magnitude(left) + magnitude(right));
	if (area > bound)
		return 1;
	if (area < -bound)
		return -1;
	// Without underflow a product is zero only if a difference is, and a difference only if its terms are equal.
	if (left == 0.0 && right == 0.0)
		return 0;
	return orient2d_unfiltered(a, b, c);
}

bool clean_collinear(const float a[3], const float b[3], const float c[3])
{
	double u[3], v[3];
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = i == 2 ? 0 : i + 1;
		double left = u[i] * v[j];
		double right = u[j] * v[i];
		if (magnitude(left - right) > FILTER_BOUND * (magnitude(left) + magnitude(right)))
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
