// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_CHECK_H
#define KILN_COOKER_IMPORT_CHECK_H

#include "scene.h"

/// Warns of data that a reader seems to have lost: `import-unused` when no face uses more than one vertex in a hundred
/// of a mesh, `import-incomplete` when faces have no corners. Applies to every reader. KILNCOOK_INTERNAL when out of
/// memory.
kilncook_status import_check(const kilncook_context *context, const art_scene *scene);

#endif
