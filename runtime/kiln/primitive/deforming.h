// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_H
#define KILN_PRIMITIVE_DEFORMING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of points, segments and triangles whose corners each move on a straight line, from `a0`, `b0` at t = 0
/// to `a1`, `b1` at t = 1. For continuous (self-)collision of meshes that deform.
///
/// No contact of usable shapes is missed: segments and triangles may be points, stand still, turn inside out on the
/// way, move in one plane, or touch for a moment, at t = 0 or at t = 1. t is never later than the exact time. Pairs
/// that come within 2^-42 of their size without touching may count as touching; the size is the largest difference of
/// coordinates of a and b at the start and end. t is early by the time to come that close, and rounded down to float32.
/// The order and winding of corners change no verdict and no time.
///
/// Four points that touch lie in a plane: a cubic equation in t (Moore and Wilhelms 1988; Provot 1997; Bridson, Fedkiw,
/// Anderson 2002). The method uses only those of the signs of the cubic that are certain under rounding. Where these
/// signs show no root, as for most pairs, the answer is complete. Near roots, and where the cubic is zero to rounding,
/// the time advances in steps, each of which proves the pair apart until then (conservative advancement; Mirtich 1996).
/// One or two steps are usual. A pair that needs more than 100 counts as touching at the time of the last step: the
/// pair is then within 2^-20 of its size, mostly within 2^-28; its triangle or the angle of its edges shrinks to
/// nothing while they turn, and t may be early by some 10^-3.
///
/// `inside`: a and b touch at the start, exactly. A pair that is within 2^-42 of its size at the start without touching
/// may hit at t = 0, but is not `inside`. `point` is a's or b's corner, or the crossing of the edges. `normal` is that
/// of the face, or perpendicular to both edges; where the edges are parallel or have no length, the direction in which
/// they were apart. For a contact at the start `normal` points against a's motion. Shapes that are not usable (NULL,
/// NaN, too large) are not hit.

/// Tests a vertex against a face. `feature_a` is 0; `feature_b` is the part of the triangle that is touched, to
/// rounding.
KILN_API kiln_impact kiln_deforming_point_triangle(
	const kiln_vec3 *a0, const kiln_vec3 *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// Tests an edge against an edge. The features are 0.
KILN_API kiln_impact kiln_deforming_segment_segment(
	const kiln_segment *a0, const kiln_segment *a1, const kiln_segment *b0, const kiln_segment *b1);

/// Finds the first contact of six pairs of a vertex and a face, and of nine pairs of edges. Triangles with a common
/// point at the start are `inside`, where kiln_overlaps_triangle_triangle is true, with features 6 and 6; then `normal`
/// is the direction in which a moves least to leave b, and `point` is the middle of the common part.
KILN_API kiln_impact kiln_deforming_triangle_triangle(
	const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// Finds the first contact of triangles of one mesh, for self-collision. Corner i of a triangle is vertex number
/// `vertices[i]` of the mesh; corners with the same number move alike. The function leaves out a vertex and a face, or
/// two edges, that share a vertex: these touch there all the time, and where the triangles touch elsewhere, other pairs
/// do. Triangles that touch elsewhere at the start are `inside`. Without a common vertex the answer is that of
/// kiln_deforming_triangle_triangle. NULL is refused.
KILN_API kiln_impact kiln_deforming_neighbours(const kiln_triangle *a0, const kiln_triangle *a1,
	const uint32_t a_vertices[3], const kiln_triangle *b0, const kiln_triangle *b1, const uint32_t b_vertices[3]);

#ifdef __cplusplus
}
#endif

#endif
