// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_SIB_H
#define KILN_COOKER_IMPORT_SIB_H

#include "scene.h"

/// Repairs what assimp makes of a file of Silo (.sib): names lose their last letter (5.2), and get it back. Warns with
/// `import-lost` of mirrored instances, which assimp leaves out. Other files, and files that can't be read, stay as
/// they are. KILNCOOK_INTERNAL with a message when out of memory.
kilncook_status import_sib_repair(const kilncook_context *context, const char *path, art_scene *scene);

#endif
