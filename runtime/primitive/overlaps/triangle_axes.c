// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "shape/usable.h"

#include <math.h>

/// Corners and edges of both triangles, relative to a's first corner.
typedef struct sat
{
	kiln_d3 corner[6];
	kiln_d3 edge[6]; ///< from corner i to the next of the same triangle
	double size;	 ///< the largest sum of the magnitudes of a corner's coordinates
} sat;

static double sum_of_sizes(kiln_d3 v)
{
	return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static sat sat_of(const kiln_two_triangles *two)
{
	sat s = {.size = 0};
	for (int i = 0; i < 3; ++i)
	{
		s.corner[i] = kiln_d3_sub(two->a[i], two->a[0]);
		s.corner[3 + i] = kiln_d3_sub(two->b[i], two->a[0]);
		s.edge[i] = kiln_d3_sub(two->a[(i + 1) % 3], two->a[i]);
		s.edge[3 + i] = kiln_d3_sub(two->b[(i + 1) % 3], two->b[i]);
		s.size = kiln_double_max(s.size, sum_of_sizes(s.corner[3 + i]));
	}
	s.size += sum_of_sizes(s.edge[0]) + sum_of_sizes(s.edge[2]);
	return s;
}

/// The cross product of two vectors as an axis. A gap between the projections that is larger than their rounding is a
/// gap, whatever the axis's own rounding was, because the computed axis is the one used. An overlap is certain only
/// with room for the axis's own rounding, too.
static kiln_verdict on_axis(const sat *s, kiln_d3 u, kiln_d3 v)
{
	kiln_d3 axis = kiln_d3_cross(u, v);
	double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
	for (int i = 0; i < 6; ++i)
	{
		double height = kiln_d3_dot(axis, s->corner[i]);
		low[i / 3] = kiln_double_min(low[i / 3], height);
		high[i / 3] = kiln_double_max(high[i / 3], height);
	}
	double gap = kiln_double_max(low[0] - high[1], low[1] - high[0]);
	double projected = 0x1p-49 * sum_of_sizes(axis) * s->size;
	double rounding = 0x1p-48 * sum_of_sizes(u) * sum_of_sizes(v) * s->size;
	return gap > projected ? KILN_APART : gap < -(projected + rounding) ? KILN_MEET : KILN_DOUBT;
}

/// In a common plane, the normals of edges separate triangles that are apart; an overlap stays in doubt.
static kiln_verdict in_plane(const sat *s)
{
	for (int i = 0; i < 6; ++i)
		if (on_axis(s, kiln_d3_cross(s->edge[i < 3 ? 0 : 3], s->edge[i < 3 ? 1 : 4]), s->edge[i]) == KILN_APART)
			return KILN_APART;
	return KILN_DOUBT;
}

/// Tests both normals, then the products of edges. Axes without length, from parallel edges or triangles without area,
/// are in doubt.
static kiln_verdict by_axes(const sat *s)
{
	kiln_verdict verdict = KILN_MEET;
	for (int i = 0; i < 11; ++i)
	{
		int first = i < 2 ? 3 * i : (i - 2) / 3, second = i < 2 ? 3 * i + 1 : 3 + (i - 2) % 3;
		kiln_verdict here = on_axis(s, s->edge[first], s->edge[second]);
		if (here == KILN_APART)
			return KILN_APART;
		if (here == KILN_DOUBT)
			verdict = KILN_DOUBT;
	}
	return verdict == KILN_DOUBT ? in_plane(s) : verdict;
}

bool kiln_overlaps_triangle_triangle_axes(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!kilni_usable_triangle(a) || !kilni_usable_triangle(b))
		return true;
	kiln_two_triangles two;
	kiln_two_triangles_set(&two, a, b);
	sat s = sat_of(&two);
	return kiln_two_triangles_touch(&two, by_axes(&s));
}
