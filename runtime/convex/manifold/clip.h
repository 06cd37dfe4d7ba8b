// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_CLIP_H
#define KILN_CONVEX_MANIFOLD_CLIP_H

#include "area.h"

/// The common part of two contact areas.

/// The common part of two polygons has at most as many corners as both together.
#define KILN_CLIP_MOST (2 * KILN_AREA_MOST)

/// Corners that are nearer to each other, or to a crossing of edges, than this share of the smaller area count as one
/// place: the names of contacts do not change while they shift by less.
#define KILN_CLIP_NEAR 0x1p-10

/// KILN_CLIP_NEAR for an area and a single point. Where the point touches a vertex, rounding, and the errors of normals
/// of curved surfaces, must not change the answer.
#define KILN_CLIP_NEAR_POINT 0x1p-16

/// A corner of the common part.
typedef struct kiln_clip_point
{
	double x, y;			   ///< in the plane of contact
	double height_a, height_b; ///< heights of both surfaces there
	kiln_feature feature_a, feature_b;
} kiln_clip_point;

/// The corners of the part that two areas of one frame have in common, in order around it; returns how many. Polygons
/// by the method of Sutherland and Hodgman (1974), segments by their parameter. Segments that are parallel within the
/// frame's angle have the two ends of the stretch along which they pass each other within a quarter of their roundness.
/// Areas that touch, to 2^-30 of their size, have common points. Returns 0 for areas beside each other.
///
/// The names of a corner: a corner of one area has the name of this corner and of the other area's inside; one near
/// corners of both areas has both names; any other has the names of two edges. No two corners have the same names.
uint32_t kilni_area_clip(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[KILN_CLIP_MOST]);

/// The length within which corners count as one place.
static inline double kiln_clip_near(const kiln_area *a, const kiln_area *b)
{
	double least = kiln_double_min(a->size, b->size);
	return least > 0 ? KILN_CLIP_NEAR * least : KILN_CLIP_NEAR_POINT * kiln_double_max(a->size, b->size);
}

// --- For the parts of the functions above ---

/// Clips the areas' segments against each other.
uint32_t kilni_clip_segments(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[2]);

/// The corner of an area nearest to a place, if within `near`; else KILN_NONE.
uint32_t kilni_clip_corner(const kiln_area *area, double x, double y, double near);

#endif
