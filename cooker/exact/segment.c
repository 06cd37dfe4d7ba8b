// SPDX-License-Identifier: MIT
#include "exact/segment.h"

#include <stdbool.h>

typedef unsigned __int128 magnitude;

static bool in_range(segment_point p)
{
	return p.x >= -SEGMENT_COORDINATE_MAX && p.x <= SEGMENT_COORDINATE_MAX && p.y >= -SEGMENT_COORDINATE_MAX &&
		   p.y <= SEGMENT_COORDINATE_MAX;
}

/// (b - a) x (d - c)
static segment_integer cross(segment_point a, segment_point b, segment_point c, segment_point d)
{
	return (segment_integer)(b.x - a.x) * (d.y - c.y) - (segment_integer)(b.y - a.y) * (d.x - c.x);
}

/// 1 where p lies to the left of ab, -1 to the right, 0 on their line, or when they are one point.
static int side(segment_point a, segment_point b, segment_point p)
{
	segment_integer area = cross(a, b, a, p);
	return (area > 0) - (area < 0);
}

/// By x, then by y: along a line this is the order of its points, or the reverse.
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

/// Segments and points on one line, and pairs of points: what intervals share.
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
	// No line has all four: at most one point is common.
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

static magnitude size_of(segment_integer value)
{
	return value < 0 ? -(magnitude)value : (magnitude)value;
}

/// Euclid's; 0 with 0 is 0.
static magnitude common_factor(magnitude a, magnitude b)
{
	while (b != 0)
	{
		magnitude rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static segment_fraction whole(segment_point p)
{
	return (segment_fraction){{p.x, p.y}, 1};
}

/// Where two lines that are not parallel meet: a + t (b - a), t = (c - a) x (d - c) / (b - a) x (d - c).
static segment_fraction cross_point(segment_point a, segment_point b, segment_point c, segment_point d)
{
	segment_integer share = cross(a, c, c, d), total = cross(a, b, c, d);
	if (total < 0)
	{
		share = -share;
		total = -total;
	}
	segment_integer x = total * a.x + share * (b.x - a.x), y = total * a.y + share * (b.y - a.y);
	segment_integer factor = (segment_integer)common_factor(common_factor(size_of(x), (magnitude)total), size_of(y));
	return (segment_fraction){{x / factor, y / factor}, total / factor};
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

/// The nearest double to bits / 2^scale, where the lowest bit stands for all that follow it if any of them is set.
static double round_bits(magnitude bits, int scale)
{
	int drop = 0;
	while (bits >> drop >= (magnitude)1 << 53)
		++drop;
	magnitude kept = bits >> drop, rest = bits - (kept << drop), half = drop ? (magnitude)1 << (drop - 1) : 1;
	if (rest > half || (rest == half && (kept & 1)))
		++kept;
	// 53 bits and zeros: exact, as is the scale, since nothing here is near to denormal.
	double value = (double)(kept << drop);
	for (; scale > 0; scale -= 32)
		value *= 0x1p-32;
	return value;
}

double segment_round(const segment_fraction *point, int axis)
{
	segment_integer numerator = point->numerator[axis];
	if (numerator == 0 || point->denominator == 0)
		return 0.0;
	magnitude denominator = (magnitude)point->denominator;
	magnitude bits = size_of(numerator) / denominator, rest = size_of(numerator) % denominator;
	int scale = 0;
	// 55 bits: those of a double, the one behind, and the sum of the others. The denominator leaves room for 32 more.
	for (; bits >> 54 == 0; scale += 32)
	{
		rest <<= 32;
		bits = bits << 32 | rest / denominator;
		rest %= denominator;
	}
	double value = round_bits(bits | (rest != 0), scale);
	return numerator < 0 ? -value : value;
}
