// SPDX-License-Identifier: MIT
#include "kiln/primitive/deforming.h"

#include "bounds/outward.h"
#include "corners.h"
#include "parting.h"
#include "primitive/triangle/pair.h"
#include "shape/usable.h"

#include <math.h>

/// Two moving triangles and the first contact found so far.
typedef struct search
{
	kiln_corners a, b;
	uint32_t same[3];	///< bit j: corner i of a is corner j of b, both in the order of kiln_corners
	kiln_meeting first; ///< t > 1: no contact yet
	bool inside;		///< they share a point at the start
	kiln_d3 point;
	uint32_t feature_a, feature_b;
} search;

/// The corners of each feature, repeated where it has fewer than three: 0 to 2 are corners, 3 to 5 edges, 6 is the
/// triangle.
static const uint8_t feature_corners[7][3] = {
	{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 1, 1}, {1, 2, 2}, {2, 0, 0}, {0, 1, 2}};

typedef struct feature
{
	const kiln_track *track[3];
} feature;

static feature feature_of(const kiln_corners *corners, int number)
{
	feature f;
	for (int i = 0; i < 3; ++i)
		f.track[i] = kiln_corner(corners, feature_corners[number][i]);
	return f;
}

static bool in_common(const search *s, int number_a, int number_b)
{
	uint32_t same = 0, of_b = 0;
	for (int i = 0; i < 3; ++i)
	{
		same |= s->same[feature_corners[number_a][i]];
		of_b |= 1u << feature_corners[number_b][i];
	}
	return (same & of_b) != 0;
}

static bool touch_at_start(const search *s, int number_a, int number_b)
{
	const feature a = feature_of(&s->a, number_a), b = feature_of(&s->b, number_b);
	return kilni_corners_touch(a.track, b.track);
}

/// Whether a contact of two features comes before the first one found so far. If so, stores it, without its point.
static bool sooner(search *s, const kiln_gap *gap, int number_a, int number_b)
{
	kiln_meeting meeting = kilni_gap_close(gap, kiln_double_min(1, s->first.t));
	s->inside = s->inside || (meeting.t == 0 && touch_at_start(s, number_a, number_b));
	if (!(meeting.t < s->first.t))
		return false;
	s->first = meeting;
	return true;
}

static void corner_against_b(search *s, int corner)
{
	const kiln_track *track = kiln_corner(&s->a, corner);
	const feature b = feature_of(&s->b, 6);
	kiln_gap gap;
	if (kiln_apart(&track, 1, b.track, 3) || !kilni_gap_point_triangle(&gap, track, b.track) ||
		!sooner(s, &gap, corner, 6))
		return;
	s->feature_a = s->a.name[corner];
	s->feature_b = kilni_part_feature(&s->b, &s->first);
	s->point = kiln_track_at(track, s->first.t);
}

static void corner_against_a(search *s, int corner)
{
	const kiln_track *track = kiln_corner(&s->b, corner);
	const feature a = feature_of(&s->a, 6);
	kiln_gap gap;
	if (kiln_apart(&track, 1, a.track, 3) || !kilni_gap_point_triangle(&gap, track, a.track) ||
		!sooner(s, &gap, 6, corner))
		return;
	s->feature_a = kilni_part_feature(&s->a, &s->first);
	s->feature_b = s->b.name[corner];
	s->first.normal = kiln_d3_scale(s->first.normal, -1);
	s->point = kiln_track_at(track, s->first.t);
}

static void edges(search *s, int edge_a, int edge_b)
{
	const feature a = feature_of(&s->a, edge_a), b = feature_of(&s->b, edge_b);
	kiln_gap gap;
	if (kiln_apart(a.track, 2, b.track, 2) || !kilni_gap_segment_segment(&gap, a.track, b.track) ||
		!sooner(s, &gap, edge_a, edge_b))
		return;
	// The parts of the parallelogram; kilni_gap_segment_segment defines the order of its corners.
	const kiln_meeting *first = &s->first;
	const uint8_t *ends_a = feature_corners[edge_a], *ends_b = feature_corners[edge_b];
	bool corner_a = first->part == KILN_GAP_CORNER || (first->part == KILN_GAP_EDGE && first->corner % 2 == 0);
	bool corner_b = first->part == KILN_GAP_CORNER || (first->part == KILN_GAP_EDGE && first->corner % 2 == 1);
	uint32_t end_a = s->a.name[ends_a[first->corner >= 2]];
	uint32_t end_b = s->b.name[ends_b[first->corner == 1 || first->corner == 2]];
	uint32_t whole_a = kilni_edge_feature(s->a.name[ends_a[0]], s->a.name[ends_a[1]]);
	uint32_t whole_b = kilni_edge_feature(s->b.name[ends_b[0]], s->b.name[ends_b[1]]);
	s->feature_a = corner_a ? end_a : whole_a;
	s->feature_b = corner_b ? end_b : whole_b;
	s->point = kilni_crossing_at(a.track, b.track, first->t);
}

/// Tests all pairs of features without a common corner. Each time is found independently of the others, so that the
/// earliest does not depend on the order.
static void all_features(search *s)
{
	s->first.t = 2;
	for (int i = 0; i < 3; ++i)
	{
		if (!in_common(s, i, 6))
			corner_against_b(s, i);
		if (!in_common(s, 6, i))
			corner_against_a(s, i);
	}
	for (int i = 3; i < 6; ++i)
		for (int j = 3; j < 6; ++j)
			if (!in_common(s, i, j))
				edges(s, i, j);
}

