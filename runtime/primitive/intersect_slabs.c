// SPDX-License-Identifier: MIT
#include "intersect.h"

#include "bounds/core.h"
#include "bounds/kdop_axes.h"
#include "kiln/primitive/point.h"
#include "usable.h"

/// Boxes and k-DOPs: a line is between the two planes of each slab for a span of time, and in the solid for what these
/// spans have in common (Kay and Kajiya 1986; Ericson 2005, 5.3.3).

bool kiln_chord_aabb(const kiln_path *path, const kiln_aabb *aabb, kiln_chord *chord)
{
	kiln_d3 min = kiln_d3_from(aabb->min), max = kiln_d3_from(aabb->max), o = path->origin, d = path->direction;
	double slack = KILN_PATH_SLACK * (kiln_path_size(kiln_d3_sub(min, o)) + kiln_path_size(kiln_d3_sub(max, o)));
	*chord = kiln_chord_whole();
	// No shift towards the box: a difference of two floats, and so a time, loses nothing however far the box is.
	if (!kiln_chord_clip(chord, (kiln_d3){1, 0, 0}, min.x, max.x, o.x, d.x, slack, 0) ||
		!kiln_chord_clip(chord, (kiln_d3){0, 1, 0}, min.y, max.y, o.y, d.y, slack, 2) ||
		!kiln_chord_clip(chord, (kiln_d3){0, 0, 1}, min.z, max.z, o.z, d.z, slack, 4))
		return false;
	kiln_chord_tidy(chord, 0);
	return true;
}

bool kiln_chord_obb(const kiln_path *path, const kiln_obb *obb, kiln_chord *chord)
{
	kiln_d3 normals[3];
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(obb->center));
	double from = kiln_path_nearest(path, seen);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction);
	double slack = kiln_path_size(seen);
	kiln_path_frame(obb->axes, normals);
	for (int i = 0; i < 3; ++i)
		slack += (double)obb->half_extents[i];
	slack *= KILN_PATH_SLACK;
	*chord = kiln_chord_whole();
	for (int i = 0; i < 3; ++i)
	{
		double half = (double)obb->half_extents[i], at = kiln_d3_dot(near, normals[i]);
		double speed = kiln_path_rate(path, normals[i]);
		if (!kiln_chord_clip(chord, normals[i], -half, half, at, speed, slack, 2 * (uint32_t)i))
			return false;
	}
	kiln_chord_tidy(chord, from);
	return true;
}

bool kiln_chord_kdop(const kiln_path *path, const kiln_kdop *kdop, uint32_t k, kiln_chord *chord)
{
	kiln_kdop_slots slots = {0};
	int list[KILN_KDOP_AXES];
	kiln_kdop_slots_of(k, &slots);
	*chord = kiln_chord_whole();
	for (int left = kiln_kdop_list(&slots, list) - 1; left >= 0; --left)
	{
		int axis = list[left];
		const signed char *n = kiln_kdop_axis[axis];
		double low = (double)kdop->min[axis], high = (double)kdop->max[axis];
		double at = kiln_kdop_along(axis, path->origin, 0).value;
		double slack = KILN_PATH_SLACK * (kiln_path_size(path->origin) + fabs(low) + fabs(high));
		// Of floats, so that sums in double cancel without loss unless they are very different in size.
		double speed = kiln_kdop_along(axis, path->direction, 0).value;
		kiln_d3 normal = {(double)n[0], (double)n[1], (double)n[2]};
		if (!kiln_chord_clip(chord, normal, low, high, at, speed, slack, 2 * (uint32_t)axis))
			return false;
	}
	kiln_chord_tidy(chord, 0);
	return true;
}

KILN_INTERSECT_SOLID(aabb)
KILN_INTERSECT_SOLID(obb)

static kiln_intersection meet_kdop(const kiln_path *path, const kiln_kdop *b, uint32_t k)
{
	kiln_chord chord;
	if (!path->usable || !kiln_usable_kdop(b, k))
		return (kiln_intersection){0};
	if (kiln_path_is_point(path))
		return kiln_path_meets_point(path, kiln_point_in_kdop(&path->begin, b, k));
	if (!kiln_chord_kdop(path, b, k, &chord))
		return (kiln_intersection){0};
	bool begins = kiln_chord_has_begin(path, &chord) && kiln_point_in_kdop(&path->begin, b, k);
	return kiln_path_meets_chord(path, &chord, begins);
}

kiln_intersection kiln_intersect_line_kdop(const kiln_line *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kiln_path_of_line(a);
	return meet_kdop(&path, b, k);
}

kiln_intersection kiln_intersect_ray_kdop(const kiln_ray *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kiln_path_of_ray(a);
	return meet_kdop(&path, b, k);
}

kiln_intersection kiln_intersect_segment_kdop(const kiln_segment *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kiln_path_of_segment(a);
	return meet_kdop(&path, b, k);
}
