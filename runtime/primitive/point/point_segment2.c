// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "point2.h"

/// Whether both are above zero or both are below.
static bool same(double a, double b)
{
	return (a > 0 && b > 0) || (a < 0 && b < 0);
}

static double larger_span(double a, double b, double c, double d)
{
	double low = kiln_double_min(kiln_double_min(a, b), kiln_double_min(c, d));
	return kiln_double_max(kiln_double_max(a, b), kiln_double_max(c, d)) - low;
}

/// Segments on one line: compares coordinates along the axis on which the line is longest.
static kiln_intersection2 meet_on_line(const kiln_vec2 a[2], const kiln_vec2 b[2])
{
	kiln_d2 p[4] = {kiln_d2_from(a[0]), kiln_d2_from(a[1]), kiln_d2_from(b[0]), kiln_d2_from(b[1])};
	bool by_x = larger_span(p[0].x, p[1].x, p[2].x, p[3].x) >= larger_span(p[0].y, p[1].y, p[2].y, p[3].y);
	double at[4];
	for (int i = 0; i < 4; ++i)
		at[i] = by_x ? p[i].x : p[i].y;
	// Oriented so that a leads upwards.
	double turn = at[1] < at[0] ? -1 : 1;
	for (int i = 0; i < 4; ++i)
		at[i] *= turn;
	int low = at[2] <= at[3] ? 0 : 1;
	double b_low = at[2 + low], b_high = at[3 - low];
	if (at[1] < b_low || at[0] > b_high)
		return (kiln_intersection2){0};
	bool from_b = b_low > at[0], to_b = b_high < at[1];
	double first = from_b ? b_low : at[0], last = to_b ? b_high : at[1];
	return (kiln_intersection2){
		.hit = true,
		.along = first < last,
		.t = (float)kiln_ratio01(first - at[0], at[1] - at[0]),
		.u = (float)(low == 0 ? kiln_ratio01(first - b_low, b_high - b_low)
							  : kiln_ratio01(b_high - first, b_high - b_low)),
		.point = from_b ? b[low] : a[0],
		.end = to_b ? b[1 - low] : a[1],
	};
}

kiln_intersection2 kiln_intersect_segment2_segment2(kiln_vec2 a0, kiln_vec2 a1, kiln_vec2 b0, kiln_vec2 b1)
{
	const kiln_vec2 a[2] = {a0, a1}, b[2] = {b0, b1};
	if (!kilni_usable_points2(a, 2) || !kilni_usable_points2(b, 2))
		return (kiln_intersection2){0};
	kiln_d2 p = kiln_d2_from(a0), q = kiln_d2_from(a1), r = kiln_d2_from(b0), s = kiln_d2_from(b1);
	double a0_side = kilni_orient2_value(r, s, p), a1_side = kilni_orient2_value(r, s, q);
	double b0_side = kilni_orient2_value(p, q, r), b1_side = kilni_orient2_value(p, q, s);
	// For a point, all sides are 0. If neither segment is a point and three of the ends are on a line, all four are.
	if (a0_side == 0 && a1_side == 0 && b0_side == 0)
		return meet_on_line(a, b);
	if (same(a0_side, a1_side) || same(b0_side, b1_side))
		return (kiln_intersection2){0};
	// The ends of each segment lie on different sides of the other, or one of them on it: nothing cancels in these
	// sums.
	double t = a0_side / (a0_side - a1_side), u = b0_side / (b0_side - b1_side);
	kiln_vec2 point = {(float)(p.x + t * (q.x - p.x)), (float)(p.y + t * (q.y - p.y))};
	if (a0_side == 0 || a1_side == 0)
		point = a0_side == 0 ? a0 : a1;
	else if (b0_side == 0 || b1_side == 0)
		point = b0_side == 0 ? b0 : b1;
	return (kiln_intersection2){.hit = true, .t = (float)t, .u = (float)u, .point = point, .end = point};
}