/// Whether an edge passes through the other triangle at the start, far from common corners.
static bool pierced_at_start(const search *s)
{
	bool pierced = false;
	for (int i = 3; i < 6; ++i)
	{
		pierced = pierced || (!in_common(s, i, 6) && touch_at_start(s, i, 6));
		pierced = pierced || (!in_common(s, 6, i) && touch_at_start(s, 6, i));
	}
	return pierced;
}

/// Whether b stays on the side of a to which the direction leads. If b is there at both ends, it is there on the whole
/// way.
static bool apart_along(const search *s, kiln_d3 direction)
{
	const kiln_d3 origin = kiln_corner(&s->a, 0)->from;
	double least_from = HUGE_VAL, least_to = HUGE_VAL, most_from = -HUGE_VAL, most_to = -HUGE_VAL, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		kiln_track a = *kiln_corner(&s->a, i), b = *kiln_corner(&s->b, i);
		a = (kiln_track){kiln_d3_sub(a.from, origin), kiln_d3_sub(a.to, origin)};
		b = (kiln_track){kiln_d3_sub(b.from, origin), kiln_d3_sub(b.to, origin)};
		size = kiln_double_max(size, kiln_double_max(kiln_track_size(&a), kiln_track_size(&b)));
		most_from = kiln_double_max(most_from, kiln_d3_dot(a.from, direction));
		most_to = kiln_double_max(most_to, kiln_d3_dot(a.to, direction));
		least_from = kiln_double_min(least_from, kiln_d3_dot(b.from, direction));
		least_to = kiln_double_min(least_to, kiln_d3_dot(b.to, direction));
	}
	// Both products round by 4 * 2^-53 of the product of at most three of these, their difference once more.
	double margin = 0x1p-48 * size * kiln_d3_largest(direction);
	return least_from - most_from > margin && least_to - most_to > margin;
}

static kiln_impact started_inside(const kiln_d3 a[3], const kiln_d3 b[3])
{
	kiln_d3 ends[2] = {a[0], a[0]};
	bool coplanar;
	kilni_triangles_contact(a, b, ends, &coplanar);
	return (kiln_impact){.hit = true,
		.inside = true,
		.point = kiln_d3_to(kiln_d3_scale(kiln_d3_add(ends[0], ends[1]), 0.5)),
		.normal = kiln_d3_to(kilni_triangles_parting(a, b)),
		.feature_a = 6,
		.feature_b = 6};
}

static kiln_impact answer(search *s)
{
	const feature whole_a = feature_of(&s->a, 6), whole_b = feature_of(&s->b, 6);
	if (kiln_apart(whole_a.track, 3, whole_b.track, 3))
		return (kiln_impact){0};
	kiln_d3 a[3], b[3], on_a, on_b;
	for (int i = 0; i < 3; ++i)
	{
		a[i] = kiln_corner(&s->a, i)->from;
		b[i] = kiln_corner(&s->b, i)->from;
	}
	bool neighbours = in_common(s, 6, 6);
	double distance2 = kilni_triangles_distance2(a, b, &on_a, &on_b);
	if (neighbours ? pierced_at_start(s) : distance2 == 0)
		return started_inside(a, b);
	if (apart_along(s, kiln_d3_sub(on_b, on_a)))
		return (kiln_impact){0};
	all_features(s);
	if (s->inside)
		return started_inside(a, b);
	if (s->first.t > 1)
		return (kiln_impact){0};
	return (kiln_impact){.hit = true,
		.t = kiln_tight_down(s->first.t),
		.point = kiln_d3_to(s->point),
		.normal = kiln_d3_to(s->first.normal),
		.feature_a = s->feature_a,
		.feature_b = s->feature_b};
}

static bool usable(const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1)
{
	return kilni_usable_triangle(a0) && kilni_usable_triangle(a1) && kilni_usable_triangle(b0) &&
		   kilni_usable_triangle(b1);
}

/// Begins without common corners.
static void begin(
	search *s, const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1)
{
	*s = (search){.inside = false};
	kilni_corners_of_triangle(&s->a, a0, a1);
	kilni_corners_of_triangle(&s->b, b0, b1);
	kilni_order_corners(&s->a);
	kilni_order_corners(&s->b);
}

kiln_impact kiln_deforming_triangle_triangle(
	const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1)
{
	if (!usable(a0, a1, b0, b1))
		return (kiln_impact){0};
	search s;
	begin(&s, a0, a1, b0, b1);
	return answer(&s);
}

kiln_impact kiln_deforming_neighbours(const kiln_triangle *a0, const kiln_triangle *a1, const uint32_t a_vertices[3],
	const kiln_triangle *b0, const kiln_triangle *b1, const uint32_t b_vertices[3])
{
	if (!usable(a0, a1, b0, b1) || !a_vertices || !b_vertices)
		return (kiln_impact){0};
	search s;
	begin(&s, a0, a1, b0, b1);
	for (int i = 0; i < 9; ++i)
		if (a_vertices[s.a.name[i % 3]] == b_vertices[s.b.name[i / 3]])
			s.same[i % 3] |= 1u << i / 3;
	return answer(&s);
}
