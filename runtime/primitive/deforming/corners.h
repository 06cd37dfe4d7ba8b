// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_CORNERS_H
#define KILN_PRIMITIVE_DEFORMING_CORNERS_H

#include "gap.h"
#include "kiln/primitive/shapes.h"

/// The corners of a triangle, and an order of them that does not depend on how the caller numbered them, so that no verdict
/// does: that of their coordinates at the start, then at the end. They stay where they are, because reading what has just
/// been written to a computed place stalls.
typedef struct kiln_corners
{
	kiln_track track[3];
	uint32_t name[3]; ///< the numbers of the corners in that order
} kiln_corners;

/// The corners alone; no order yet.
void kilni_corners_of_triangle(kiln_corners *corners, const kiln_triangle *from, const kiln_triangle *to);

/// Finds the order. Apart, because pairs that are far from each other do without.
void kilni_order_corners(kiln_corners *corners);

/// Corner i of that order.
static inline const kiln_track *kiln_corner(const kiln_corners *corners, int i)
{
	return &corners->track[corners->name[i]];
}

/// The ends of a segment, and which of them comes first in such an order.
typedef struct kiln_ends
{
	kiln_track track[2];
	int first;
} kiln_ends;

/// The same in two steps for segments.
void kilni_ends_of_segment(kiln_ends *ends, const kiln_segment *from, const kiln_segment *to);

void kilni_order_ends(kiln_ends *ends);

/// Of shapes.h, of the edge between two corners (by their names).
uint32_t kilni_edge_feature(uint32_t from, uint32_t to);

/// Of shapes.h, of the part of a point's gap to a triangle.
uint32_t kilni_part_feature(const kiln_corners *triangle, const kiln_meeting *meeting);

/// Where the segments between a[0] and a[1], b[0] and b[1] touch at a time, on b.
kiln_d3 kilni_crossing_at(const kiln_track *const a[2], const kiln_track *const b[2], double t);

/// Whether features of 1 to 3 corners, one of them repeated to make three, touch at the start. Exact.
bool kilni_corners_touch(const kiln_track *const a[3], const kiln_track *const b[3]);

#endif
