// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TRIANGULATE_H
#define KILN_COOKER_TRIANGULATE_H

#include "kilncook.h"

/// Cuts polygons into triangles. Initialise with {0}; the memory is reused from polygon to polygon.
typedef struct clean_triangulation
{
	uint32_t (*triangles)[3]; ///< the result: elements of `corners`
	uint32_t triangle_count;
	uint32_t forced;	///< cuts that a simple polygon does not need: the polygon crosses itself in every projection
						///< tried
	double thickness;	///< extent of the outer contour along its normal: all ways to cut it lie in a slab this thick
	uint64_t work;		///< corners and boxes visited, as a measure of time
	bool limited;		///< the limit of work was reached, and cuts after that count as forced: triangles may overlap
	uint32_t work_most; ///< set by the caller: limit of work per corner, 0 for 4096
	struct clean_polygon *polygon;
	uint32_t capacity; ///< number of corners for which memory is allocated
} clean_triangulation;

/// Triangulates the polygon whose contours are consecutive runs of `corners`; contour i ends before `contour_ends[i]`.
/// The first contour is the outer one, the others are holes in it, with either winding. Holes may touch each other and
/// the outer contour, and a contour may touch itself (a hole joined by an edge in both directions).
///
/// Gives exactly corners + 2 holes - 2 triangles, wound as the outer contour. Triangles without area only occur where
/// no cut can avoid them. Signed areas in the plane of the outer contour add up to the polygon's, whatever its shape;
/// when it is simple in that projection, no two triangles overlap and none is inverted. The signs of all decisions are
/// exact.
///
/// Holes are joined to the outer contour from their rightmost vertex (D. Eberly, Triangulation by Ear Clipping), here
/// with the nearest visible vertex; then ears are cut (G. H. Meisters, Polygons Have Ears, 1975), the best shaped first
/// and each ear is tested against reflex vertices only (M. Held, FIST, 2001). A quadrilateral is cut along its inner
/// diagonal, along the shorter one when both are. The reflex vertices in an ear are found in a tree over their order on
/// a Z-order curve: measured, time is O(n log n) on combs, spirals and tangles, and nearer n sqrt n on stars. Work is
/// at most `work_most` steps per corner. After that, the rest is cut unproved, which keeps the sum of areas, and
/// `limited` is set. False when out of memory.
bool clean_triangulate(const kilncook_context *context, clean_triangulation *triangulation, const float (*positions)[3],
	const uint32_t *corners, const uint32_t *contour_ends, uint32_t contour_count);

void clean_triangulation_free(const kilncook_context *context, clean_triangulation *triangulation);

#endif
