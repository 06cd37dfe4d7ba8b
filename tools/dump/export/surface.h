// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SURFACE_H
#define KILN_DUMP_SURFACE_H

#include "kiln.h"

/// All triangles that the nodes of an asset place, one after the other.

/// A triangle in asset coordinates, counter-clockwise from outside.
typedef struct surface_triangle
{
	double at[3][3];
	uint32_t edges; ///< kinds of edges, in the form of EDGES; inside the face of a solid sides are flat
	bool solid;		///< of a hull or primitive; round ones come in facets
} surface_triangle;

/// Calls `see` for each triangle of each node, in the order of the nodes. Returns false when out of memory.
bool surface_each(const kiln_asset *asset, void (*see)(void *user, const surface_triangle *triangle), void *user);

#endif
