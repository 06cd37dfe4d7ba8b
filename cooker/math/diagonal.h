// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DIAGONAL_H
#define KILN_COOKER_DIAGONAL_H

#include "math/ieee.h"

#include <math.h>
#include <stdint.h>

/// Returns the diagonal of the box around finite positions; 0 without any.
static inline double box_diagonal(const float (*positions)[3], uint32_t count)
{
	double sum = 0;
	for (int k = 0; k < 3 && count > 0; ++k)
	{
		float low = positions[0][k], high = low;
		for (uint32_t i = 1; i < count; ++i)
		{
			low = positions[i][k] < low ? positions[i][k] : low;
			high = positions[i][k] > high ? positions[i][k] : high;
		}
		sum += ((double)high - (double)low) * ((double)high - (double)low);
	}
	return sqrt(sum);
}

#endif
