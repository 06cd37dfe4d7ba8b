// SPDX-License-Identifier: MIT
#include "plane.h"

#include "math/orient_double.h"
#include "math/two.h"

/// Computes the cross product (b - a) x (c - a) in plain double; false where cancellation leaves less than 36 bits of
/// its length. Each component rounds two differences a product, the products and their difference: the error is less
/// than 2^-50 of the products' sizes.
static bool cross_roughly(const float a[3], const float b[3], const float c[3], double cross[3])
{
	double u[3], v[3], length = 0, error = 0;
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		double left = u[j] * v[k], right = u[k] * v[j];
		cross[i] = left - right;
		length += fabs(cross[i]);
		error += fabs(left) + fabs(right);
	}
	return error * 0x1p-50 < length * 0x1p-36;
}

/// The corner's projection along axis i.
static kiln_d2 flat(const float corner[3], int i)
{
	return (kiln_d2){(double)corner[(i + 1) % 3], (double)corner[(i + 2) % 3]};
}

void kilni_hull_plane_normal(const float a[3], const float b[3], const float c[3], float normal[3])
{
	double cross[3];
	if (!cross_roughly(a, b, c, cross))
		for (int i = 0; i < 3; ++i)
			cross[i] = kilni_orient2_value(flat(a, i), flat(b, i), flat(c, i));
	// Minors of floats within KILN_COORDINATE_MAX are 0 or from 2^-298 to 2^84: their squares neither overflow nor
	// underflow.
	double length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
	for (int i = 0; i < 3; ++i)
		normal[i] = (float)(cross[i] / length) + 0.0f;
}

/// n . p - d, with the exact sign: each product of two floats is exact in double.
static double over(const float n[3], const float p[3], float d)
{
	return kiln_sum_of_four(
		(double)n[0] * (double)p[0], (double)n[1] * (double)p[1], (double)n[2] * (double)p[2], -(double)d);
}

/// The next float above; `value` is finite.
static float next_up(float value)
{
	uint32_t bits;
	value += 0.0f;
	memcpy(&bits, &value, sizeof bits);
	bits = value >= 0.0f ? bits + 1 : bits - 1;
	memcpy(&value, &bits, sizeof value);
	return value + 0.0f;
}

static float next_down(float value)
{
	return -next_up(-value) + 0.0f;
}

float kilni_hull_plane_height(const float n[3], const float p[3])
{
	// Products of floats are exact in double, and two sums lose 2^-52 of the sizes at most. Most heights are farther from the next
	// float than that.
	double at = 0, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		double term = (double)n[i] * (double)p[i];
		at += term;
		size += fabs(term);
	}
	float d = (float)at;
	d = (double)d < at ? next_up(d) : d;
	double slack = size * 0x1p-51;
	if ((double)d - at > slack && at - (double)next_down(d) > slack)
		return d + 0.0f;
	d = (float)over(n, p, 0) + 0.0f;
	while (over(n, p, d) > 0)
		d = next_up(d);
	while (over(n, p, next_down(d)) <= 0)
		d = next_down(d);
	return d;
}

/// Moves bit i to place 3 i.
static uint64_t spread(uint64_t bits)
{
	bits = (bits | bits << 32) & 0x001f00000000ffffu;
	bits = (bits | bits << 16) & 0x001f0000ff0000ffu;
	bits = (bits | bits << 8) & 0x100f00f00f00f00fu;
	bits = (bits | bits << 4) & 0x10c30c30c30c30c3u;
	return (bits | bits << 2) & 0x1249249249249249u;
}

uint64_t kilni_hull_morton(const float vertex[3], const float low[3], const float high[3])
{
	uint64_t code = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double extent = (double)high[axis] - (double)low[axis];
		double share = extent > 0 ? ((double)vertex[axis] - (double)low[axis]) / extent : 0;
		code |= spread((uint64_t)(share * ((1 << KILN_HULL_MORTON_BITS) - 1))) << axis;
	}
	return code;
}
