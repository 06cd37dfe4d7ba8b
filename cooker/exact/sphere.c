// SPDX-License-Identifier: MIT
#include "exact.h"

#include "determinant.h"

/// The filters' bounds, as shares of the sum of the magnitudes of a determinant's terms; u = 2^-53. A term of the
/// circle is rounded in four differences, in a square and the sum of two, in a product and the difference of two, in
/// the product of these two and in the first of two sums: ten times, (1 + u)^10 - 1 < 10 u + 46 u^2. Rounding the last
/// sum does not change its sign; the sum of magnitudes is rounded seven times and the bound once, which costs far less
/// than the remaining u. (Shewchuk's iccerrboundA is (10 + 96 u) u.)
#define FILTER_CIRCLE (11.0 * 0x1p-53)

/// The same for the sphere. Five differences, three roundings in the sum of squares, two in a minor of two rows, three
/// in a minor of three rows, the product and the first of two sums make fifteen. (Shewchuk's isperrboundA is (16 + 224
/// u) u.)
#define FILTER_SPHERE (17.0 * 0x1p-53)

/// x^2 + y^2, and z^2 in space.
static exact_filtered filter_lift(const double p[3], int dimension)
{
	double sum = p[0] * p[0] + p[1] * p[1];
	if (dimension == 3)
		sum += p[2] * p[2];
	return (exact_filtered){sum, sum + EXACT_UNDERFLOW};
}

/// x^2 + y^2: h[4]; x^2 + y^2 + z^2: h[6].
static int lift_of(const double p[3], int dimension, double *h)
{
	if (dimension == 2)
		return expansion_cross(p[0], p[0], -p[1], p[1], h);
	double plane[4], square[2];
	int count = expansion_cross(p[0], p[0], -p[1], p[1], plane);
	int squares = expansion_from_product(p[2], p[2], square);
	return expansion_sum(plane, count, square, squares, h);
}

/// Computes the sum of squares without rounding; false if double can't represent it. All coordinates have at most 26
/// bits.
static bool brief_lift(const double p[3], int dimension, double *lift)
{
	double plane_error, error = 0.0;
	*lift = two_sum(p[0] * p[0], p[1] * p[1], &plane_error);
	if (dimension == 3)
		*lift = two_sum(*lift, p[2] * p[2], &error);
	return plane_error == 0.0 && error == 0.0;
}

// --- Circle -----------------------------------------------------------------------------------------------------------

/// The determinant of three rows (x, y, x^2 + y^2): sum[96].
static int circle_determinant(const exact_rows *rows, double *sum)
{
	double terms[3][32], pair[64], scratch[32 + 8];
	int counts[3];
	for (int i = 0; i < 3; ++i)
	{
		const double *p = rows->at[(i + 1) % 3], *q = rows->at[(i + 2) % 3];
		double minor[4], lift[4];
		int count = expansion_cross(p[0], q[1], p[1], q[0], minor);
		int lifts = lift_of(rows->at[i], 2, lift);
		counts[i] = expansion_product(minor, count, lift, lifts, terms[i], scratch);
	}
	int pairs = expansion_sum(terms[0], counts[0], terms[1], counts[1], pair);
	return expansion_sum(pair, pairs, terms[2], counts[2], sum);
}

static bool circle_brief_sign(const exact_rows *rows, int *sign)
{
	double minors[3], lifts[3];
	if (!rows->brief)
		return false;
	for (int i = 0; i < 3; ++i)
	{
		const double *p = rows->at[(i + 1) % 3], *q = rows->at[(i + 2) % 3];
		if (!exact_brief_cross(p[0], q[1], p[1], q[0], &minors[i]) || !brief_lift(rows->at[i], 2, &lifts[i]))
			return false;
	}
	*sign = exact_sign_of_products(lifts, minors, 3);
	return true;
}

