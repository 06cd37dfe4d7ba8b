// SPDX-License-Identifier: MIT
#include "simplex.h"

#include <math.h>

/// Johnson's distance subalgorithm, as in Gilbert, Johnson, Keerthi 1988, section 4: the cofactor D(i, X) of every
/// point i of every subset X follows from the cofactors of X without one point,
///   D(j, X + j) = sum over i in X of D(i, X) (y_i . y_k - y_i . y_j),  for any k in X,
/// and X has the closest point when all D(i, X) are above zero and all D(j, X + j), j not in X, are not.

/// The cofactors of all subsets; a subset is a set of bits.
typedef struct johnson
{
	uint32_t count;
	double dot[4][4];
	double cofactor[16][4];
} johnson;

static void set_cofactors(johnson *of)
{
	for (uint32_t set = 1; set < 1u << of->count; ++set)
		for (uint32_t j = 0; j < of->count; ++j)
		{
			uint32_t rest = set & ~(1u << j);
			if (!(set >> j & 1u))
				continue;
			if (rest == 0)
			{
				of->cofactor[set][j] = 1;
				continue;
			}
			uint32_t k = 0;
			while (!(rest >> k & 1u))
				++k;
			double sum = 0;
			for (uint32_t i = 0; i < of->count; ++i)
				if (rest >> i & 1u)
					sum += of->cofactor[rest][i] * (of->dot[i][k] - of->dot[i][j]);
			of->cofactor[set][j] = sum;
		}
}

/// The sum of the set's cofactors if all are above zero; else 0.
static double total(const johnson *of, uint32_t set)
{
	double sum = 0;
	for (uint32_t i = 0; i < of->count; ++i)
		if (set >> i & 1u)
		{
			if (!(of->cofactor[set][i] > 0))
				return 0;
			sum += of->cofactor[set][i];
		}
	return sum;
}

/// Whether no point outside the set would join it.
static bool is_closest(const johnson *of, uint32_t set)
{
	for (uint32_t j = 0; j < of->count; ++j)
		if (!(set >> j & 1u) && of->cofactor[set | 1u << j][j] > 0)
			return false;
	return true;
}

static double distance2(const johnson *of, const kiln_d3 w[4], uint32_t set, double sum)
{
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < of->count; ++i)
		if (set >> i & 1u)
			v = kiln_d3_along(v, of->cofactor[set][i] / sum, w[i]);
	return kiln_d3_length2(v);
}

/// The backup (section 5 of the paper): the nearest of all sets whose cofactors are above zero. A single point always
/// is such a set.
static uint32_t nearest_set(const johnson *of, const kiln_d3 w[4])
{
	uint32_t best = 1;
	double least = HUGE_VAL;
	for (uint32_t set = 1; set < 1u << of->count; ++set)
	{
		double sum = total(of, set);
		if (!(sum > 0))
			continue;
		double length2 = distance2(of, w, set, sum);
		if (length2 < least)
		{
			least = length2;
			best = set;
		}
	}
	return best;
}

uint32_t kilni_simplex_by_johnson(const kiln_d3 w[4], uint32_t count, uint32_t kept[4], double weight[4])
{
	johnson of;
	of.count = count;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = 0; j < count; ++j)
			of.dot[i][j] = kiln_d3_dot(w[i], w[j]);
	set_cofactors(&of);
	uint32_t found = 0;
	for (uint32_t set = 1; set < 1u << count && !found; ++set)
		if (total(&of, set) > 0 && is_closest(&of, set))
			found = set;
	if (!found)
		found = nearest_set(&of, w);
	double sum = total(&of, found);
	uint32_t left = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (found >> i & 1u)
		{
			kept[left] = i;
			weight[left++] = sum > 0 ? of.cofactor[found][i] / sum : 1;
		}
	return left;
}

const kiln_simplex_solver kiln_simplex_johnson = {.solve = kilni_simplex_by_johnson};
