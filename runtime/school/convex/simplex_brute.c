// SPDX-License-Identifier: MIT
#include "simplex.h"

#include <math.h>

/// The point of the affine hull of some points that is closest to the origin, and its weights, by the normal equations
/// of the sides, solved by Gauss with the largest pivot. Returns false where the points are affinely dependent, or a
/// weight is not above zero.
static bool foot(const kiln_d3 *points, uint32_t count, double weight[4], double *distance2)
{
	kiln_d3 side[3];
	double m[3][4];
	uint32_t n = count - 1;
	for (uint32_t i = 0; i < n; ++i)
		side[i] = kiln_d3_sub(points[i + 1], points[0]);
	for (uint32_t i = 0; i < n; ++i)
	{
		for (uint32_t j = 0; j < n; ++j)
			m[i][j] = kiln_d3_dot(side[i], side[j]);
		m[i][n] = -kiln_d3_dot(side[i], points[0]);
	}
	for (uint32_t i = 0; i < n; ++i)
	{
		uint32_t pivot = i;
		for (uint32_t j = i + 1; j < n; ++j)
			if (kiln_double_abs(m[j][i]) > kiln_double_abs(m[pivot][i]))
				pivot = j;
		if (m[pivot][i] == 0)
			return false;
		for (uint32_t k = 0; k <= n; ++k)
		{
			double other = m[i][k];
			m[i][k] = m[pivot][k];
			m[pivot][k] = other;
		}
		for (uint32_t j = 0; j < n; ++j)
			for (uint32_t k = n + 1; j != i && k-- > i;)
				m[j][k] -= m[i][k] * (m[j][i] / m[i][i]);
	}
	double sum = 0;
	for (uint32_t i = 0; i < n; ++i)
	{
		weight[i + 1] = m[i][n] / m[i][i];
		if (!(weight[i + 1] > 0))
			return false;
		sum += weight[i + 1];
	}
	weight[0] = 1 - sum;
	if (!(weight[0] > 0))
		return false;
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
		v = kiln_d3_along(v, weight[i], points[i]);
	*distance2 = kiln_d3_length2(v);
	return true;
}

uint32_t kilni_simplex_by_brute_force(const kiln_d3 w[4], uint32_t count, uint32_t kept[4], double weight[4])
{
	double least = HUGE_VAL;
	uint32_t best = 1;
	kept[0] = 0;
	weight[0] = 1;
	for (uint32_t set = 1; set < 1u << count; ++set)
	{
		kiln_d3 points[4];
		uint32_t which[4], n = 0;
		for (uint32_t i = 0; i < count; ++i)
			if (set >> i & 1u)
			{
				which[n] = i;
				points[n++] = w[i];
			}
		double of_set[4], distance2;
		// Among equally near faces takes the smallest: flat simplices have no inner points of their own.
		if (!foot(points, n, of_set, &distance2) || !(distance2 < least))
			continue;
		least = distance2;
		best = n;
		for (uint32_t i = 0; i < n; ++i)
		{
			kept[i] = which[i];
			weight[i] = of_set[i];
		}
	}
	return best;
}

const kiln_simplex_solver kiln_simplex_brute = {.solve = kilni_simplex_by_brute_force};
