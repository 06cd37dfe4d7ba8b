// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_FACE_BEHIND_H
#define KILN_PRIMITIVE_FACE_BEHIND_H

#include "kiln/primitive/shapes.h"
#include "math/double3.h"

/// The plane of a face of a polyhedron, to decide whether a point lies behind the face.
typedef struct kiln_face_plane
{
	bool exact;		   ///< the face is a triangle
	kiln_d3 corner[3]; ///< of the triangle; else corner[0] is the face's first
	kiln_d3 normal;	   ///< by Newell's method
	double error;	   ///< each of the normal's components is wrong by at most this
	double reach;	   ///< the greatest normal . (p - corner[0]) of a corner p
} kiln_face_plane;

kiln_face_plane kilni_face_plane_of(const kiln_polyhedron *polyhedron, uint32_t face);

/// Whether p does not lie in front of the face. Exact for a triangle. Other faces are flat only within rounding: a
/// point is not in front of them if it is no farther out than their own corners, to 2^-44 of the lengths and the
/// normal's error.
bool kilni_face_behind(const kiln_face_plane *plane, const kiln_d3 *p);

#endif
