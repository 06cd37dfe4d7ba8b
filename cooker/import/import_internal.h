// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_INTERNAL_H
#define KILN_COOKER_IMPORT_INTERNAL_H

#include "common/import_files.h"
#include "common/import_metadata.h"
#include "common/import_text.h"

#include <assimp/cfileio.h>
#include <assimp/scene.h>

/// The steps of an import. Each copies one part of assimp's scene into ours and trusts no value of it: pointers may be
/// NULL and indices out of range. Each returns KILNCOOK_OK, KILNCOOK_REFUSED for counts beyond 32 bits or
/// KILNCOOK_INTERNAL when out of memory. After a failure, art_scene_free frees what was stored.

/// Returns callbacks by which assimp opens files, under the rule of import_files. `files` must live longer than them.
struct aiFileIO import_files_calls(import_files *files);

/// Copies the names of the materials. Adds one without a name at the end when there is no material or a mesh uses an
/// index out of range.
kilncook_status import_materials(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// Copies every mesh, in assimp's order. Call after import_materials.
kilncook_status import_meshes(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// Copies the scene graph in depth-first order, with accumulated transforms. Call after import_meshes. Without a graph,
/// one root node holds every mesh. Adds the nodes' metadata to `metadata` unless NULL.
kilncook_status import_nodes(
	const kilncook_context *context, const struct aiScene *source, import_metadata *metadata, art_scene *scene);

/// Adds the metadata of a node, and returns its group; 0 where one of both is NULL.
uint32_t import_node_metadata(import_metadata *metadata, const struct aiMetadata *source);

/// Adds the metadata of the scene.
void import_scene_metadata(import_metadata *metadata, const struct aiMetadata *source);

/// Moves nodes with skinned meshes to where the bones hold these in the bind pose, and says what was found. Needs the
/// nodes.
kilncook_status import_skins(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// Sets the length unit and up axis of the root's coordinates, if the file or its format defines them.
void import_conventions(const struct aiScene *source, art_scene *scene);

/// Copies assimp's string by import_text; its length may be wrong.
char *import_string(const kilncook_context *context, const struct aiString *text);

#endif
