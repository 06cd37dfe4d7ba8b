// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_MESH_H
#define KILN_DUMP_DIFF_MESH_H

#include "kiln.h"

/// How two meshes differ.
typedef struct diff_mesh
{
	uint64_t only[2]; ///< triangles that only one of them has, with any first corner, but of the same winding
	double farthest;  ///< of the corners of these triangles: the largest distance from the other mesh
} diff_mesh;

/// Compares a mesh of an asset with one of another. Returns false when out of memory.
bool diff_mesh_compare(const kiln_asset *const asset[2], const uint32_t mesh[2], diff_mesh *out);

#endif
