// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_GAP_H
#define KILN_PRIMITIVE_DEFORMING_GAP_H

#include "cubic.h"

/// The least lead of a over b along x, y and z: the smaller of those at the start and at the end. Signs are exact.
static inline kiln_d3 kiln_least_lead(const kiln_track *const *a, int count_a, const kiln_track *const *b, int count_b)
{
	kiln_d3 low_from = a[0]->from, low_to = a[0]->to, high_from = b[0]->from, high_to = b[0]->to;
	for (int i = 1; i < count_a; ++i)
	{
		low_from = kiln_d3_min(low_from, a[i]->from);
		low_to = kiln_d3_min(low_to, a[i]->to);
	}
	for (int i = 1; i < count_b; ++i)
	{
		high_from = kiln_d3_max(high_from, b[i]->from);
		high_to = kiln_d3_max(high_to, b[i]->to);
	}
	return kiln_d3_min(kiln_d3_sub(low_from, high_from), kiln_d3_sub(low_to, high_to));
}

/// Whether the features stay apart along x, y or z on the whole way. Exact, and without branches, which would
/// mispredict.
static inline bool kiln_apart(const kiln_track *const *a, int count_a, const kiln_track *const *b, int count_b)
{
	kiln_d3 one = kiln_least_lead(a, count_a, b, count_b), other = kiln_least_lead(b, count_b, a, count_a);
	kiln_d3 most = kiln_d3_max(one, other);
	return kiln_double_max(most.x, kiln_double_max(most.y, most.z)) > 0;
}

/// Two moving features as one: the differences b - a of their points are a flat convex polygon whose corners move on
/// lines. The features touch when the origin is in the polygon.
typedef struct kiln_gap
{
	kiln_track corner[4]; ///< in cyclic order
	int count;			  ///< 3 for a point and a triangle, 4 for two segments: a parallelogram
	kiln_track side[3];	  ///< of a triangle from corner 0, 1 and 2 to the next; of a parallelogram along the segments
	kiln_cubic cubic;	  ///< zero when the origin is in the polygon's plane
} kiln_gap;

/// The gap b - a of the point a and the triangle b. Returns false when all points never lie in one plane, which rejects
/// most pairs; `gap` is then unspecified.
bool kilni_gap_point_triangle(kiln_gap *gap, const kiln_track *a, const kiln_track *const b[3]);

/// The gap of the segments between a[0] and a[1], b[0] and b[1]. The corners are b[0] - a[0], b[1] - a[0], b[1] - a[1]
/// and b[0] - a[1].
bool kilni_gap_segment_segment(kiln_gap *gap, const kiln_track *const a[2], const kiln_track *const b[2]);

/// A part of a gap's polygon.
typedef enum kiln_gap_part
{
	KILN_GAP_CORNER,
	KILN_GAP_EDGE, ///< from the corner to the next
	KILN_GAP_FACE
} kiln_gap_part;

/// A first contact.
typedef struct kiln_meeting
{
	double t; ///< above 1: no contact
	kiln_gap_part part;
	int corner;
	kiln_d3 normal; ///< unit, from b to a
} kiln_meeting;

/// The first contact from 0 to `limit` <= 1; t > 1 if there is no contact. No contact is missed, and t is never late. A
/// distance of at most 2^-42 of the gap's size, its largest coordinate at the start and end, counts as contact.
///
/// Uses conservative advancement (Mirtich 1996), with the long steps that linear motion allows. The time advances to
/// the cubic's next root; nothing touches before it. From there, along the direction to the closest point, each
/// corner's distance is a linear function of time, or a quadratic one when the direction turns evenly. The least root
/// of these functions is a time before which nothing touches. Each step rests on a proof with its own bound of
/// rounding, however good the direction was.
kiln_meeting kilni_gap_close(const kiln_gap *gap, double limit);

#endif
