// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CUT_PLANE_H
#define KILN_COOKER_REPAIR_CUT_PLANE_H

#include "cut_faces.h"

/// A triangle of points, and the triangle of the mesh that it is a part of.
typedef struct cut_piece
{
	uint32_t points[3];
	uint32_t triangle;
} cut_piece;

typedef struct cut_pieces
{
	cut_piece *items;
	uint32_t count, capacity;
} cut_pieces;

/// A segment between two points; a point where they are the same.
typedef struct cut_segment
{
	uint32_t ends[2];
} cut_segment;

/// Triangles of one plane, and what they are to be cut at.
typedef struct cut_plane
{
	const uint32_t (*corners)[3]; ///< points
	const uint32_t *triangles;	  ///< their numbers, increasing
	uint32_t triangle_count;
	const cut_segment *segments; ///< within the triangles
	uint32_t segment_count;
} cut_plane;

/// Appends the pieces of all triangles, wound as these: every segment, and every side of a triangle, is made of sides of pieces. An
/// area that several triangles share has one set of pieces, those of the first triangle. CUT_REFUSED appends nothing: when work runs
/// out, when two corners that are different vertices share a position, or when there are too many segments.
cut_result cut_plane_divide(cut_points *points, const cut_plane *plane, cut_pieces *out);

#endif
