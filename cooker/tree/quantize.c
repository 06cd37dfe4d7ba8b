// SPDX-License-Identifier: MIT
#include "quantize.h"

#include <math.h>
#include <string.h>

/// Returns 2^(exponent - 127), exactly; the exponent of the inverse is 254 - exponent.
static double scale_of(int exponent)
{
	uint64_t bits = (uint64_t)(exponent - 127 + 1023) << 52;
	double scale;
	memcpy(&scale, &bits, sizeof scale);
	return scale;
}

static int float_exponent(float a)
{
	uint32_t bits;
	memcpy(&bits, &a, sizeof bits);
	return (int)(bits >> 23 & 255u);
}

/// Whether planes at origin + 0 .. 255 steps of the scale extend from min to max and are exact in float32: multiples of
/// the scale below 2^24 of them. Computes the origin.
static bool frame_fits(double min, double max, int exponent, float *origin)
{
	double scale = scale_of(exponent), inverse = scale_of(254 - exponent);
	double first = floor(min * inverse);
	double last = ceil(max * inverse);
	if (last - first > 255 || fabs(first) > 16777216.0 || fabs(first + 255) > 16777216.0)
		return false;
	*origin = (float)(first * scale);
	return true;
}

uint8_t quantize_frame(float min, float max, float *origin)
{
	// Starts at about a 256th of the extent; the first exponent that fits is the tightest.
	int exponent = float_exponent(max - min) - 9;
	if (exponent < 1)
		exponent = 1;
	while (!frame_fits((double)min, (double)max, exponent, origin))
		++exponent;
	return (uint8_t)exponent;
}

float quantize_plane(float origin, uint8_t exponent, int step)
{
	return (float)((double)origin + step * scale_of(exponent));
}

void quantize_range(float origin, uint8_t exponent, float min, float max, uint8_t *low, uint8_t *high)
{
	double inverse = scale_of(254 - exponent);
	int lo = (int)floor(((double)min - (double)origin) * inverse);
	int hi = (int)ceil(((double)max - (double)origin) * inverse);
	lo = lo < 0 ? 0 : lo > 255 ? 255 : lo;
	hi = hi < 0 ? 0 : hi > 255 ? 255 : hi;
	// The difference above is rounded where the operands are far apart; planes are exact, so comparing planes decides.
	while (lo > 0 && quantize_plane(origin, exponent, lo) > min)
		--lo;
	while (hi < 255 && quantize_plane(origin, exponent, hi) < max)
		++hi;
	*low = (uint8_t)lo;
	*high = (uint8_t)hi;
}

void quantize_node(kiln_format_tree_node *node, const build_box *children, uint32_t child_count)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		float min = children[0].min[axis], max = children[0].max[axis];
		for (uint32_t i = 1; i < child_count; ++i)
		{
			min = children[i].min[axis] < min ? children[i].min[axis] : min;
			max = children[i].max[axis] > max ? children[i].max[axis] : max;
		}
		node->exponent[axis] = quantize_frame(min, max, &node->origin[axis]);
		for (uint32_t i = 0; i < child_count; ++i)
			quantize_range(node->origin[axis], node->exponent[axis], children[i].min[axis], children[i].max[axis],
				&node->lo[axis][i], &node->hi[axis][i]);
		for (uint32_t i = child_count; i < KILN_TREE_WIDTH; ++i)
		{
			node->lo[axis][i] = 255;
			node->hi[axis][i] = 0;
		}
	}
}

build_box quantize_decode(const kiln_format_tree_node *node, uint32_t i)
{
	build_box box;
	for (int axis = 0; axis < 3; ++axis)
	{
		box.min[axis] = quantize_plane(node->origin[axis], node->exponent[axis], node->lo[axis][i]);
		box.max[axis] = quantize_plane(node->origin[axis], node->exponent[axis], node->hi[axis][i]);
	}
	return box;
}
