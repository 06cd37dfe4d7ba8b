// SPDX-License-Identifier: MIT
#include "climb.h"

#define TERMS 12

/// The sign of the exact sum: terms are added one by one to an expansion whose last term has its sign (Shewchuk 1997).
static int sign_of_sum(const double terms[TERMS])
{
	double expansion[TERMS];
	int count = 0;
	for (int i = 0; i < TERMS; ++i)
	{
		double sum = terms[i];
		int kept = 0;
		for (int j = 0; j < count; ++j)
		{
			double a = sum, b = expansion[j];
			sum = a + b;
			double b_part = sum - a, a_part = sum - b_part;
			double rest = (a - a_part) + (b - b_part);
			if (rest != 0)
				expansion[kept++] = rest;
		}
		if (sum != 0)
			expansion[kept++] = sum;
		count = kept;
	}
	return count == 0 ? 0 : expansion[count - 1] > 0 ? 1 : -1;
}

/// The sign of direction . (a - b).
static int compare(kiln_d3 direction, kiln_vec3 a, kiln_vec3 b)
{
	kiln_d3 first = kiln_d3_from(a), second = kiln_d3_from(b), between = kiln_d3_sub(first, second);
	double value = kiln_d3_dot(direction, between);
	// A difference, a product and two sums: less than 5 roundings of 2^-53.
	double error = 0x1p-50 * kiln_d3_dot(kiln_d3_abs(direction), kiln_d3_abs(between));
	if (value > error || value < -error)
		return value > 0 ? 1 : -1;
	if (error == 0)
		return 0;
	// Halves of 26 bits (Veltkamp 1968) times floats are exact.
	const double parts[3] = {direction.x, direction.y, direction.z};
	const double from[3] = {second.x, second.y, second.z}, to[3] = {first.x, first.y, first.z};
	double terms[TERMS];
	for (int k = 0; k < 3; ++k)
	{
		double split = 134217729.0 * parts[k]; // 2^27 + 1
		double high = split - (split - parts[k]), low = parts[k] - high;
		terms[4 * k] = high * to[k];
		terms[4 * k + 1] = -(high * from[k]);
		terms[4 * k + 2] = low * to[k];
		terms[4 * k + 3] = -(low * from[k]);
	}
	return sign_of_sum(terms);
}

/// The best of all vertices.
static uint32_t scan(const kiln_hull_graph *hull, kiln_d3 direction)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < hull->count; ++i)
		if (compare(direction, hull->points[i], hull->points[best]) > 0)
			best = i;
	return best;
}

uint32_t kiln_climb(const kiln_hull_graph *hull, kiln_d3 direction, uint32_t seed)
{
	uint32_t at = seed < hull->count ? seed : 0;
	if (!(kiln_d3_largest(direction) > 0))
		return at;
	for (;;)
	{
		uint32_t best = at;
		bool level = true;
		for (uint32_t i = hull->first[at]; i < hull->first[at + 1]; ++i)
		{
			int sign = compare(direction, hull->points[hull->neighbours[i]], hull->points[best]);
			level = level && sign == 0;
			if (sign > 0)
				best = hull->neighbours[i];
		}
		if (best == at)
		{
			// A vertex inside a face, with all its neighbours in the plane, is at a top or at a bottom.
			return level ? scan(hull, direction) : at;
		}
		at = best;
	}
}
