// SPDX-License-Identifier: MIT
#include "deforming_corners.h"

#include "segment.h"
#include "triangle_pair.h"

/// Where the first coordinate that differs says so; false for the same way.
static bool before(const kiln_track *a, const kiln_track *b)
{
	const double mine[6] = {a->from.x, a->from.y, a->from.z, a->to.x, a->to.y, a->to.z};
	const double others[6] = {b->from.x, b->from.y, b->from.z, b->to.x, b->to.y, b->to.z};
	int i = 0;
	while (i < 5 && mine[i] == others[i])
		++i;
	return mine[i] < others[i];
}

void kiln_corners_add(kiln_corners *corners, const kiln_vec3 *from, const kiln_vec3 *to)
{
	kiln_track track = {kiln_d3_from(*from), kiln_d3_from(*to)};
	uint32_t name = (uint32_t)corners->count;
	int i = corners->count++;
	for (; i > 0 && before(&track, &corners->track[i - 1]); --i)
	{
		corners->track[i] = corners->track[i - 1];
		corners->name[i] = corners->name[i - 1];
	}
	corners->track[i] = track;
	corners->name[i] = name;
}

kiln_corners kiln_corners_of_triangle(const kiln_triangle *from, const kiln_triangle *to)
{
	kiln_corners corners = {.count = 0};
	for (int i = 0; i < 3; ++i)
		kiln_corners_add(&corners, &from->corners[i], &to->corners[i]);
	return corners;
}

uint32_t kiln_edge_feature(uint32_t from, uint32_t to)
{
	return 3 + ((from + 1) % 3 == to ? from : to);
}

uint32_t kiln_part_feature(const kiln_corners *triangle, const kiln_meeting *meeting)
{
	uint32_t corner = triangle->name[meeting->corner];
	if (meeting->part == KILN_GAP_EDGE)
		return kiln_edge_feature(corner, triangle->name[(meeting->corner + 1) % 3]);
	return meeting->part == KILN_GAP_CORNER ? corner : 6;
}

kiln_d3 kiln_crossing_at(const kiln_track *const a[2], const kiln_track *const b[2], double t)
{
	// Seen from b's first end, so that it is as good far from the origin.
	kiln_track first = kiln_track_sub(a[0], b[0]), along_a = kiln_track_sub(a[1], a[0]);
	kiln_track along_b = kiln_track_sub(b[1], b[0]);
	kiln_nearest_pair pair = kiln_segment_segment(
		kiln_track_at(&first, t), kiln_track_at(&along_a, t), (kiln_d3){0, 0, 0}, kiln_track_at(&along_b, t));
	return kiln_d3_add(kiln_track_at(b[0], t), pair.second);
}

bool kiln_corners_touch(const kiln_track *const a[3], const kiln_track *const b[3])
{
	const kiln_d3 first[3] = {a[0]->from, a[1]->from, a[2]->from};
	const kiln_d3 second[3] = {b[0]->from, b[1]->from, b[2]->from};
	return kiln_triangles_touch(first, second);
}
