// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_OUTLINE_H
#define KILN_COOKER_OBB_OUTLINE_H

#include "lanes.h"

/// The outline of a hull along an axis. A corner of the hull's projection lies between faces that look along the axis and
/// faces that look against it, so that a look at all normals and edges finds the few vertices that may be corners.

/// A half-edge of a hull.
typedef struct obb_outline_half
{
	uint32_t origin;
	uint32_t twin;
	uint32_t next; ///< of the same face
	uint32_t face;
} obb_outline_half;

typedef struct obb_outline
{
	bound_lanes normals; ///< of the faces, of any length
	uint8_t *along;		 ///< for each face: whether it looks along the axis
	obb_outline_half *halves;
	uint32_t half_count;
} obb_outline;

/// Returns twice the area of a hull's face along its normal (Newell's sum).
kiln_d3 obb_face_normal(const obb_cloud *cloud, uint32_t face);

/// Makes the outline of a hull of dimension 3. False when out of memory.
bool obb_outline_make(const kilncook_context *context, const obb_cloud *cloud, obb_outline *outline);
void obb_outline_free(const kilncook_context *context, obb_outline *outline);

/// Lists the vertices around the outline along an axis, counter-clockwise seen against it; `vertices` has room for as many as
/// there are edges. Returns how many there are. Where rounding tears the outline into several cycles, lists one of them.
uint32_t obb_outline_of(obb_outline *outline, const double axis[3], uint32_t *vertices);

/// Lists the vertices of all cycles, after obb_outline_of.
uint32_t obb_outline_all(const obb_outline *outline, uint32_t *vertices);

#endif
