// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_POLYTOPE_VIEWS_H
#define KILN_CONVEX_POLYTOPE_VIEWS_H

#include "kiln/hull.h"

/// Hulls of the small shapes, in the order of a blob's arrays. Affine maps turn them into all others of their kinds.

extern const kiln_hull kilni_view_cube;			  ///< -1 .. 1 on each axis
extern const kiln_hull kilni_view_tetrahedron[4]; ///< corner i of number i at the origin, the others at 1 on the axes
extern const kiln_hull kilni_view_triangle;		  ///< (0, 0), (1, 0), (0, 1) at z = 0
extern const kiln_hull kilni_view_square;		  ///< -1 .. 1 on x and y, z = 0
extern const kiln_hull kilni_view_segment;		  ///< 0 .. 1 on x
extern const kiln_hull kilni_view_point;		  ///< the origin

#endif
