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
/// It is earlier by what the pair takes for the last 2^-40 of its size, the largest difference of coordinates of a and b
/// at the start and end, and by rounding to float32: pairs that come that close, without touching, may count as touching.
/// How the corners are numbered and which way round they run changes no verdict and no time.
///
/// Four points that touch lie in a plane: a cubic equation in t (Moore and Wilhelms 1988; Provot 1997; Bridson, Fedkiw,
/// Anderson 2002), of which only the signs that rounding leaves certain are used. Near its roots, and where it is zero all
/// the time, the time advances by steps that prove the pair apart until then (after Mirtich 1996). A pair that needs more
/// than 200 steps counts as touching at the time it has come to; that takes features that turn about each other within
/// some 2^-30 of their size and whose cubic is zero to rounding.
///
/// `inside`: a and b touch at the start, exactly. A pair that is within 2^-42 of its size at the start without touching
/// hits at t = 0 and is not `inside`. `normal` is that of the face, or across both edges; where these are parallel or have
/// no length, the direction in which they were apart. Of a contact at the start it leads against a's motion.

/// Vertex against face. `feature_a` is 0; `feature_b` is the part of the triangle that is touched, to rounding.
kiln_impact kiln_deforming_point_triangle(
	const kiln_vec3 *a0, const kiln_vec3 *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// Edge against edge. The features are 0.
kiln_impact kiln_deforming_segment_segment(
	const kiln_segment *a0, const kiln_segment *a1, const kiln_segment *b0, const kiln_segment *b1);

/// The first of the contacts of six vertices with faces and nine pairs of edges. Triangles that have a point in common at
/// the start are `inside`, as kiln_overlaps_triangle_triangle says it, with features 6 and 6.
kiln_impact kiln_deforming_triangle_triangle(
	const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1);

/// The same for triangles of one mesh, for self-collision. Corner i of a triangle is the mesh's vertex number
/// `vertices[i]`. What a vertex and a face, or two edges, have in common by a vertex of the same number is no contact; a
/// contact elsewhere is found by the others. Triangles without a common vertex are tested as above. A vertex number may
/// occur once in each triangle; NULL is refused.
kiln_impact kiln_deforming_neighbours(const kiln_triangle *a0, const kiln_triangle *a1, const uint32_t a_vertices[3],
	const kiln_triangle *b0, const kiln_triangle *b1, const uint32_t b_vertices[3]);

#ifdef __cplusplus
}
#endif

#endif
