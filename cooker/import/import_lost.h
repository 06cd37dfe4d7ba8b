// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_LOST_H
#define KILN_COOKER_IMPORT_LOST_H

#include "scene.h"

/// Finds data that assimp loses without a message: compares the scene with what the file declares.

/// Warns with `import-lost` of meshes that no node places, and of triangles of AMF and surfaces of X3D that are missing
/// in the scene; refuses an X3D file whose groups assimp confuses. Call after the scene's nodes are complete.
kilncook_status import_lost(const kilncook_context *context, const char *path, const art_scene *scene);

#endif
