// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_SCENE_H
#define KILN_COOKER_IMPORT_SCENE_H

#include "scene.h"

/// Frees all memory of a scene that a reader made, or began.
void art_scene_free(const kilncook_context *context, art_scene *scene);

/// Frees a list of paths like art_scene.files; NULL with 0 is allowed.
void art_files_free(const kilncook_context *context, char **files, uint32_t count);

#endif