static int incircle_unfiltered(const double *const points[4])
{
	exact_rows rows = exact_rows_of(points, 3, 2, 4);
	double sum[96];
	int sign;
	if (circle_brief_sign(&rows, &sign))
		return sign;
	if (rows.exact)
		return expansion_sign(sum, circle_determinant(&rows, sum));
	return exact_sign_integers(points, 2, true);
}

int exact_incircle(const double a[2], const double b[2], const double c[2], const double d[2])
{
	const double p[3][2] = {{a[0] - d[0], a[1] - d[1]}, {b[0] - d[0], b[1] - d[1]}, {c[0] - d[0], c[1] - d[1]}};
	exact_filtered lifts[3];
	for (int i = 0; i < 3; ++i)
		lifts[i] = filter_lift(p[i], 2);
	exact_filtered power = exact_filter_triple(lifts[0], exact_filter_cross(p[1][0], p[2][1], p[1][1], p[2][0]),
		lifts[1], exact_filter_cross(p[2][0], p[0][1], p[2][1], p[0][0]), lifts[2],
		exact_filter_cross(p[0][0], p[1][1], p[0][1], p[1][0]));
	double bound = FILTER_CIRCLE * power.size;
	if (power.value > bound)
		return 1;
	if (power.value < -bound)
		return -1;
	const double *const points[4] = {a, b, c, d};
	return incircle_unfiltered(points);
}

// --- Sphere -----------------------------------------------------------------------------------------------------------

/// The number of the pair i < j < 4.
static int pair_number(int i, int j)
{
	return i * (5 - i) / 2 + j - 1;
}

/// Lists the three other rows in order.
static void rows_without(int i, int at[3])
{
	at[0] = i == 0;
	at[1] = i <= 1 ? 2 : 1;
	at[2] = i <= 2 ? 3 : 2;
}

/// The determinant of four rows (x, y, z, x^2 + y^2 + z^2): sum[1152].
static int sphere_determinant(const exact_rows *rows, double *sum)
{
	double pairs[6][4], terms[4][288];
	int pair_counts[6], counts[4];
	for (int i = 0; i < 4; ++i)
		for (int j = i + 1; j < 4; ++j)
		{
			const double *p = rows->at[i], *q = rows->at[j];
			int n = pair_number(i, j);
			pair_counts[n] = expansion_cross(p[0], q[1], p[1], q[0], pairs[n]);
		}
	for (int i = 0; i < 4; ++i)
	{
		double scaled[3][8], two[16], minor[24], lift[6], scratch[288 + 48];
		int at[3], lengths[3];
		rows_without(i, at);
		for (int k = 0; k < 3; ++k)
		{
			int n = pair_number(at[k == 0], at[k == 2 ? 1 : 2]);
			// The signs of the third column alternate, as do the signs of the fourth, which begins with a minus.
			double z = (i + k) % 2 ? rows->at[at[k]][2] : -rows->at[at[k]][2];
			lengths[k] = expansion_scale(pairs[n], pair_counts[n], z, scaled[k]);
		}
		int twos = expansion_sum(scaled[0], lengths[0], scaled[1], lengths[1], two);
		int count = expansion_sum(two, twos, scaled[2], lengths[2], minor);
		counts[i] = expansion_product(minor, count, lift, lift_of(rows->at[i], 3, lift), terms[i], scratch);
	}
	double left[576], right[576];
	int lefts = expansion_sum(terms[0], counts[0], terms[1], counts[1], left);
	int rights = expansion_sum(terms[2], counts[2], terms[3], counts[3], right);
	return expansion_sum(left, lefts, right, rights, sum);
}

/// Computes the z-weighted sum of three minors without rounding; false if double can't represent it.
static bool brief_triple(const double z[3], const double minors[3], double *triple)
{
	double sum = 0.0;
	bool rounded = false;
	for (int k = 0; k < 3; ++k)
	{
		double product_error, error;
		sum = two_sum(sum, two_product(z[k], minors[k], &product_error), &error);
		rounded |= (product_error != 0.0) | (error != 0.0);
	}
	*triple = sum;
	return !rounded;
}

