// SPDX-License-Identifier: MIT
#include "segment.h"

#include <stdbool.h>
#include <stddef.h>

static bool in_range(segment_point p)
{
	return p.x >= -SEGMENT_COORDINATE_MAX && p.x <= SEGMENT_COORDINATE_MAX && p.y >= -SEGMENT_COORDINATE_MAX &&
		   p.y <= SEGMENT_COORDINATE_MAX;
}

#define AREA_BASE ((int64_t)1 << 21)

/// upper AREA_BASE + lower, |lower| < AREA_BASE: the upper part has the sign of the area unless it is 0.
typedef struct area
{
	int64_t upper, lower;
} area;

/// (b - a) x (d - c). One factor of each product is split in two parts, so that no number exceeds 2^63.
static area cross(segment_point a, segment_point b, segment_point c, segment_point d)
{
	int64_t ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y;
	int64_t upper = ux * (vy / AREA_BASE) - uy * (vx / AREA_BASE);
	int64_t lower = ux * (vy % AREA_BASE) - uy * (vx % AREA_BASE);
	return (area){upper + lower / AREA_BASE, lower % AREA_BASE};
}

/// Returns 1 where p lies to the left of ab, -1 to the right, 0 on their line or when a and b are equal.
static int side(segment_point a, segment_point b, segment_point p)
{
	area abp = cross(a, b, a, p);
	int64_t sign = abp.upper ? abp.upper : abp.lower;
	return (sign > 0) - (sign < 0);
}

