// SPDX-License-Identifier: MIT
#include "corners.h"

#include "primitive/triangle/pair.h"
#include "shape/segment.h"

/// Compares corners that start with equal x, by the first other coordinate that differs.
static bool before_in_plane(const kiln_track *a, const kiln_track *b)
{
	const double mine[5] = {a->from.y, a->from.z, a->to.x, a->to.y, a->to.z};
	const double others[5] = {b->from.y, b->from.z, b->to.x, b->to.y, b->to.z};
	int i = 0;
	while (i < 4 && mine[i] == others[i])
		++i;
	return mine[i] < others[i];
}

/// 1 or 0, without a branch, which would mispredict.
static inline int before(const kiln_track *a, const kiln_track *b)
{
	return a->from.x != b->from.x ? a->from.x < b->from.x : before_in_plane(a, b);
}

void kilni_corners_of_triangle(kiln_corners *corners, const kiln_triangle *from, const kiln_triangle *to)
{
	for (int i = 0; i < 3; ++i)
		corners->track[i] = (kiln_track){kiln_d3_from(from->corners[i]), kiln_d3_from(to->corners[i])};
}

void kilni_order_corners(kiln_corners *corners)
{
	const kiln_track *track = corners->track;
	// A corner's place is the number of corners before it; of two equal corners the first comes first.
	int swap01 = before(&track[1], &track[0]), swap02 = before(&track[2], &track[0]);
	int swap12 = before(&track[2], &track[1]);
	int place0 = swap01 + swap02, place1 = 1 - swap01 + swap12;
	corners->name[0] = place0 == 0 ? 0 : place1 == 0 ? 1 : 2;
	corners->name[2] = place0 == 2 ? 0 : place1 == 2 ? 1 : 2;
	corners->name[1] = 3 - corners->name[0] - corners->name[2];
}

void kilni_ends_of_segment(kiln_ends *ends, const kiln_segment *from, const kiln_segment *to)
{
	ends->track[0] = (kiln_track){kiln_d3_from(from->a), kiln_d3_from(to->a)};
	ends->track[1] = (kiln_track){kiln_d3_from(from->b), kiln_d3_from(to->b)};
}

void kilni_order_ends(kiln_ends *ends)
{
	ends->first = before(&ends->track[1], &ends->track[0]);
}

uint32_t kilni_edge_feature(uint32_t from, uint32_t to)
{
	return 3 + ((from + 1) % 3 == to ? from : to);
}

uint32_t kilni_part_feature(const kiln_corners *triangle, const kiln_meeting *meeting)
{
	uint32_t corner = triangle->name[meeting->corner];
	if (meeting->part == KILN_GAP_EDGE)
		return kilni_edge_feature(corner, triangle->name[(meeting->corner + 1) % 3]);
	return meeting->part == KILN_GAP_CORNER ? corner : 6;
}

kiln_d3 kilni_crossing_at(const kiln_track *const a[2], const kiln_track *const b[2], double t)
{
	// Relative to b's first end, so that the result is as accurate far from the origin.
	kiln_track first = kiln_track_sub(a[0], b[0]), along_a = kiln_track_sub(a[1], a[0]);
	kiln_track along_b = kiln_track_sub(b[1], b[0]);
	kiln_nearest_pair pair = kilni_segment_segment(
		kiln_track_at(&first, t), kiln_track_at(&along_a, t), (kiln_d3){0, 0, 0}, kiln_track_at(&along_b, t));
	return kiln_d3_add(kiln_track_at(b[0], t), pair.second);
}

bool kilni_corners_touch(const kiln_track *const a[3], const kiln_track *const b[3])
{
	const kiln_d3 first[3] = {a[0]->from, a[1]->from, a[2]->from};
	const kiln_d3 second[3] = {b[0]->from, b[1]->from, b[2]->from};
	return kilni_triangles_touch(first, second);
}
