// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_POLYGON_H
#define KILNCOOK_POLYGON_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A polygon in the caller's memory, with or without holes.
typedef struct kilncook_polygon
{
	const float *positions; ///< x, y, z of every vertex; finite, at most 2^40 in magnitude
	uint32_t vertex_count;
	const uint32_t *corners; ///< numbers of vertices, contour after contour; NULL: corner i is vertex i
	/// The corner before which each contour ends, increasing; each contour has 3 corners or more. The first contour is the outline, the
	/// others are holes, with either winding. Holes lie inside the outline, and may touch it or each other.
	const uint32_t *contour_ends;
	uint32_t contour_count; ///< 1 or more
} kilncook_polygon;

/// Whether all corners of a polygon lie in one plane: exactly, by exact signs, where `tolerance` is 0; else within the tolerance of the
/// plane whose normal is the sum of the outline's cross products (Newell) and that lies in the middle of the corners. `distance`, unless
/// NULL, gets the largest distance of a corner from that plane, rounded up, but 0 where the corners are exactly coplanar. Corners on one line are
/// planar. KILNCOOK_USAGE when the polygon contradicts itself or the tolerance is below 0 or NaN.
KILNCOOK_API kilncook_status kilncook_polygon_planar(
	const kilncook_context *context, const kilncook_polygon *polygon, double tolerance, bool *planar, double *distance);

/// How two polygons lie.
typedef uint32_t kilncook_coplanarity;
enum kilncook_coplanarity_values
{
	KILNCOOK_COPLANAR_NOT = 0,
	KILNCOOK_COPLANAR_SAME = 1,		///< in one plane, facing the same way
	KILNCOOK_COPLANAR_OPPOSITE = 2, ///< in one plane, facing opposite ways
	KILNCOOK_COPLANAR_FLAT =
		3, ///< in one plane, but one of the outlines has no area, or none that rounding leaves certain
	KILNCOOK_COPLANAR_END = 4,
};

/// Whether all corners of two polygons lie in one plane: exactly, where `tolerance` is 0; else within the tolerance of the plane of both
/// together, as kilncook_polygon_planar has it, with the normal of the outline of larger area. Fails as that does.
KILNCOOK_API kilncook_status kilncook_polygon_coplanar(const kilncook_context *context, const kilncook_polygon *a,
	const kilncook_polygon *b, double tolerance, kilncook_coplanarity *coplanarity);

/// How a polygon is cut.
typedef uint32_t kilncook_partition;
enum kilncook_partition_values
{
	KILNCOOK_PARTITION_TRIANGLES = 0, ///< the fewest triangles: corners + 2 holes - 2
	/// Convex pieces, at most four times as many as the fewest: triangles, joined across the longest edges first (S. Hertel,
	/// K. Mehlhorn, Fast Triangulation of Simple Polygons, 1983).
	KILNCOOK_PARTITION_CONVEX = 1,
	/// The fewest convex pieces without new vertices, for polygons of one contour of at most KILNCOOK_PARTITION_CORNERS_MAX corners (D. H. Greene, The
	/// Decomposition of Polygons into Convex Parts, 1983; J. M. Keil, Decomposing a Polygon into Simpler Components, 1985).
	KILNCOOK_PARTITION_FEWEST = 2,
	KILNCOOK_PARTITION_END = 3,
};

#define KILNCOOK_PARTITION_CORNERS_MAX 128

/// Pieces of a polygon: lists of its corners, by their place in `corners`, wound as the outline. The angle at a corner is at most 180
/// degrees, exactly, seen along the axis that is nearest to the outline's normal.
typedef struct kilncook_pieces
{
	uint32_t *corners;	  ///< piece after piece
	uint32_t *piece_ends; ///< where each piece ends in `corners`
	uint32_t piece_count;
	uint32_t corner_count;
} kilncook_pieces;

KILNCOOK_API void kilncook_pieces_free(const kilncook_context *context, kilncook_pieces *pieces);

/// Cuts a polygon into pieces that have no vertices but its own, cover it and do not overlap. KILNCOOK_USAGE when the polygon contradicts itself,
/// or has holes or too many corners for KILNCOOK_PARTITION_FEWEST. KILNCOOK_REFUSED (`polygon-crossed`) when contours cross, holes
/// leave the outline, or the polygon has no area, seen along that axis; with KILNCOOK_PARTITION_FEWEST also where it touches itself.
KILNCOOK_API kilncook_status kilncook_polygon_partition(const kilncook_context *context,
	const kilncook_polygon *polygon, kilncook_partition partition, kilncook_pieces *pieces);

#ifdef __cplusplus
}
#endif

#endif
