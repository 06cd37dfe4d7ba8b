// SPDX-License-Identifier: MIT
#include "reach.h"

#include <math.h>

#define LANES 8u
#define BLOCK 512u

/// Returns the largest squared distance of `count` points, a multiple of LANES, from a centre, in float32; infinite
/// when a point is not finite or float32 overflows.
static inline float largest_square(const float (*points)[3], uint32_t count, kiln_vec3 center)
{
	float largest[LANES] = {0}, sum[LANES] = {0};
	for (uint32_t i = 0; i < count; i += LANES)
		for (uint32_t lane = 0; lane < LANES; ++lane)
		{
			float x = points[i + lane][0] - center.x;
			float y = points[i + lane][1] - center.y;
			float z = points[i + lane][2] - center.z;
			float at = x * x + y * y + z * z;
			largest[lane] = at > largest[lane] ? at : largest[lane];
			sum[lane] += at; // a comparison drops NaN, a sum keeps it
		}
	float most = 0, all = 0;
	for (uint32_t lane = 0; lane < LANES; ++lane)
	{
		most = largest[lane] > most ? largest[lane] : most;
		all += sum[lane];
	}
	return all < HUGE_VALF ? most : HUGE_VALF;
}

static inline double distance2(const float point[3], kiln_d3 center)
{
	kiln_d3 w = {(double)point[0] - center.x, (double)point[1] - center.y, (double)point[2] - center.z};
	return kiln_d3_length2(w);
}

/// Three rounded differences, three squares and two sums of non-negative terms, each off by 2^-24 of itself, are off by
/// less than 2^-21 in total; squares that underflow lose 3 2^-150. The same bound in double is 2^-50. Rounding the
/// centre moves it, and changes each distance by that displacement at most.
double bound_reach_above(const float (*points)[3], uint32_t count, kiln_d3 center)
{
	kiln_vec3 rounded = kiln_d3_to(center);
	uint32_t lanes = count - count % LANES;
	double square = (double)largest_square(points, lanes, rounded) * (1 + 0x1p-20) + 0x1p-140;
	double moved = sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(rounded), center)));
	double reach = (sqrt(square) + moved) * (1 + 0x1p-48);
	for (uint32_t i = lanes; i < count; ++i)
	{
		double at = sqrt(distance2(points[i], center)) * (1 + 0x1p-48);
		reach = at <= reach ? reach : at >= reach ? at : HUGE_VAL;
	}
	return reach;
}

uint32_t bound_farthest(const float (*points)[3], uint32_t count, kiln_d3 center, double *distance)
{
	double largest = -1;
	uint32_t far = 0;
	for (uint32_t first = 0; first < count; first += BLOCK)
	{
		uint32_t size = count - first < BLOCK ? count - first : BLOCK;
		double above = largest < 0 ? HUGE_VAL : bound_reach_above(points + first, size, center);
		if (above * above * (1 + 0x1p-48) < largest)
			continue;
		for (uint32_t i = first; i < first + size; ++i)
		{
			double at = distance2(points[i], center);
			far = at > largest ? i : far;
			largest = at > largest ? at : largest;
		}
	}
	*distance = sqrt(largest);
	return far;
}
