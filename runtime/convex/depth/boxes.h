// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_BOXES_H
#define KILN_CONVEX_BOXES_H

#include "convex/shape/polytope.h"

/// The depth and distance of two boxes, in closed form.

typedef struct kiln_boxes_way
{
	kiln_d3 normal; ///< unit, from b to a
	double depth;	///< a's way along it until the boxes only touch; below 0 where they are apart by so much
	/// Of the axis: faces of a are 0 to 2, of b 3 to 5; from 6 on edge i of a with edge k of b has number 6 + 3 i + k.
	uint32_t number;
} kiln_boxes_way;

/// Whether a polytope is a box with three extents.
bool kilni_is_box(const kiln_polytope *p);

/// The shortest way out of two boxes, or the longest gap along an axis: the best of six face normals and of nine directions
/// perpendicular to two edges (Gottschalk 1996). The depth belongs to its normal, to rounding. It exceeds the shortest one
/// by at most 2^-25 of the sizes, where edges are parallel to 2^-26: the direction perpendicular to both is not known
/// there. Of equally short ways, any one.
void kilni_boxes_find_way(const kiln_polytope *a, const kiln_polytope *b, kiln_boxes_way *way);

/// Whether the gap of boxes that are apart is their distance: a vertex is above the inside of a face, or two edges cross,
/// seen along the axis. Sets a's closest point, to rounding.
bool kilni_boxes_face_each_other(
	const kiln_polytope *a, const kiln_polytope *b, const kiln_boxes_way *way, kiln_d3 *on_a);

#endif
