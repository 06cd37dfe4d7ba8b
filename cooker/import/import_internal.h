// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_INTERNAL_H
#define KILN_COOKER_IMPORT_INTERNAL_H

#include "import_files.h"
#include "import_text.h"

#include <assimp/cfileio.h>
#include <assimp/scene.h>

/// The steps of an import. Each copies one topic out of assimp's scene into ours and trusts nothing that it finds
/// there: pointers may be NULL and indices out of range. They return KILNCOOK_OK, KILNCOOK_REFUSED for counts beyond 32
/// bits or KILNCOOK_INTERNAL when out of memory; what they had stored by then is freed by art_scene_free.

/// assimp's way to files, under the rule of import_files. `files` must outlive it.
struct aiFileIO import_files_calls(import_files *files);

/// The names of the materials, and one without a name at the end when there is none or a mesh names one out of range.
kilncook_status import_materials(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// Every mesh, in assimp's order. Needs the materials.
kilncook_status import_meshes(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// The scene graph in depth-first order, with accumulated transforms. Needs the meshes. Without a graph, one root node
/// holds every mesh.
kilncook_status import_nodes(const kilncook_context *context, const struct aiScene *source, art_scene *scene);

/// Length unit and up axis of the root's coordinates, where the file or its format says so.
void import_conventions(const struct aiScene *source, art_scene *scene);

/// import_text for assimp's string, whose length may be wrong.
char *import_string(const kilncook_context *context, const struct aiString *text);

#endif
