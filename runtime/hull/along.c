// SPDX-License-Identifier: MIT
#include "along.h"

/// Adds a term to an exact sum: `parts` do not overlap and grow (Shewchuk 1997, GROW-EXPANSION). Returns the new number
/// of parts.
static int add_exactly(double *parts, int count, double term)
{
	for (int i = 0; i < count; ++i)
	{
		double sum = term + parts[i];
		double of_part = sum - term, of_term = sum - of_part;
		parts[i] = (term - of_term) + (parts[i] - of_part);
		term = sum;
	}
	parts[count] = term;
	return count + 1;
}

bool kilni_along_exactly_higher(const kiln_along *along, uint32_t a, uint32_t b)
{
	const kiln_d3 d = along->direction;
	const double direction[3] = {d.x, d.y, d.z};
	const float *coordinates[3] = {along->hull->x, along->hull->y, along->hull->z};
	double parts[12];
	int count = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		// Halves of 26 bits or less (Dekker 1971): the product of a half with the 24 bits of a float is exact.
		double scaled = 134217729.0 * direction[axis];
		double upper = scaled - (scaled - direction[axis]), lower = direction[axis] - upper;
		double of_a = (double)coordinates[axis][a], of_b = (double)coordinates[axis][b];
		count = add_exactly(parts, count, upper * of_a);
		count = add_exactly(parts, count, lower * of_a);
		count = add_exactly(parts, count, -(upper * of_b));
		count = add_exactly(parts, count, -(lower * of_b));
	}
	while (count > 1 && parts[count - 1] == 0)
		--count;
	return parts[count - 1] > 0;
}
