// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TRIANGULATE_H
#define KILN_COOKER_TRIANGULATE_H

#include "kilncook.h"

/// Cuts polygons into triangles. Start with {0}; the memory is kept from polygon to polygon.
typedef struct clean_triangulation
{
	uint32_t (*triangles)[3]; ///< the result: numbers out of `corners`
	uint32_t triangle_count;
	uint32_t forced;	///< cuts that no simple polygon would have needed: it crosses itself in every projection tried
	uint64_t work;		///< corners and boxes of corners that were looked at: the counted part of the time
	bool limited;		///< the limit of work was reached, and cuts after that count as forced: triangles may overlap
	uint32_t work_most; ///< set by the caller: limit of work a corner, 0 for 4096
	struct clean_polygon *polygon;
	uint32_t capacity; ///< corners there is memory for
} clean_triangulation;

/// Triangulates the polygon whose contours are consecutive runs of `corners`; contour i ends before `contour_ends[i]`.
/// The first contour is the outer one, the others are holes in it, in either winding; they may touch each other and the
/// outer one, and a contour may touch itself (a hole joined by an edge there and back).
///
/// Gives exactly corners + 2 holes - 2 triangles, wound as the outer contour, of which those that no cut can avoid have
/// no area. Signed areas in the plane of the outer contour add up to the polygon's, whatever its shape; when it is
/// simple in that projection, no two triangles overlap and none is inverted. The signs of all decisions are exact.
///
/// Holes are joined to the outer contour from their rightmost vertex (D. Eberly, Triangulation by Ear Clipping), here
/// with the nearest visible vertex; then ears are cut (G. H. Meisters, Polygons Have Ears, 1975), the best shaped first
/// and tested against reflex vertices only (M. Held, FIST, 2001). A quadrilateral is cut along its inner diagonal,
/// along the shorter one when both are. The reflex vertices in an
/// ear are found in a tree over their order on a Z-order curve: measured, time is O(n log n) on combs, spirals and
/// tangles, and nearer n sqrt n on stars. It is never more than `work_most` steps a corner: what then remains is cut unproved, which keeps the sum of areas, and
/// `limited` says so.
/// False when out of memory.
bool clean_triangulate(const kilncook_context *context, clean_triangulation *triangulation, const float (*positions)[3],
	const uint32_t *corners, const uint32_t *contour_ends, uint32_t contour_count);

void clean_triangulation_free(const kilncook_context *context, clean_triangulation *triangulation);

#endif
