// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_CORNERS_H
#define KILN_PRIMITIVE_DEFORMING_CORNERS_H

#include "gap.h"
#include "kiln/primitive/shapes.h"

/// The corners of a triangle and their sorted order, which makes every verdict independent of the caller's numbering.
/// They are sorted by their coordinates at the start, then at the end. The corners are not moved in memory, because a
/// read from a computed place that was just written stalls.
typedef struct kiln_corners
{
	kiln_track track[3];
	uint32_t name[3]; ///< the numbers of the corners in sorted order
} kiln_corners;

/// Sets the corners alone, without the order.
void kilni_corners_of_triangle(kiln_corners *corners, const kiln_triangle *from, const kiln_triangle *to);

/// Finds the order. A separate function, because pairs that are far apart do not need the order.
void kilni_order_corners(kiln_corners *corners);

/// Corner i in sorted order.
static inline const kiln_track *kiln_corner(const kiln_corners *corners, int i)
{
	return &corners->track[corners->name[i]];
}

/// The ends of a segment, and which end comes first in sorted order.
typedef struct kiln_ends
{
	kiln_track track[2];
	int first;
} kiln_ends;

/// The same two steps for segments.
void kilni_ends_of_segment(kiln_ends *ends, const kiln_segment *from, const kiln_segment *to);

void kilni_order_ends(kiln_ends *ends);

/// The feature number, as in shapes.h, of the edge between two corners (given by their numbers).
uint32_t kilni_edge_feature(uint32_t from, uint32_t to);

/// The feature number, as in shapes.h, of the part of a point's gap to a triangle.
uint32_t kilni_part_feature(const kiln_corners *triangle, const kiln_meeting *meeting);

/// The point on b where the segments between a[0] and a[1], b[0] and b[1] touch at a time.
kiln_d3 kilni_crossing_at(const kiln_track *const a[2], const kiln_track *const b[2], double t);

/// Whether two features touch at the start, exactly. A feature of fewer than three corners repeats one to make three.
bool kilni_corners_touch(const kiln_track *const a[3], const kiln_track *const b[3]);

#endif
