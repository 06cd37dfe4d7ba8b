// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SNAP_H
#define KILN_COOKER_SNAP_H

#include "scene.h"

/// What snapping a mesh to a grid changed.
typedef struct clean_snapped
{
	double moved;		 ///< the largest distance that a vertex moved, rounded up
	uint32_t merged;	 ///< vertices that became one with another
	uint32_t flat;		 ///< triangles that lost their area, and are dropped
	uint32_t duplicates; ///< triangles that became copies of earlier ones, and are dropped
} clean_snapped;

/// Moves every vertex of a cleaned mesh to the nearest point whose coordinates are whole numbers of steps of 2^(grid - 127),
/// and cleans what this made: vertices at one place become one, triangles without area and duplicates are dropped.
/// A coordinate half way between two steps goes to the even one. Vertices that a repair cut apart at one place stay apart.
/// Numbers of steps are at most 2^24 in magnitude, so that they are exact in float32. Vertices are numbered by their
/// first use. Sets `mesh->grid`. May leave no triangle. False when out of memory; the mesh is then as before.
bool clean_snap(const kilncook_context *context, clean_mesh *mesh, uint8_t grid, clean_snapped *snapped);

/// Returns the largest grid, as in clean_snap, on which all vertices lie already; 0 where none has an exponent from 1.
uint8_t clean_own_grid(const clean_mesh *mesh);

#endif
