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
	static const uint8_t planes[8][8] = {
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

/// Chooses Woop's shear along the first of the largest components, which have a bit each in `largest`. Rays come from
/// everywhere, so nothing here branches on the direction.
static void choose_axes(kiln_walk_ray *walk, uint32_t negative, uint32_t largest)
{
	// x, y and z for each largest axis and sign of the direction along it; a negative one swaps x and y to keep the
	// winding.
	static const uint8_t axes[3][2][4] = {{{1, 2, 0}, {2, 1, 0}}, {{2, 0, 1}, {0, 2, 1}}, {{0, 1, 2}, {1, 0, 2}}};
	const uint32_t along = kiln_lowest_bit(largest);
	const uint8_t *axis = axes[along][negative >> along & 1];
	memcpy(walk->axis, axis, sizeof walk->axis);
	walk->shear[2] = walk->inverse[along];
	walk->shear[0] = walk->direction[axis[0]] * walk->shear[2];
	walk->shear[1] = walk->direction[axis[1]] * walk->shear[2];
}

bool kilni_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit)
{
	f8 o = f8_load3(&origin->x), d = f8_load3(&direction->x);
	float largest = f8_largest3(f8_abs(d));
	// x - x is 0 unless x is NaN or infinite. A maximum alone might drop a NaN.
	m8 valid = m8_and(m8_eq(f8_sub(d, d), f8_set1(0)), m8_le(f8_abs(o), f8_set1(KILN_COORDINATE_MAX)));
	if (!(largest > 0) || !(t_max >= 0) || m8_bits(valid) != 0xffu)
		return false;
	walk->scale = 1;
	if (largest < DIRECTION_MIN || largest > DIRECTION_MAX)
	{
		float scaled[3] = {direction->x, direction->y, direction->z};
		walk->scale = scale_direction(scaled, largest);
		d = f8_load3(scaled);
		largest = f8_largest3(f8_abs(d));
	}
	f8 bound_min = f8_load3(bounds_min), bound_max = f8_load3(bounds_max);
	f8 below = f8_abs(f8_sub(bound_min, o)), above = f8_abs(f8_sub(bound_max, o));
	f8 extents = f8_sub(bound_max, bound_min);
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
	// From the signs of the direction, -0 included, rather than of the inverse, which takes a division.
	const uint32_t negative = m8_bits(m8_lt(f8_xor_sign(f8_set1(1), d), f8_set1(0))) & 7u;
	choose_planes(walk, negative);
	choose_axes(walk, negative, m8_bits(m8_ge(f8_abs(d), f8_set1(largest))) & 7u);
	*limit = kiln_walk_limit(walk, t_max > 0 ? t_max : FLT_MAX);
	return true;
}
