// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_PATCH_H
#define KILN_HEIGHTFIELD_PATCH_H

#include "field.h"
#include "scene/surface.h"

/// Makes meshes of the cells of single blocks, for pair queries: all cells of a block that are near a box, with a tree of AABBs.

/// Visits the patches of a field, by the rules of kiln_surface_operations.walk_patches. A unit of the field's budget is a cell.
bool kilni_heightfield_walk_patches(
	const kiln_heightfield *field, kiln_surface_reach *reach, kiln_visit_patch *visit, void *user);

#endif
