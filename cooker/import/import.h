// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_H
#define KILN_COOKER_IMPORT_H

#include "scene.h"

/// Reads an art file through assimp's C API, without any of its post-processing, into `scene`.
/// KILNCOOK_IO when the file can't be opened or read, KILNCOOK_REFUSED when its format is unknown or its content broken
/// or without a mesh. `scene` is owned by the caller after success (art_scene_free).
kilncook_status art_import(const kilncook_context *context, const char *path, art_scene *scene);

void art_scene_free(const kilncook_context *context, art_scene *scene);

/// Library name and version, such as `assimp 5.2.5`, into `text`.
void art_importer_name(char *text, size_t size);

#endif