/// Compares by x, then by y: along a line this is the order of its points, or the reverse order.
static bool before(segment_point a, segment_point b)
{
	return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static bool is_same(segment_point a, segment_point b)
{
	return a.x == b.x && a.y == b.y;
}

/// Whether p, on the line of ab, lies on ab. If a and b are one point, p may be anywhere.
static bool is_between(segment_point a, segment_point b, segment_point p)
{
	return before(a, b) ? !before(p, a) && !before(b, p) : !before(p, b) && !before(a, p);
}

/// How two segments meet.
typedef struct meeting_case
{
	segment_meeting meeting;
	segment_point first, last; ///< of SEGMENT_TOUCH, where they are the same, and SEGMENT_OVERLAP
} meeting_case;

/// Intersects segments and points on one line, and pairs of points, as intervals.
static meeting_case meet_on_line(segment_point a, segment_point b, segment_point c, segment_point d)
{
	segment_point ab_low = before(b, a) ? b : a, ab_high = before(b, a) ? a : b;
	segment_point cd_low = before(d, c) ? d : c, cd_high = before(d, c) ? c : d;
	segment_point low = before(ab_low, cd_low) ? cd_low : ab_low;
	segment_point high = before(cd_high, ab_high) ? cd_high : ab_high;
	if (before(high, low))
		return (meeting_case){.meeting = SEGMENT_NONE};
	return (meeting_case){is_same(low, high) ? SEGMENT_TOUCH : SEGMENT_OVERLAP, low, high};
}

static meeting_case judge(segment_point a, segment_point b, segment_point c, segment_point d)
{
	if (!in_range(a) || !in_range(b) || !in_range(c) || !in_range(d))
		return (meeting_case){.meeting = SEGMENT_BEYOND};
	int side_c = side(a, b, c), side_d = side(a, b, d), side_a = side(c, d, a), side_b = side(c, d, b);
	if (side_a == 0 && side_b == 0 && side_c == 0 && side_d == 0)
		return meet_on_line(a, b, c, d);
	if (side_c * side_d < 0 && side_a * side_b < 0)
		return (meeting_case){.meeting = SEGMENT_CROSS};
	// The four points are not on one line: at most one point is common.
	if (side_c == 0 && is_between(a, b, c))
		return (meeting_case){SEGMENT_TOUCH, c, c};
	if (side_d == 0 && is_between(a, b, d))
		return (meeting_case){SEGMENT_TOUCH, d, d};
	if (side_a == 0 && is_between(c, d, a))
		return (meeting_case){SEGMENT_TOUCH, a, a};
	if (side_b == 0 && is_between(c, d, b))
		return (meeting_case){SEGMENT_TOUCH, b, b};
	return (meeting_case){.meeting = SEGMENT_NONE};
}

segment_meeting segment_meet(segment_point a, segment_point b, segment_point c, segment_point d)
{
	return judge(a, b, c, d).meeting;
}

static segment_fraction whole(segment_point p)
{
	return (segment_fraction){{segment_integer_from(p.x), segment_integer_from(p.y)}, segment_integer_from(1)};
}

/// total start + share way: a coordinate of the intersection point, times its denominator.
static segment_integer crossing(segment_integer total, int64_t start, segment_integer share, int64_t way)
{
	return segment_integer_add(segment_integer_scale(total, start), segment_integer_scale(share, way));
}

static segment_integer whole_area(area parts)
{
	return segment_integer_add(segment_integer_product(parts.upper, AREA_BASE), segment_integer_from(parts.lower));
}

/// Computes where two lines that are not parallel intersect: a + t (b - a), t = (c - a) x (d - c) / (b - a) x (d - c).
static segment_fraction cross_point(segment_point a, segment_point b, segment_point c, segment_point d)
{
	segment_integer share = whole_area(cross(a, c, c, d)), total = whole_area(cross(a, b, c, d));
	if (total.sign < 0)
	{
		share = segment_integer_negate(share);
		total = segment_integer_negate(total);
	}
	segment_integer x = crossing(total, a.x, share, b.x - a.x), y = crossing(total, a.y, share, b.y - a.y);
	segment_integer factor = segment_integer_common_factor(segment_integer_common_factor(x, total), y);
	return (segment_fraction){{segment_integer_divide(x, factor, NULL), segment_integer_divide(y, factor, NULL)},
		segment_integer_divide(total, factor, NULL)};
}

segment_intersection segment_intersect(segment_point a, segment_point b, segment_point c, segment_point d)
{
	meeting_case found = judge(a, b, c, d);
	segment_intersection answer = {.meeting = found.meeting};
	if (found.meeting == SEGMENT_CROSS)
		answer.point = answer.end = cross_point(a, b, c, d);
	else if (found.meeting == SEGMENT_TOUCH || found.meeting == SEGMENT_OVERLAP)
	{
		answer.point = whole(found.first);
		answer.end = whole(found.last);
	}
	return answer;
}

/// Returns the nearest double to bits / 2^scale, bits >= 2^54, scale a multiple of 32; `more` says that the number
/// exceeds the bits by a part of one bit.
static double round_bits(segment_integer bits, int scale, bool more)
{
	int drop = segment_integer_length(bits) - 53;
	segment_integer kept = segment_integer_shift(bits, -drop),
					half = segment_integer_shift(segment_integer_from(1), drop - 1);
	segment_integer rest = segment_integer_add(bits, segment_integer_negate(segment_integer_shift(kept, drop)));
	int order = segment_integer_compare(rest, half);
	uint64_t odd = kept.limbs[0] & 1;
	// 53 bits, or 2^53: exact. The powers of two are exact, too, because no number here is close to infinity or
	// denormal.
	double value = (double)(kept.limbs[0] + (order > 0 || (order == 0 && (more || odd))));
	for (; drop >= 32; drop -= 32)
		value *= 0x1p32;
	value *= (double)((uint64_t)1 << drop);
	for (; scale > 0; scale -= 32)
		value *= 0x1p-32;
	return value;
}

double segment_round(const segment_fraction *point, int axis)
{
	segment_integer numerator = point->numerator[axis], denominator = point->denominator;
	if (numerator.sign == 0 || denominator.sign == 0)
		return 0.0;
	int sign = numerator.sign, scale = 0;
	numerator.sign = 1;
	segment_integer rest, bits = segment_integer_divide(numerator, denominator, &rest);
	// 55 bits: the bits of a double, the next bit, and the sum of the others. The denominator leaves room for 32 more.
	for (; bits.limbs[1] == 0 && bits.limbs[0] >> 54 == 0; scale += 32)
	{
		segment_integer next = segment_integer_divide(segment_integer_shift(rest, 32), denominator, &rest);
		bits = segment_integer_add(segment_integer_shift(bits, 32), next);
	}
	return sign * round_bits(bits, scale, rest.sign != 0);
}
