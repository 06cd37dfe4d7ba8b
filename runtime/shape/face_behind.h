// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_FACE_BEHIND_H
#define KILN_PRIMITIVE_FACE_BEHIND_H

#include "kiln/primitive/shapes.h"
#include "math/double3.h"

/// Planes of a polyhedron's faces, to tell what lies behind them.
typedef struct kiln_face_plane
{
	bool exact;		   ///< a triangle
	kiln_d3 corner[3]; ///< the triangle's, or the face's first
	kiln_d3 normal;	   ///< by Newell
	double error;	   ///< of each of its numbers, at most
	double reach;	   ///< normal . (p - corner[0]) of the corner that is farthest out
} kiln_face_plane;

kiln_face_plane kilni_face_plane_of(const kiln_polyhedron *polyhedron, uint32_t face);

/// Whether p does not lie before the face. Of a triangle exactly; other faces are flat to rounding only, and what is no
/// farther out than their own corners, to 2^-44 of the lengths and the normal's error, is not before them.
bool kilni_face_behind(const kiln_face_plane *plane, const kiln_d3 *p);

#endif
