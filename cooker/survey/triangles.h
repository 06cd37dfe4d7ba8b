// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_TRIANGLES_H
#define KILN_COOKER_SURVEY_TRIANGLES_H

#include "kilncook.h"
#include "primitive/triangle/pair.h"

/// A triangle of a mesh with its corners.
typedef struct survey_corners
{
	uint32_t vertices[3];
	kiln_d3 at[3];
} survey_corners;

/// The normal of a triangle in double, and the sums of the magnitudes of its terms, by which errors of rounding are bounded.
typedef struct survey_plane
{
	kiln_d3 normal, size;
} survey_plane;

survey_plane survey_plane_of(const survey_corners *t);

/// What two triangles of a mesh have in common besides the vertices and the edge that they share by number:
/// KILNCOOK_FAULT_CROSSING, KILNCOOK_FAULT_COPLANAR, KILNCOOK_FAULT_TOUCHING, or KILNCOOK_FAULT_KIND_END for nothing.
/// Exact, and the same in either order. Triangles have an area; no two have the same three vertices.
kilncook_fault_kind survey_meet(const survey_corners *a, const survey_corners *b);

/// Whether a plane proves in double that survey_meet finds nothing: the plane of one of the triangles, a plane across it through one
/// of its edges, a plane through the only vertex that they share, or both planes where each touches the other triangle in one corner.
/// False where double proves nothing. `plane` is that of `a`.
/// Corners come from floats, so that nothing underflows.
bool survey_apart(const survey_corners *a, const survey_plane *plane, const survey_corners *b);

#endif
