// SPDX-License-Identifier: MIT
#include "volume_hold.h"

#include "bound/proof/slabs.h"
#include "exact/expansion.h"
#include "tree/quantize.h"

#include <math.h>
#include <string.h>

/// A bound above the rounding error of a few operations on exact numbers, as a share of their terms' magnitudes: each
/// term has at most eight roundings.
#define ROUNDING 0x1p-49

/// Whether a slab's planes are multiples of the step below 2^24 of them, so that every way to decode them in float32
/// gives the same planes.
static bool slab_exact(float origin, uint8_t exponent)
{
	if (exponent < 1 || exponent > 254 || !kiln_float_finite(origin))
		return false;
	double steps = ldexp((double)origin, 127 - exponent);
	return steps == floor(steps) && fabs(steps) <= 16777216.0 && fabs(steps + 255) <= 16777216.0;
}

static bool read_slabs(const uint8_t *node, uint32_t slot, volume_held *volume)
{
	uint32_t count = kiln_format_kdop_slabs(volume->kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(count);
	for (uint32_t s = 0; s < count; ++s)
	{
		float origin;
		memcpy(&origin, node + at.origin + 4 * (size_t)s, sizeof origin);
		if (!slab_exact(origin, node[at.exponent + s]))
			return false;
		if (node[at.lo + KILN_TREE_WIDTH * s + slot] > node[at.hi + KILN_TREE_WIDTH * s + slot])
			return false;
	}
	volume->mask = volume_kind_axes(volume->kind);
	volume->slabs = volume_node_slabs(volume->kind, node, slot);
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		if (!kiln_float_finite(volume->slabs.min[axis]) || !kiln_float_finite(volume->slabs.max[axis]))
			return false;
	return true;
}

bool volume_held_read(kiln_tree_kind kind, const uint8_t *node, uint32_t slot, volume_held *volume)
{
	*volume = (volume_held){.kind = kind};
	if (kiln_format_kdop_slabs(kind))
		return read_slabs(node, slot, volume);
	volume_body body = volume_node_body(kind, node, slot);
	volume->body = body;
	if (!bound_finite3(body.center) || !bound_finite3(body.size))
		return false;
	if (!(body.size[0] >= 0 && body.size[1] >= 0 && body.size[2] >= 0))
		return false;
	if (kind == KILN_TREE_SPHERE)
		return true;
	uint64_t length2 = 0;
	for (int k = 0; k < 4; ++k)
	{
		int64_t q = body.rotation.q[k];
		length2 += (uint64_t)(q * q);
	}
	volume->axes = volume_rotation_axes(&body.rotation);
	return length2 >= 1u << 28;
}

/// Returns the sign of |axis . (p - center)| - size.
static int box_side_exactly(const double axis[3], const float center[3], const float point[3], double size)
{
	double sum[12], next[12], difference[13];
	int count = 0;
	for (int k = 0; k < 3; ++k)
	{
		double away[2], term[4];
		int length = expansion_from_difference((double)point[k], (double)center[k], away);
		length = expansion_scale(away, length, axis[k], term);
		count = expansion_sum(sum, count, term, length, next);
		memcpy(sum, next, sizeof sum);
	}
	if (expansion_sign(sum, count) < 0)
		expansion_negate(sum, count);
	return expansion_sign(difference, expansion_difference(sum, count, &size, size > 0, difference));
}

static bool in_box(const volume_held *volume, const float point[3])
{
	for (int i = 0; i < 3; ++i)
	{
		const double *axis = volume->axes.axes[i];
		double size = (double)volume->body.size[i];
		double sum = 0, terms = 0;
		for (int k = 0; k < 3; ++k)
		{
			double term = ((double)point[k] - (double)volume->body.center[k]) * axis[k];
			sum += term;
			terms += fabs(term);
		}
		if (fabs(sum) + ROUNDING * terms <= size)
			continue;
		if (fabs(sum) - ROUNDING * terms > size || box_side_exactly(axis, volume->body.center, point, size) > 0)
			return false;
	}
	return true;
}

/// Returns the sign of |p - center - s u - t v|^2 - radius^2; all numbers are float32.
static int ball_side_exactly(
	const float center[3], const float point[3], const double st[2], const double axes[3][3], double radius)
{
	double sum[216], next[218], square[2];
	int count = 0;
	for (int k = 0; k < 3; ++k)
	{
		double away[2], part[2], two[4], offset[6], term[72], scratch[84];
		int length = expansion_from_difference((double)point[k], (double)center[k], away);
		int parts = expansion_from_product(st[0], axes[0][k], part);
		int twos = expansion_difference(away, length, part, parts, two);
		parts = expansion_from_product(st[1], axes[1][k], part);
		length = expansion_difference(two, twos, part, parts, offset);
		length = expansion_product(offset, length, offset, length, term, scratch);
		count = expansion_sum(sum, count, term, length, next);
		memcpy(sum, next, sizeof sum);
	}
	int squares = expansion_from_product(radius, radius, square);
	return expansion_sign(next, expansion_difference(sum, count, square, squares, next));
}

/// Whether the ball about a point of the rectangle, or about the centre of a sphere, contains the point.
static bool in_ball(const volume_held *volume, const float point[3], const double st[2], double radius)
{
	const float *center = volume->body.center;
	const double(*axes)[3] = (const double(*)[3])volume->axes.axes;
	double most = 0;
	for (int k = 0; k < 3; ++k)
	{
		double away = (double)point[k] - (double)center[k], s = st[0] * axes[0][k], t = st[1] * axes[1][k];
		double offset = fabs(away - s - t) + ROUNDING * (fabs(away) + fabs(s) + fabs(t));
		most += offset * offset;
	}
	if (most * (1 + ROUNDING) <= radius * radius * (1 - ROUNDING))
		return true;
	return ball_side_exactly(center, point, st, axes, radius) <= 0;
}

static bool in_rss(const volume_held *volume, const float point[3])
{
	const float *size = volume->body.size;
	const double p[3] = {(double)point[0], (double)point[1], (double)point[2]};
	double st[2];
	volume_rss_witness(volume->body.center, (const double(*)[3])volume->axes.axes, size, p, st);
	if (!(fabs(st[0]) <= (double)size[0] && fabs(st[1]) <= (double)size[1]))
		return false;
	return in_ball(volume, point, st, (double)size[2]);
}

bool volume_holds(const volume_held *volume, const float (*points)[3], uint32_t count)
{
	const double none[2] = {0, 0};
	if (volume->mask)
		return bound_slabs_first_outside(&volume->slabs, volume->mask, points, count) == count;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool inside = bound_finite3(points[i]);
		if (inside && volume->kind == KILN_TREE_OBB)
			inside = in_box(volume, points[i]);
		else if (inside && volume->kind == KILN_TREE_RSS)
			inside = in_rss(volume, points[i]);
		else if (inside)
			inside = in_ball(volume, points[i], none, (double)volume->body.size[0]);
		if (!inside)
			return false;
	}
	return true;
}
