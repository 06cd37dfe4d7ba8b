// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CANONICAL_H
#define KILN_COOKER_REPAIR_CANONICAL_H

#include "internal.h"

/// Copies the source into work->mesh, with vertices in the order of their positions, and triangles in the order of their
/// vertices: whatever a step decides by numbers does not depend on the order of the source. False when out of memory.
bool repair_begin(repair_work *work);

/// Puts the triangles of work->mesh in the order of their vertices, whatever their windings. The survey is out of date then.
bool repair_order(repair_work *work);

/// Replaces the arrays of the cleaned mesh by those of work->mesh. False when out of memory; the mesh is as it was then.
bool repair_end(const repair_work *work, clean_mesh *mesh);

#endif
