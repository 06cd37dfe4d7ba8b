// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "math/orient_double.h"
#include "shape/usable.h"

/// A triangle's corners relative to the other's plane.
typedef struct over_plane
{
	kiln_d3 normal;		 ///< of the other
	kiln_d3 normal_size; ///< sum of the magnitudes of its products
	double height[3];	 ///< of the corners above the plane, in lengths of the normal
	double error;		 ///< of each height
} over_plane;

static over_plane over(const kiln_d3 plane[3], const kiln_d3 corners[3])
{
	kiln_d3 u = kiln_d3_sub(plane[1], plane[0]), v = kiln_d3_sub(plane[2], plane[0]);
	kiln_d3 p = {u.y * v.z, u.z * v.x, u.x * v.y}, q = {u.z * v.y, u.x * v.z, u.y * v.x};
	over_plane o = {
		.normal = kiln_d3_sub(p, q), .normal_size = kiln_d3_add(kiln_d3_magnitudes(p), kiln_d3_magnitudes(q))};
	double size = 0;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 w = kiln_d3_sub(corners[i], plane[0]);
		o.height[i] = kiln_d3_dot(o.normal, w);
		size = kiln_double_max(size, kiln_d3_dot(o.normal_size, kiln_d3_magnitudes(w)));
	}
	o.error = 0x1p-49 * size;
	return o;
}

/// The interval in which a triangle crosses the other's plane, in one coordinate.
typedef struct interval
{
	double low, high;
	double error; ///< of either end
} interval;

static double coordinate(kiln_d3 p, int axis)
{
	return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Crossings of the edges from the corner alone on its side to both others (Moller 1997). Each crossing is a mean of
/// two corners, weighted by their heights. Its error is that of the heights relative to their sum.
static interval crossing(const kiln_d3 corners[3], const over_plane *o, int lone, int axis, double origin)
{
	double from = coordinate(corners[lone], axis) - origin, at[2], error = 0;
	for (int i = 0; i < 2; ++i)
	{
		int other = (lone + 1 + i) % 3;
		double way = coordinate(corners[other], axis) - origin - from, rise = o->height[lone] - o->height[other];
		at[i] = from + way * (o->height[lone] / rise);
		error = kiln_double_max(error, fabs(way) * (4 * o->error / fabs(rise)) + 0x1p-50 * (fabs(way) + fabs(from)));
	}
	return (interval){kiln_double_min(at[0], at[1]), kiln_double_max(at[0], at[1]), error};
}

/// The corner whose height has a different sign from both others. KILN_APART when there is no such corner, KILN_DOUBT
/// when a sign is uncertain.
static kiln_verdict lone_corner(const over_plane *o, int *lone)
{
	int above = 0, sum = 0;
	for (int i = 0; i < 3; ++i)
	{
		if (fabs(o->height[i]) <= o->error)
			return KILN_DOUBT;
		above += o->height[i] > 0;
		sum += o->height[i] > 0 ? i : 0;
	}
	// Exactly one of the places 0, 1, 2 is alone: the sum if one is above, else 3 minus the sum of the two above.
	*lone = above == 1 ? sum : 3 - sum;
	return above == 0 || above == 3 ? KILN_APART : KILN_MEET;
}

static int longest(kiln_d3 v)
{
	kiln_d3 size = kiln_d3_magnitudes(v);
	return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

static kiln_verdict by_intervals(const kiln_two_triangles *two)
{
	int lone_a, lone_b;
	over_plane of_b = over(two->a, two->b);
	kiln_verdict b = lone_corner(&of_b, &lone_b);
	if (b != KILN_MEET)
		return b;
	over_plane of_a = over(two->b, two->a);
	kiln_verdict a = lone_corner(&of_a, &lone_a);
	if (a != KILN_MEET)
		return a;
	// Along the planes' common line, the coordinate that changes most gives the order of points, if it changes at all.
	kiln_d3 line = kiln_d3_cross(of_a.normal, of_b.normal);
	kiln_d3 p = of_a.normal_size, q = of_b.normal_size;
	double most = 0x1p-48 * (p.x + p.y + p.z) * (q.x + q.y + q.z);
	int axis = longest(line);
	if (!(fabs(coordinate(line, axis)) > most))
		return KILN_DOUBT;
	double origin = coordinate(two->a[0], axis);
	interval of[2] = {crossing(two->a, &of_a, lone_a, axis, origin), crossing(two->b, &of_b, lone_b, axis, origin)};
	double gap = kiln_double_max(of[0].low - of[1].high, of[1].low - of[0].high);
	double error = 2 * (of[0].error + of[1].error);
	return gap > error ? KILN_APART : gap < -error ? KILN_MEET : KILN_DOUBT;
}

bool kiln_overlaps_triangle_triangle_interval(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!kilni_usable_triangle(a) || !kilni_usable_triangle(b))
		return true;
	kiln_two_triangles two;
	kiln_two_triangles_set(&two, a, b);
	return kiln_two_triangles_touch(&two, by_intervals(&two));
}
