// SPDX-License-Identifier: MIT
#include "triangle_point.h"

/// Closest point of segment pq to the origin.
static kiln_d3 closest_on_edge(kiln_d3 p, kiln_d3 q)
{
	kiln_d3 edge = kiln_d3_sub(q, p);
	return kiln_d3_along(p, kiln_ratio01(-kiln_d3_dot(p, edge), kiln_d3_length2(edge)), edge);
}

/// Uses the projection on the plane and the three edges. This is slow, but right for needles, for which the six
/// products of the fast way cancel.
static kiln_d3 closest_carefully(const kiln_d3 corner[3])
{
	kiln_d3 best = closest_on_edge(corner[0], corner[1]);
	for (int i = 1; i < 3; ++i)
	{
		kiln_d3 other = closest_on_edge(corner[i], corner[(i + 1) % 3]);
		best = kiln_d3_length2(other) < kiln_d3_length2(best) ? other : best;
	}
	kiln_d3 ab = kiln_d3_sub(corner[1], corner[0]);
	kiln_d3 ac = kiln_d3_sub(corner[2], corner[0]);
	kiln_d3 normal = kiln_d3_cross(ab, ac);
	double area2 = kiln_d3_length2(normal);
	// A normal this short consists of rounding errors and may point anywhere.
	if (!(area2 > 1e-22 * kiln_d3_length2(ab) * kiln_d3_length2(ac)))
		return best;
	kiln_d3 foot = kiln_d3_scale(normal, kiln_d3_dot(normal, corner[0]) / area2);
	kiln_d3 from = kiln_d3_sub(foot, corner[0]);
	double v = kiln_d3_dot(kiln_d3_cross(from, ac), normal) / area2;
	double w = kiln_d3_dot(kiln_d3_cross(ab, from), normal) / area2;
	if (!(v >= 0 && w >= 0 && v + w <= 1))
		return best;
	kiln_d3 face = kiln_d3_along(kiln_d3_along(corner[0], v, ab), w, ac);
	return kiln_d3_length2(face) < kiln_d3_length2(best) ? face : best;
}

kiln_d3 kilni_triangle_closest(const kiln_d3 corner[3])
{
	kiln_d3 a = corner[0], b = corner[1], c = corner[2];
	kiln_d3 ab = kiln_d3_sub(b, a);
	kiln_d3 ac = kiln_d3_sub(c, a);
	double d1 = -kiln_d3_dot(ab, a), d2 = -kiln_d3_dot(ac, a);
	if (d1 <= 0 && d2 <= 0)
		return a;
	double d3 = -kiln_d3_dot(ab, b), d4 = -kiln_d3_dot(ac, b);
	if (d3 >= 0 && d4 <= d3)
		return b;
	double d5 = -kiln_d3_dot(ab, c), d6 = -kiln_d3_dot(ac, c);
	if (d6 >= 0 && d5 <= d6)
		return c;
	// The three products below are areas times the normal's length. Their error is some 2^-51 of the squared lengths
	// that enter. Weights right to 1e-9 need a squared length of the normal this far above that error.
	double side2 = kiln_double_max(kiln_d3_length2(ab), kiln_d3_length2(ac));
	double area2 = kiln_d3_length2(kiln_d3_cross(ab, ac));
	if (!((kiln_d3_length2(a) + side2) * side2 < 2.5e5 * area2))
		return closest_carefully(corner);
	double vc = d1 * d4 - d3 * d2;
	if (vc <= 0 && d1 >= 0 && d3 <= 0)
		return kiln_d3_along(a, d1 / (d1 - d3), ab);
	double vb = d5 * d2 - d1 * d6;
	if (vb <= 0 && d2 >= 0 && d6 <= 0)
		return kiln_d3_along(a, d2 / (d2 - d6), ac);
	double va = d3 * d6 - d5 * d4;
	double bc = d4 - d3, cb = d5 - d6;
	if (va <= 0 && bc >= 0 && cb >= 0)
		return kiln_d3_along(b, bc / (bc + cb), kiln_d3_sub(c, b));
	double sum = va + vb + vc;
	return kiln_d3_along(kiln_d3_along(a, vb / sum, ab), vc / sum, ac);
}

kiln_d3 kilni_triangle_settle(const kiln_vec3 corner[3], kiln_d3 near)
{
	kiln_d3 seen[3];
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_sub(kiln_d3_from(corner[i]), near);
	return kiln_d3_add(near, kilni_triangle_closest(seen));
}
