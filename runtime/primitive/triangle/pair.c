// SPDX-License-Identifier: MIT
#include "pair.h"

#include "pair_signs.h"

/// Decides the points that double leaves in doubt.
static kiln_plane_signs decide_exactly(
	const kiln_d3 t[3], const kiln_d3 points[3], kiln_plane_signs signs, uint32_t doubt)
{
	for (uint32_t i = 0; i < 3; ++i)
		if (doubt >> i & 1)
		{
			double value = kilni_orient3_exact(&t[0], &t[1], &t[2], &points[i]);
			signs.above |= (uint32_t)(value > 0) << i;
			signs.below |= (uint32_t)(value < 0) << i;
		}
	return signs;
}

kiln_plane_signs kilni_signs_to_plane(const kiln_d3 t[3], const kiln_d3 points[3])
{
	kiln_plane_signs signs = {0, 0};
	kiln_d3 u = kiln_d3_sub(t[1], t[0]), v = kiln_d3_sub(t[2], t[0]);
	kiln_d3 p = {u.y * v.z, u.z * v.x, u.x * v.y}, q = {u.z * v.y, u.x * v.z, u.y * v.x};
	kiln_d3 normal = kiln_d3_sub(p, q), size = kiln_d3_add(kiln_d3_magnitudes(p), kiln_d3_magnitudes(q));
	for (uint32_t i = 0; i < 3; ++i)
	{
		// The roundings are those of kilni_orient3_sign, in another order.
		kiln_d3 w = kiln_d3_sub(points[i], t[0]);
		double value = kiln_d3_dot(normal, w);
		double bound = 0x1p-49 * kiln_d3_dot(size, kiln_d3_magnitudes(w)) + KILN_ORIENT_UNDERFLOW;
		signs.above |= (uint32_t)(value > bound) << i;
		signs.below |= (uint32_t)(value < -bound) << i;
	}
	uint32_t doubt = 7u & ~(signs.above | signs.below);
	return doubt ? decide_exactly(t, points, signs, doubt) : signs;
}

static bool one_bit(uint32_t bits)
{
	return bits && !(bits & (bits - 1));
}

/// The corner alone on its side, as a bit, and whether this side is the positive one. With corners on both sides, takes
/// the positive side if it has one corner, else the negative. If one side has no corner, takes the corner in the plane.
static uint32_t lone_corner(kiln_plane_signs s, bool *positive)
{
	uint32_t neither = 7u & ~(s.above | s.below);
	*positive = one_bit(s.above) || (!one_bit(s.below) && !s.above);
	return one_bit(s.above) ? s.above : one_bit(s.below) ? s.below : neither;
}

/// The corners in their order from this bit on, or in the opposite order.
static void corners_from(const kiln_d3 t[3], uint32_t first, bool turned, const kiln_d3 *corners[3])
{
	uint32_t i = first >> 1; // 1, 2, 4 are the corners 0, 1, 2
	uint32_t next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
	corners[0] = &t[i];
	corners[1] = &t[turned ? last : next];
	corners[2] = &t[turned ? next : last];
}

kiln_crossing kilni_cross_planes(const kiln_d3 a[3], kiln_plane_signs of_a, const kiln_d3 b[3], kiln_plane_signs of_b)
{
	kiln_crossing crossing;
	bool a_above, b_above;
	uint32_t lone_a = lone_corner(of_a, &a_above), lone_b = lone_corner(of_b, &b_above);
	corners_from(a, lone_a, !b_above, crossing.p);
	corners_from(b, lone_b, !a_above, crossing.q);
	return crossing;
}

bool kilni_lexically_less(const kiln_d3 *a, const kiln_d3 *b)
{
	return a->x != b->x ? a->x < b->x : a->y != b->y ? a->y < b->y : a->z < b->z;
}

kiln_ends kilni_ends_of(const kiln_d3 t[3])
{
	kiln_ends ends = {0, 0};
	for (int i = 1; i < 3; ++i)
	{
		ends.low = kilni_lexically_less(&t[i], &t[ends.low]) ? i : ends.low;
		ends.high = kilni_lexically_less(&t[ends.high], &t[i]) ? i : ends.high;
	}
	return ends;
}

bool kilni_segment_pierces(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 t[3])
{
	bool left = false, right = false;
	for (int i = 0; i < 3; ++i)
	{
		double side = kilni_orient3_sign(p, q, &t[i], &t[(i + 1) % 3]);
		left |= side > 0;
		right |= side < 0;
	}
	return !(left && right);
}

/// Whether a triangle touches `t` whose corners all lie in the plane of `t`, or on a line with `t`.
static bool rare_touch(const kiln_d3 a[3], kiln_plane_signs of_a, const kiln_d3 b[3], kiln_plane_signs of_b)
{
	kiln_flat flat;
	// If a triangle has corners off the other's plane, but the other has none off its own plane, the triangle is a
	// segment.
	if (!kiln_signs_zero(of_a))
	{
		kiln_ends ends = kilni_ends_of(a);
		return kilni_segment_pierces(&a[ends.low], &a[ends.high], b);
	}
	if (!kiln_signs_zero(of_b))
	{
		kiln_ends ends = kilni_ends_of(b);
		return kilni_segment_pierces(&b[ends.low], &b[ends.high], a);
	}
	return kilni_flatten(a, b, &flat) && kilni_flat_touches(&flat, a, b);
}

bool kilni_triangles_touch(const kiln_d3 a[3], const kiln_d3 b[3])
{
	kiln_plane_signs of_b = kilni_signs_to_plane(a, b);
	if (kiln_signs_apart(of_b))
		return false;
	kiln_plane_signs of_a = kilni_signs_to_plane(b, a);
	if (kiln_signs_apart(of_a))
		return false;
	if (kiln_signs_zero(of_a) || kiln_signs_zero(of_b))
		return rare_touch(a, of_a, b, of_b);
	kiln_crossing crossing = kilni_cross_planes(a, of_a, b, of_b);
	return kiln_crossing_touches(&crossing);
}
