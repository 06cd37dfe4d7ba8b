// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_POINTS_POINTS_H
#define KILN_HULL_POINTS_POINTS_H

#include "kiln/hull.h"

/// The parts of kiln_hull_build. Points have numbers below KILN_HULL_POINTS_MAX, which fit into a byte. A hull of n
/// points has at most 2 n - 4 triangles and 6 n - 12 half-edges (Euler).

#define KILN_CLOUD_TRIANGLES (2 * KILN_HULL_POINTS_MAX - 4)
#define KILN_CLOUD_HALVES (3 * KILN_CLOUD_TRIANGLES)

/// No face, no point.
#define KILN_CLOUD_NONE 0xffffu

/// Points, usable and without negative zeros.
typedef struct kiln_cloud
{
	uint32_t count;
	kiln_vec3 at[KILN_HULL_POINTS_MAX];
} kiln_cloud;

/// Points of a cloud whose affine span is exactly that of the whole cloud.
typedef struct kiln_cloud_span
{
	uint32_t dimension;
	/// dimension + 1 of them; the ends of a segment; of a tetrahedron, 0, 1, 2 are counter-clockwise seen from outside
	uint8_t corners[4];
} kiln_cloud_span;

/// The faces of a hull as loops of half-edges, counter-clockwise seen from outside, before they get the numbers of a
/// cooked hull. Origins are numbers of points.
typedef struct kiln_cloud_faces
{
	uint32_t face_count, half_count;
	uint16_t face_first[KILN_CLOUD_TRIANGLES + 1];
	uint16_t twins[KILN_CLOUD_HALVES];
	uint8_t origins[KILN_CLOUD_HALVES];
	uint32_t vertex_count;
	uint8_t vertices[KILN_HULL_POINTS_MAX]; ///< the points that are vertices, in any order
} kiln_cloud_faces;

/// Finds the span of a cloud of at least one point.
void kilni_cloud_span(const kiln_cloud *cloud, kiln_cloud_span *span);

/// Finds the convex polygon of points in a plane that are not all on one line, as two faces back to back.
void kilni_cloud_polygon(const kiln_cloud *cloud, const kiln_cloud_span *span, kiln_cloud_faces *faces);

/// Finds the convex polyhedron of points that are not all in one plane.
void kilni_cloud_polyhedron(const kiln_cloud *cloud, const kiln_cloud_span *span, kiln_cloud_faces *faces);

/// Writes the arrays of a hull at `data`, which has kiln_hull_build_size(vertex_count) bytes, and makes the view. The
/// numbers of vertices, faces and edges are those of the cooker, so that the bytes are those of the cooked hull.
void kilni_cloud_lay_out(const kiln_cloud *cloud, uint32_t dimension, const kiln_cloud_faces *faces, kiln_isa isa,
	uint8_t *data, kiln_hull *hull);

/// Returns the head of a hull without a hierarchy and with indices of two bytes: its counts and size.
kiln_format_hull kilni_cloud_head(uint32_t dimension, uint32_t vertices, uint32_t edges, uint32_t faces);

#endif
