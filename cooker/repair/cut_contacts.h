// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CUT_CONTACTS_H
#define KILN_COOKER_REPAIR_CUT_CONTACTS_H

#include "cut_points.h"
#include "internal.h"

/// What two triangles have in common.
typedef struct cut_contact
{
	uint32_t triangles[2];
	bool coplanar;	///< without points then
	uint32_t count; ///< points: 0, 1 or the 2 ends of a segment
	uint32_t points[2];
	uint8_t sides[2][2]; ///< per point and triangle: sides that the point is within, as bits; their ends do not count
} cut_contact;

/// Finds what two triangles have in common, exactly. `needed` receives whether the triangles have to be cut there: they meet elsewhere
/// than in corners and sides of both. `vertex_points` has the point of each vertex, or KILN_NONE. False when out of memory.
bool cut_contact_find(cut_points *points, const repair_mesh *mesh, uint32_t *vertex_points, const uint32_t triangles[2],
	cut_contact *out, bool *needed);

/// The point of a vertex; KILN_NONE when out of memory.
uint32_t cut_vertex_point(cut_points *points, const repair_mesh *mesh, uint32_t *vertex_points, uint32_t vertex);

#endif
