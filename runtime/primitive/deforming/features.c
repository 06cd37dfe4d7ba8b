// SPDX-License-Identifier: MIT
#include "kiln/primitive/deforming.h"

#include "bounds/outward.h"
#include "corners.h"
#include "shape/usable.h"

static kiln_impact impact_of(const kiln_meeting *meeting, bool inside, kiln_d3 point)
{
	return (kiln_impact){.hit = true,
		.inside = inside,
		.t = kiln_tight_down(meeting->t),
		.point = kiln_d3_to(point),
		.normal = kiln_d3_to(meeting->normal)};
}

// Most pairs are apart along an axis. This quick test comes first; unusable shapes are never hit, in either order of
// the tests.

kiln_impact kiln_deforming_point_triangle(
	const kiln_vec3 *a0, const kiln_vec3 *a1, const kiln_triangle *b0, const kiln_triangle *b1)
{
	if (!a0 || !a1 || !b0 || !b1)
		return (kiln_impact){0};
	const kiln_track point = {kiln_d3_from(*a0), kiln_d3_from(*a1)};
	const kiln_track *const a[3] = {&point, &point, &point};
	kiln_corners corners;
	kilni_corners_of_triangle(&corners, b0, b1);
	const kiln_track *const any[3] = {&corners.track[0], &corners.track[1], &corners.track[2]};
	if (kiln_apart(a, 1, any, 3) || !kilni_usable_point(a0) || !kilni_usable_point(a1) || !kilni_usable_triangle(b0) ||
		!kilni_usable_triangle(b1))
		return (kiln_impact){0};
	kilni_order_corners(&corners);
	const kiln_track *const b[3] = {kiln_corner(&corners, 0), kiln_corner(&corners, 1), kiln_corner(&corners, 2)};
	kiln_gap gap;
	if (!kilni_gap_point_triangle(&gap, &point, b))
		return (kiln_impact){0};
	kiln_meeting meeting = kilni_gap_close(&gap, 1);
	if (meeting.t > 1)
		return (kiln_impact){0};
	bool inside = meeting.t == 0 && kilni_corners_touch(a, b);
	kiln_impact impact = impact_of(&meeting, inside, kiln_track_at(&point, meeting.t));
	impact.feature_b = kilni_part_feature(&corners, &meeting);
	return impact;
}

kiln_impact kiln_deforming_segment_segment(
	const kiln_segment *a0, const kiln_segment *a1, const kiln_segment *b0, const kiln_segment *b1)
{
	if (!a0 || !a1 || !b0 || !b1)
		return (kiln_impact){0};
	kiln_ends first, second;
	kilni_ends_of_segment(&first, a0, a1);
	kilni_ends_of_segment(&second, b0, b1);
	const kiln_track *const any_a[2] = {&first.track[0], &first.track[1]};
	const kiln_track *const any_b[2] = {&second.track[0], &second.track[1]};
	if (kiln_apart(any_a, 2, any_b, 2) || !kilni_usable_segment(a0) || !kilni_usable_segment(a1) ||
		!kilni_usable_segment(b0) || !kilni_usable_segment(b1))
		return (kiln_impact){0};
	kilni_order_ends(&first);
	kilni_order_ends(&second);
	const kiln_track *end_a = &first.track[1 - first.first], *end_b = &second.track[1 - second.first];
	const kiln_track *const a[3] = {&first.track[first.first], end_a, end_a};
	const kiln_track *const b[3] = {&second.track[second.first], end_b, end_b};
	kiln_gap gap;
	if (!kilni_gap_segment_segment(&gap, a, b))
		return (kiln_impact){0};
	kiln_meeting meeting = kilni_gap_close(&gap, 1);
	if (meeting.t > 1)
		return (kiln_impact){0};
	bool inside = meeting.t == 0 && kilni_corners_touch(a, b);
	return impact_of(&meeting, inside, kilni_crossing_at(a, b, meeting.t));
}
