// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CANONICAL_H
#define KILN_COOKER_REPAIR_CANONICAL_H

#include "internal.h"

/// A triangle by its corners.
typedef struct repair_entry
{
	uint32_t key[3]; ///< the corners, increasing: no two triangles of a cleaned mesh share them, whatever their winding
	uint32_t triangle;
} repair_entry;

repair_entry repair_make_entry(const uint32_t corners[3], uint32_t triangle);

/// For qsort: by key, then by triangle.
int repair_compare_entries(const void *left, const void *right);

/// Copies the source into work->mesh, with vertices in the order of their positions, and triangles in the order of their
/// vertices: whatever a step decides by numbers does not depend on the order of the source. False when out of memory.
bool repair_begin(repair_work *work);

/// Puts the triangles of work->mesh in the order of their vertices, whatever their windings. The survey is out of date then.
bool repair_order(repair_work *work);

/// Gives a copy of the source the surface of work->mesh, in arrays of its own. False when out of memory; the copy still has the
/// arrays of the source then.
bool repair_end(const repair_work *work, clean_mesh *mesh);

/// Frees the arrays that repair_end makes.
void repair_free_surface(const kilncook_context *context, const clean_mesh *mesh);

#endif
