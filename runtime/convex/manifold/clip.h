// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_CLIP_H
#define KILN_CONVEX_MANIFOLD_CLIP_H

#include "area.h"

/// Where two contact areas lie over each other.

/// Corners of the common part of two polygons are at most those of both.
#define KILN_CLIP_MOST (2 * KILN_AREA_MOST)

/// Corners that are nearer to each other, or to where edges cross, than this part of the smaller area count as one place:
/// names of contacts don't change while they shift by less.
#define KILN_CLIP_NEAR 0x1p-10

/// The same of one area, where the other is but a point: where it touches a vertex, rounding and what normals of curved
/// surfaces are wrong by must not tell whether it does.
#define KILN_CLIP_NEAR_POINT 0x1p-16

/// A corner of the common part.
typedef struct kiln_clip_point
{
	double x, y;			   ///< in the plane of contact
	double height_a, height_b; ///< of both surfaces there
	kiln_feature feature_a, feature_b;
} kiln_clip_point;

/// The corners of the part that two areas of one frame have in common, in order around it; returns how many. Polygons by
/// the method of Sutherland and Hodgman (1974), segments by their parameter. Segments that are parallel within the
/// frame's angle have the two ends of the stretch along which they pass each other within a quarter of their roundness.
/// Areas that touch, to 2^-30 of their size, have common points. 0 where they lie beside each other.
///
/// A corner that is a corner of one area is called that corner, and of the other what is inside; one near corners of both
/// by both; any other by two edges. No two have the same names.
uint32_t kilni_area_clip(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[KILN_CLIP_MOST]);

/// What counts as one place, as a length.
static inline double kiln_clip_near(const kiln_area *a, const kiln_area *b)
{
	double least = kiln_double_min(a->size, b->size);
	return least > 0 ? KILN_CLIP_NEAR * least : KILN_CLIP_NEAR_POINT * kiln_double_max(a->size, b->size);
}

// --- For the parts of the above ---

/// The areas' segments against each other.
uint32_t kilni_clip_segments(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[2]);

/// The corner of an area that is nearest to a place and within `near`, or KILN_NONE.
uint32_t kilni_clip_corner(const kiln_area *area, double x, double y, double near);

#endif
