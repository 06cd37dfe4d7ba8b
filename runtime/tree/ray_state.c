// SPDX-License-Identifier: MIT
#include "kernels.h"

#include <float.h>
#include <math.h>

/// Roundings on the way from a node's planes to an interval, and from a triangle's vertices to a t, each of at most
/// half a unit in the last place of the farthest coordinate: about 25, rounded up.
#define SLACK_ROUNDINGS 64.0f

/// Below this, relative to the largest component, a direction is treated as parallel to the axis' planes: the ray moves
/// less along the axis than the slack covers.
#define PARALLEL 8.67361737988403547e-19f /* 2^-60 */

/// The power of two that brings `a` > 0 into [1, 2).
static double unit_scale(float a)
{
	double wide = (double)a;
	uint64_t bits;
	memcpy(&bits, &wide, sizeof bits);
	bits = (2046 - (bits >> 52)) << 52;
	double scale;
	memcpy(&scale, &bits, sizeof scale);
	return scale;
}

static bool in_range(const float p[3])
{
	for (int i = 0; i < 3; ++i)
		if (!(fabsf(p[i]) <= KILN_COORDINATE_MAX))
			return false;
	return true;
}

static void choose_axes(kiln_walk_ray *walk)
{
	uint32_t z = 0;
	for (uint32_t i = 1; i < 3; ++i)
		if (fabsf(walk->direction[i]) > fabsf(walk->direction[z]))
			z = i;
	uint32_t x = (z + 1) % 3, y = (z + 2) % 3;
	// Keeps the winding as seen along the ray.
	bool swap = walk->direction[z] < 0;
	walk->axis[0] = swap ? y : x;
	walk->axis[1] = swap ? x : y;
	walk->axis[2] = z;
	walk->shear[0] = walk->direction[walk->axis[0]] / walk->direction[z];
	walk->shear[1] = walk->direction[walk->axis[1]] / walk->direction[z];
	walk->shear[2] = 1.0f / walk->direction[z];
}

bool kiln_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit)
{
	const float o[3] = {origin->x, origin->y, origin->z};
	const float d[3] = {direction->x, direction->y, direction->z};
	float largest = 0, reach = 0;
	for (int i = 0; i < 3; ++i)
	{
		if (!(fabsf(d[i]) <= FLT_MAX))
			return false;
		largest = fabsf(d[i]) > largest ? fabsf(d[i]) : largest;
		float below = fabsf(bounds_min[i] - o[i]), above = fabsf(bounds_max[i] - o[i]);
		reach = below > reach ? below : reach;
		reach = above > reach ? above : reach;
	}
	if (largest == 0 || !(t_max >= 0) || !in_range(o))
		return false;
	walk->scale = unit_scale(largest);
	float slack = reach * (SLACK_ROUNDINGS * FLT_EPSILON / 2) + FLT_MIN;
	for (uint32_t i = 0; i < 3; ++i)
	{
		walk->origin[i] = o[i];
		walk->direction[i] = (float)((double)d[i] * walk->scale);
		bool parallel = fabsf(walk->direction[i]) < PARALLEL;
		walk->inverse[i] = parallel ? copysignf(1 / PARALLEL, d[i]) : 1 / walk->direction[i];
		walk->slack[i] = slack * fabsf(walk->inverse[i]);
		bool forward = walk->inverse[i] > 0;
		uint32_t lo = (uint32_t)offsetof(kiln_format_tree_node, lo) + 8 * i;
		uint32_t hi = (uint32_t)offsetof(kiln_format_tree_node, hi) + 8 * i;
		walk->near[i] = forward ? lo : hi;
		walk->far[i] = forward ? hi : lo;
	}
	choose_axes(walk);
	double scaled = (double)t_max / walk->scale;
	*limit = t_max == 0 ? INFINITY : scaled > (double)FLT_MAX ? INFINITY : (float)scaled;
	return true;
}
