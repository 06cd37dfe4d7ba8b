// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_GLTF_MESH_H
#define KILN_DUMP_GLTF_MESH_H

#include "gltf_buffer.h"

/// A glTF file of an asset in the making.
typedef struct gltf_writer
{
	json_writer json;
	const kiln_asset *asset;
	gltf_buffer buffer;
	uint32_t *meshes; ///< by shape: number of its mesh in the file; KILN_NONE for a shape without triangles
	uint32_t mesh_count;
	bool failed; ///< memory ran out
} gltf_writer;

/// Vertices and triangles of a primitive.
typedef struct gltf_surface
{
	float (*positions)[3];
	uint32_t (*triangles)[3];
	uint32_t vertex_count, triangle_count;
} gltf_surface;

/// Writes a primitive in a colour (palette_color), and adds its accessors. `material` KILN_NONE: without one.
void gltf_primitive(
	json_writer *json, gltf_buffer *buffer, const gltf_surface *surface, uint32_t material, uint32_t color);

#define GLTF_BODIES "KHR_physics_rigid_bodies"

/// Writes the key `asset`.
void gltf_asset(json_writer *json);

/// Writes the key `meshes`: the shapes in their own coordinates. A mesh has a primitive for each of its parts, a solid one;
/// each in a colour of its own.
void gltf_meshes(gltf_writer *writer);

#endif
