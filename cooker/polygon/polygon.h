// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_POLYGON_POLYGON_H
#define KILN_COOKER_POLYGON_POLYGON_H

#include "kilncook.h"
#include "math/ieee.h"

/// A polygon whose numbers are checked.
typedef struct polygon_view
{
	const kilncook_polygon *given;
	uint32_t count;	 ///< corners
	uint8_t axes[3]; ///< u, v, w: w is the axis nearest to the outline's normal, counter-clockwise is positive
} polygon_view;

/// Checks a polygon and chooses its axes. KILNCOOK_USAGE with a message.
kilncook_status polygon_view_of(const kilncook_context *context, const kilncook_polygon *given, polygon_view *view);

static inline const float *polygon_at(const polygon_view *view, uint32_t corner)
{
	const kilncook_polygon *given = view->given;
	return given->positions + 3 * (size_t)(given->corners ? given->corners[corner] : corner);
}

/// The corners of contour `i` are begin .. end - 1.
static inline uint32_t polygon_begin(const polygon_view *view, uint32_t i)
{
	return i ? view->given->contour_ends[i - 1] : 0;
}

/// Returns the exact sign of the area of three corners along the axis w.
int polygon_turn(const polygon_view *view, uint32_t a, uint32_t b, uint32_t c);

/// Pieces that grow.
typedef struct piece_list
{
	const kilncook_context *context;
	kilncook_pieces pieces;
	uint32_t corner_capacity;
	uint32_t piece_capacity;
	bool failed; ///< out of memory
} piece_list;

/// Adds a corner to the last piece, which is not ended.
void piece_add(piece_list *list, uint32_t corner);
void piece_end(piece_list *list);

/// Joins the triangles, which are consecutive corners, to convex pieces. False when out of memory.
bool polygon_join(const kilncook_context *context, const polygon_view *view, const uint32_t (*triangles)[3],
	uint32_t triangle_count, piece_list *out);

/// Finds the fewest convex pieces of a simple polygon of one contour; *found is false where diagonals that touch no other corner cut
/// it into none, which is so where it touches itself. False when out of memory.
bool polygon_fewest(const kilncook_context *context, const polygon_view *view, piece_list *out, bool *found);

#endif
