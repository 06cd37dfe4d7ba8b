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

/// What two triangles of a mesh have in common besides the vertices and the edge that they share by number:
/// KILNCOOK_FAULT_CROSSING, KILNCOOK_FAULT_COPLANAR, KILNCOOK_FAULT_TOUCHING, or KILNCOOK_FAULT_KIND_END for nothing.
/// Exact, and the same in either order. Triangles have an area; no two have the same three vertices.
kilncook_fault_kind survey_meet(const survey_corners *a, const survey_corners *b);

#endif
