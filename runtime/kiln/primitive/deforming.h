// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_H
#define KILN_PRIMITIVE_DEFORMING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of points, segments and triangles whose corners move each on a line of its own, from where they are in
/// `a0`, `b0` at t = 0 to `a1`, `b1` at t = 1 (Moore and Wilhelms 1988; Provot 1997; Bridson, Fedkiw, Anderson 2002). For
/// continuous (self-)collision of meshes. ...

/// Vertex against face.
kiln_impact kiln_deforming_point_triangle(
	const kiln_vec3 *a0, const kiln_vec3 *a1, const kiln_triangle *b0, const kiln_triangle *b1);
/// Edge against edge.
kiln_impact kiln_deforming_segment_segment(
	const kiln_segment *a0, const kiln_segment *a1, const kiln_segment *b0, const kiln_segment *b1);
/// All six vertices against faces, nine edges against edges.
kiln_impact kiln_deforming_triangle_triangle(
	const kiln_triangle *a0, const kiln_triangle *a1, const kiln_triangle *b0, const kiln_triangle *b1);

#ifdef __cplusplus
}
#endif

#endif
