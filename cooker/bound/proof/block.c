// SPDX-License-Identifier: MIT
#include "block.h"
#include "math/ieee.h"

#include <string.h>

/// 64 points are 192 numbers, which repeat their axes every twelve.
#define PERIOD 12u

bool bound_block_corners(const float (*points)[3], float corners[8][3])
{
	const float *numbers = &points[0][0];
	float min[PERIOD], max[PERIOD], rest[PERIOD] = {0};
	memcpy(min, numbers, sizeof min);
	memcpy(max, numbers, sizeof max);
	for (uint32_t i = 0; i < 3 * BOUND_BLOCK; i += PERIOD)
		for (uint32_t lane = 0; lane < PERIOD; ++lane)
		{
			float x = numbers[i + lane];
			min[lane] = x < min[lane] ? x : min[lane];
			max[lane] = x > max[lane] ? x : max[lane];
			rest[lane] += x - x; // becomes NaN for a number that is not finite, and stays NaN
		}
	float sum = 0;
	for (uint32_t lane = 0; lane < PERIOD; ++lane)
	{
		uint32_t axis = lane % 3;
		min[axis] = min[lane] < min[axis] ? min[lane] : min[axis];
		max[axis] = max[lane] > max[axis] ? max[lane] : max[axis];
		sum += rest[lane];
	}
	for (uint32_t corner = 0; corner < 8; ++corner)
		for (uint32_t axis = 0; axis < 3; ++axis)
			corners[corner][axis] = (corner >> axis & 1) ? max[axis] : min[axis];
	return sum == 0;
}
