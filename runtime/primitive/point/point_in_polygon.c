// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "point2.h"
#include "shape/polygon.h"
#include "shape/usable.h"

bool kiln_point2_in_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count)
{
	if (count < 3 || !kilni_usable_points2(&a, 1) || !kilni_usable_points2(corners, count))
		return false;
	kiln_d2 p = kiln_d2_from(a), from = kiln_d2_from(corners[count - 1]);
	bool inside = false;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d2 to = kiln_d2_from(corners[i]);
		if (kiln_d2_on_edge(p, from, to, &inside))
			return true;
		from = to;
	}
	return inside;
}

/// Whether p lies at a larger angle from the second corner than `corner` does, around the first corner of a convex
/// polygon. At equal angles, p counts as past the corners of the first side, whose last corner is the farthest, and as
/// before all others: on the last side, the first corner is the farthest.
static bool is_past(kiln_d2 p, kiln_d2 first, kiln_d2 second, kiln_d2 corner)
{
	double side = kilni_orient2_sign(first, corner, p);
	if (side != 0 || kilni_orient2_sign(first, second, corner) != 0)
		return side > 0;
	// On the line of the first side both products have the same sign, and nothing cancels.
	return (corner.x - first.x) * (second.x - first.x) + (corner.y - first.y) * (second.y - first.y) > 0;
}

bool kiln_point2_in_convex_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count)
{
	// Checks only the corners that the test reads: checking all would take longer than the answer.
	if (count < 3 || !kilni_usable_points2(&a, 1) || !kilni_usable_points2(corners, 2))
		return false;
	kiln_d2 p = kiln_d2_from(a), first = kiln_d2_from(corners[0]), second = kiln_d2_from(corners[1]);
	uint32_t low = 1, high = count - 1;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (!kilni_usable_points2(&corners[middle], 1))
			return false;
		if (is_past(p, first, second, kiln_d2_from(corners[middle])))
			low = middle;
		else
			high = middle;
	}
	return kilni_usable_points2(&corners[high], 1) &&
		   kiln_d2_in_triangle(p, first, kiln_d2_from(corners[low]), kiln_d2_from(corners[high]));
}

/// Whether p lies within `slack` of the segment ab, plus the rounding of this test.
static bool near_edge(kiln_d2 p, kiln_d2 a, kiln_d2 b, double slack)
{
	kiln_d2 edge = {b.x - a.x, b.y - a.y}, from = {p.x - a.x, p.y - a.y};
	double length2 = edge.x * edge.x + edge.y * edge.y, away2 = from.x * from.x + from.y * from.y;
	double t = kiln_ratio01(from.x * edge.x + from.y * edge.y, length2);
	double x = from.x - t * edge.x, y = from.y - t * edge.y;
	slack += 0x1p-49 * (sqrt(length2) + sqrt(away2));
	return x * x + y * y <= slack * slack;
}

/// Whether any edge, projected along the frame's axis, lies within `slack` of p.
static bool near_boundary(const kiln_polygon_frame *frame, kiln_d3 point, double slack)
{
	const kiln_polygon *polygon = frame->polygon;
	kiln_d2 p = kiln_d3_seen_along(point, frame->axis);
	bool near = false;
	for (uint32_t i = 0; i < polygon->count && !near; ++i)
	{
		kiln_vec3 from = polygon->corners[i], to = polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
		near = near_edge(p, kiln_d3_seen_along(kiln_d3_from(from), frame->axis),
			kiln_d3_seen_along(kiln_d3_from(to), frame->axis), slack);
	}
	return near;
}

bool kiln_point_in_polygon(const kiln_vec3 *a, const kiln_polygon *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_polygon(b))
		return false;
	kiln_polygon_frame frame = kilni_polygon_frame_of(b);
	if (!kiln_polygon_frame_has_area(&frame))
		return false;
	kiln_d3 p = kiln_d3_from(*a), from = kiln_d3_sub(p, frame.origin);
	double height = kiln_d3_dot(from, frame.normal) / kiln_d3_length2(frame.normal);
	kiln_d3 foot = kiln_d3_along(p, -height, frame.normal);
	if (kilni_polygon_frame_contains(&frame, foot))
		return true;
	// Rounding of the foot and of the normal may have moved the foot off the boundary by this.
	double tilt = 4 * frame.error / kiln_d3_largest(frame.normal);
	double slack = (0x1p-49 + tilt) * kiln_d3_largest(from) + 0x1p-51 * (kiln_d3_largest(p) + kiln_d3_largest(from));
	return near_boundary(&frame, foot, slack);
}
