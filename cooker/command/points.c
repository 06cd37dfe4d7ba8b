// SPDX-License-Identifier: MIT
#include "points.h"

#include <stdlib.h>

bool command_points(const char *text, double largest, double (*points)[3], uint32_t most, uint32_t *count)
{
	bool good = true, more = true;
	for (*count = 0; good && more; ++*count)
	{
		good = *count < most;
		for (int k = 0; k < 3 && good; ++k)
		{
			char *end;
			const double number = strtod(text, &end);
			good = end != text && number >= -largest && number <= largest && (k == 2 || *end == ',');
			points[*count][k] = number;
			more = *end == ';';
			good = good && (k < 2 || more || !*end);
			text = *end ? end + 1 : end;
		}
	}
	return good;
}
