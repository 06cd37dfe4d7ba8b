// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "exact/expansion.h"
#include "surface.h"

/// The filter's bound, as a share of the sum of the magnitudes of the determinant's terms. A lift is rounded in two
/// differences, two products and two sums, at most seven times in one term; a minor four times, the product and two
/// sums three more: (1 + u)^14 - 1 < 15 u, with u = 2^-53. The sum of magnitudes and the bound itself are rounded, too.
#define FILTER (20.0 * 0x1p-53)

/// How lengths are measured: the squared length of (u, v) in the plane is form[0] u^2 + form[1] u v + form[2] v^2.
static void form_of(const merge_region *region, double form[3])
{
	const double *slope = region->slope;
	form[0] = 1.0 + slope[0] * slope[0];
	form[1] = 2.0 * slope[0] * slope[1];
	form[2] = 1.0 + slope[1] * slope[1];
}

int merge_orient(const merge_surface *surface, const merge_region *region, uint32_t a, uint32_t b, uint32_t c)
{
	const float *p = surface->vertices[a], *q = surface->vertices[b], *r = surface->vertices[c];
	uint8_t u = region->axes[0], v = region->axes[1];
	const double at[3][2] = {{(double)p[u], (double)p[v]}, {(double)q[u], (double)q[v]}, {(double)r[u], (double)r[v]}};
	return exact_orient2d(at[0], at[1], at[2]);
}

/// The squared length of a vertex's position, without rounding: h[6].
static int lift_of(const merge_surface *surface, const merge_region *region, uint32_t vertex, double *h)
{
	const float *p = surface->vertices[vertex];
	double square[3][2], sum[4];
	int counts[3];
	if (surface->tolerance > 0)
	{
		double u = (double)p[region->axes[0]], v = (double)p[region->axes[1]], form[3];
		form_of(region, form);
		// Products of two floats are exact.
		counts[0] = expansion_from_product(form[0], u * u, square[0]);
		counts[1] = expansion_from_product(form[1], u * v, square[1]);
		counts[2] = expansion_from_product(form[2], v * v, square[2]);
	}
	else
		for (int k = 0; k < 3; ++k)
			counts[k] = expansion_from_product((double)p[k], (double)p[k], square[k]);
	int sums = expansion_sum(square[0], counts[0], square[1], counts[1], sum);
	return expansion_sum(sum, sums, square[2], counts[2], h);
}

/// The determinant whose rows are (u, v, 1) of three vertices: h[12].
static int minor_of(
	const merge_surface *surface, const merge_region *region, uint32_t a, uint32_t b, uint32_t c, double *h)
{
	const uint32_t at[3] = {a, b, c};
	double cross[3][4], sum[8];
	int counts[3];
	for (int i = 0; i < 3; ++i)
	{
		const float *p = surface->vertices[at[i]], *q = surface->vertices[at[i == 2 ? 0 : i + 1]];
		uint8_t u = region->axes[0], v = region->axes[1];
		counts[i] = expansion_cross((double)p[u], (double)q[v], (double)p[v], (double)q[u], cross[i]);
	}
	int sums = expansion_sum(cross[0], counts[0], cross[1], counts[1], sum);
	return expansion_sum(sum, sums, cross[2], counts[2], h);
}

/// The sign of the determinant whose rows are (u, v, lift, 1) of four vertices, after the filter has failed.
static int in_circle_exact(const merge_surface *surface, const merge_region *region, const uint32_t at[4])
{
	double terms[4][144], pairs[2][288], whole[576];
	int counts[4], sums[2];
	for (int i = 0; i < 4; ++i)
	{
		double lift[6], minor[12], scratch[144 + 24];
		const uint32_t rest[3] = {at[i == 0], at[i <= 1 ? 2 : 1], at[i <= 2 ? 3 : 2]};
		int lifts = lift_of(surface, region, at[i], lift);
		int minors = minor_of(surface, region, rest[0], rest[1], rest[2], minor);
		counts[i] = expansion_product(minor, minors, lift, lifts, terms[i], scratch);
		if (i % 2)
			expansion_negate(terms[i], counts[i]);
	}
	for (int i = 0; i < 2; ++i)
		sums[i] = expansion_sum(terms[2 * i], counts[2 * i], terms[2 * i + 1], counts[2 * i + 1], pairs[i]);
	return expansion_sign(whole, expansion_sum(pairs[0], sums[0], pairs[1], sums[1], whole));
}

/// A squared length, and the sum of the magnitudes of its terms.
static double filter_lift(const merge_surface *surface, const merge_region *region, const double d[3], double *size)
{
	double lift = d[0] * d[0] + d[1] * d[1];
	if (surface->tolerance > 0)
	{
		double form[3];
		form_of(region, form);
		double mixed = form[1] * (d[0] * d[1]);
		lift = form[0] * (d[0] * d[0]) + form[2] * (d[1] * d[1]);
		*size = lift + expansion_magnitude(mixed);
		return lift + mixed;
	}
	lift += d[2] * d[2];
	*size = lift;
	return lift;
}

int merge_in_circle(
	const merge_surface *surface, const merge_region *region, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	const uint32_t at[4] = {a, b, c, d};
	const float *last = surface->vertices[d];
	double p[3][3], lift[3], sizes[3], sum = 0.0, size = 0.0;
	for (int i = 0; i < 3; ++i)
	{
		const float *q = surface->vertices[at[i]];
		for (int k = 0; k < 3; ++k)
			p[i][k] = (double)q[region->axes[k]] - (double)last[region->axes[k]];
		lift[i] = filter_lift(surface, region, p[i], &sizes[i]);
	}
	for (int i = 0; i < 3; ++i)
	{
		const double *q = p[i == 2 ? 0 : i + 1], *r = p[i == 0 ? 2 : i - 1];
		double left = q[0] * r[1], right = q[1] * r[0];
		sum += lift[i] * (left - right);
		size += sizes[i] * (expansion_magnitude(left) + expansion_magnitude(right));
	}
	if (sum > FILTER * size)
		return 1;
	if (sum < -FILTER * size)
		return -1;
	return in_circle_exact(surface, region, at);
}
