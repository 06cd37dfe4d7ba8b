// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_H
#define KILN_PRIMITIVE_DEFORMING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of points, segments and triangles whose corners move each on a line of its own, from where they are in
/// `a0`, `b0` at t = 0 to `a1`, `b1` at t = 1. For continuous (self-)collision of meshes that deform.
///
/// No contact is missed, of any shapes that are usable: segments and triangles may be points, stand still, turn inside
/// out on the way, move in one plane, or touch for a moment, at t = 0 or at t = 1. t is never later than the exact time.
/// Pairs that come within 2^-42 of their size without touching may count as touching; the size is the largest difference
/// of coordinates of a and b at the start and end. t is early by what it takes to be that close, and rounded down to
/// float32. How the corners are numbered and which way round they run changes no verdict and no time.
///
/// Four points that touch lie in a plane: a cubic equation in t (Moore and Wilhelms 1988; Provot 1997; Bridson, Fedkiw,
/// Anderson 2002), of which only the signs that rounding leaves certain are used; where these show no root, as for most
/// pairs, that is all. Near roots, and where the cubic is zero to rounding, the time advances by steps each of which
/// proves the pair apart until then (conservative advancement; Mirtich 1996). One or two are usual. A pair that needs more
/// than 100 counts as touching at the time it has come to: it is then within 2^-20 of its size, mostly within 2^-28, its
/// triangle or the angle of its edges shrinks to nothing while they turn, and t may be early by some 10^-3.
///
/// `inside`: a and b touch at the start, exactly. A pair that is within 2^-42 of its size at the start without touching
/// may hit at t = 0; it is not `inside`. `point` is a's or b's corner, or where the edges cross. `normal` is that of the
/// face, or across both edges; where these are parallel or have no length, the direction in which they were apart. Of a
/// contact at the start it leads against a's motion. Shapes that are not usable (NULL, NaN, too large) are not hit.

/// Vertex against face. `feature_a` is 0; `feature_b` is the part of the triangle that is touched, to rounding.
KILN_API kiln_impact kiln_deforming_point_triangle(
	const kiln_vec3 *a0, const kiln_vec3 *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// Edge against edge. The features are 0.
KILN_API kiln_impact kiln_deforming_segment_segment(
	const kiln_segment *a0, const kiln_segment *a1, const kiln_segment *b0, const kiln_segment *b1);

/// The first of the contacts of six vertices with faces and nine pairs of edges. Triangles that have a point in common at
/// the start are `inside`, as kiln_overlaps_triangle_triangle says it, with features 6 and 6; `normal` is then the direction
/// in which a has to move least to leave b, and `point` in the middle of what they share.
KILN_API kiln_impact kiln_deforming_triangle_triangle(
	const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// The same for triangles of one mesh, for self-collision. Corner i of a triangle is the mesh's vertex number
/// `vertices[i]`, and corners of the same number move alike. A vertex and a face, or two edges, that have a vertex in common
/// are not asked: they touch there all the time, and where the triangles touch elsewhere, others do. `inside` are triangles
/// that touch elsewhere at the start. Without a common vertex the answer is that of kiln_deforming_triangle_triangle. NULL
/// is refused.
KILN_API kiln_impact kiln_deforming_neighbours(const kiln_triangle *a0, const kiln_triangle *a1,
	const uint32_t a_vertices[3], const kiln_triangle *b0, const kiln_triangle *b1, const uint32_t b_vertices[3]);

#ifdef __cplusplus
}
#endif

#endif
