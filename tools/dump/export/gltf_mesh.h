// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_GLTF_MESH_H
#define KILN_DUMP_GLTF_MESH_H

#include "gltf_buffer.h"

/// A glTF file in the making.
typedef struct gltf_writer
{
	json_writer json;
	const kiln_asset *asset;
	gltf_buffer buffer;
	uint32_t *meshes; ///< by shape: number of its mesh in the file; KILN_NONE for a shape without triangles
	uint32_t mesh_count;
	bool failed; ///< memory ran out
} gltf_writer;

/// Writes the key `meshes`: the shapes in their own coordinates. A mesh has a primitive for each of its parts, a solid one;
/// each in a colour of its own.
void gltf_meshes(gltf_writer *writer);

#endif
