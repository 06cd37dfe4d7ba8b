// SPDX-License-Identifier: MIT
#include "segment.h"

#include "triangle_point.h"

static kiln_nearest_pair make_pair(kiln_d3 first, kiln_d3 second)
{
	return (kiln_nearest_pair){kiln_d3_length2(kiln_d3_sub(first, second)), first, second};
}

static kiln_nearest_pair nearer(kiln_nearest_pair a, kiln_nearest_pair b)
{
	return b.distance2 < a.distance2 ? b : a;
}

/// Point of segment p, p + d that is closest to x.
static kiln_d3 closest_on_segment(kiln_d3 p, kiln_d3 d, kiln_d3 x)
{
	return kiln_d3_along(p, kiln_ratio01(kiln_d3_dot(d, kiln_d3_sub(x, p)), kiln_d3_length2(d)), d);
}

kiln_nearest_pair kilni_segment_segment(kiln_d3 p, kiln_d3 d, kiln_d3 q, kiln_d3 e)
{
	kiln_d3 normal = kiln_d3_cross(d, e);
	double determinant = kiln_d3_length2(normal);
	if (determinant > 1e-24 * kiln_d3_length2(d) * kiln_d3_length2(e))
	{
		// The closest points of the lines: clamp one, derive the other, clamp it and go back once.
		kiln_d3 between = kiln_d3_sub(q, p);
		double s = kiln_ratio01(kiln_d3_dot(kiln_d3_cross(between, e), normal), determinant);
		kiln_d3 second = closest_on_segment(q, e, kiln_d3_along(p, s, d));
		return make_pair(closest_on_segment(p, d, second), second);
	}
	// Parallel segments, or points: an end reaches the least distance.
	kiln_d3 p_end = kiln_d3_add(p, d), q_end = kiln_d3_add(q, e);
	kiln_nearest_pair best = make_pair(p, closest_on_segment(q, e, p));
	best = nearer(best, make_pair(p_end, closest_on_segment(q, e, p_end)));
	best = nearer(best, make_pair(closest_on_segment(p, d, q), q));
	return nearer(best, make_pair(closest_on_segment(p, d, q_end), q_end));
}

/// Where the segment passes through the triangle, by the signs of the line against the edges (Ericson 2005, 5.3.4);
/// edges and corners belong to the triangle. Returns false when the segment does not pass through it, or when only
/// rounding errors make the signs say so.
static bool crossing(kiln_d3 p, kiln_d3 d, const kiln_d3 corner[3], kiln_d3 *point)
{
	kiln_d3 a = kiln_d3_sub(corner[0], p);
	kiln_d3 b = kiln_d3_sub(corner[1], p);
	kiln_d3 c = kiln_d3_sub(corner[2], p);
	kiln_d3 normal = kiln_d3_cross(kiln_d3_sub(b, a), kiln_d3_sub(c, a));
	double start = -kiln_d3_dot(normal, a);
	double end = start + kiln_d3_dot(normal, d);
	if ((start > 0 && end > 0) || (start < 0 && end < 0) || start == end)
		return false;
	double u = kiln_d3_dot(d, kiln_d3_cross(c, b));
	double v = kiln_d3_dot(d, kiln_d3_cross(a, c));
	double w = kiln_d3_dot(d, kiln_d3_cross(b, a));
	double sum = u + v + w;
	if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || sum == 0)
		return false;
	kiln_d3 on_triangle = kiln_d3_add(kiln_d3_scale(a, u / sum), kiln_d3_along(kiln_d3_scale(b, v / sum), w / sum, c));
	kiln_d3 on_segment = closest_on_segment((kiln_d3){0, 0, 0}, d, on_triangle);
	// A needle's signs mean nothing, but then the two points do not coincide.
	double size = kiln_d3_largest(a) + kiln_d3_largest(b) + kiln_d3_largest(c) + kiln_d3_largest(d);
	if (kiln_d3_length2(kiln_d3_sub(on_triangle, on_segment)) > 0x1p-80 * size * size)
		return false;
	*point = kiln_d3_add(p, on_triangle);
	return true;
}

kiln_nearest_pair kilni_segment_triangle(kiln_d3 p, kiln_d3 d, const kiln_d3 corner[3])
{
	kiln_d3 point;
	if (crossing(p, d, corner, &point))
		return (kiln_nearest_pair){0, point, point};
	// Otherwise an end of the segment or an edge of the triangle is closest.
	kiln_nearest_pair best = kilni_segment_segment(p, d, corner[0], kiln_d3_sub(corner[1], corner[0]));
	best = nearer(best, kilni_segment_segment(p, d, corner[1], kiln_d3_sub(corner[2], corner[1])));
	best = nearer(best, kilni_segment_segment(p, d, corner[2], kiln_d3_sub(corner[0], corner[2])));
	for (int end = 0; end < 2; ++end)
	{
		kiln_d3 from = end ? kiln_d3_add(p, d) : p;
		kiln_d3 shifted[3];
		for (int i = 0; i < 3; ++i)
			shifted[i] = kiln_d3_sub(corner[i], from);
		best = nearer(best, make_pair(from, kiln_d3_add(from, kilni_triangle_closest(shifted))));
	}
	return best;
}
