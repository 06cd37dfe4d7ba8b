// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SHARED_MESH_H
#define KILN_DUMP_SHARED_MESH_H

#include "kiln.h"

/// A mesh of an asset whose triangles share vertices again: leaves repeat the vertices on their borders.

/// A triangle and where it comes from.
typedef struct shared_face
{
	uint32_t corners[3]; ///< vertices of the mesh
	uint32_t part;
	uint32_t triangle; ///< number in the mesh of the asset
} shared_face;

typedef struct shared_mesh
{
	kiln_vec3 *vertices; ///< in mesh coordinates, each position once
	uint32_t vertex_count;
	uint32_t *table; ///< open addressing, vertex number + 1
	uint64_t table_mask;
	shared_face *faces; ///< by part, then triangle
	uint32_t face_count;
} shared_mesh;

/// Makes the mesh with index `index`. Returns false without memory, with nothing to free.
bool shared_mesh_make(shared_mesh *mesh, const kiln_asset *asset, uint32_t index);
void shared_mesh_free(shared_mesh *mesh);

#endif
