// SPDX-License-Identifier: MIT
#include "plane_height.h"

#include <math.h>

#define TERMS 4

/// Adds up to the exact sum without overlap, the largest last (Shewchuk 1997; each step is Knuth's sum of two).
static void expand(double terms[TERMS])
{
	for (int i = 1; i < TERMS; ++i)
	{
		double carry = terms[i];
		for (int j = 0; j < i; ++j)
		{
			double sum = carry + terms[j], part = sum - carry;
			terms[j] = (carry - (sum - part)) + (terms[j] - part);
			carry = sum;
		}
		terms[i] = carry;
	}
}

double kiln_plane_height(const kiln_plane *plane, kiln_vec3 point)
{
	// The products of two floats are exact.
	double terms[TERMS] = {(double)plane->normal.x * (double)point.x, (double)plane->normal.y * (double)point.y,
		(double)plane->normal.z * (double)point.z, -(double)plane->d};
	double sum = ((terms[0] + terms[1]) + terms[2]) + terms[3];
	double size = (fabs(terms[0]) + fabs(terms[1])) + (fabs(terms[2]) + fabs(terms[3]));
	if (fabs(sum) > 0x1p-4 * size)
		return sum;
	expand(terms);
	return ((terms[0] + terms[1]) + terms[2]) + terms[3];
}