static bool sphere_brief_sign(const exact_rows *rows, int *sign)
{
	double pairs[6], minors[4], lifts[4];
	if (!rows->brief)
		return false;
	for (int i = 0; i < 4; ++i)
	{
		const double *p = rows->at[i];
		if (upper_half(p[2]) != p[2] || !brief_lift(p, 3, &lifts[i]))
			return false;
		for (int j = i + 1; j < 4; ++j)
		{
			const double *q = rows->at[j];
			if (!exact_brief_cross(p[0], q[1], p[1], q[0], &pairs[pair_number(i, j)]))
				return false;
		}
	}
	for (int i = 0; i < 4; ++i)
	{
		int at[3];
		rows_without(i, at);
		const double z[3] = {rows->at[at[0]][2], -rows->at[at[1]][2], rows->at[at[2]][2]};
		const double three[3] = {
			pairs[pair_number(at[1], at[2])], pairs[pair_number(at[0], at[2])], pairs[pair_number(at[0], at[1])]};
		if (!brief_triple(z, three, &minors[i]))
			return false;
		if (i % 2 == 0)
			minors[i] = -minors[i];
	}
	*sign = exact_sign_of_products(lifts, minors, 4);
	return true;
}

/// Returns Shewchuk's sign, whose spheres have the opposite orientation.
static int insphere_unfiltered(const double *const points[5])
{
	exact_rows rows = exact_rows_of(points, 4, 3, 5);
	double sum[1152];
	int sign;
	if (sphere_brief_sign(&rows, &sign))
		return sign;
	if (rows.exact)
		return expansion_sign(sum, sphere_determinant(&rows, sum));
	return exact_sign_integers(points, 3, true);
}

/// The determinant of rows p, q, r from the minors of their pairs.
static exact_filtered filter_rows(
	const double p[3], exact_filtered qr, const double q[3], exact_filtered pr, const double r[3], exact_filtered pq)
{
	return exact_filter_triple(
		exact_filter_number(p[2]), qr, exact_filter_number(-q[2]), pr, exact_filter_number(r[2]), pq);
}

int exact_insphere(const double a[3], const double b[3], const double c[3], const double d[3], const double e[3])
{
	const double *const points[5] = {a, b, c, d, e};
	double p[4][3];
	exact_filtered lift[4];
	for (int i = 0; i < 4; ++i)
	{
		for (int k = 0; k < 3; ++k)
			p[i][k] = points[i][k] - e[k];
		lift[i] = filter_lift(p[i], 3);
	}
	exact_filtered ab = exact_filter_cross(p[0][0], p[1][1], p[0][1], p[1][0]);
	exact_filtered ac = exact_filter_cross(p[0][0], p[2][1], p[0][1], p[2][0]);
	exact_filtered ad = exact_filter_cross(p[0][0], p[3][1], p[0][1], p[3][0]);
	exact_filtered bc = exact_filter_cross(p[1][0], p[2][1], p[1][1], p[2][0]);
	exact_filtered bd = exact_filter_cross(p[1][0], p[3][1], p[1][1], p[3][0]);
	exact_filtered cd = exact_filter_cross(p[2][0], p[3][1], p[2][1], p[3][0]);
	exact_filtered bcd = filter_rows(p[1], cd, p[2], bd, p[3], bc);
	exact_filtered acd = filter_rows(p[0], cd, p[2], ad, p[3], ac);
	exact_filtered abd = filter_rows(p[0], bd, p[1], ad, p[3], ab);
	exact_filtered abc = filter_rows(p[0], bc, p[1], ac, p[2], ab);
	double power = (lift[3].value * abc.value - lift[2].value * abd.value) +
				   (lift[1].value * acd.value - lift[0].value * bcd.value);
	double size = (lift[3].size * abc.size + lift[2].size * abd.size) +
				  (lift[1].size * acd.size + lift[0].size * bcd.size) + EXACT_UNDERFLOW;
	double bound = FILTER_SPHERE * size;
	if (power > bound)
		return -1;
	if (power < -bound)
		return 1;
	return -insphere_unfiltered(points);
}
