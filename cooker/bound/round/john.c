// SPDX-License-Identifier: MIT
#include "john.h"

#include "bound/proof/slabs.h"
#include "bound/search/search.h"
#include "memory.h"

#include <math.h>
#include <string.h>

#define LIFTED 4

/// Points with one more coordinate, which is 1 and moves the ellipsoid's centre to the origin, and their weights. The
/// best weights maximise the determinant of the matrix of moments.
typedef struct john
{
	double (*points)[LIFTED];
	double *weights;
	uint32_t count;
	int dimension; ///< of the lifted points
	double factor[LIFTED][LIFTED];
} john;

/// Computes the lower triangle with factor factor^T = sum of weights q q^T (Cholesky). False when the sum is singular.
static bool factorise(john *j)
{
	double m[LIFTED][LIFTED] = {0};
	int n = j->dimension;
	for (uint32_t i = 0; i < j->count; ++i)
		for (int a = 0; a < n && j->weights[i] > 0; ++a)
			for (int b = 0; b <= a; ++b)
				m[a][b] += j->weights[i] * j->points[i][a] * j->points[i][b];
	for (int a = 0; a < n; ++a)
		for (int b = 0; b <= a; ++b)
		{
			double rest = m[a][b];
			for (int k = 0; k < b; ++k)
				rest -= j->factor[a][k] * j->factor[b][k];
			if (a == b && !(rest > 1e-14 * m[a][a]))
				return false;
			j->factor[a][b] = a == b ? sqrt(rest) : rest / j->factor[b][b];
		}
	return true;
}

/// Returns q^T (moments)^-1 q, which measures how far outside the point is; at the optimum it is at most the dimension.
static double outness(const john *j, uint32_t i)
{
	double y[LIFTED], sum = 0;
	for (int a = 0; a < j->dimension; ++a)
	{
		y[a] = j->points[i][a];
		for (int k = 0; k < a; ++k)
			y[a] -= j->factor[a][k] * y[k];
		y[a] /= j->factor[a][a];
		sum += y[a] * y[a];
	}
	return sum;
}

/// Moves weight to the outermost point, or away from the innermost point with weight, whichever violates its condition
/// more, by the share that maximises the determinant. False when no violation exceeds 1e-7.
static bool step(john *j)
{
	double n = j->dimension, outer = -1, inner = HUGE_VAL;
	uint32_t far = 0, near_point = 0;
	for (uint32_t i = 0; i < j->count; ++i)
	{
		double at = outness(j, i);
		far = at > outer ? i : far;
		outer = at > outer ? at : outer;
		if (j->weights[i] > 0 && at < inner)
		{
			near_point = i;
			inner = at;
		}
	}
	if (outer / n - 1 < 1e-7 && 1 - inner / n < 1e-7)
		return false;
	bool towards = outer / n - 1 >= 1 - inner / n;
	uint32_t chosen = towards ? far : near_point;
	double at = towards ? outer : inner, share = (at - n) / (n * (at - 1));
	double most = -j->weights[chosen] / (1 - j->weights[chosen]); // all of a point's weight
	bool dropped = !towards && (at <= 1 || share <= most);
	share = dropped ? most : share;
	for (uint32_t i = 0; i < j->count; ++i)
		j->weights[i] *= 1 - share;
	j->weights[chosen] = dropped ? 0 : j->weights[chosen] + share;
	return true;
}

/// Gives equal weights to the points that are extreme along the axes of a 26-DOP.
static void start_with_extremes(john *j)
{
	memset(j->weights, 0, j->count * sizeof *j->weights);
	double sum = 0;
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		uint32_t ends[2] = {0, 0};
		double least = HUGE_VAL, most = -HUGE_VAL;
		for (uint32_t i = 0; i < j->count; ++i)
		{
			double at = 0;
			for (int a = 0; a + 1 < j->dimension; ++a)
				at += bound_kdop_axes[axis][a] * j->points[i][a];
			ends[0] = at < least ? i : ends[0];
			ends[1] = at > most ? i : ends[1];
			least = kiln_double_min(least, at);
			most = kiln_double_max(most, at);
		}
		j->weights[ends[0]] = j->weights[ends[1]] = 1;
	}
	for (uint32_t i = 0; i < j->count; ++i)
		sum += j->weights[i];
	for (uint32_t i = 0; i < j->count; ++i)
		j->weights[i] /= sum;
}

static void iterate(john *j, uint32_t iterations)
{
	start_with_extremes(j);
	if (!factorise(j))
	{
		for (uint32_t i = 0; i < j->count; ++i)
			j->weights[i] = 1 / (double)j->count;
		if (!factorise(j))
			return;
	}
	for (uint32_t i = 0; i < iterations && step(j) && factorise(j); ++i)
	{
	}
}

/// Computes the weighted mean, and the weighted covariance times the dimension.
static void moments(const john *j, const int *active, john_ellipsoid *out)
{
	int d = j->dimension - 1;
	double mean[3] = {0};
	for (uint32_t i = 0; i < j->count; ++i)
		for (int a = 0; a < d; ++a)
			mean[a] += j->weights[i] * j->points[i][a];
	for (int a = 0; a < d; ++a)
		out->center[active[a]] = mean[a];
	for (uint32_t i = 0; i < j->count; ++i)
		for (int a = 0; a < d; ++a)
			for (int b = 0; b < d; ++b)
				out->matrix[active[a]][active[b]] +=
					d * j->weights[i] * (j->points[i][a] - mean[a]) * (j->points[i][b] - mean[b]);
}

kilncook_status john_fit(const kilncook_context *context, const obb_cloud *cloud, kiln_d3 center, const kiln_d3 axes[3],
	const double sides[3], uint32_t iterations, john_ellipsoid *out)
{
	*out = (john_ellipsoid){0};
	john j = {.points = cook_alloc(context, cloud->count, sizeof *j.points),
		.weights = cook_alloc(context, cloud->count, sizeof *j.weights),
		.count = cloud->count};
	kilncook_status status = j.points && j.weights ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	double longest = kiln_double_max(sides[0], kiln_double_max(sides[1], sides[2]));
	int active[3], d = 0;
	for (int k = 0; k < 3; ++k)
		if (sides[k] > 1e-9 * longest)
			active[d++] = k;
	j.dimension = d + 1;
	for (uint32_t i = 0; status == KILNCOOK_OK && i < cloud->count; ++i)
	{
		kiln_d3 w = kiln_d3_sub(bound_local(cloud, i), center);
		for (int a = 0; a < d; ++a)
			j.points[i][a] = kiln_d3_dot(w, axes[active[a]]) / sides[active[a]];
		j.points[i][d] = 1;
	}
	if (status == KILNCOOK_OK)
	{
		iterate(&j, iterations);
		moments(&j, active, out);
	}
	cook_free(context, j.points, cloud->count, sizeof *j.points);
	cook_free(context, j.weights, cloud->count, sizeof *j.weights);
	return status;
}
