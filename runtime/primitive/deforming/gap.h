// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_GAP_H
#define KILN_PRIMITIVE_DEFORMING_GAP_H

#include "cubic.h"

/// By how much all of a have come past all of b along x, y and z, at the start and the end the less. Signs are exact.
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

/// Whether they stay apart along x, y or z on the whole way. Exact, and without branches, which nobody could predict.
static inline bool kiln_apart(const kiln_track *const *a, int count_a, const kiln_track *const *b, int count_b)
{
	kiln_d3 one = kiln_least_lead(a, count_a, b, count_b), other = kiln_least_lead(b, count_b, a, count_a);
	kiln_d3 most = kiln_d3_max(one, other);
	return kiln_double_max(most.x, kiln_double_max(most.y, most.z)) > 0;
}

/// Two moving features as one: the differences b - a of their points are a flat convex polygon whose corners move on
/// lines, and the features touch when the origin is in it.
typedef struct kiln_gap
{
	kiln_track corner[4]; ///< in order around
	int count;			  ///< 3 for a point and a triangle, 4 for two segments: a parallelogram
	kiln_track side[3];	  ///< of the polygon: of a triangle from corner 0, 1 and 2 to the next; else along the segments
	kiln_cubic cubic;	  ///< when the origin may be in its plane
} kiln_gap;

/// b - a for the point a and the corners of the triangle b. False when they never lie in one plane, which tells most pairs
/// apart; `gap` is then of no use.
bool kilni_gap_point_triangle(kiln_gap *gap, const kiln_track *a, const kiln_track *const b[3]);

/// The same for the segments between a[0] and a[1], b[0] and b[1]. The corners are b[0] - a[0], b[1] - a[0], b[1] - a[1]
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
	double t; ///< above 1: none
	kiln_gap_part part;
	int corner;
	kiln_d3 normal; ///< unit, from b to a
} kiln_meeting;

/// The first contact from 0 to `limit` <= 1 (else t > 1): none is missed, and t is never late. What counts as contact is
/// a distance of 2^-42 of the gap's size, its largest coordinate at the start and end, or less.
///
/// Conservative advancement (Mirtich 1996) that linear motion makes long steps for. The time goes on to the cubic's next
/// root; nothing touches before it. There, along the direction to the closest point, each corner's way is a linear
/// function of time, and quadratic when the direction turns evenly: their least root is a time before which nothing
/// touches. Each step rests on a proof with its own bound of rounding, however good the direction was.
kiln_meeting kilni_gap_close(const kiln_gap *gap, double limit);

#endif
