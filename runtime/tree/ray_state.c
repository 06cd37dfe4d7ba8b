// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE
#include "kernels.h"
#include "math/slab.h"
#include "simd/simd8.h"

#include <float.h>
#include <math.h>

/// The number of roundings on the way from a node's planes to an interval, and from a triangle's vertices to a t: about
/// 25, rounded up. Each is at most half a unit in the last place of the farthest coordinate.
#define SLACK_ROUNDINGS 64.0f

/// A direction whose largest component lies outside is scaled by a power of two first.
#define DIRECTION_MIN 9.5367431640625e-7f /* 2^-20 */
#define DIRECTION_MAX 1048576.0f		  /* 2^20 */

/// A component below this is replaced by this. A walk may last 2^21 times the reach; over that length the ray moves
/// less along the axis than the slack covers.
#define PARALLEL 8.67361737988403547e-19f /* 2^-60 */

/// Brings the largest component into [1, 2); returns the factor.
static double scale_direction(float d[3], float largest)
{
	double wide = (double)largest, factor;
	uint64_t bits;
	memcpy(&bits, &wide, sizeof bits);
	bits = (2046 - (bits >> 52)) << 52;
	memcpy(&factor, &bits, sizeof factor);
	for (int i = 0; i < 3; ++i)
		d[i] = (float)((double)d[i] * factor);
	return factor;
}

/// Chooses where a node stores the planes that a ray meets first and last, by the signs of the ray's direction.
static void choose_planes(kiln_walk_ray *walk, uint32_t negative)
{
#define LO(axis) (uint8_t)(offsetof(kiln_format_tree_node, lo) + 8 * (axis))
#define HI(axis) (uint8_t)(offsetof(kiln_format_tree_node, hi) + 8 * (axis))
	static const uint8_t planes[8][6] = {
		{LO(0), LO(1), LO(2), HI(0), HI(1), HI(2)},
		{HI(0), LO(1), LO(2), LO(0), HI(1), HI(2)},
		{LO(0), HI(1), LO(2), HI(0), LO(1), HI(2)},
		{HI(0), HI(1), LO(2), LO(0), LO(1), HI(2)},
		{LO(0), LO(1), HI(2), HI(0), HI(1), LO(2)},
		{HI(0), LO(1), HI(2), LO(0), HI(1), LO(2)},
		{LO(0), HI(1), HI(2), HI(0), LO(1), LO(2)},
		{HI(0), HI(1), HI(2), LO(0), LO(1), LO(2)},
	};
#undef LO
#undef HI
	memcpy(walk->planes, planes[negative], sizeof walk->planes);
}

// Rays come from everywhere, so nothing here branches on the direction.
static void choose_axes(kiln_walk_ray *walk, uint32_t negative)
{
	// x, y and z for each largest axis and sign of the direction along it; a negative one swaps x and y to keep the
	// winding.
	static const uint8_t axes[3][2][3] = {{{1, 2, 0}, {2, 1, 0}}, {{2, 0, 1}, {0, 2, 1}}, {{0, 1, 2}, {1, 0, 2}}};
	float x = fabsf(walk->direction[0]), y = fabsf(walk->direction[1]), z = fabsf(walk->direction[2]);
	float larger = x < y ? y : x;
	uint32_t y_larger = x < y, z_largest = larger < z;
	uint32_t largest = z_largest * 2 | (y_larger & (z_largest ^ 1u));
	const uint8_t *axis = axes[largest][negative >> largest & 1];
	walk->axis[0] = axis[0];
	walk->axis[1] = axis[1];
	walk->axis[2] = axis[2];
	walk->shear[2] = walk->inverse[largest];
	walk->shear[0] = walk->direction[axis[0]] * walk->shear[2];
	walk->shear[1] = walk->direction[axis[1]] * walk->shear[2];
}

bool kilni_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit)
{
	f8 o = f8_from3(origin->x, origin->y, origin->z);
	f8 d = f8_from3(direction->x, direction->y, direction->z);
	float largest = f8_largest3(f8_abs(d));
	// x - x is 0 unless x is NaN or infinite. A maximum alone might drop a NaN.
	f8 zero = f8_add(f8_sub(o, o), f8_sub(d, d));
	if (!(largest > 0) || m8_bits(m8_eq(zero, f8_set1(0))) != 0xffu || !(t_max >= 0) ||
		m8_bits(m8_le(f8_abs(o), f8_set1(KILN_COORDINATE_MAX))) != 0xffu)
		return false;
	walk->scale = 1;
	if (largest < DIRECTION_MIN || largest > DIRECTION_MAX)
	{
		float scaled[3] = {direction->x, direction->y, direction->z};
		walk->scale = scale_direction(scaled, largest);
		d = f8_from3(scaled[0], scaled[1], scaled[2]);
	}
	f8 below = f8_abs(f8_sub(f8_from3(bounds_min[0], bounds_min[1], bounds_min[2]), o));
	f8 above = f8_abs(f8_sub(f8_from3(bounds_max[0], bounds_max[1], bounds_max[2]), o));
	f8 extents = f8_sub(
		f8_from3(bounds_max[0], bounds_max[1], bounds_max[2]), f8_from3(bounds_min[0], bounds_min[1], bounds_min[2]));
	float reach = f8_largest3(f8_max(below, above));
	walk->far = reach > f8_largest3(extents) * (KILN_FAR_SIZES + 1);
	float slack = reach * (SLACK_ROUNDINGS * FLT_EPSILON / 2) + FLT_MIN;
	// Adds one unit in the last place of the origin, which may be coarser than the slack.
	f8 shift = f8_xor_sign(f8_add(f8_set1(slack), f8_mul(f8_abs(o), f8_set1(FLT_EPSILON))), d);
	f8 inverse = f8_xor_sign(f8_div(f8_set1(1), f8_max(f8_abs(d), f8_set1(PARALLEL))), d);
	f8_store4(walk->origin, o);
	f8_store4(walk->near_origin, f8_add(o, shift));
	f8_store4(walk->far_origin, f8_sub(o, shift));
	f8_store4(walk->direction, d);
	f8_store4(walk->inverse, inverse);
	uint32_t negative = m8_bits(m8_lt(inverse, f8_set1(0))) & 7u;
	choose_planes(walk, negative);
	choose_axes(walk, negative);
	*limit = kiln_walk_limit(walk, t_max > 0 ? t_max : FLT_MAX);
	return true;
}
