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

static bool in_range(const float p[3])
{
	return fabsf(p[0]) <= KILN_COORDINATE_MAX && fabsf(p[1]) <= KILN_COORDINATE_MAX &&
		   fabsf(p[2]) <= KILN_COORDINATE_MAX;
}

/// The power of two that brings a normal `a` > 0 below 2^126 into [1, 2).
static float unit_scale(float a)
{
	uint32_t bits;
	float scale;
	memcpy(&bits, &a, sizeof bits);
	bits = (254 - (bits >> 23)) << 23;
	memcpy(&scale, &bits, sizeof scale);
	return scale;
}

static uint32_t sign_bit(float a)
{
	uint32_t bits;
	memcpy(&bits, &a, sizeof bits);
	return bits >> 31;
}

// Rays come from everywhere, so nothing here branches on the direction.
static void choose_axes(kiln_walk_ray *walk)
{
	// x and y for each z and sign of the direction along it; a negative one swaps them to keep the winding as seen.
	static const uint8_t others[3][2][2] = {{{1, 2}, {2, 1}}, {{2, 0}, {0, 2}}, {{0, 1}, {1, 0}}};
	float ax = fabsf(walk->direction[0]), ay = fabsf(walk->direction[1]), az = fabsf(walk->direction[2]);
	float larger = ax < ay ? ay : ax;
	uint32_t y_larger = ax < ay, z_largest = larger < az;
	uint32_t z = z_largest * 2 | (y_larger & (z_largest ^ 1u));
	uint32_t negative = sign_bit(walk->direction[z]);
	walk->axis[0] = others[z][negative][0];
	walk->axis[1] = others[z][negative][1];
	walk->axis[2] = z;
	walk->shear[2] = walk->inverse[z];
	walk->shear[0] = walk->direction[walk->axis[0]] * walk->shear[2];
	walk->shear[1] = walk->direction[walk->axis[1]] * walk->shear[2];
}

/// Farthest coordinate of the box from the origin.
static float reach_of(const float origin[3], const float bounds_min[3], const float bounds_max[3])
{
	float reach = 0;
	for (int i = 0; i < 3; ++i)
	{
		float below = fabsf(bounds_min[i] - origin[i]), above = fabsf(bounds_max[i] - origin[i]);
		float farther = below < above ? above : below;
		reach = reach < farther ? farther : reach;
	}
	return reach;
}

/// Fills everything that follows from the direction; its largest component is normal and below 2^126.
static void set_direction(kiln_walk_ray *walk, const float d[3], float largest, float slack)
{
	float scale = unit_scale(largest);
	walk->scale *= (double)scale;
	for (uint32_t i = 0; i < 3; ++i)
	{
		float scaled = d[i] * scale;
		float steep = fabsf(scaled) < PARALLEL ? PARALLEL : fabsf(scaled);
		float inverse = 1.0f / steep;
		walk->direction[i] = scaled;
		walk->inverse[i] = copysignf(inverse, scaled);
		// Where the origin's own unit in the last place is coarser than the slack, one unit.
		float shift = slack + fabsf(walk->origin[i]) * FLT_EPSILON;
		shift = copysignf(shift, scaled);
		walk->near_origin[i] = walk->origin[i] + shift;
		walk->far_origin[i] = walk->origin[i] - shift;
		uint32_t turn = sign_bit(scaled) * (uint32_t)sizeof(((kiln_format_tree_node *)0)->lo);
		walk->near[i] = (uint32_t)offsetof(kiln_format_tree_node, lo) + 8 * i + turn;
		walk->far[i] = (uint32_t)offsetof(kiln_format_tree_node, hi) + 8 * i - turn;
	}
	choose_axes(walk);
}

static float largest_of(const float d[3])
{
	float largest = fabsf(d[0]) < fabsf(d[1]) ? fabsf(d[1]) : fabsf(d[0]);
	return largest < fabsf(d[2]) ? fabsf(d[2]) : largest;
}

bool kiln_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit)
{
	float d[3] = {direction->x, direction->y, direction->z};
	walk->origin[0] = origin->x;
	walk->origin[1] = origin->y;
	walk->origin[2] = origin->z;
	walk->scale = 1;
	float largest = largest_of(d);
	// NaN passes comparisons but not a sum.
	if (!(largest > 0 && largest <= FLT_MAX) || isnan(d[0] + d[1] + d[2]) || !(t_max >= 0) || !in_range(walk->origin))
		return false;
	if (largest < 1e-30f || largest > 1e30f)
	{
		float first = largest < 1 ? 18446744073709551616.0f : 5.42101086242752217e-20f; // 2^64, 2^-64
		for (int i = 0; i < 3; ++i)
			d[i] *= first;
		largest *= first;
		walk->scale = (double)first;
	}
	float reach = reach_of(walk->origin, bounds_min, bounds_max);
	set_direction(walk, d, largest, reach * (SLACK_ROUNDINGS * FLT_EPSILON / 2) + FLT_MIN);
	*limit = t_max > 0 ? kiln_walk_limit(walk, t_max) : INFINITY;
	return true;
}
