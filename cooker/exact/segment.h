// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SEGMENT_H
#define KILN_COOKER_SEGMENT_H

#include "segment_integer.h"

#include <stdint.h>

/// Intersection of two segments in the plane with whole coordinates, without rounding (C. Ericson, Real-Time Collision
/// Detection, 2005, 11.5.3, "Robust Segment Intersection Using Integer Arithmetic"; cases after J. O'Rourke,
/// Computational Geometry in C, 1998, 7.2, 7.3). Signs of areas decide, boxes give the common part of collinear
/// segments, and the point is a fraction.

/// Largest magnitude of a coordinate: differences then stay below 2^41, areas below 2^83, and a point's numerators,
/// intermediate results included, below 24 * 2^120.
#define SEGMENT_COORDINATE_MAX ((int64_t)1 << 40)

typedef struct segment_point
{
	int64_t x, y;
} segment_point;

typedef enum segment_meeting
{
	SEGMENT_NONE,	 ///< no common point
	SEGMENT_TOUCH,	 ///< one common point, which is an end of one segment or of both
	SEGMENT_CROSS,	 ///< one common point inside both segments
	SEGMENT_OVERLAP, ///< on one line, with more than one common point
	SEGMENT_BEYOND,	 ///< a coordinate is beyond SEGMENT_COORDINATE_MAX: not decided
} segment_meeting;

/// numerator[k] / denominator for k = x, y. No number above 1 divides all three: equal points are equal fractions.
typedef struct segment_fraction
{
	segment_integer numerator[2];
	segment_integer denominator; ///< > 0; 1 at a point with whole coordinates
} segment_fraction;

typedef struct segment_intersection
{
	segment_meeting meeting;
	/// SEGMENT_TOUCH, SEGMENT_CROSS: the point. SEGMENT_OVERLAP: the common piece's end with the lower x, or y where
	/// both are the same. Else zero.
	segment_fraction point;
	/// SEGMENT_OVERLAP: the other end. Else the same as `point`.
	segment_fraction end;
} segment_intersection;

/// Returns the common points of the segments ab and cd, ends included. A segment may be a point. The answer does not
/// depend on the order of the ends or of the segments, to the bit.
segment_intersection segment_intersect(segment_point a, segment_point b, segment_point c, segment_point d);

/// Returns only how the segments meet.
segment_meeting segment_meet(segment_point a, segment_point b, segment_point c, segment_point d);

/// Rounds a coordinate, 0 for x and 1 for y, to the nearest double, ties to even. 0 for a denominator of 0, as in
/// answers without a point.
double segment_round(const segment_fraction *point, int axis);

#endif
